"""Reads and checks a stream function's function.json."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dynawright.errors import Place, Problem, UserError, must_be, unknown

FILE = "function.json"
VALUE_OF = ("table", "topic", "secret", "event_bus")
"""Sources of a variable's value in the model; other values come from the stack or a default."""

_CODE = "DW327"
_FIELDS = {"description": str, "table": str, "filters": list, "variables": dict, "includes": list, "accepts": dict}
_VARIABLE_FIELDS = {"description": str, **dict.fromkeys(VALUE_OF, str), "default": str, "optional": bool}
_WORDS = {str: "a text", list: "a list", dict: "an object", bool: "true or false"}


@dataclass(frozen=True)
class FunctionManifest:
    """The declarations of one function."""

    table: str
    """The table, by its name in the model, whose stream the function reads."""
    filters: tuple[Mapping[str, Any], ...] = field(hash=False)
    """Lambda's filter patterns, which select the records for the function."""
    variables: Mapping[str, Mapping[str, Any]] = field(hash=False)
    """The environment variables that it reads: name → description."""
    includes: tuple[str, ...] = ()
    """Other functions of the system whose code it runs and which are packaged with it."""
    description: str = ""
    accepts: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Accepted warnings about its code: code → reason."""

    @classmethod
    def read(cls, folder: Path) -> FunctionManifest:
        """Read the function.json of a function's folder; raise all its problems at once."""
        file = folder / FILE
        shown = "/".join(file.parts[-5:])  # stacks/<system>/functions/<name>/function.json
        try:
            content = json.loads(file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise UserError([Problem(_CODE, "the file does not exist", Place(shown), fix="add it")]) from None
        except ValueError as error:
            raise UserError([Problem(_CODE, f"is not JSON: {error}", Place(shown))]) from None
        if problems := [problem.at(Place(shown, path=problem.place.path)) for problem in _problems(content)]:
            raise UserError(problems)
        return cls(
            table=content["table"],
            filters=tuple(content["filters"]),
            variables=content["variables"],
            includes=tuple(content.get("includes", ())),
            description=content.get("description", ""),
            accepts=content.get("accepts", {}),
        )


def _problems(content: Any) -> Iterator[Problem]:
    if not isinstance(content, dict):
        yield must_be(_CODE, "an object", content)
        return
    yield from _checked(content, _FIELDS, required=("table", "filters", "variables"), path="")
    for number, pattern in enumerate(_listed(content.get("filters"))):
        if not isinstance(pattern, dict):
            yield must_be(_CODE, "an object", pattern, place=Place(path=f"filters.{number}"))
    for number, name in enumerate(_listed(content.get("includes"))):
        if not isinstance(name, str):
            yield must_be(_CODE, "a text", name, place=Place(path=f"includes.{number}"))
    accepts = content.get("accepts")
    for code, because in accepts.items() if isinstance(accepts, dict) else ():
        if not isinstance(because, str) or not because:
            yield must_be(_CODE, "the reason, a text", because, place=Place(path=f"accepts.{code}"))
    variables = content.get("variables")
    for name, variable in variables.items() if isinstance(variables, dict) else ():
        path = f"variables.{name}"
        if isinstance(variable, dict):
            yield from _checked(variable, _VARIABLE_FIELDS, required=("description",), path=path)
        else:
            yield must_be(_CODE, "an object", variable, place=Place(path=path))


def _checked(given: Mapping[str, Any], fields: Mapping[str, type], *, required: tuple[str, ...], path: str) -> Iterator[Problem]:
    """Yield problems of missing and unknown keys and wrong types."""
    for name in required:
        if name not in given:
            yield Problem(_CODE, f"'{name}' is missing", Place(path=path), name, fix="add it")
    for name, value in given.items():
        place = Place(path=f"{path}.{name}" if path else name)
        if name not in fields:
            yield unknown(_CODE, "field", name, fields, place=Place(path=path))
        elif not isinstance(value, fields[name]):
            yield must_be(_CODE, _WORDS[fields[name]], value, place=place)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
