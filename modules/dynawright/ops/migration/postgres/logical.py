"""Changes by logical decoding: a slot on the server keeps them until the target has them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from contextlib import closing
from typing import Any

from dynawright.errors import Problem, UserError, warn
from dynawright.ops.migration.mapping.rows import Row
from dynawright.ops.migration.postgres.catch_up import CatchUp
from dynawright.ops.migration.postgres.pgoutput import Changed, Committed, Decoder, Truncated
from dynawright.ops.migration.postgres.schema import SourceTable
from dynawright.ops.migration.postgres.server import Server, quoted, quoted_table, refusals
from dynawright.ops.migration.postgres.source import Key

AT_ONCE = 5000
PEEK = "SELECT data FROM pg_logical_slot_peek_binary_changes(%s, %s::pg_lsn, %s, 'proto_version', '1', 'publication_names', %s)"
SLOT = "SELECT wal_status, active FROM pg_replication_slots WHERE slot_name = %s"
CREATE = "SELECT pg_create_logical_replication_slot(%s, 'pgoutput')"


def slot_name(connection: Any, target: str) -> str:
    """Return the name of slot and publication; slot names are unique on a server, across databases."""
    (database,) = connection.execute("SELECT oid FROM pg_database WHERE datname = current_database()").fetchone()
    return f"dynawright_{database}_{re.sub('[^a-z0-9_]', '_', target.lower())}"[:63]


class LogicalChanges:
    def __init__(self, server: Server, tables: dict[str, SourceTable], name: str, catch_up: CatchUp) -> None:
        self._server, self._name, self._catch_up = server, name, catch_up
        self._tables = {full_name(table): described for table, described in tables.items()}

    def apply(self) -> int:
        changed = 0
        with refusals(), closing(self._server.connect()) as connection:
            (now,) = connection.execute("SELECT pg_current_wal_lsn()::text").fetchone()  # later changes are for the next round
            while end := self._some(connection, now):
                changed += end[1]
                connection.execute("SELECT pg_replication_slot_advance(%s, %s)", [self._name, end[0]])
        return changed

    def _some(self, connection: Any, until: str) -> tuple[str, int] | None:
        """Apply some whole transactions; return where the last one ends, and the number of changed rows."""
        decoder, end = Decoder(), None
        keys: dict[str, dict[Key, None]] = defaultdict(dict)
        old: dict[str, list[Row]] = defaultdict(list)
        for (data,) in connection.execute(PEEK, [self._name, until, AT_ONCE, self._name], binary=True):
            match decoder.decode(bytes(data)):
                case Committed(place):
                    end = place
                case Truncated(relations):
                    for relation in set(relations) & self._tables.keys():
                        warn(f"{relation} was emptied by TRUNCATE: `verify --repair --delete-extra` deletes its items")
                case Changed() as change if change.relation in self._tables:
                    self._note(change, keys, old)
        if end is None:
            return None
        for relation, changed in keys.items():
            self._catch_up(self._tables[relation].name, list(changed), old[relation])
        return end, sum(map(len, keys.values()))

    def _note(self, change: Changed, keys: dict[str, dict[Key, None]], old: dict[str, list[Row]]) -> None:
        table = self._tables[change.relation]
        if change.old is not None:
            before = {name: value for name, value in change.old.items() if name in table.identity}
            old[change.relation].append(Row(table.name, before))
            keys[change.relation][_key(table, before)] = None
        if change.new is not None:
            keys[change.relation][_key(table, {**(change.old or {}), **change.new})] = None


def _key(table: SourceTable, values: Any) -> Key:
    return tuple(values[name] for name in table.columns.key)


def start(connection: Any, name: str, tables: Iterable[str], *, again: bool) -> None:
    """Make the server keep changes from now on; `again` if it already did before."""
    slot = connection.execute(SLOT, [name]).fetchone()
    if slot is not None and slot[0] == "lost":
        connection.execute("SELECT pg_drop_replication_slot(%s)", [name])
        slot = None
    if slot is not None and slot[1]:
        raise UserError([Problem("DW727", f"another session reads the slot {name}", value=name, fix="wait for its end")])
    if connection.execute("SELECT 1 FROM pg_publication WHERE pubname = %s", [name]).fetchone() is None:
        listed = ", ".join(map(quoted_table, tables))
        connection.execute(f"CREATE PUBLICATION {quoted(name)} FOR TABLE {listed} WITH (publish_via_partition_root = true)")
    if slot is None:
        if again:
            warn(f"the slot {name} was gone: `verify` finds changes made meanwhile, --repair applies them")
        connection.execute(CREATE, [name])


def stop(connection: Any, name: str) -> None:
    """Make the server stop keeping changes."""
    if connection.execute(SLOT, [name]).fetchone() is not None:
        connection.execute("SELECT pg_drop_replication_slot(%s)", [name])
    connection.execute(f"DROP PUBLICATION IF EXISTS {quoted(name)}")


def full_name(table: str) -> str:
    return table if "." in table else f"public.{table}"
