"""Check argument types on the model's own line; Python would raise later and elsewhere."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any, NoReturn

from dynawright.errors import Place, Problem
from dynawright.errors.source import caller
from dynawright.model.error import ModelError
from dynawright.model.reserved import RESERVED

_HERE = str(Path(__file__).parent)


Kind = type | tuple[type, ...]


def must_be(owner: str, field: str, value: Any, kind: Kind, example: str) -> None:
    """Raise a ModelError unless the value has that type and can be written into Terraform files."""
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        _raise(owner, field, value, _named(kind), f"{example}{_reserved(field)}")
    if isinstance(value, str):
        must_be_plain(owner, field, value)


def must_be_plain(owner: str, field: str, text: str, *, is_template: bool = False) -> None:
    """Raise a ModelError for text that Terraform would evaluate, or that UTF-8 can't encode.

    A `$` may come before a template's placeholder.
    """
    if not is_template and ("${" in text or "%{" in text):
        problem = Problem(
            "DW234", f"'{text:.60}' is refused: Terraform would run what follows '${{' or '%{{'", value=text, fix="remove it"
        )
        raise ModelError([problem.at(declaring_line(f"{owner} {field}"))])
    if not is_encodable(text):
        text = text.encode(errors="replace").decode()
        problem = Problem(
            "DW234",
            f"'{text:.60}' is refused: it has half of a surrogate pair, which is no character",
            value=text,
            fix="remove it",
        )
        raise ModelError([problem.at(declaring_line(f"{owner} {field}"))])


def is_encodable(text: str) -> bool:
    """Return whether UTF-8 can encode the text."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def must_be_template(owner: str, field: str, value: Any, example: str) -> None:
    """Raise a ModelError unless the value is text, with or without placeholders."""
    if not isinstance(value, str):
        _raise(owner, field, value, "str", f"{example}{_reserved(field)}")
    must_be_plain(owner, field, value, is_template=True)


def must_be_one_of(owner: str, field: str, value: Any, allowed: Collection[object]) -> None:
    """Raise a ModelError unless the value is one of these."""
    if value not in allowed:
        _raise(owner, field, value, f"one of {', '.join(map(str, allowed))}", f"{field}={list(allowed)[-1]!r}")


def must_be_text(owner: str, field: str, value: Any, example: str) -> None:
    """Raise a ModelError unless the value is text with more than spaces."""
    if not isinstance(value, str) or not value.strip():
        _raise(owner, field, value, "text that is not empty", example)
    must_be_plain(owner, field, value)


def may_be(owner: str, field: str, value: Any, kind: Kind, example: str) -> None:
    """Raise a ModelError unless the value is of that kind, or None."""
    if value is not None:
        must_be(owner, field, value, kind, example)


def must_be_all(owner: str, field: str, values: Any, kind: Kind, example: str) -> None:
    """Raise a ModelError unless it is a list, or another collection, of that kind."""
    if isinstance(values, str) or not isinstance(values, Collection):
        _raise(owner, field, values, f"a list of {_named(kind)}", f"{field}=[{example}]{_reserved(field)}")
    for value in values:
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            _raise(owner, field, value, f"a list of {_named(kind)}", f"{field}=[{example}]")
        if isinstance(value, str):
            must_be_plain(owner, field, value)


def _raise(owner: str, field: str, value: Any, allowed: str, example: str) -> NoReturn:
    got = "None" if value is None else f"{type(value).__name__} {_shown(value)}".rstrip()
    place = declaring_line(f"{owner} {field}")
    raise ModelError([Problem("DW201", f"must be {allowed}, got {got}", place, value, allowed, f"write {example}")])


def declaring_line(path: str) -> Place:
    """Return the line of the model that is being executed."""
    return caller(lambda frame: frame.f_code.co_filename.startswith(_HERE), path)


def _shown(value: Any) -> str:
    try:
        return f"{value!r:.60}"
    except Exception:  # the value may contain itself
        return ""


def _named(kind: Kind) -> str:
    return " or ".join(one.__name__ for one in (kind if isinstance(kind, tuple) else (kind,)))


def _reserved(field: str) -> str:
    return f"; a key attribute of that name is written {field}_" if field in RESERVED else ""
