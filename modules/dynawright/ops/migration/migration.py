"""One migration: what it reads, writes and stores, and its output."""

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
from dynawright.ops.migration.mend import Mend
from dynawright.ops.migration.origin import Changes, Origin
from dynawright.ops.migration.overwrite import Overwrite
from dynawright.ops.migration.progress import Progress
from dynawright.ops.migration.read import Reader
from dynawright.ops.migration.report import report
from dynawright.ops.migration.segments import in_parallel
from dynawright.ops.migration.source import Source
from dynawright.ops.migration.stages import Stages
from dynawright.ops.migration.state import State
from dynawright.ops.migration.table import Table
from dynawright.ops.migration.write import PutIfAbsent, Write, WriteNothing

MANY_CHANGES = 1000  # number of records that justifies another pass
WHOLE_SCAN = 8  # segments of the target if the source has its own pieces


class Migration:
    """`client` is one that retries while AWS is busy."""

    def __init__(
        self, client: Any, origin: Origin, target: Table, *, reads: Budget, writes: Budget, state_file: Path, clock: Clock
    ) -> None:
        self._client, self._origin, self._target = client, origin, target
        self._reads, self._writes, self._clock = reads, writes, clock
        self._state_file = state_file

    def plan(self, sample: int | None) -> int:
        """Transform the first items, or all; conflicts among them are reported."""
        write = WriteNothing(self._target)
        with tempfile.TemporaryDirectory() as folder, closing(State(Path(folder) / "state", {})) as state:
            if sample:
                source = self._origin.sample()
                Copy(source, self._origin.transform, write, state).sample(sample)
            else:
                with self._origin.compared() as source:
                    self._in_parallel("tried", source, Copy(source, self._origin.transform, write, state).segment)
            plan.show(self._origin, source.items, self._target, state, self._reads, self._writes, write.units)
            return 1 if state.has_rejects() else 0

    def run(self, *, overwrite: bool) -> int:
        write: Write = PutIfAbsent(self._client, self._target, self._writes)
        if overwrite:
            write = Overwrite(self._client, self._target, self._writes, self._clock)
        for warning in plan.warnings(self._origin, self._target, self._reads, self._writes):
            warn(warning)
        with closing(self._state(**self._origin.cut_into)) as state:
            changes = self._origin.changes(state, self._client, self._writes)  # must start before the first record is read
            try:
                with self._origin.copied(state) as source:
                    copy = Copy(source, self._origin.transform, write, state)
                    if tried := copy.rejects():
                        print(f"tried again: {tried:,} that were wrong in the target")
                    self._in_parallel("copied", source, copy.segment, done=state.counts().get("read", 0))
                Stages(state).reached("copied")
                self._follow(changes)
            except BaseException:
                print("stopped: run the same command to continue", file=sys.stderr)
                raise
            print(plan.summary(state))
            return self._compare(state, changes)

    def catch_up(self) -> int:
        """Copy what changed since the last time."""
        with closing(self._state()) as state:
            Stages(state).must_be("copied")
            changes = self._origin.changes(state, self._client, self._writes)
            if changes is None:
                print("nothing to catch up with: the application writes to both tables")
            self._follow(changes)
            return 0

    def verify(self, *, repair: bool = False, delete_extra: bool = False) -> int:
        """Compare both sides; an existing state keeps the findings for the next run to fix."""
        if not self._state_file.exists():
            return self._compare(None, None, repair=repair, delete_extra=delete_extra)
        with closing(self._state()) as state:
            copied = Stages(state).has("copied")
            changes = self._origin.changes(state, self._client, self._writes) if copied else None
            self._follow(changes)
            return self._compare(state, changes, repair=repair, delete_extra=delete_extra)

    def cut_over(self, queue: Path | None) -> int:
        """Compare again, and say whether readers may switch."""
        with closing(self._state()) as state:
            changes = self._origin.changes(state, self._client, self._writes) if Stages(state).has("copied") else None
            self._follow(changes)
            equal = Stages(state).has("copied") and self._compare(state, changes) == 0
            return Stages(state).cut_over(equal=equal, behind=self._follow(changes), queue=queue)

    def retire(self) -> int:
        """End what follows the source; refused before readers have switched."""
        with closing(self._state()) as state:
            Stages(state).must_be("cut over")
            for line in self._origin.retire():
                print(line)
            Stages(state).reached("retired")
            return 0

    def _follow(self, changes: Changes | None) -> int:
        """Catch up until a round finds at least half of the one before; return the last count."""
        if changes is None:
            return 0
        changed, before = changes.apply(), 0
        print(f"caught up: {changed:,} records had changed")
        while changed > MANY_CHANGES and (before == 0 or changed < before / 2):
            before, changed = changed, changes.apply()
            print(f"caught up: {changed:,} more had changed")
        return changed

    def _compare(self, state: State | None, changes: Changes | None, *, repair: bool = False, delete_extra: bool = False) -> int:
        with (
            tempfile.TemporaryDirectory() as folder,
            closing(Index(Path(folder) / "index")) as index,
            self._origin.compared() as source,
        ):
            target = Reader(self._client, self._target, self._reads, min(self._origin.threads, WHOLE_SCAN))
            comparison = Comparison(source, target, self._origin.transform, index, self._origin.entity_of)
            self._in_parallel("read of the target", target, comparison.target_segment)
            self._in_parallel("compared", source, comparison.source_segment)
            if changes is not None:
                changes.apply()  # apply changes made since the target was read, which are not differences
            comparison.finish()
            if repair:
                mend = Mend(self._client, self._target, self._writes, source, self._origin.transform)
                print(f"mended: {mend.all(index, delete_extra=delete_extra):,}")
                comparison.look_again()
            return report(index, state, self._state_file.with_suffix(".rejects.jsonl"))

    def _state(self, **more: str) -> State:
        return State(self._state_file, {**self._origin.made_for, "to": self._target.identity, **more})

    def _in_parallel(self, label: str, source: Source, work: Callable[[int, Callable[[int], None]], None], done: int = 0) -> None:
        progress = Progress(label, source.items, done, self._reads, self._writes, self._clock)
        try:
            in_parallel(
                source.segments,
                lambda segment: work(segment, progress.add),
                self._clock,
                progress.show,
                threads=self._origin.threads,
            )
        finally:
            progress.end()
