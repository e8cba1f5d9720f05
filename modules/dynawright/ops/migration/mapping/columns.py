"""A source's tables or files: columns, their kinds, and the key of a row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

Kind = Literal["text", "number", "boolean", "time", "bytes", "json", "texts", "numbers"]
KINDS: tuple[Kind, ...] = get_args(Kind)


@dataclass(frozen=True)
class Columns:
    """A table or a kind of file; `key` names the columns that identify a row."""

    name: str
    kinds: Mapping[str, Kind]
    key: tuple[str, ...]
    required: frozenset[str] = field(default_factory=frozenset)
    """Columns that every row has."""
