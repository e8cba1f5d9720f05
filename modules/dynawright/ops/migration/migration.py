"""One migration: what it reads, writes and remembers, and what it says about it."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from dynawright.errors import warn
from dynawright.ops.migration import plan
from dynawright.ops.migration.budget import Budget
from dynawright.ops.migration.clock import Clock
from dynawright.ops.migration.compare import Comparison
from dynawright.ops.migration.copy import Copy
from dynawright.ops.migration.index import Index
from dynawright.ops.migration.overwrite import Overwrite
from dynawright.ops.migration.patient import PatientClient
from dynawright.ops.migration.progress import Progress
from dynawright.ops.migration.read import Reader
from dynawright.ops.migration.report import report
from dynawright.ops.migration.segments import in_parallel
from dynawright.ops.migration.state import State
from dynawright.ops.migration.table import Table
from dynawright.ops.migration.transform import Transform
from dynawright.ops.migration.write import PutIfAbsent, Write, WriteNothing


class Migration:
    def __init__(
        self,
        client: Any,
        source: Table,
        target: Table,
        transform: Transform,
        *,
        segments: int,
        read_units: float,
        write_units: float,
        state_file: Path,
        clock: Clock,
    ) -> None:
        self._client = PatientClient(client, clock)
        self._source, self._target, self._transform = source, target, transform
        self._segments, self._state_file, self._clock = segments, state_file, clock
        self._reads, self._writes = Budget(read_units, clock), Budget(write_units, clock)

    def plan(self, sample: int | None) -> int:
        """Tries the transform on the first items, or on all; conflicts show among those that were read."""
        write = WriteNothing(self._target)
        with tempfile.TemporaryDirectory() as folder, closing(State(Path(folder) / "state", {})) as state:
            copy = Copy(self._reader(self._source, 1 if sample else self._segments), self._transform, write, state)
            if sample:
                copy.sample(sample)
            else:
                self._in_parallel("tried", self._source, copy.segment)
            plan.show(self._source, self._target, self._transform.name, state, self._reads, self._writes, write.units)
            return 1 if state.has_rejects() else 0

    def run(self, *, overwrite: bool) -> int:
        write: Write = PutIfAbsent(self._client, self._target, self._writes)
        if overwrite:
            write = Overwrite(self._client, self._target, self._writes, self._clock)
        for warning in plan.warnings(self._source, self._target, self._reads, self._writes):
            warn(warning)
        made_for = {**self._made_for, "segments": str(self._segments)}
        with closing(State(self._state_file, made_for)) as state:
            copy = Copy(self._reader(self._source), self._transform, write, state)
            try:
                if tried := copy.rejects():
                    print(f"tried once more: {tried:,} that were not right in the target")
                self._in_parallel("copied", self._source, copy.segment, done=state.counts().get("read", 0))
            except BaseException:
                print("stopped: the same command goes on where it was", file=sys.stderr)
                raise
            print(plan.summary(state))
            return self._compare(state)

    def verify(self) -> int:
        """A state that is there remembers what it finds, for the next run to mend."""
        if not self._state_file.exists():
            return self._compare(None)
        with closing(State(self._state_file, self._made_for)) as state:
            return self._compare(state)

    def _compare(self, state: State | None) -> int:
        with tempfile.TemporaryDirectory() as folder, closing(Index(Path(folder) / "index")) as index:
            comparison = Comparison(self._reader(self._source), self._reader(self._target), self._transform, index)
            self._in_parallel("read of the target", self._target, comparison.target_segment)
            self._in_parallel("compared", self._source, comparison.source_segment)
            comparison.finish()
            return report(index, state, self._state_file.with_suffix(".rejects.jsonl"))

    @property
    def _made_for(self) -> dict[str, str]:
        return {"from": self._source.identity, "to": self._target.identity, "transform": self._transform.name or "none"}

    def _reader(self, table: Table, segments: int | None = None) -> Reader:
        return Reader(self._client, table, self._reads, segments or self._segments)

    def _in_parallel(self, label: str, table: Table, work: Callable[[int, Callable[[int], None]], None], done: int = 0) -> None:
        progress = Progress(label, table.items, done, self._reads, self._writes, self._clock)
        try:
            in_parallel(self._segments, lambda segment: work(segment, progress.add), self._clock, progress.show)
        finally:
            progress.end()
