"""Checks the keyword arguments of a resource or block against the provider's schema."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import jsii

from dynawright.bindings.engine.kinds import Kind
from dynawright.errors import Place, Problem, UserError, unknown
from dynawright.errors.source import caller

_JSII = str(Path(jsii.__file__).parent)
_BINDINGS = (str(Path(__file__).parent), _JSII)
_PACKAGE = (str(Path(__file__).parents[2]), _JSII)


class Argument(NamedTuple):
    """One settable attribute or block of a resource."""

    kind: Kind
    required: bool = False


class SchemaError(UserError):
    """A value that the provider's schema does not allow, with the line that passes it."""


def checked(owner: str, schema: Mapping[str, Argument], computed: Iterable[str], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the plain JSON of `given`; raise all problems of a call at once.

    None means that the argument is not set.
    """
    problems: list[Problem] = []
    plain: dict[str, Any] = {}
    for name, value in given.items():
        argument = schema.get(name)
        if argument is None:
            problems.append(unknown_argument(name, schema, computed))
        elif value is not None:
            plain[name] = argument.kind.plain(name, value, problems)
    problems += [
        Problem("DW312", "is required", Place(path=name), fix=f"give {argument.kind.wanted}")
        for name, argument in schema.items()
        if argument.required and given.get(name) is None
    ]
    if problems:
        raise SchemaError(written_at(writer(owner), problems))
    return plain


def unknown_argument(name: str, schema: Iterable[str], computed: Iterable[str]) -> Problem:
    """Return why `name` can't be set, with the most similar name that can."""
    if name in computed:
        return Problem("DW311", "is computed by AWS and can't be set", Place(path=name), name, fix="leave it out")
    return unknown("DW311", "argument", name, sorted(schema))


def written_at(place: Place, problems: Iterable[Problem]) -> list[Problem]:
    """Return the problems of arguments, with the line: `stack.py:12 aws_sqs_queue 'Jobs' tags['Team']`."""
    return [problem.at(replace(place, path=f"{place.path} {problem.place.path}".strip())) for problem in problems]


def writer(owner: str) -> Place:
    """Return the line of the nearest call outside the bindings, with the owner."""
    return caller(lambda frame: frame.f_code.co_filename.startswith(_BINDINGS), owner)


def builder(owner: str, construct: object) -> Place:
    """Return the line of the nearest call outside the package and the construct, which chose the id."""

    def ignored(frame: FrameType) -> bool:
        return frame.f_code.co_filename.startswith(_PACKAGE) or frame.f_locals.get("self") is construct

    return caller(ignored, owner)
