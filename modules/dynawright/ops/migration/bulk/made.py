"""Convert a source's records to lines: the same function for every engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from dynawright.ops.migration.bulk.lines import line_of
from dynawright.ops.migration.output import RejectedError
from dynawright.ops.migration.source import Record, Transform


class Made(NamedTuple):
    """A line for the target, or the reason why a record has none; keys are text."""

    source: str
    key: str | None
    """None for a rejected record."""
    content: str


@dataclass
class Counts:
    """Counts of records (read, dropped on purpose, rejected) and of items (written, with their bytes)."""

    read: int = 0
    dropped: int = 0
    rejected: int = 0
    items: int = 0
    size: int = 0

    def add(self, other: Counts) -> None:
        for name, value in asdict(other).items():
            setattr(self, name, getattr(self, name) + value)

    def __str__(self) -> str:
        parts = [f"{self.items:,} items"]
        parts += [f"{self.dropped:,} dropped by the transform"] if self.dropped else []
        parts += [f"{self.rejected:,} rejected"] if self.rejected else []
        return f"{self.read:,} records read: {', '.join(parts)}"


def made(records: Iterable[Record], key_text: Callable[[Any], str], transform: Transform, counts: Counts) -> Iterator[Made]:
    """Return the lines of records, and count them."""
    for record in records:
        counts.read += 1
        source = key_text(record)
        try:
            outputs = transform(record)
        except RejectedError as error:
            yield Made(source, None, str(error))
            continue
        counts.dropped += not outputs
        for output in outputs:
            yield Made(source, output.key, line_of(output.item))
