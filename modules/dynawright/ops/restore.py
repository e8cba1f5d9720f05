"""Compare a table with its restored backup by attribute; --put-back restores missing items.

Both are streamed, with digests on disk, so tables of any size need little memory. A stopped run continues where it was.
The exit status is 0 if both have the same items, 1 if not, 2 if they could not be compared. See docs/restore.md.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from dynawright import project
from dynawright.aws import client, refusals_in_words
from dynawright.errors import Problem, UserError
from dynawright.ops.migration.budget import Budget
from dynawright.ops.migration.clock import Clock
from dynawright.ops.migration.compare import Comparison
from dynawright.ops.migration.differences import Differences
from dynawright.ops.migration.index import Index
from dynawright.ops.migration.mend import Mend
from dynawright.ops.migration.patient import PatientClient
from dynawright.ops.migration.progress import Progress
from dynawright.ops.migration.read import Reader
from dynawright.ops.migration.segments import in_parallel
from dynawright.ops.migration.source import Page
from dynawright.ops.migration.state import State
from dynawright.ops.migration.table import Table, describe
from dynawright.ops.migration.transform import Transform
from dynawright.ops.migration.value import Item

SEGMENTS = 8
COMPARED = "compared"
MENDED = "mended up to"


class Restoration:
    def __init__(
        self, client: Any, restored: Table, table: Table, *, reads: Budget, writes: Budget, state_file: Path, clock: Clock
    ) -> None:
        self._restored = Reader(client, restored, reads, SEGMENTS)
        table = replace(table, ttl=None)  # expired items are put back, too: they expire again
        self._table = Reader(client, table, reads, SEGMENTS)
        self._transform = Transform(None, table)
        self._mend = Mend(client, table, writes, self._restored, self._transform)
        self._reads, self._writes, self._clock = reads, writes, clock
        self._state_file = state_file
        self._index_file = state_file.with_suffix(".index")

    def run(self, *, put_back: bool) -> int:
        made_for = {"restored": self._restored.table.identity, "table": self._table.table.identity}
        with closing(State(self._state_file, made_for)) as state, closing(Index(self._index_file)) as index:
            try:
                self._compare(state, index)
                differences = Differences(index, self._restored, self._table, self._state_file.with_suffix(".jsonl"))
                differences.show()
                if put_back:
                    self._put_back(state, index)
            except BaseException:
                print("stopped: run the same command to continue", file=sys.stderr)
                raise
        for file in (self._state_file, self._index_file):
            file.unlink(missing_ok=True)
        return 1 if differences.any and not put_back else 0

    def _compare(self, state: State, index: Index) -> None:
        if state.recall(COMPARED):
            return
        restored = Resumable(self._restored, state, first=SEGMENTS)
        comparison = Comparison(restored, Resumable(self._table, state, first=0), self._transform, index)
        self._in_parallel("read of the table", self._table, comparison.target_segment)
        self._in_parallel("compared", self._restored, comparison.source_segment)
        comparison.finish()
        state.remember(COMPARED, "yes")

    def _put_back(self, state: State, index: Index) -> None:
        """Write missing items, without deletions. Readers of the table's stream see these writes."""
        for number, findings in index.numbered(int(state.recall(MENDED) or 0)):
            self._clock.pause(0)
            self._mend.some(findings, delete_extra=False)
            state.remember(MENDED, str(number))
        written = sum(count for kind, count in index.counts().items() if kind in ("missing", "different"))
        print(f"written to {self._table.name}: {written:,}")

    def _in_parallel(self, label: str, reader: Reader, work: Callable[[int, Callable[[int], None]], None]) -> None:
        progress = Progress(label, reader.items, 0, self._reads, self._writes, self._clock)
        try:
            in_parallel(SEGMENTS, lambda segment: work(segment, progress.add), self._clock, progress.show)
        finally:
            progress.end()


class Resumable(Reader):
    """Remembers how far each segment was read: a page is recorded when the next one is requested."""

    def __init__(self, reader: Reader, state: State, *, first: int) -> None:
        super().__init__(reader.client, reader.table, reader.budget, reader.segments)
        self._state, self._first = state, first

    def pages(self, segment: int, start: Item | None = None) -> Any:
        number = self._first + segment
        start, done = self._state.place(number)
        if done:
            return
        page: Page
        for page in super().pages(segment, start):
            yield page
            self._state.checkpoint(number, page.next, {}, {})


def restore(restored_table: str, table: str, *, put_back: bool, read_units: float, write_units: float, state: Path | None) -> int:
    """Print what `table` lacks, and with `put_back` write it; return 1 if the tables differ."""
    if restored_table == table:
        text, fix = f"both tables are {table}", "name the one that a backup was restored into first"
        raise UserError([Problem("DW803", text, value=table, fix=fix)])
    clock = Clock()
    state_file = state or project.cache_folder() / "restores" / f"{restored_table}-to-{table}.state"
    with refusals_in_words():
        patient = PatientClient(client("dynamodb", max_pool_connections=SEGMENTS), clock)
        restoration = Restoration(
            patient,
            describe(patient, restored_table),
            describe(patient, table),
            reads=Budget(read_units, clock),
            writes=Budget(write_units, clock),
            state_file=state_file,
            clock=clock,
        )
        return restoration.run(put_back=put_back)
