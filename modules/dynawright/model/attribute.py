"""What an attribute may hold, as an entity declares it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Union

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


def problems(name: str, declared: Declared) -> Iterator[str]:
    match declared:
        case tuple():
            if not declared or not all(isinstance(text, str) and text for text in declared):
                yield f"declares '{name}' with the values {declared}: name the texts that are allowed, none of them empty"
            elif len({*declared}) < len(declared):
                yield f"declares '{name}' with a value twice: {', '.join(declared)}"
        case Mapping():
            if not declared:
                yield f"declares '{name}' as a map of nothing: name what is in it, or declare it as M"
            for inner, one in declared.items():
                yield from problems(f"{name}.{inner}", one)
        case _ if declared not in ATTRIBUTE_TYPES:
            yield f"declares '{name}' with type '{declared}': a type is one of {', '.join(ATTRIBUTE_TYPES)}"
