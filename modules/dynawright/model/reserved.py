"""Keyword arguments of entities and patterns: write a key attribute with such a name as `limit_=`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

Given = TypeVar("Given")

RESERVED = frozenset(
    (
        *("attributes", "chunks", "condition", "consistent", "descending", "expires_after", "expires_from", "in_transaction"),
        *("index", "limit", "name", "optional", "page_size", "returns", "self", "shards", "update", "used_by"),
    )
)


def attribute_names(keys: Mapping[str, Given]) -> dict[str, Given]:
    """Return the keyword arguments of an entity or pattern by attribute name."""
    return {name[:-1] if name.endswith("_") and name[:-1] in RESERVED else name: given for name, given in keys.items()}
