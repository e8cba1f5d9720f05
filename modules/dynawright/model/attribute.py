"""What an attribute may hold, as an entity declares it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Union

from dynawright.errors import Problem
from dynawright.model.limits import ATTRIBUTE_TYPES, AttributeType

Declared = Union[AttributeType, tuple[str, ...], Mapping[str, "Declared"]]  # noqa: UP007  # `|` does not take a name in quotes
"""A type; or the texts that are allowed; or the attributes of a map.

    {"task_name": "S", "status": ("pending", "running"), "progress": {"current": "N", "total": "N"}}

With one text only, every item of the entity has it: {"EntityType": ("USER",)}.
"""


def type_of(declared: Declared) -> AttributeType:
    match declared:
        case tuple():
            return "S"
        case Mapping():
            return "M"
    return declared


def in_words(name: str, declared: Declared, *, optional: bool = False) -> str:
    """For people: `status pending | running`, `progress {current N, total N}`, `description? S`."""
    match declared:
        case tuple():
            kind = " | ".join(declared)
        case Mapping():
            kind = "{" + ", ".join(in_words(inner, one) for inner, one in declared.items()) + "}"
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
