"""A migration's progress in SQLite: committed work survives a crash, other work is undone."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from dynawright.errors import Place, Problem, UserError
from dynawright.ops.migration.value import Item, digest, key_from, text

TABLES = """
BEGIN;
CREATE TABLE IF NOT EXISTS made_for (name TEXT PRIMARY KEY, value TEXT);
CREATE TABLE IF NOT EXISTS segments (segment INTEGER PRIMARY KEY, next TEXT);
CREATE TABLE IF NOT EXISTS counts (name TEXT PRIMARY KEY, number INTEGER);
CREATE TABLE IF NOT EXISTS claims (target BLOB PRIMARY KEY, source TEXT) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT);
CREATE TABLE IF NOT EXISTS rejects (source TEXT PRIMARY KEY, reason TEXT);
COMMIT;
"""

REJECTS_AT_ONCE = 100

Counts = Mapping[str, int]
Rejects = Mapping[str, str]
"""Source key → reason."""


class State:
    """The progress of one migration, in one process at a time."""

    def __init__(self, path: Path, made_for: Mapping[str, str]) -> None:
        self.path = path
        self._lock = threading.Lock()
        path.parent.mkdir(parents=True, exist_ok=True)
        # without a timeout: a process keeps the file locked until it ends
        self._database = sqlite3.connect(path, check_same_thread=False, isolation_level=None, timeout=0)
        try:
            for setting in ("locking_mode = EXCLUSIVE", "journal_mode = WAL", "synchronous = FULL"):
                self._database.execute(f"PRAGMA {setting}")
            self._database.executescript(TABLES)
            with self._transaction():
                self._belongs(made_for)
        except sqlite3.DatabaseError as error:
            self._database.close()
            locked = "locked" in str(error)
            text = "another run uses it" if locked else f"is not the state of a migration ({error})"
            fix = "wait for its end" if locked else "name another --state"
            raise UserError([Problem("DW721", text, Place(str(path)), fix=fix)]) from None
        except UserError:
            self._database.close()
            raise

    def close(self) -> None:
        self._database.close()

    def remember(self, name: str, value: str) -> None:
        with self._transaction() as database:
            database.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", [name, value])

    def recall(self, name: str) -> str | None:
        with self._lock:
            row = self._database.execute("SELECT value FROM facts WHERE name = ?", [name]).fetchone()
        return row[0] if row else None

    def release(self, targets: Iterable[str]) -> None:
        """Release target keys, which no record has any more."""
        with self._transaction() as database:
            database.executemany("DELETE FROM claims WHERE target = ?", [(digest(target),) for target in targets])

    def place(self, segment: int) -> tuple[Item | None, bool]:
        """Return where the segment continues, and whether it is done."""
        with self._lock:
            row = self._database.execute("SELECT next FROM segments WHERE segment = ?", [segment]).fetchone()
        return (key_from(row[0]) if row and row[0] else None), row is not None and row[0] is None

    def claim(self, wanted: Mapping[str, Sequence[str]]) -> dict[str, str]:
        """Assign target keys to source items.

        Return the items that get none of their keys, each with the item that has one of them.
        """
        refused = {}
        with self._transaction() as database:
            for source, targets in wanted.items():
                digests = [digest(target) for target in targets]
                owners = [
                    database.execute("SELECT source FROM claims WHERE target = ?", [target]).fetchone() for target in digests
                ]
                others = [row[0] for row in owners if row and row[0] != source]
                if others:
                    refused[source] = others[0]
                else:
                    database.executemany("INSERT OR IGNORE INTO claims VALUES (?, ?)", [(target, source) for target in digests])
        return refused

    def checkpoint(self, segment: int, next: Item | None, counts: Counts, rejects: Rejects) -> None:
        """Record that a page is done: its items are written, or rejected."""
        with self._transaction() as database:
            database.execute("INSERT OR REPLACE INTO segments VALUES (?, ?)", [segment, text(next) if next else None])
            self._add(counts, rejects)

    def settle(self, sources: Iterable[str], counts: Counts, rejects: Rejects) -> None:
        """Record that items rejected before have been tried again."""
        with self._transaction() as database:
            database.executemany("DELETE FROM rejects WHERE source = ?", [(source,) for source in sources])
            self._add(counts, rejects)

    def counts(self) -> dict[str, int]:
        with self._lock:
            return dict(self._database.execute("SELECT name, number FROM counts"))

    def forget_rejects(self) -> None:
        """Forget rejected items: a comparison found all of them in the target."""
        with self._transaction() as database:
            database.execute("DELETE FROM rejects")

    def has_rejects(self) -> bool:
        return any(self.rejects())

    def reasons(self, sources: Iterable[str]) -> dict[str, str]:
        with self._lock:
            query = "SELECT source, reason FROM rejects WHERE source = ?"
            return dict(row for source in sources for row in self._database.execute(query, [source]))

    def rejects(self) -> Iterator[dict[str, str]]:
        """Yield rejected items in groups; they may be settled meanwhile."""
        last = ""
        while True:
            with self._lock:
                some = "SELECT source, reason FROM rejects WHERE source > ? ORDER BY source LIMIT ?"
                rejected = dict(self._database.execute(some, [last, REJECTS_AT_ONCE]))
            if not rejected:
                return
            last = max(rejected)
            yield rejected

    def _add(self, counts: Counts, rejects: Rejects) -> None:
        add = "INSERT INTO counts VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET number = number + excluded.number"
        self._database.executemany(add, list(counts.items()))
        # the first reason is the cause (AWS rejected it); later ones are consequences (a comparison finds it missing)
        self._database.executemany("INSERT OR IGNORE INTO rejects VALUES (?, ?)", list(rejects.items()))

    def _belongs(self, made_for: Mapping[str, str]) -> None:
        """Check that the state is of this migration: positions depend on the segments and the table."""
        recorded = dict(self._database.execute("SELECT name, value FROM made_for"))
        problems = [
            Problem(
                "DW721",
                f"belongs to another migration: '{name}' is {recorded[name]} there, {value} here",
                Place(str(self.path)),
                value,
                fix="give the same, or name another --state",
            )
            for name, value in made_for.items()
            if recorded.get(name, value) != value
        ]
        if problems:
            raise UserError(problems)
        self._database.executemany("INSERT OR IGNORE INTO made_for VALUES (?, ?)", list(made_for.items()))

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield self._database
            except BaseException:
                self._database.execute("ROLLBACK")
                raise
            self._database.execute("COMMIT")
