"""Says what pydantic found in our own words: what is allowed comes from the JSON Schema of the same settings."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from dynawright.settings.document import Document
from dynawright.settings.environment import Environment
from dynawright.settings.problem import Problem, SettingPath, nearest, shown

BOOLEANS = {**dict.fromkeys(("yes", "on", "y", "true"), "true"), **dict.fromkeys(("no", "off", "n", "false"), "false")}
TYPES = {"string": "text", "boolean": "true or false", "array": "a list", "object": "settings, as lines of `name: value`"}


def explained(error: ValidationError, document: Document) -> Iterator[Problem]:
    """The problems that pydantic found, except where the document is unreadable anyway."""
    for details in error.errors(include_url=False):
        path = details["loc"]
        if any(path[:length] in document.unreadable for length in range(len(path) + 1)):
            continue
        if details["type"] == "broken_rules":
            above = path if details["ctx"]["below"] else ()
            for below, text in details["ctx"]["problems"].items():
                yield Problem(document.line(above + below), above + below, text)
        else:
            yield Problem(document.line(path), path, _text(details, path))


def _text(details: ErrorDetails, path: SettingPath) -> str:
    if details["type"] == "extra_forbidden":
        if path[0] == "systems" and len(path) == 3 and path[-1] in Environment.model_fields:
            return "one for all systems: write it at the top level"
        known = list(_schema(path[:-1])["properties"])
        near = nearest(path[-1], known)
        return f"unknown setting; did you mean '{near}'?" if near else f"unknown setting; known are {', '.join(known)}"
    schema = _schema(path)
    if details["type"] == "missing":
        return f"missing: {_allowed(schema)}; add it"
    text = f"{shown(details['input'])} is not allowed: {_allowed(schema)}"
    fix = _fix(details, schema)
    return f"{text}; {fix}" if fix else text


def _fix(details: ErrorDetails, schema: dict[str, Any]) -> str | None:
    value, limits = details["input"], details.get("ctx", {})
    match details["type"]:
        case "less_than_equal":
            return f"set it to {limits['le']} or less"
        case "greater_than_equal":
            return f"set it to {limits['ge']} or more"
        case "string_type" if isinstance(value, bool | int | float):
            return "put it in quotes"
        case "int_type" if isinstance(value, str) and value.isdecimal():
            return "remove the quotes"
        case "bool_type" if isinstance(value, str) and value.lower() in BOOLEANS:
            return f"write {BOOLEANS[value.lower()]}, without quotes"
    near = nearest(value, _options(schema))
    return f"did you mean {shown(near)}?" if near is not None else None


def _allowed(schema: dict[str, Any]) -> str:
    if "errorMessage" in schema:
        return str(schema["errorMessage"])
    if "enum" in schema:
        return "one of " + ", ".join(shown(option) for option in schema["enum"])
    if schema["type"] == "integer":
        return f"a whole number from {schema['minimum']} to {schema['maximum']}"
    return TYPES[schema["type"]]


def _options(schema: dict[str, Any]) -> list[Any]:
    return next((choice["enum"] for choice in [schema, *schema.get("anyOf", [])] if "enum" in choice), [])


def _schema(path: SettingPath) -> dict[str, Any]:
    """The part of the schema that describes the value at the path."""
    schema = _whole_schema()
    for step in path:
        inside = schema["items"] if isinstance(step, int) else schema.get("properties", {}).get(step)
        schema = inside or schema["additionalProperties"]
        if "$ref" in schema:
            name = schema["$ref"].removeprefix("#/$defs/")
            schema = {**_whole_schema()["$defs"][name], **schema}
    return schema


@cache
def _whole_schema() -> dict[str, Any]:
    return Environment.model_json_schema()
