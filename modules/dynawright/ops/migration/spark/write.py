"""Write a source's items with Spark: transform, group by key, write, each by many workers."""

from __future__ import annotations

import itertools
import json
import tempfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from dynawright.ops.migration.bulk.export import DataFile
from dynawright.ops.migration.bulk.input import Input
from dynawright.ops.migration.bulk.made import Counts, made
from dynawright.ops.migration.bulk.parts import Parts
from dynawright.ops.migration.bulk.store import Store
from dynawright.ops.migration.bulk.written import conflict, put_findings, put_summary, rejected
from dynawright.ops.migration.index import Finding
from dynawright.ops.migration.spark.workers import problems_as_text

ITEMS_A_PART = 500_000
ITEM, REJECTED, COUNTS = 0, 1, 2

Pair = tuple[str, tuple[int, str, str]]
"""A key of the target with an item's source and line.

Rejected records and counts have keys of their own.
"""


def write_all(context: Any, given: Input, store: Store) -> Counts:
    """Write the items of all pieces; return the counts."""
    pieces = max(given.pieces, 1)
    read = context.parallelize(range(given.pieces), pieces).mapPartitions(Transformed(given))
    return written(read, parts_of(context, given.records, pieces), store)


def written(pairs: Any, parts: int, store: Store) -> Counts:
    """Group pairs by key and write them."""
    together = pairs.repartitionAndSortWithinPartitions(parts, spread)
    counts, files = Counts(), list[DataFile]()
    for done, names in together.mapPartitionsWithIndex(Written(store)).collect():
        counts.add(Counts(**done))
        files += [DataFile(**name) for name in names]
    put_summary(store, counts, files)
    return counts


def parts_of(context: Any, records: int, pieces: int) -> int:
    return max(pieces, 2 * int(context.defaultParallelism), -(-records // ITEMS_A_PART))


def spread(key: str) -> int:
    """Return the same number in each worker; Python's own hash differs between them.

    It also spreads each range of keys over several parts.
    """
    return zlib.crc32(key.encode())


@dataclass(frozen=True)
class Transformed:
    """A worker's task for pieces of the source."""

    given: Input

    def __call__(self, pieces: Iterable[int]) -> Iterator[Pair]:
        for piece in pieces:
            with problems_as_text():
                yield from pairs_of(self.given.read(piece), self.given.key_text, self.given.transform, str(piece))


def pairs_of(
    records: Iterable[Any], key_text: Callable[[Any], str], transform: Callable[[Any], Any], piece: str
) -> Iterator[Pair]:
    counts = Counts()
    for result in made(records, key_text, transform, counts):
        if result.key is None:
            yield f"{REJECTED} {result.source}", (REJECTED, result.source, result.content)
        else:
            yield result.key, (ITEM, result.source, result.content)
    yield f"{COUNTS} {piece}", (COUNTS, "", json.dumps(asdict(counts)))


@dataclass(frozen=True)
class Written:
    """A worker's task for the keys grouped in its part."""

    store: Store

    def __call__(self, part: int, pairs: Iterator[Pair]) -> Iterator[tuple[dict[str, int], list[dict[str, Any]]]]:
        counts = Counts()
        with tempfile.TemporaryDirectory(prefix="dynawright-bulk-") as name:
            folder = Path(name)
            with Parts(self.store, part, folder) as parts:
                findings = self._findings(pairs, parts, counts)
                counts.rejected += put_findings(self.store, f"part-{part:05}", findings, folder)
        counts.items, counts.size = sum(file.items for file in parts.written), parts.size
        yield asdict(counts), [asdict(file) for file in parts.written]

    def _findings(self, pairs: Iterator[Pair], parts: Parts, counts: Counts) -> Iterator[Finding]:
        for key, group in itertools.groupby(pairs, key=lambda pair: pair[0]):
            (kind, source, content), *more = (value for _, value in group)
            if kind == COUNTS:
                counts.add(Counts(**json.loads(content)))
            elif kind == REJECTED:
                yield rejected(source, content)
            elif more:
                yield from (conflict(other, key) for other in sorted((source, *(pair[1] for pair in more))))
            else:
                parts.add(content)
