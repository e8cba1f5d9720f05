"""Types of arguments, checked where the model is written: Python would complain later, elsewhere and about something else."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any, NoReturn

from dynawright.errors import Problem
from dynawright.errors.source import caller
from dynawright.model.error import ModelError
from dynawright.model.reserved import RESERVED

_HERE = str(Path(__file__).parent)


Kind = type | tuple[type, ...]


def must_be(owner: str, field: str, value: Any, kind: Kind, example: str) -> None:
    """Raise a ModelError unless the value is of that kind."""
    if not isinstance(value, kind):
        _raise(owner, field, value, _named(kind), f"{example}{_reserved(field)}")


def may_be(owner: str, field: str, value: Any, kind: Kind, example: str) -> None:
    """Raise a ModelError unless the value is of that kind, or None."""
    if value is not None:
        must_be(owner, field, value, kind, example)


def must_be_all(owner: str, field: str, values: Any, kind: Kind, example: str) -> None:
    """Raise a ModelError unless it is a list, or another collection, of that kind."""
    if isinstance(values, str) or not isinstance(values, Collection):
        _raise(owner, field, values, f"a list of {_named(kind)}", f"{field}=[{example}]{_reserved(field)}")
    for value in values:
        if not isinstance(value, kind):
            _raise(owner, field, value, f"a list of {_named(kind)}", f"{field}=[{example}]")


def _raise(owner: str, field: str, value: Any, allowed: str, example: str) -> NoReturn:
    place = caller(lambda frame: frame.f_code.co_filename.startswith(_HERE), f"{owner} {field}")
    got = "None" if value is None else f"{type(value).__name__} {value!r:.60}"
    raise ModelError([Problem("DW201", f"must be {allowed}, got {got}", place, value, allowed, f"write {example}")])


def _named(kind: Kind) -> str:
    return " or ".join(one.__name__ for one in (kind if isinstance(kind, tuple) else (kind,)))


def _reserved(field: str) -> str:
    return f"; a key attribute of that name is written {field}_" if field in RESERVED else ""
