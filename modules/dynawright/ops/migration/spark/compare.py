"""Join two exports with Spark: the transformed source, and the target."""

from __future__ import annotations

import itertools
import json
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dynawright.ops.migration.bulk.entities import NONE, Entities
from dynawright.ops.migration.bulk.export import Export
from dynawright.ops.migration.bulk.input import Input
from dynawright.ops.migration.bulk.lines import item_of, line_of
from dynawright.ops.migration.bulk.made import Counts, Made, made
from dynawright.ops.migration.bulk.store import Store
from dynawright.ops.migration.bulk.written import conflict, put_findings, rejected
from dynawright.ops.migration.index import Finding, different, extra, missing
from dynawright.ops.migration.spark.workers import problems_as_text
from dynawright.ops.migration.spark.write import REJECTED, Pair, parts_of, spread
from dynawright.ops.migration.table import Table
from dynawright.ops.migration.value import digest, is_expired

SOURCE, TARGET = 0, 2
EQUAL = "equal"

Differences = Counter[tuple[str, str]]
"""Number of items by entity and by difference (missing, different, …), or equal."""


def compare(context: Any, given: Input, target: Export, table: Table, entities: Entities, store: Store) -> Differences:
    """Return the differences by kind and entity; each is also a line of a file in the store."""
    now = time.time()
    pieces = max(given.pieces, 1)
    read = context.parallelize(range(given.pieces), pieces).mapPartitions(Expected(given, table.ttl, now))
    there = context.parallelize(range(len(target.files)), max(len(target.files), 1)).mapPartitions(There(target, table, now))
    parts = parts_of(context, max(given.records, target.items), pieces)
    together = read.union(there).repartitionAndSortWithinPartitions(parts, spread)
    differences: Differences = Counter()
    for counted in together.mapPartitionsWithIndex(Compared(store, entities)).collect():
        differences.update(counted)
    return differences


@dataclass(frozen=True)
class Expected:
    """A worker's task for pieces of the source."""

    given: Input
    ttl: str | None
    now: float

    def __call__(self, pieces: Iterable[int]) -> Iterator[Pair]:
        with problems_as_text():
            yield from self._pairs(pieces)

    def _pairs(self, pieces: Iterable[int]) -> Iterator[Pair]:
        for piece in pieces:
            for result in made(self.given.read(piece), self.given.key_text, self.given.transform, Counts()):
                if result.key is None:
                    yield f"{REJECTED} {result.source}", (REJECTED, result.source, result.content)
                elif not self._expires(result):
                    yield result.key, (SOURCE, result.source, _digest(result.content))

    def _expires(self, result: Made) -> bool:
        return self.ttl is not None and is_expired(item_of(result.content), self.ttl, self.now)


@dataclass(frozen=True)
class There:
    """A worker's task for files of the target."""

    export: Export
    table: Table
    now: float

    def __call__(self, files: Iterable[int]) -> Iterator[Pair]:
        with problems_as_text():
            yield from self._pairs(files)

    def _pairs(self, files: Iterable[int]) -> Iterator[Pair]:
        for number in files:
            for item in self.export.read(number):
                if not is_expired(item, self.table.ttl, self.now):
                    yield self.table.key_text(item), (TARGET, "", _digest(line_of(item)))


@dataclass(frozen=True)
class Compared:
    """A worker's task for the keys grouped in its part."""

    store: Store
    entities: Entities

    def __call__(self, part: int, pairs: Iterator[Pair]) -> Iterator[Differences]:
        counts: Differences = Counter()
        with tempfile.TemporaryDirectory(prefix="dynawright-compare-") as folder:
            put_findings(self.store, f"part-{part:05}", self._findings(pairs, counts), Path(folder))
        yield counts

    def _findings(self, pairs: Iterator[Pair], counts: Differences) -> Iterator[Finding]:
        for key, group in itertools.groupby(pairs, key=lambda pair: pair[0]):
            values = [value for _, value in group]
            is_key = values[0][0] != REJECTED
            entity = self.entities.of(json.loads(key)) if is_key else NONE
            findings = list(_judged(key, values))
            for finding in findings:
                counts[finding.kind, entity] += 1
                yield _told(finding, entity)
            if not findings:
                counts[EQUAL, entity] += 1


def _judged(key: str, values: list[tuple[int, str, str]]) -> Iterator[Finding]:
    sources = sorted((source, content) for kind, source, content in values if kind == SOURCE)
    there = [content for kind, _, content in values if kind == TARGET]
    if values[0][0] == REJECTED:
        yield rejected(values[0][1], values[0][2])
    elif len(sources) > 1:
        yield from (conflict(source, key) for source, _ in sources)
    elif not sources:
        yield extra(key)
    elif not there:
        yield missing(sources[0][0], key)
    elif there[0] != sources[0][1]:
        yield different(sources[0][0], key)


def _told(finding: Finding, entity: str) -> Finding:
    """Return the finding with its entity before the reason."""
    return finding if entity == NONE else finding._replace(reason=f"{entity}: {finding.reason}")


def _digest(line: str) -> str:
    return digest(line).hex()
