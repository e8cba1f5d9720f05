"""All items of small tables, compared in memory."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from dynawright.ops.migration.budget import Budget
from dynawright.ops.migration.clock import Clock
from dynawright.ops.migration.table import describe
from dynawright.ops.restore import Restoration

Item = dict[str, Any]
Items = dict[tuple[str, ...], Item]


class Difference(NamedTuple):
    """Items by their keys."""

    lost: list[tuple[str, ...]]
    changed: list[tuple[str, ...]]
    only_there: list[tuple[str, ...]]


def items_of(client: Any, table: str) -> Items:
    """Return every item of a table, by its key."""
    keys = [key["AttributeName"] for key in client.describe_table(TableName=table)["Table"]["KeySchema"]]
    pages = client.get_paginator("scan").paginate(TableName=table, ConsistentRead=True)
    return {tuple(str(item[key]) for key in keys): in_order(item) for page in pages for item in page["Items"]}


def compare(before: Items, after: Items) -> Difference:
    return Difference(
        lost=sorted(before.keys() - after.keys()),
        changed=sorted(key for key in before.keys() & after.keys() if before[key] != after[key]),
        only_there=sorted(after.keys() - before.keys()),
    )


def in_order(value: Any) -> Any:
    """Return the same value with its sets sorted: DynamoDB returns them in any order."""
    if isinstance(value, dict):
        sets = ("SS", "NS", "BS")  # an attribute may have such a name too, but then its value is no list
        return {
            name: sorted(inner) if name in sets and isinstance(inner, list) else in_order(inner) for name, inner in value.items()
        }
    return [in_order(inner) for inner in value] if isinstance(value, list) else value


def put_back(client: Any, restored: str, table: str, folder: Path, clock: Clock | None = None, units: float = 1000) -> int:
    """Restore as `dynawright restore --put-back` does."""
    clock = clock or Clock()
    reads, writes = Budget(units, clock), Budget(units, clock)
    tables = describe(client, restored), describe(client, table)
    return Restoration(client, *tables, reads=reads, writes=writes, state_file=folder / "r.state", clock=clock).run(put_back=True)
