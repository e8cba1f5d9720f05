"""The stages of a migration: copied, cut over, retired.

Each stage requires the one before.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from dynawright.errors import Place, Problem, UserError
from dynawright.ops.migration.state import State

Stage = Literal["copied", "cut over", "retired"]
COMMANDS: dict[Stage, str] = {"copied": "run", "cut over": "cut-over", "retired": "retire"}


FAST_ENOUGH = 1000  # changed records in the last pass


class Stages:
    def __init__(self, state: State) -> None:
        self._state = state

    def has(self, stage: Stage) -> bool:
        return self._state.recall(stage) is not None

    def reached(self, stage: Stage) -> None:
        self._state.remember(stage, datetime.now(UTC).isoformat(timespec="seconds"))

    def must_be(self, stage: Stage) -> None:
        """Raise unless the stage was reached."""
        if not self.has(stage):
            command = COMMANDS[stage]
            text, fix = f"the migration is not {stage} yet", f"end `dynawright migrate {command}` without a difference first"
            raise UserError([Problem("DW728", text, Place(str(self._state.path)), command, fix=fix)])

    def cut_over(self, *, equal: bool, behind: int, queue: Path | None) -> int:
        """Print the checklist; record the cut-over if everything on it is fulfilled."""
        checks = {
            "everything is copied": "" if self.has("copied") else "`run` has not come to its end",
            "nothing is rejected": "some records can't be copied: see `verify`" if self._state.has_rejects() else "",
            "changes are applied as fast as they come": f"{behind:,} in the last pass" if behind > FAST_ENOUGH else "",
            "both are equal": "" if equal else "differences remain: see `verify`, mend them with `verify --repair`",
            "no write of the application waits": " ".join(_waiting(queue)),
        }
        for check, problem in checks.items():
            print(f"{'no ' if problem else 'yes'}  {check}{f': {problem}' if problem else ''}")
        if any(checks.values()):
            print("keep reading the source: not everything is as it should be")
            return 1
        self.reached("cut over")
        print("switch the readers to the new table; keep writing to both until `retire`")
        print("if the application doesn't write to both: stop its writes, run `catch-up` again, then switch reads and writes")
        return 0


def _waiting(queue: Path | None) -> Iterator[str]:
    if queue is None:
        return
    if not queue.exists():
        yield f"{queue} does not exist"
        return
    with closing(sqlite3.connect(f"file:{queue}?mode=ro", uri=True)) as database:
        try:
            (number,) = database.execute("SELECT COUNT(*) FROM waiting").fetchone()
        except sqlite3.DatabaseError as error:
            yield f"{queue} is no queue of failed writes ({error})"
            return
    if number:
        yield f"{number:,} in {queue}: send them again with `retry`"
