"""A PostgreSQL database, with a mapping of its rows."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from typing import Any

from dynawright.errors import Problem, UserError
from dynawright.ops.migration.budget import Budget
from dynawright.ops.migration.entities import by_key
from dynawright.ops.migration.mapping.rows import RowTransform
from dynawright.ops.migration.origin import Changes
from dynawright.ops.migration.overwrite import Overwrite
from dynawright.ops.migration.postgres import logical
from dynawright.ops.migration.postgres.catch_up import CatchUp
from dynawright.ops.migration.postgres.schema import SourceTable
from dynawright.ops.migration.postgres.server import Server, refusals
from dynawright.ops.migration.postgres.source import PostgresSource, pieces, remembered_pieces
from dynawright.ops.migration.postgres.updated import MARK, UpdatedChanges, mark
from dynawright.ops.migration.source import Source
from dynawright.ops.migration.state import State
from dynawright.ops.migration.table import Table
from dynawright.ops.migration.write import Delete, Put

WAY = "changes by"


class PostgresOrigin:
    cut_into: Mapping[str, str] = {}  # the state remembers the pieces itself

    def __init__(
        self, server: Server, tables: dict[str, SourceTable], transform: RowTransform, target: Table, *, threads: int
    ) -> None:
        self.transform, self.threads, self.tables = transform, threads, tables
        self._server, self._target = server, target
        self.name, self.entity_of = transform.rows.mapping.system, by_key(transform.rows.model)
        self.made_for = {
            "tables": json.dumps({name: table.oid for name, table in sorted(tables.items())}),
            "mapping": transform.rows.mapping.file,
        }

    def described(self) -> Iterator[str]:
        rows = sum(table.rows for table in self.tables.values())
        yield f"from       {self._server}: {', '.join(self.tables)}; about {rows:,} rows"
        yield f"mapping    {self.transform.rows.mapping.file}"
        with refusals(), closing(self._server.connect()) as connection:
            yield f"changes    {self._way(connection)}"

    def warnings(self, target: Table) -> Iterator[str]:
        with refusals(), closing(self._server.connect()) as connection:
            if self._way(connection) == "updated_at":
                yield "changes are found by a column: only `verify` finds rows deleted meanwhile, as extra"

    def sample(self) -> Source:
        with refusals(), closing(self._server.connect()) as connection:
            return PostgresSource(self._server, self.tables, pieces(connection, self.tables, 1))

    @contextmanager
    def copied(self, state: State) -> Iterator[Source]:
        with refusals(), closing(self._server.connect()) as connection:
            tables_pieces = remembered_pieces(state, connection, self.tables, self.threads)
            connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            (snapshot,) = connection.execute("SELECT pg_export_snapshot()").fetchone()
            with closing(PostgresSource(self._server, self.tables, tables_pieces, snapshot=snapshot)) as source:
                yield source

    @contextmanager
    def compared(self) -> Iterator[Source]:
        with refusals(), closing(self._server.connect()) as connection:
            tables_pieces = pieces(connection, self.tables, self.threads)
        with closing(PostgresSource(self._server, self.tables, tables_pieces)) as source:
            yield source

    def changes(self, state: State, client: Any, writes: Budget) -> Changes:
        with refusals(), closing(self._server.connect()) as connection:
            way, slot = state.recall(WAY) or self._way(connection), logical.slot_name(connection, self._target.name)
            if way == "logical decoding":
                logical.start(connection, slot, self.tables, again=state.recall(WAY) is not None)
            elif state.recall(MARK) is None:
                state.remember(MARK, mark(connection))
        state.remember(WAY, way)
        put, delete = Put(client, self._target, writes), Delete(client, self._target, writes)
        overwrite = Overwrite(client, self._target, writes, writes.clock)
        source = PostgresSource(self._server, self.tables, ())
        catch_up = CatchUp(source, self.transform, put, overwrite, delete, state, threads=self.threads)
        if way == "logical decoding":
            return logical.LogicalChanges(self._server, self.tables, slot, catch_up)
        return UpdatedChanges(self._server, self.tables, self.transform.rows.mapping, state, catch_up)

    def retire(self) -> Iterator[str]:
        with refusals(), closing(self._server.connect()) as connection:
            slot = logical.slot_name(connection, self._target.name)
            logical.stop(connection, slot)
        yield f"the server keeps no changes any more (slot and publication {slot} are gone)"
        yield "take the last dump (pg_dump), stop writing to PostgreSQL, then stop the server"

    def _way(self, connection: Any) -> str:
        """Return how to follow changes; raise if there is no way."""
        (level,) = connection.execute("SHOW wal_level").fetchone()
        (may,) = connection.execute(
            "SELECT rolreplication OR rolsuper OR pg_has_role(oid, 'rds_replication', 'member') FROM pg_roles "
            "WHERE rolname = current_user"
            if connection.execute("SELECT to_regrole('rds_replication')").fetchone()[0]
            else "SELECT rolreplication OR rolsuper FROM pg_roles WHERE rolname = current_user"
        ).fetchone()
        if level == "logical" and may:
            self._check_identities()
            return "logical decoding"
        without = [name for name in self.tables if not self.transform.rows.mapping.rows[name].updated_at]
        if not without:
            return "updated_at"
        reason = f"wal_level is {level}" if level != "logical" else "the role may not replicate"
        text = f"changes of {', '.join(without)} can't be followed: {reason}, and no column shows them"
        fix = "set wal_level to logical and give the role REPLICATION, or name `updated_at: <column>` for each in the mapping"
        raise UserError([Problem("DW727", text, value=without, fix=fix)])

    def _check_identities(self) -> None:
        problems = []
        for name, table in self.tables.items():
            if hidden := sorted(self.transform.rows.key_columns(name) - table.identity):
                text = f"{name}: keys of items are made of {', '.join(hidden)}, which the server does not tell of deleted rows"
                fix = f"ALTER TABLE {name} REPLICA IDENTITY FULL"
                problems.append(Problem("DW727", text, value=hidden, fix=fix))
        if problems:
            raise UserError(problems)
