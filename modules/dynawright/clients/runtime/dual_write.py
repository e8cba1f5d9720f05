"""Writes to two stores while an application moves from one to the other.

Clients don't import this module:
`from <system>_client.runtime.dual_write import DualWrite`."""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Lock
from typing import TypeVar

T = TypeVar("T")
Copy = Callable[[str], object]
"""Read an item by key in the first store, and write or delete it in the second to match."""

TABLE = """
CREATE TABLE IF NOT EXISTS waiting (
  number INTEGER PRIMARY KEY, kind TEXT NOT NULL, key TEXT NOT NULL, begun REAL NOT NULL, problem TEXT
)
"""
UNFINISHED_AFTER = 60.0  # seconds after which a write without an end is taken for one whose process died


class DualWrite:
    """Writes the first store, then copies what changed into the second one.

    What fails there waits in a file and is sent again.

    both = DualWrite("waiting.sqlite", {"task": copy_task})
    both.write("task", task_id, lambda: save_in_postgres(task))
    both.retry()  # every minute, say

    A write is noted before it begins, so that it is copied even if the process dies in between. Only keys are kept: what is
    copied is what the first store has then. Processes of one machine may share the file;
    two that write one key at the same moment may leave the older version there, which `migrate verify` finds.
    """

    def __init__(self, file: str | Path, copies: Mapping[str, Copy], *, now: Callable[[], float] = time.time) -> None:
        self._copies, self._now, self._lock = copies, now, Lock()
        self._copying = [Lock() for _ in range(64)]  # two copies of one key at once could end with the older one
        self._database = sqlite3.connect(file, check_same_thread=False, isolation_level=None, timeout=30)
        self._database.execute("PRAGMA journal_mode = WAL")
        self._database.execute("PRAGMA synchronous = FULL")
        self._database.execute(TABLE)

    def write(self, kind: str, key: str, first: Callable[[], T]) -> T:
        """Return what `first` returns. Its errors are raised, those of the copy are not: it waits.

        After an error of `first` the key is copied by the next `retry`, too, which is harmless if nothing was written.
        """
        self._copies[kind]  # an unknown kind fails before anything is written
        number = self._run("INSERT INTO waiting (kind, key, begun) VALUES (?, ?, ?)", kind, key, self._now())
        try:
            answer = first()
        except Exception as error:
            self._wait(number, error)  # it may have happened all the same: a connection that broke at the commit
            raise
        self._copy(number, kind, key)
        return answer

    def retry(self) -> int:
        """Copy again what failed, the oldest first; return how many wait still."""
        due = "SELECT number, kind, key FROM waiting WHERE problem IS NOT NULL OR begun < ? ORDER BY number"
        with self._lock:
            rows = self._database.execute(due, [self._now() - UNFINISHED_AFTER]).fetchall()
        for number, kind, key in rows:
            self._copy(number, kind, key)
        return self.waiting()

    def waiting(self) -> int:
        with self._lock:
            (count,) = self._database.execute("SELECT COUNT(*) FROM waiting").fetchone()
        return int(count)

    def close(self) -> None:
        self._database.close()

    def _copy(self, number: int, kind: str, key: str) -> None:
        try:
            with self._copying[hash((kind, key)) % len(self._copying)]:
                self._copies[kind](key)
        except Exception as error:
            self._wait(number, error)
            logging.getLogger(__name__).warning("%s %s waits for the second store: %s", kind, key, error)
        else:
            self._run("DELETE FROM waiting WHERE number = ?", number)

    def _wait(self, number: int, error: Exception) -> None:
        self._run("UPDATE waiting SET problem = ? WHERE number = ?", f"{type(error).__name__}: {error}", number)

    def _run(self, statement: str, *values: object) -> int:
        with self._lock:
            return self._database.execute(statement, values).lastrowid or 0
