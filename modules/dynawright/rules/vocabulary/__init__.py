"""Everything that the package can emit: types, their attributes, and what each of these may hold.

Whatever is not here is a finding in stacks of the package's own (rules resources-are-known, arguments-are-known and values-are-safe).
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
    found: dict[str, list[Row]] = {}
    for row in ROWS.get(type, ()):
        found.setdefault(row.path, []).append(row)
    return {path: tuple(rows) for path, rows in found.items()}
