"""PostgreSQL rows read by Spark's workers: the same pieces, snapshot and text as one process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from dynawright.errors import Place, Problem, UserError
from dynawright.ops.migration.bulk.made import Counts
from dynawright.ops.migration.bulk.store import Store
from dynawright.ops.migration.mapping.rows import Row
from dynawright.ops.migration.postgres.schema import SourceTable
from dynawright.ops.migration.postgres.server import SETTINGS, Server, refusals, row_of
from dynawright.ops.migration.postgres.source import Piece, PostgresSource, select_as_text
from dynawright.ops.migration.source import Transform
from dynawright.ops.migration.spark.workers import problems_as_text
from dynawright.ops.migration.spark.write import Pair, pairs_of, parts_of, written

DRIVER = "org.postgresql:postgresql:42.7.7"
"""Maven coordinates of the driver, which Spark downloads; Glue jobs have it."""
ROWS_AT_ONCE = 1000
"""More than 0; otherwise the driver would hold a whole piece in memory."""


def write_rows(spark: Any, source: PostgresSource, transform: Transform, store: Store) -> Counts:
    """Write the items of all rows of a snapshot that another connection holds."""
    connection = jdbc(source.server)
    with refusals(), closing(source.server.connect()) as probe:
        if probe.info.password:  # libpq also takes it from PGPASSFILE or PGPASSWORD, which Java doesn't read
            connection["password"] = probe.info.password
    frames = [(piece, _frame(spark, source, piece, connection)) for piece in source.pieces]
    read = spark.sparkContext.union(
        [
            frame.rdd.mapPartitions(TransformedRows(source.tables, piece.table, number, transform))
            for number, (piece, frame) in enumerate(frames)
        ]
    )
    return written(read, parts_of(spark.sparkContext, source.items, len(frames)), store)


@dataclass(frozen=True)
class TransformedRows:
    """A worker's task for the rows of a piece."""

    tables: dict[str, SourceTable]
    table: str
    number: int
    transform: Transform

    def __call__(self, rows: Iterator[Any]) -> Iterator[Pair]:
        read = (Row(self.table, row.asDict()) for row in rows)
        with problems_as_text():
            yield from pairs_of(read, self._keys.key_text, self.transform, str(self.number))

    @cached_property
    def _keys(self) -> PostgresSource:
        return PostgresSource(Server(""), self.tables, ())


def jdbc(server: Server) -> dict[str, str]:
    """Return the options of a connection; Java can't connect to a Unix socket."""
    from psycopg.conninfo import conninfo_to_dict

    given = conninfo_to_dict(server.url)
    host = str(given.get("host") or "localhost")
    if host.startswith("/"):
        fix = "name the server's host and port: postgresql://user@host:5432/database"
        raise UserError([Problem("DW726", "Spark reaches PostgreSQL by TCP only", Place(path="--from"), str(server), fix=fix)])
    options = {"url": f"jdbc:postgresql://{host}:{given.get('port') or 5432}/{given.get('dbname') or given.get('user')}"}
    named = {"user": given.get("user"), "password": given.get("password"), "sslmode": given.get("sslmode")}
    return options | {name: str(value) for name, value in named.items() if value}


def _frame(spark: Any, source: PostgresSource, piece: Piece, connection: dict[str, str]) -> Any:
    moment = [
        "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY",
        *([f"SET TRANSACTION SNAPSHOT {_literal(source.snapshot)}"] if source.snapshot else []),
    ]
    options = {
        **connection,
        "driver": "org.postgresql.Driver",
        "query": _query(source.tables[piece.table], piece),
        "fetchsize": str(ROWS_AT_ONCE),
        "sessionInitStatement": "; ".join((*moment, *SETTINGS)),
    }
    return spark.read.format("jdbc").options(**options).load()


def _query(table: SourceTable, piece: Piece) -> str:
    names = row_of(table.columns.key)
    bounds = [
        f"{names} {operator} ({', '.join(map(_literal, bound))})"
        for operator, bound in ((">", piece.after), ("<=", piece.last))
        if bound is not None
    ]
    return f"{select_as_text(table)}{' WHERE ' if bounds else ''}{' AND '.join(bounds)}"


def _literal(text: str) -> str:
    """Return text as an SQL literal; like a parameter, it takes the type of what it is compared with."""
    escaped = text.replace("'", "''").replace("\\", "\\\\")
    return f"E'{escaped}'"
