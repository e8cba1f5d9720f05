"""Writes to two stores while an application migrates between them.

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
UNFINISHED_AFTER = 60.0  # seconds after which the process of an unfinished write is presumed dead


class DualWrite:
    """Writes to the first store, then copies the change to the second.

    A failed copy waits in a file and is retried.

    both = DualWrite("waiting.sqlite", {"task": copy_task})
    both.write("task", task_id, lambda: save_in_postgres(task))
    both.retry()  # for example every minute

    A write is recorded before it begins, so it is copied even if the process dies in between. Only keys are kept; the copy
    reads the first store's current state. Processes of one machine may share the file;
    two that write a key at the same moment may leave the older version in the second store, which `migrate verify` finds.
    """

    def __init__(self, file: str | Path, copies: Mapping[str, Copy], *, now: Callable[[], float] = time.time) -> None:
        self._copies, self._now, self._lock = copies, now, Lock()
        self._copying = [Lock() for _ in range(64)]  # simultaneous copies of a key could leave the older version
        self._database = sqlite3.connect(file, check_same_thread=False, isolation_level=None, timeout=30)
        self._database.execute("PRAGMA journal_mode = WAL")
        self._database.execute("PRAGMA synchronous = FULL")
        self._database.execute(TABLE)

    def write(self, kind: str, key: str, first: Callable[[], T]) -> T:
        """Return the result of `first` and raise its errors; a failed copy waits for `retry`.

        After an error of `first`, the next `retry` also copies the key, which is harmless if nothing was written.
        """
        self._copies[kind]  # an unknown kind fails before any write
        number = self._run("INSERT INTO waiting (kind, key, begun) VALUES (?, ?, ?)", kind, key, self._now())
        try:
            answer = first()
        except Exception as error:
            self._wait(number, error)  # the write may still have happened: the connection can break at the commit
            raise
        self._copy(number, kind, key)
        return answer

    def retry(self) -> int:
        """Retry failed copies, the oldest first; return the number that still wait."""
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
