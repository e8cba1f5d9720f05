"""Sources of a migration: a DynamoDB table, PostgreSQL tables, files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from dynawright.ops.migration.output import Output
from dynawright.ops.migration.value import Item

Record = Any
"""An item or a row, which the source's own transform accepts."""

Transform = Callable[[Record], list[Output]]
"""Return a record's items, or raise RejectedError; no items means it is dropped on purpose."""


class Page(NamedTuple):
    items: Sequence[Record]
    next: Item | None
    """Where the next page begins; None after the last one."""


class Source(Protocol):
    """Records in pieces that are read concurrently.

    Keys and positions have DynamoDB's form, and are stored as text.
    """

    name: str
    items: int
    """Approximate number."""
    segments: int

    def pages(self, segment: int, start: Item | None = None) -> Iterator[Page]: ...

    def get(self, key: Item) -> Record | None: ...

    def key_text(self, record: Record) -> str: ...
