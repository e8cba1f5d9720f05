"""Target keys by record, on disk: all records with the same key are reported."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path

from dynawright.ops.migration.value import digest

TABLES = """
PRAGMA synchronous = OFF;
PRAGMA journal_mode = OFF;
CREATE TABLE first (key BLOB PRIMARY KEY, source TEXT) WITHOUT ROWID;
CREATE TABLE others (key TEXT, source TEXT, PRIMARY KEY (key, source)) WITHOUT ROWID;
"""
SOURCES = """
SELECT key, source FROM others
UNION SELECT others.key, first.source FROM others JOIN first ON first.key = digest(others.key) ORDER BY 1, 2
"""


class Keys:
    def __init__(self, path: Path) -> None:
        self._lock = threading.Lock()
        self._database = sqlite3.connect(path, check_same_thread=False)
        self._database.create_function("digest", 1, digest, deterministic=True)
        self._database.executescript(TABLES)

    def close(self) -> None:
        self._database.close()

    def claim(self, claims: Iterable[tuple[str, str]]) -> None:
        """Add keys with their sources."""
        with self._lock:
            for key, source in claims:
                row = digest(key), source
                if not self._database.execute("INSERT OR IGNORE INTO first VALUES (?, ?)", row).rowcount:
                    self._database.execute("INSERT OR IGNORE INTO others VALUES (?, ?)", (key, source))
            self._database.commit()

    def contested(self) -> bool:
        return self._database.execute("SELECT 1 FROM others LIMIT 1").fetchone() is not None

    def is_contested(self, key: str) -> bool:
        return self._database.execute("SELECT 1 FROM others WHERE key = ? LIMIT 1", [key]).fetchone() is not None

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Yield each duplicate key with each of its sources, in order."""
        yield from self._database.execute(SOURCES)
