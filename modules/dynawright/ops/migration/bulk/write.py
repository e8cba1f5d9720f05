"""Write all items of a source in this process, from pieces that are read concurrently."""

from __future__ import annotations

import gzip
import itertools
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from dynawright.ops.migration.bulk.export import DataFile
from dynawright.ops.migration.bulk.input import Input
from dynawright.ops.migration.bulk.keys import Keys
from dynawright.ops.migration.bulk.lines import item_of
from dynawright.ops.migration.bulk.made import Counts, Made, made
from dynawright.ops.migration.bulk.parts import Parts
from dynawright.ops.migration.bulk.store import Folder, Store
from dynawright.ops.migration.bulk.written import conflict, put_findings, put_summary, rejected
from dynawright.ops.migration.clock import Clock
from dynawright.ops.migration.index import Finding
from dynawright.ops.migration.segments import in_parallel
from dynawright.ops.migration.table import Table

AT_ONCE = 1000


class Writing:
    """Keeps items until all keys are known: records with the same key are in no part."""

    def __init__(self, given: Input, store: Store, target: Table, folder: Path) -> None:
        self._given, self._store, self._target, self._folder = given, store, target, folder
        self._keys = Keys(folder / "keys")
        self._pieces, self._parts = list[Counts](), list[DataFile]()

    def piece(self, number: int, seen: Callable[[int], None]) -> None:
        """Transform a piece of the source; call `seen` with the number of records read."""
        counts = Counts()
        lines = made(self._given.read(number), self._given.key_text, self._given.transform, counts)
        with Parts(Folder(self._folder), number, self._folder) as parts:
            counts.rejected += put_findings(
                self._store, f"part-{number:05}", self._rejected(lines, parts, counts, seen), self._folder
            )
        counts.size = parts.size
        self._pieces.append(counts)
        self._parts += parts.written

    def finish(self) -> Counts:
        """Store the parts, without the items whose key several records have."""
        counts, parts = Counts(), self._parts
        for piece in self._pieces:
            counts.add(piece)
        if self._keys.contested():
            conflicts = (conflict(source, key) for key, source in self._keys.conflicts())
            counts.rejected += put_findings(self._store, "conflicts", conflicts, self._folder)
            counts.items = counts.size = 0
            parts = [part for number, part in enumerate(self._parts) for part in self._uncontested(number, part, counts)]
        else:
            for part in parts:
                self._store.put(part.name, self._folder / part.name)
        put_summary(self._store, counts, parts)
        self._keys.close()
        return counts

    def _rejected(self, lines: Iterator[Made], parts: Parts, counts: Counts, seen: Callable[[int], None]) -> Iterator[Finding]:
        """Add the items to the parts; yield the rejected ones."""
        read = 0
        while some := list(itertools.islice(lines, AT_ONCE)):
            items = [result for result in some if result.key is not None]
            self._keys.claim((item.key or "", item.source) for item in items)
            for item in items:
                parts.add(item.content)
            counts.items += len(items)
            yield from (rejected(result.source, result.content) for result in some if result.key is None)
            seen(counts.read - read)
            read = counts.read

    def _uncontested(self, number: int, part: DataFile, counts: Counts) -> list[DataFile]:
        with Parts(self._store, number, self._folder) as parts, gzip.open(self._folder / part.name, "rt") as lines:
            for line in lines:
                if not self._keys.is_contested(self._target.key_text(item_of(line))):
                    parts.add(line.removesuffix("\n"))
        counts.items += sum(part.items for part in parts.written)
        counts.size += parts.size
        return parts.written


def write_all(
    given: Input,
    store: Store,
    target: Table,
    *,
    clock: Clock,
    threads: int,
    seen: Callable[[int], None],
    meanwhile: Callable[[], None],
) -> Counts:
    """Write the items of all pieces; return the counts."""
    with tempfile.TemporaryDirectory(prefix="dynawright-bulk-") as folder:
        writing = Writing(given, store, target, Path(folder))
        in_parallel(given.pieces, lambda number: writing.piece(number, seen), clock, meanwhile, threads=threads)
        return writing.finish()
