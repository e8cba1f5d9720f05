"""Changes known to be harmless, by type; a new type is a row in its topic's file."""

from collections.abc import Mapping

from dynawright.bindings.aws.read_only import READ_ONLY
from dynawright.guard.differences import Difference
from dynawright.guard.directions import ANYTHING, FIRST, ON, Direction
from dynawright.guard.known import access, alarms, backups, functions, storage, tables
from dynawright.guard.known.row import Known

KNOWN: dict[str, Known] = {
    row.type: row for row in (*tables.ROWS, *backups.ROWS, *alarms.ROWS, *functions.ROWS, *access.ROWS, *storage.ROWS)
}

OF_ALL: Mapping[str, Direction] = {
    "description": ANYTHING,
    "depends_on": ANYTHING,
    "id": ANYTHING,
    "lifecycle.create_before_destroy": ANYTHING,
    "lifecycle.prevent_destroy": ON,
    "region": FIRST,  # provider 6 has it on every resource
    "tags": ANYTHING,
    "tags_all": ANYTHING,
    "timeouts": ANYTHING,
}
"""Attributes of every type, including unknown types."""


def is_harmless(type: str, difference: Difference) -> bool:
    """Whether a change of one attribute is known to lose nothing."""
    if difference.pattern in READ_ONLY.get(type, ()):
        return True
    rows = {**OF_ALL, **(KNOWN[type].harmless if type in KNOWN else {})}
    direction = rows.get(longest(difference.pattern, rows))
    return direction is not None and direction(difference)


def longest(pattern: str, rows: Mapping[str, object]) -> str:
    """Return the most specific row for an attribute or a block around it; empty if there is none."""
    while pattern and pattern not in rows:
        pattern = pattern.rpartition(".")[0]
    return pattern


def is_named(type: str, attribute: str) -> bool:
    """Whether a row names the attribute, or something inside it."""
    rows = {**OF_ALL, **(KNOWN[type].harmless if type in KNOWN else {})}
    return any(row.split(".")[0] == attribute for row in rows)
