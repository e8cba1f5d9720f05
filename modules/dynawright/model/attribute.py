"""Declared types and values of attributes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Union

from dynawright.errors import Problem
from dynawright.model.error import ModelError
from dynawright.model.limits import ATTRIBUTE_TYPES, MAX_ATTRIBUTE_NAME_BYTES, MAX_DEPTH, AttributeType
from dynawright.model.must_be import declaring_line, must_be, must_be_all

Declared = Union[AttributeType, tuple[str, ...], Mapping[str, "Declared"]]  # noqa: UP007  # `|` does not take a name in quotes
"""Check a declared type: a DynamoDB type, the allowed texts, or the attributes of a map.

    {"task_name": "S", "status": ("pending", "running"), "progress": {"current": "N", "total": "N"}}

With a single text, every item of the entity has this value: {"EntityType": ("USER",)}.
"""


def must_be_attributes(owner: str, declared: Any, depth: int = 1) -> None:
    """Raise a ModelError unless it is a map of names to types, texts or maps, as deep as an item may be."""
    must_be(owner, "attributes", declared, Mapping, 'a map, attributes={"status": "S"}')
    if depth > MAX_DEPTH:
        text = f"attributes are nested more than {MAX_DEPTH} deep, which no item can be"
        raise ModelError(
            [Problem("DW215", text, declaring_line(owner), allowed=str(MAX_DEPTH), fix="declare the inner ones as M")]
        )
    for name, inner in declared.items():
        must_be(owner, "attributes", name, str, 'names as text, attributes={"status": "S"}')
        if not 1 <= len(name.encode()) <= MAX_ATTRIBUTE_NAME_BYTES:
            text = f"an attribute must have a name of 1 to {MAX_ATTRIBUTE_NAME_BYTES} bytes, got {len(name.encode())}"
            raise ModelError([Problem("DW202", text, declaring_line(owner), name, f"1 to {MAX_ATTRIBUTE_NAME_BYTES} bytes")])
        must_be(owner, f"attribute {name:.60}", inner, (str, tuple, Mapping), 'a type, texts or a map, "S"')
        if isinstance(inner, tuple):
            must_be_all(owner, f"attribute {name:.60}", inner, str, '"pending"')
        elif isinstance(inner, Mapping):
            must_be_attributes(owner, inner, depth + 1)


def type_of(declared: Declared) -> AttributeType:
    match declared:
        case tuple():
            return "S"
        case Mapping():
            return "M"
    return declared


def in_words(name: str, declared: Declared, *, optional: bool = False) -> str:
    """Return it for people: `status pending | running`, `progress {current N, total N}`, `description? S`."""
    match declared:
        case tuple():
            kind = " | ".join(declared)
        case Mapping():
            kind = "{" + ", ".join(in_words(inner, value) for inner, value in declared.items()) + "}"
        case _:
            kind = declared
    return f"{name}{'?' if optional else ''} {kind}"


def problems(name: str, declared: Declared) -> Iterator[Problem]:
    match declared:
        case tuple():
            if not declared or not all(isinstance(text, str) and text for text in declared):
                allowed = "the texts that are allowed, none of them empty"
                yield Problem("DW215", f"attribute '{name}' must name {allowed}, got {declared}", value=declared, allowed=allowed)
            elif len({*declared}) < len(declared):
                text = f"attribute '{name}' has a value twice: {', '.join(declared)}"
                yield Problem("DW215", text, value=declared, fix="list it once")
        case Mapping():
            if not declared:
                fix = "name what is in it, or declare it as M"
                yield Problem("DW215", f"attribute '{name}' is a map of nothing", value=name, fix=fix)
            for inner, declared_inside in declared.items():
                yield from problems(f"{name}.{inner}", declared_inside)
        case _ if declared not in ATTRIBUTE_TYPES:
            allowed = ", ".join(ATTRIBUTE_TYPES)
            text = f"the type of attribute '{name}' must be one of {allowed}, got '{declared}'"
            yield Problem("DW215", text, value=declared, allowed=allowed)
