"""Checks the keyword arguments of a resource or block against the provider's schema."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import jsii

from dynawright.bindings.engine.kinds import Kind
from dynawright.errors import UserError, did_you_mean

_NOT_THE_WRITER = (str(Path(__file__).parent), str(Path(jsii.__file__).parent))


class Argument(NamedTuple):
    """One settable attribute or block of a resource."""

    kind: Kind
    required: bool = False


class SchemaError(UserError):
    """A value that the provider's schema does not admit. Names the line that wrote it."""


def checked(owner: str, schema: Mapping[str, Argument], computed: Iterable[str], given: Mapping[str, Any]) -> dict[str, Any]:
    """The plain JSON form of `given`; every problem of one call is raised at once. None means: not written."""
    problems: list[str] = []
    plain: dict[str, Any] = {}
    for name, value in given.items():
        argument = schema.get(name)
        if argument is None:
            problems.append(unknown(name, schema, computed))
        elif value is not None:
            plain[name] = argument.kind.plain(name, value, problems)
    problems += [
        f"'{name}' is required: give {argument.kind.wanted}"
        for name, argument in schema.items()
        if argument.required and given.get(name) is None
    ]
    if problems:
        where = caller()
        raise SchemaError(f"{where}: {owner}: {problem}" for problem in problems)
    return plain


def unknown(name: str, schema: Iterable[str], computed: Iterable[str]) -> str:
    """Why `name` can't be set, with the nearest name that can."""
    if name in computed:
        return f"'{name}' is computed by AWS and can't be set"
    names = sorted(schema)
    return f"unknown attribute '{name}'; " + (did_you_mean(name, names) or f"allowed: {', '.join(names)}")


def caller(construct: object = None) -> str:
    """file:line of the nearest frame outside the bindings, and of the construct's own methods: the line that wrote the mistake."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and (
        frame.f_code.co_filename.startswith(_NOT_THE_WRITER)
        or (construct is not None and frame.f_locals.get("self") is construct)
    ):
        frame = frame.f_back
    if frame is None:
        return "<unknown>"
    path = Path(frame.f_code.co_filename)
    return f"{path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path}:{frame.f_lineno}"
