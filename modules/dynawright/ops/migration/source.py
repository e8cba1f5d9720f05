"""What a migration reads: a table of DynamoDB, tables of PostgreSQL, files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from dynawright.ops.migration.output import Output
from dynawright.ops.migration.value import Item

Record = Any
"""An item, or a row: what the source's own transform understands."""

Transform = Callable[[Record], list[Output]]
"""Return a record's items, or raise RejectedError; no items means it is left out on purpose."""


class Page(NamedTuple):
    items: Sequence[Record]
    next: Item | None
    """Where the next page begins; None after the last one."""


class Source(Protocol):
    """Records in pieces that are read at the same time.

    Keys and places have DynamoDB's form: they are kept as text.
    """

    name: str
    items: int
    """About so many."""
    segments: int

    def pages(self, segment: int, start: Item | None = None) -> Iterator[Page]: ...

    def get(self, key: Item) -> Record | None: ...

    def key_text(self, record: Record) -> str: ...
