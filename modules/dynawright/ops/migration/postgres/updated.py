"""Changes by a column with the time of change, for servers without logical decoding.

It misses deleted rows.
"""

from __future__ import annotations

from contextlib import closing
from typing import Any

from dynawright.ops.migration.mapping.row_mapping import RowMappings
from dynawright.ops.migration.postgres.catch_up import CatchUp
from dynawright.ops.migration.postgres.schema import SourceTable
from dynawright.ops.migration.postgres.server import Server, places, quoted, quoted_table, refusals, row_of
from dynawright.ops.migration.state import State

AT_ONCE = 1000
MARGIN = "5 minutes"
"""More than clocks differ.

A transaction sets the column at its beginning and becomes visible at its end, so the oldest running one counts, too.
"""

NOW = f"""
SELECT LEAST(now() - interval '{MARGIN}', (SELECT min(xact_start) FROM pg_stat_activity WHERE xact_start IS NOT NULL))::text
"""


class UpdatedChanges:
    def __init__(
        self, server: Server, tables: dict[str, SourceTable], mapping: RowMappings, state: State, catch_up: CatchUp
    ) -> None:
        self._server, self._tables, self._mapping = server, tables, mapping
        self._state, self._catch_up = state, catch_up

    def apply(self) -> int:
        with refusals(), closing(self._server.connect()) as connection:
            next = mark(connection)
            changed = sum(self._table(connection, table, self._mapping.rows[name]) for name, table in self._tables.items())
        self._state.remember(MARK, next)
        return changed

    def _table(self, connection: Any, table: SourceTable, rows: Any) -> int:
        names, column = table.columns.key, rows.updated_at
        since, after, changed = self._state.recall(MARK), None, 0
        texts = ", ".join(f"{quoted(name)}::text" for name in (column, *names))
        order = ", ".join(quoted(name) for name in (column, *names))
        while True:
            where = f"{quoted(column)} >= %s" if after is None else f"{row_of((column, *names))} > {places(len(names) + 1)}"
            query = f"SELECT {texts} FROM {quoted_table(table.name)} WHERE {where} ORDER BY {order} LIMIT {AT_ONCE}"
            changed_rows = connection.execute(query, [since] if after is None else after).fetchall()
            if not changed_rows:
                return changed
            self._catch_up(table.name, [tuple(row[1:]) for row in changed_rows], ())
            after, changed = list(changed_rows[-1]), changed + len(changed_rows)


MARK = "changes since"


def mark(connection: Any) -> str:
    """Return the time from which to read changes the next time."""
    return str(connection.execute(NOW).fetchone()[0])
