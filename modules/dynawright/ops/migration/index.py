"""The keys of both tables on disk, for comparisons of any size in little memory (250 bytes an item)."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from dynawright.ops.migration.value import digest

TABLES = """
PRAGMA synchronous = OFF;
PRAGMA journal_mode = WAL;
CREATE TABLE IF NOT EXISTS seen (
  key BLOB PRIMARY KEY, target TEXT, item BLOB, source TEXT, wanted BLOB, entity TEXT
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS findings (number INTEGER PRIMARY KEY, kind TEXT, source TEXT, target TEXT, reason TEXT);
"""
AGAIN = "INSERT INTO findings (kind, source, target, reason) SELECT DISTINCT kind, source, target, reason FROM again"
AT_ONCE = 1000


class Finding(NamedTuple):
    """A difference from the transform's result; `source` and `target` are keys."""

    kind: str
    source: str | None
    target: str | None
    reason: str


class Compared(NamedTuple):
    """Count and digest of an entity's items on both sides, independent of their order."""

    entity: str
    source: int
    target: int
    source_digest: str
    target_digest: str


class _Sum:
    """A sum of digests, equal for the same items in any order."""

    def __init__(self) -> None:
        self._sum = 0

    def step(self, digest: bytes | None) -> None:
        self._sum += int.from_bytes(digest or b"")

    def finalize(self) -> str:
        return f"{self._sum % 2**64:016x}"


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
        self._database.create_aggregate("digest_of_all", 1, _Sum)  # type: ignore[arg-type]  # of a column that may be NULL
        self._database.executescript(TABLES)

    def close(self) -> None:
        self._database.close()

    def there(self, items: Iterable[tuple[str, str, str]]) -> None:
        """Add items of the target: key and whole item as text, and the entity."""
        rows = [(digest(key), key, digest(item), entity) for key, item, entity in items]
        with self._lock, self._database:
            self._database.executemany("INSERT OR REPLACE INTO seen VALUES (?, ?, ?, NULL, NULL, ?)", rows)

    def expect(self, source: str, target: str, item: str, entity: str) -> Finding | None:
        """Record the target item expected from a source item; no two may share one key."""
        with self._lock, self._database:
            row = self._database.execute("SELECT item, source FROM seen WHERE key = ?", [digest(target)]).fetchone()
            if row is None:
                values = [digest(target), target, source, digest(item), entity]
                self._database.execute("INSERT INTO seen VALUES (?, ?, NULL, ?, ?, ?)", values)
            if row is None or (
                row[0] is None and row[1] == source
            ):  # the same source comes again after a crash, when its page is read again
                return missing(source, target)
            if row[1] not in (None, source):
                return Finding("conflict", source, target, f"{row[1]} of the source becomes the same key")
            self._database.execute("UPDATE seen SET source = ?, wanted = ? WHERE key = ?", [source, digest(item), digest(target)])
            return None if row[0] == digest(item) else different(source, target)

    def seen_now(self, target: str, entity: str, *, source: str | None, wanted: str | None, item: str | None) -> None:
        """Record both sides of one key after a second look."""
        with self._lock, self._database:
            self._database.execute("DELETE FROM seen WHERE key = ?", [digest(target)])
            if wanted is not None or item is not None:
                digests = [None if text is None else digest(text) for text in (item, wanted)]
                values = [digest(target), target, digests[0], source, digests[1], entity]
                self._database.execute("INSERT INTO seen VALUES (?, ?, ?, ?, ?, ?)", values)

    def keep(self, findings: Iterable[Finding]) -> None:
        rows = list(findings)
        with self._lock, self._database:
            self._database.executemany("INSERT INTO findings (kind, source, target, reason) VALUES (?, ?, ?, ?)", rows)

    def keep_extra(self) -> None:
        """Keep items of the target without a source item as findings."""
        with self._lock, self._database:
            unexpected = "SELECT ?, NULL, target, ? FROM seen WHERE source IS NULL"
            kind, _, _, reason = extra("")
            self._database.execute("DELETE FROM findings WHERE kind = ?", [kind])
            self._database.execute(f"INSERT INTO findings (kind, source, target, reason) {unexpected}", [kind, reason])

    def findings(self) -> Iterator[list[Finding]]:
        """Yield the findings in groups."""
        for _, findings in self.numbered(0):
            yield findings

    def numbered(self, after: int) -> Iterator[tuple[int, list[Finding]]]:
        """Yield the findings after a number in groups, each with the number of its last one."""
        last = after
        while True:
            with self._lock:
                some = "SELECT number, kind, source, target, reason FROM findings WHERE number > ? ORDER BY number LIMIT ?"
                rows = self._database.execute(some, [last, AT_ONCE]).fetchall()
            if not rows:
                return
            last = rows[-1][0]
            yield last, [Finding(*row[1:]) for row in rows]

    def judge_again(self, judge: Callable[[Finding], Iterable[Finding]]) -> None:
        """Replace each group of findings by the results of a second look."""
        self._database.execute("CREATE TEMP TABLE again (kind, source, target, reason)")
        for some in self.findings():
            rows = [row for finding in some for row in judge(finding)]
            with self._lock, self._database:
                self._database.executemany("INSERT INTO again VALUES (?, ?, ?, ?)", rows)
        with self._lock, self._database:
            self._database.execute("DELETE FROM findings")
            self._database.execute(AGAIN)
            self._database.execute("DROP TABLE again")

    def counts(self) -> dict[str, int]:
        with self._lock:
            return dict(self._database.execute("SELECT kind, COUNT(*) FROM findings GROUP BY kind"))

    def compared(self) -> list[Compared]:
        """Return the counts and digests of both sides by entity."""
        with self._lock:
            query = "SELECT entity, COUNT(wanted), COUNT(item), digest_of_all(wanted), digest_of_all(item) FROM seen GROUP BY entity ORDER BY entity"
            return [Compared(*row) for row in self._database.execute(query)]

    def matched(self) -> int:
        with self._lock:
            return int(self._database.execute("SELECT COUNT(*) FROM seen WHERE source IS NOT NULL").fetchone()[0])
