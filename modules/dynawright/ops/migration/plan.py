"""The plan of a migration: its steps, its cost, and what to consider first."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from datetime import timedelta

from dynawright.ops.migration.budget import Budget
from dynawright.ops.migration.origin import Origin, too_much
from dynawright.ops.migration.state import State
from dynawright.ops.migration.table import Table

REJECTS_SHOWN = 10


def show(origin: Origin, items: int, target: Table, state: State, reads: Budget, writes: Budget, write_units: float) -> None:
    """Show the plan from a sample's cost; `write_units` is what writing the sample would use."""
    read = state.counts().get("read", 0)
    items = max(items, read)
    first, *others = origin.described()
    print(first)
    print(f"to         {target.name}: key {_key(target)}; about {target.items:,} items")
    for line in others:
        print(line)
    print(f"tried      {summary(state).replace('copied', 'to copy')}")
    for source_key, reason in itertools.islice(
        ((key, why) for some in state.rejects() for key, why in some.items()), REJECTS_SHOWN
    ):
        print(f"           rejected {source_key}: {reason}")
    if read:
        to_read, to_write = reads.spent / read * items, write_units / read * items
        copying = max(to_read / reads.units_a_second, to_write / writes.units_a_second)
        print(f"copying    about {to_read:,.0f} read and {to_write:,.0f} write units: {_time(copying)} at the least")
        print(f"comparing  about {2 * to_read:,.0f} read units: {_time(2 * to_read / reads.units_a_second)} at the least")
    for warning in warnings(origin, target, reads, writes):
        print(f"warning    {warning}")


def warnings(origin: Origin, target: Table, reads: Budget, writes: Budget) -> Iterator[str]:
    yield from origin.warnings(target)
    if target.has_stream:
        yield f"{target.name} has a stream: its readers see every item that is copied, as new"
    yield from too_much("read", target.name, target.read_capacity, reads)
    yield from too_much("write", target.name, target.write_capacity, writes)


def summary(state: State) -> str:
    counts = {"read": 0, "copied": 0, **state.counts()}
    rejected = sum(len(some) for some in state.rejects())
    parts = [f"{counts['copied']:,} copied"]
    if counts.get("kept"):
        parts.append(f"{counts['kept']:,} left as the target has them")
    if counts.get("dropped"):
        parts.append(f"{counts['dropped']:,} dropped by the transform")
    if rejected:
        parts.append(f"{rejected:,} rejected")
    return f"{counts['read']:,} items read: {', '.join(parts)}"


def _key(table: Table) -> str:
    return ", ".join(f"{name} ({type})" for name, type in table.keys.items())


def _time(seconds: float) -> str:
    return str(timedelta(seconds=round(seconds)))
