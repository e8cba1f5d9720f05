"""The keys of both tables, on disk: a comparison of any size needs little memory, and about 200 bytes of disk an item."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from dynawright.ops.migration.value import digest

TABLES = """
PRAGMA synchronous = OFF;
PRAGMA journal_mode = MEMORY;
CREATE TABLE seen (key BLOB PRIMARY KEY, target TEXT, item BLOB, source TEXT) WITHOUT ROWID;
CREATE TABLE findings (number INTEGER PRIMARY KEY, kind TEXT, source TEXT, target TEXT, reason TEXT);
"""
AT_ONCE = 1000


class Finding(NamedTuple):
    """Something is not as the transform says. `source` and `target` are keys."""

    kind: str
    source: str | None
    target: str | None
    reason: str


def missing(source: str, target: str) -> Finding:
    return Finding("missing", source, target, "the target has no such item")


def different(source: str, target: str) -> Finding:
    return Finding("different", source, target, "the target has another version of it")


def extra(target: str) -> Finding:
    return Finding("extra", None, target, "no item of the source becomes this one")


class Index:
    def __init__(self, path: Path) -> None:
        self._lock = threading.Lock()
        self._database = sqlite3.connect(path, check_same_thread=False)
        self._database.executescript(TABLES)

    def close(self) -> None:
        self._database.close()

    def there(self, items: Iterable[tuple[str, str]]) -> None:
        """Items of the target: key and whole item, as text."""
        rows = [(digest(key), key, digest(item)) for key, item in items]
        with self._lock, self._database:
            self._database.executemany("INSERT OR REPLACE INTO seen VALUES (?, ?, ?, NULL)", rows)

    def expect(self, source: str, target: str, item: str) -> Finding | None:
        """What an item of the source became must be there, and no other item of the source may become the same."""
        with self._lock, self._database:
            row = self._database.execute("SELECT item, source FROM seen WHERE key = ?", [digest(target)]).fetchone()
            if row is None:
                self._database.execute("INSERT INTO seen VALUES (?, ?, NULL, ?)", [digest(target), target, source])
                return missing(source, target)
            if row[1] is not None:
                return Finding("conflict", source, target, f"{row[1]} of the source becomes the same key")
            self._database.execute("UPDATE seen SET source = ? WHERE key = ?", [source, digest(target)])
            return None if row[0] == digest(item) else different(source, target)

    def keep(self, findings: Iterable[Finding]) -> None:
        rows = list(findings)
        with self._lock, self._database:
            self._database.executemany("INSERT INTO findings (kind, source, target, reason) VALUES (?, ?, ?, ?)", rows)

    def keep_extra(self) -> None:
        """Items of the target that no item of the source became."""
        with self._lock, self._database:
            unexpected = "SELECT ?, NULL, target, ? FROM seen WHERE source IS NULL"
            kind, _, _, reason = extra("")
            self._database.execute(f"INSERT INTO findings (kind, source, target, reason) {unexpected}", [kind, reason])

    def findings(self) -> Iterator[list[Finding]]:
        """Some at a time."""
        last = 0
        while True:
            with self._lock:
                some = "SELECT number, kind, source, target, reason FROM findings WHERE number > ? ORDER BY number LIMIT ?"
                rows = self._database.execute(some, [last, AT_ONCE]).fetchall()
            if not rows:
                return
            yield [Finding(*row[1:]) for row in rows]
            last = rows[-1][0]

    def replace(self, findings: Iterable[Finding]) -> None:
        """By those that are left after a second look."""
        with self._lock, self._database:
            self._database.execute("DELETE FROM findings")
        self.keep(findings)

    def counts(self) -> dict[str, int]:
        with self._lock:
            return dict(self._database.execute("SELECT kind, COUNT(*) FROM findings GROUP BY kind"))

    def matched(self) -> int:
        with self._lock:
            return int(self._database.execute("SELECT COUNT(*) FROM seen WHERE source IS NOT NULL").fetchone()[0])
