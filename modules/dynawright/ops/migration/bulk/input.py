"""Input of a bulk migration: pieces of records, each read once and completely."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from dynawright.ops.migration.bulk.cost import Estimate
from dynawright.ops.migration.bulk.export import Export
from dynawright.ops.migration.bulk.lines import line_of
from dynawright.ops.migration.output import Output, RejectedError
from dynawright.ops.migration.source import Source
from dynawright.ops.migration.source import Transform as RecordTransform
from dynawright.ops.migration.table import Table
from dynawright.ops.migration.transform import Transform
from dynawright.ops.migration.value import Item
from dynawright.ops.migration.write import units

SAMPLE = 1000


class Input(Protocol):
    @property
    def records(self) -> int:
        """Return the approximate number of records."""
        ...

    @property
    def pieces(self) -> int: ...

    def read(self, piece: int) -> Iterator[Any]: ...

    def key_text(self, record: Any) -> str:
        """Return a text that identifies the record."""
        ...

    def transform(self, record: Any) -> list[Output]: ...


class Exported(NamedTuple):
    """An item of an export, identified by file and line."""

    place: str
    item: Item


@dataclass(frozen=True)
class ExportInput:
    """Files of an export; picklable."""

    export: Export
    items: Transform

    @property
    def records(self) -> int:
        return self.export.items

    @property
    def pieces(self) -> int:
        return len(self.export.files)

    def read(self, piece: int) -> Iterator[Exported]:
        name = self.export.files[piece].name
        for line, item in enumerate(self.export.read(piece), 1):
            yield Exported(f"{name}:{line}", item)

    def key_text(self, record: Exported) -> str:
        return record.place

    def transform(self, record: Exported) -> list[Output]:
        return self.items(record.item)


@dataclass(frozen=True)
class SourceInput:
    """A table, a database or files, as the one-by-one copy reads them."""

    source: Source
    records_to_items: RecordTransform

    @property
    def records(self) -> int:
        return self.source.items

    @property
    def pieces(self) -> int:
        return self.source.segments

    def read(self, piece: int) -> Iterator[Any]:
        for page in self.source.pages(piece):
            yield from page.items

    def key_text(self, record: Any) -> str:
        return self.source.key_text(record)

    def transform(self, record: Any) -> list[Output]:
        return self.records_to_items(record)


def estimate(given: Input, target: Table) -> Estimate:
    """Estimate the result of all records from the first ones of each piece."""
    each = -(-SAMPLE // max(given.pieces, 1))
    read, items, size, write_units = 0, 0, 0, 0.0
    for piece in range(given.pieces):
        for record in itertools.islice(given.read(piece), each):
            read += 1
            try:
                outputs = given.transform(record)
            except RejectedError:
                continue
            items += len(outputs)
            size += sum(len(line_of(output.item).encode()) + 1 for output in outputs)
            write_units += sum(units(output, target) for output in outputs)
    return Estimate.scaled(items, size, write_units, sampled=read, records=max(given.records, read))
