"""Turns pydantic's errors into problems; allowed values come from the JSON Schema."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from dynawright.errors import Problem, must_be, shown
from dynawright.settings.environment import Environment
from dynawright.settings.problem import SettingPath, nearest

BOOLEANS = {**dict.fromkeys(("yes", "on", "y", "true"), "true"), **dict.fromkeys(("no", "off", "n", "false"), "false")}
TYPES = {"string": "text", "boolean": "true or false", "array": "a list", "object": "settings, as lines of `name: value`"}


def explained(error: ValidationError, settings: type[Environment]) -> Iterator[tuple[SettingPath, Problem]]:
    """Return each problem that pydantic found, with its path."""
    for details in error.errors(include_url=False):
        yield details["loc"], _problem(details, details["loc"], settings)


def _problem(details: ErrorDetails, path: SettingPath, settings: type[Environment]) -> Problem:
    if details["type"] == "extra_forbidden":
        return _unknown(path, settings)
    schema = _schema(path, settings)
    if details["type"] == "missing":
        return Problem("DW105", f"missing: {_allowed(schema)}", allowed=_allowed(schema), fix="add it")
    return must_be("DW106", _allowed(schema), details["input"], fix=_fix(details, schema) or "")


def _unknown(path: SettingPath, settings: type[Environment]) -> Problem:
    name = str(path[-1])
    if path[0] == "systems" and len(path) == 3 and name in settings.model_fields:
        return Problem("DW110", "one setting for all systems", value=name, fix="write it at the top level")
    known = list(_schema(path[:-1], settings)["properties"])
    near = nearest(name, known)
    fix = f"did you mean '{near}'?" if near else f"use one of: {', '.join(known)}"
    return Problem("DW104", "unknown setting", value=name, allowed=", ".join(known), fix=fix)


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


def _schema(path: SettingPath, settings: type[Environment]) -> dict[str, Any]:
    """Return the part of the schema that describes the value at the path."""
    schema = _whole_schema(settings)
    for step in path:
        inside = schema["items"] if isinstance(step, int) else schema.get("properties", {}).get(step)
        schema = inside or schema["additionalProperties"]
        if "$ref" in schema:
            name = schema["$ref"].removeprefix("#/$defs/")
            schema = {**_whole_schema(settings)["$defs"][name], **schema}
    return schema


@cache
def _whole_schema(settings: type[Environment]) -> dict[str, Any]:
    return settings.model_json_schema()
