"""Global secondary indexes: what Terraform shows as "update in-place" and AWS does by deleting and building anew."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dynawright.guard.change import UNKNOWN, Change
from dynawright.guard.rule import GuardRule, Seen, shown
from dynawright.guard.rules.tables import TABLE

PARTS = ("hash_key", "range_key", "projection_type", "non_key_attributes")
BLOCK = "global_secondary_index"


def _rebuilt(change: Change) -> Iterator[Seen]:
    before, after = _both(change)
    for name in sorted(before.keys() & after.keys()):
        differing = [part for part in PARTS if _part(before[name], part) != _part(after[name], part)]
        if differing:
            parts = [f"{part}: {shown(_part(before[name], part))} → {shown(_part(after[name], part))}" for part in differing]
            yield Seen(f"index {name} is deleted and built anew ({'; '.join(parts)})", name)


def _removed(change: Change) -> Iterator[Seen]:
    before, after = _both(change)
    for name in sorted(before.keys() - after.keys()):
        yield Seen(f"index {name} is deleted", name)


def _several(change: Change) -> Iterator[Seen]:
    before, after = _both(change)
    touched = sorted({*(before.keys() ^ after.keys()), *(seen.subject for seen in _rebuilt(change))})
    if len(touched) > 1:
        yield Seen(f"{len(touched)} indexes are created or deleted in one apply: {', '.join(touched)}")


def _unknown(change: Change) -> Iterator[Seen]:
    if change.before.get(BLOCK) and change.after.get(BLOCK) is UNKNOWN:
        yield Seen("the indexes are known after the apply only")


def _both(change: Change) -> tuple[dict[str, Any], dict[str, Any]]:
    """Name → index, before and after; of a replaced table nothing is left to compare."""
    if not change.stays or change.is_replaced or change.after.get(BLOCK) is UNKNOWN:
        return {}, {}
    before, after = ({one["name"]: one for one in values.get(BLOCK) or ()} for values in (change.before, change.after))
    return before, after


def _part(index: dict[str, Any], part: str) -> Any:
    value = index.get(part)
    if isinstance(value, list):
        return sorted(value)
    return value or ([] if part == "non_key_attributes" else "")


ADD_FIRST = (
    "Add an index of another name with the new shape, wait until it is active (OnlineIndexPercentageProgress), switch the readers, and "
    "remove the old one in a change of its own."
)

RULES = (
    GuardRule(
        "index-rebuilt",
        TABLE,
        _rebuilt,
        happens="Terraform says 'update in-place', but the index is deleted first: queries on it fail until the new one has been filled "
        "from the whole table, which takes from minutes to hours and is billed as writes.",
        instead=ADD_FIRST,
    ),
    GuardRule(
        "index-removed",
        TABLE,
        _removed,
        happens="Queries on the index fail at once; having it back means filling it from the whole table again.",
        instead="See that ConsumedReadCapacityUnits of the index has been 0 for a week, and that no access pattern names it; then approve.",
    ),
    GuardRule(
        "indexes-changed-together",
        TABLE,
        _several,
        happens="AWS creates or deletes one index of a table at a time: the apply waits for each in turn, for hours on a large table, and "
        "one that is interrupted leaves the table half-way.",
        instead="One index a change, and the next one when the first is active.",
    ),
    GuardRule(
        "indexes-unknown",
        TABLE,
        _unknown,
        happens="Whether an index is rebuilt or removed can't be judged.",
        instead="Apply what the indexes depend on first; then plan again.",
    ),
)
