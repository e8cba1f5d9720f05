"""Table definitions from the server's catalogue."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from dynawright.ops.migration.mapping.columns import Columns, Kind
from dynawright.ops.migration.postgres.server import quoted_table

KINDS: Mapping[str, Kind] = {
    **dict.fromkeys(("int2", "int4", "int8", "numeric", "float4", "float8", "oid"), "number"),
    **dict.fromkeys(("timestamp", "timestamptz", "date"), "time"),
    **dict.fromkeys(("json", "jsonb"), "json"),
    "bool": "boolean",
    "bytea": "bytes",
}
"""Type name → kind; arrays have a `_` before the name. All others are text."""

COLUMNS = """
SELECT a.attname, t.typname, a.attnotnull
FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
WHERE a.attrelid = %s::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
"""
KEY = """
SELECT a.attname FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
WHERE i.indrelid = %s::regclass AND i.{which} ORDER BY array_position(i.indkey::int2[], a.attnum)
"""
TABLE = "SELECT c.oid, c.relreplident, GREATEST(c.reltuples, pg_stat_get_live_tuples(c.oid), 0)::bigint FROM pg_class c WHERE c.oid = %s::regclass"


@dataclass(frozen=True)
class SourceTable:
    """A table; `identity` are the columns that the server sends of a changed or deleted row."""

    columns: Columns
    oid: int
    identity: frozenset[str]
    rows: int
    """Approximate number."""

    @property
    def name(self) -> str:
        return self.columns.name


def described(connection: Any, names: Iterable[str]) -> dict[str, SourceTable]:
    """Return the tables that exist."""
    return {
        name: _table(connection, name)
        for name in names
        if connection.execute("SELECT to_regclass(%s)", [quoted_table(name)]).fetchone()[0] is not None
    }


def _table(connection: Any, name: str) -> SourceTable:
    regclass = [quoted_table(name)]
    rows = connection.execute(COLUMNS, regclass).fetchall()
    key = _key(connection, name, "indisprimary")
    oid, replica_identity, count = connection.execute(TABLE, regclass).fetchone()
    replica_identity = replica_identity.decode() if isinstance(replica_identity, bytes) else replica_identity
    parameters = {"d": key, "f": tuple(row[0] for row in rows), "i": _key(connection, name, "indisreplident"), "n": ()}
    columns = Columns(
        name,
        {column: _kind(type) for column, type, _ in rows},
        key,
        frozenset(column for column, _, required in rows if required),
    )
    return SourceTable(columns, oid, frozenset(parameters[replica_identity]), count)


def _key(connection: Any, name: str, which: str) -> tuple[str, ...]:
    return tuple(row[0] for row in connection.execute(KEY.format(which=which), [quoted_table(name)]).fetchall())


def _kind(type: str) -> Kind:
    if type.startswith("_"):
        return "numbers" if KINDS.get(type[1:]) == "number" else "texts"
    return KINDS.get(type, "text")
