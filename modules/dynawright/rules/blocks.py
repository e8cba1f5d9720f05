"""Read blocks, maps and lists of Terraform JSON; a string in their place is an unknown value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any


def as_blocks(value: Any) -> list[Mapping[str, Any]]:
    """Return a block, a list of blocks or nothing as a list of blocks."""
    if isinstance(value, Mapping):
        return [value]
    return [part for part in value if isinstance(part, Mapping)] if isinstance(value, list) else []


def as_mapping(value: Any) -> Mapping[str, Any]:
    """Return a map; empty if it is missing or unknown."""
    return value if isinstance(value, Mapping) else {}


def as_list(value: Any) -> list[Any]:
    """Return a list; empty if it is missing or unknown."""
    return value if isinstance(value, list) else []


def named(value: Any) -> Iterator[tuple[str, Any]]:
    """(name, body) of named blocks, in an object or a list of objects; `

    ` is a comment.
    """
    for block in as_blocks(value):
        yield from ((name, body) for name, body in block.items() if name != "//")


def texts(value: Any) -> Iterator[str]:
    """Yield every text inside a value, keys included, without metadata (`//`)."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            if key != "//":
                yield key
                yield from texts(inner)
    elif isinstance(value, Iterable):
        for inner in value:
            yield from texts(inner)
