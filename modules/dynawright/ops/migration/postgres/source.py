"""Rows of tables by page in primary key order, in pieces that are read concurrently."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any, NamedTuple

from dynawright.ops.migration.mapping.rows import Row
from dynawright.ops.migration.postgres.schema import SourceTable
from dynawright.ops.migration.postgres.server import Server, places, quoted, quoted_table, refusals, row_of
from dynawright.ops.migration.source import Page
from dynawright.ops.migration.state import State
from dynawright.ops.migration.value import Item, text

PAGE = 500
SMALL = 10_000  # number of rows below which cutting isn't worthwhile
TABLE = ":table"
"""Field of a row's key besides its columns; no column has a colon in its name."""

Key = tuple[str, ...]


class Piece(NamedTuple):
    """The rows of a table with after < key <= last."""

    table: str
    after: Sequence[str] | None
    last: Sequence[str] | None


class PostgresSource:
    """`snapshot` belongs to another connection; without it each page shows the table's current state."""

    def __init__(
        self, server: Server, tables: dict[str, SourceTable], pieces: Sequence[Piece], *, snapshot: str | None = None
    ) -> None:
        self.name, self.tables = str(server), tables
        self.items = sum(table.rows for table in tables.values())
        self.segments = len(pieces)
        self.server, self.pieces, self.snapshot = server, pieces, snapshot
        self._asked: Any = None
        self._lock = threading.Lock()

    def close(self) -> None:
        if self._asked is not None:
            self._asked.close()

    def pages(self, segment: int, start: Item | None = None) -> Iterator[Page]:
        piece = self.pieces[segment]
        table = self.tables[piece.table]
        after = [start[name]["S"] for name in table.columns.key] if start else piece.after
        with refusals(), closing(self.server.connect()) as connection, self._moment(connection):
            while True:
                rows = connection.execute(*self._page(table, after, piece.last)).fetchall()
                page = [self._row(table, values) for values in rows]
                after = self.key(page[-1]) if page else None
                full = len(page) == PAGE
                yield Page(page, self._place(table, after) if after and full else None)
                if not full:
                    return

    def get(self, key: Item) -> Row | None:
        """Return the current row."""
        table = self.tables[key[TABLE]["S"]]
        return next(iter(self.rows(table.name, [[key[name]["S"] for name in table.columns.key]])), None)

    def rows(self, table: str, keys: Sequence[Sequence[str]]) -> list[Row]:
        """Return the current rows with these keys, if they exist."""
        described = self.tables[table]
        names = described.columns.key
        query = f"{select_as_text(described)} WHERE {row_of(names)} IN ({', '.join([places(len(names))] * len(keys))})"
        with self._lock, refusals():
            if self._asked is None:
                self._asked = self.server.connect()
            rows = self._asked.execute(query, [value for key in keys for value in key]).fetchall()
        return [self._row(described, values) for values in rows]

    def key(self, row: Row) -> Key:
        return tuple(row.values[name] for name in self.tables[row.table].columns.key)

    def key_text(self, row: Row) -> str:
        return self.text_of(row.table, self.key(row))

    def text_of(self, table: str, key: Sequence[str]) -> str:
        return text(self._place(self.tables[table], key))

    def _place(self, table: SourceTable, key: Sequence[str]) -> Item:
        return {
            TABLE: {"S": table.name},
            **{name: {"S": value} for name, value in zip(table.columns.key, key, strict=True)},
        }

    def _row(self, table: SourceTable, values: Sequence[Any]) -> Row:
        return Row(table.name, dict(zip(table.columns.kinds, values, strict=True)))

    def _page(self, table: SourceTable, after: Sequence[str] | None, last: Sequence[str] | None) -> tuple[str, list[str]]:
        names, conditions = table.columns.key, []
        values: list[str] = []
        for operator, bound in ((">", after), ("<=", last)):
            if bound is not None:
                conditions.append(f"{row_of(names)} {operator} {places(len(names))}")
                values += bound
        where = f"WHERE {' AND '.join(conditions)} " if conditions else ""
        order = ", ".join(quoted(name) for name in names)
        return f"{select_as_text(table)} {where}ORDER BY {order} LIMIT {PAGE}", values

    @contextmanager
    def _moment(self, connection: Any) -> Iterator[None]:
        if self.snapshot is None:
            yield
            return
        with connection.transaction():
            connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            connection.execute(f"SET TRANSACTION SNAPSHOT '{self.snapshot}'")
            yield


def select_as_text(table: SourceTable) -> str:
    """Return a query for all columns as text, under their own names."""
    columns = ", ".join(
        f"to_jsonb({quoted(name)})::text AS {quoted(name)}"
        if kind in ("texts", "numbers")
        else f"{quoted(name)}::text AS {quoted(name)}"
        for name, kind in table.columns.kinds.items()
    )
    return f"SELECT {columns} FROM {quoted_table(table.name)}"


def pieces(connection: Any, tables: dict[str, SourceTable], each: int) -> list[Piece]:
    """Return large tables cut into pieces of about the same number of rows."""
    return [piece for table in tables.values() for piece in _cut(connection, table, each)]


def remembered_pieces(state: State, connection: Any, tables: dict[str, SourceTable], each: int) -> list[Piece]:
    """Return the pieces that the copy began with: positions are relative to them."""
    kept = state.recall("pieces")
    if kept is None:
        kept = json.dumps(pieces(connection, tables, each))
        state.remember("pieces", kept)
    return [Piece(*piece) for piece in json.loads(kept)]


def _cut(connection: Any, table: SourceTable, each: int) -> Iterator[Piece]:
    (count,) = connection.execute(f"SELECT count(*) FROM {quoted_table(table.name)}").fetchone()
    names = ", ".join(quoted(name) for name in table.columns.key)
    texts = ", ".join(f"{quoted(name)}::text" for name in table.columns.key)
    bounds: list[list[str] | None] = [None]
    if count > SMALL:
        for number in range(1, each):
            query = f"SELECT {texts} FROM {quoted_table(table.name)} ORDER BY {names} OFFSET %s LIMIT 1"
            bounds.append(list(connection.execute(query, [number * count // each]).fetchone()))
    yield from (Piece(table.name, after, last) for after, last in zip(bounds, [*bounds[1:], None], strict=True))
