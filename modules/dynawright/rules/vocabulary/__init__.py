"""Everything that the package can emit: types, their attributes, and allowed values.

In the package's own stacks, anything else is a finding (rules resources-are-known, arguments-are-known and
values-are-safe).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from dynawright.rules.vocabulary import access, alarms, backups, functions, messages, networks, project, storage, tables
from dynawright.rules.vocabulary.row import Row

ROWS: Mapping[str, tuple[Row, ...]] = {
    **tables.ROWS,
    **backups.ROWS,
    **alarms.ROWS,
    **functions.ROWS,
    **storage.ROWS,
    **messages.ROWS,
    **access.ROWS,
    **networks.ROWS,
    **project.ROWS,
}
"""Type → its rows. Data sources have `data.` before their type."""


@cache
def paths(type: str) -> Mapping[str, tuple[Row, ...]]:
    """Return the rows of a type by their paths."""
    by_path: dict[str, list[Row]] = {}
    for row in ROWS.get(type, ()):
        by_path.setdefault(row.path, []).append(row)
    return {path: tuple(rows) for path, rows in by_path.items()}
