"""What a declaration must be: said at the line that wrote it, where Python would complain later, elsewhere and about something else."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from dynawright.model.reserved import RESERVED


def must_be(owner: str, field: str, value: Any, kind: type | tuple[type, ...], example: str) -> None:
    """A TypeError unless the value is of that kind; None is left to the caller's signature."""
    if not isinstance(value, kind):
        raise TypeError(f"{owner}: {field} is {_shown(value)}: write {example}{_reserved(field)}")


def may_be(owner: str, field: str, value: Any, kind: type | tuple[type, ...], example: str) -> None:
    """The same, or None."""
    if value is not None:
        must_be(owner, field, value, kind, example)


def must_be_all(owner: str, field: str, values: Any, kind: type | tuple[type, ...], example: str) -> None:
    """A TypeError unless it is a list, or another collection, of that kind."""
    if isinstance(values, str) or not isinstance(values, Collection):
        raise TypeError(f"{owner}: {field} is {_shown(values)}: write a list, {field}=[{example}]{_reserved(field)}")
    for value in values:
        if not isinstance(value, kind):
            raise TypeError(f"{owner}: {field} has {_shown(value)}: write {field}=[{example}]")


def _shown(value: Any) -> str:
    return "None" if value is None else f"{type(value).__name__} {value!r:.60}"


def _reserved(field: str) -> str:
    return f"; a key attribute of that name is written {field}_" if field in RESERVED else ""
