"""Global secondary indexes: shown as "update in-place", but AWS deletes and rebuilds them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dynawright.guard.change import UNKNOWN, Change
from dynawright.guard.differences import Difference
from dynawright.guard.rule import GuardRule, Seen, shown, wholly
from dynawright.guard.rules.tables import KEYS, SCHEMA, TABLE, keys
from dynawright.rules.blocks import as_blocks

PROJECTION = ("projection_type", "non_key_attributes")
BLOCK = "global_secondary_index"


def _rebuilt(change: Change) -> Iterator[Seen]:
    before, after = _both(change)
    for name in sorted(before.keys() & after.keys()):
        old, new = _parts(before[name]), _parts(after[name])
        parts = [f"{part}: {shown(old[part])} → {shown(new[part])}" for part in old if old[part] != new[part]]
        if parts:
            yield Seen(f"index {name} is deleted and rebuilt ({'; '.join(parts)})", name)


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
    if change.before.get(BLOCK) and change.stays and not _are_known(change.after.get(BLOCK)):
        yield Seen("the indexes are known only after the apply")


def _are_known(indexes: Any) -> bool:
    """Whether each index has a name to match it by."""
    return indexes is not UNKNOWN and all(
        isinstance(index, dict) and isinstance(index.get("name"), str) for index in indexes or ()
    )


def _whole(difference: Difference) -> bool:
    """Whether an index is added or removed, or all of them."""
    return difference.pattern == BLOCK


def _both(change: Change) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the indexes by name, before and after; none for a replaced table."""
    if not change.stays or change.is_replaced or not _are_known(change.after.get(BLOCK)):
        return {}, {}
    before = {block["name"]: block for block in as_blocks(change.before.get(BLOCK))}
    after = {block["name"]: _as_written(change, block) for block in as_blocks(change.after.get(BLOCK))}
    return before, after


def _as_written(change: Change, index: Any) -> dict[str, Any]:
    """Remove a key_schema derived from hash_key: provider 6.29+ adds it to all indexes at once."""
    written = change.written or ()
    is_filled_in = index.get(SCHEMA) is UNKNOWN and f"{BLOCK}.{SCHEMA}" not in written and f"{BLOCK}.{KEYS['HASH']}" in written
    return {name: value for name, value in index.items() if name != SCHEMA or not is_filled_in}


def _parts(index: dict[str, Any]) -> dict[str, Any]:
    """Return the properties of an index; changing any of them rebuilds it."""
    key = {KEYS[kind]: ", ".join(map(str, names)) for kind, names in keys(index).items()}
    return {**key, **{part: _part(index, part) for part in PROJECTION}}


def _part(index: dict[str, Any], part: str) -> Any:
    value = index.get(part)
    if isinstance(value, list):
        return sorted(value, key=str)
    return value or ([] if part == "non_key_attributes" else "")


ADD_FIRST = (
    "Add an index of another name with the new shape, wait until it is active (OnlineIndexPercentageProgress), switch the readers, "
    "and remove the old one in a separate change."
)

RULES = (
    GuardRule(
        "index-rebuilt",
        TABLE,
        _rebuilt,
        judges=wholly(*(f"{BLOCK}.{part}" for part in (*KEYS.values(), SCHEMA, *PROJECTION))),
        even_unknown=True,
        happens="Terraform says 'update in-place', but the index is deleted first: queries on it fail until the new one has been filled "
        "from the whole table, which takes from minutes to hours and is billed as writes.",
        instead=ADD_FIRST,
    ),
    GuardRule(
        "index-removed",
        TABLE,
        _removed,
        judges={BLOCK: _whole},
        even_unknown=True,
        happens="Queries on the index fail at once; recreating it means filling it from the whole table.",
        instead="Check that ConsumedReadCapacityUnits of the index was 0 for a week, and that no access pattern names it; then approve.",
    ),
    GuardRule(
        "indexes-changed-together",
        TABLE,
        _several,
        judges={BLOCK: _whole},
        happens="AWS creates or deletes one index of a table at a time: the apply waits for each in turn, for hours on a "
        "large table, and if interrupted leaves the table half-way.",
        instead="Change one index at a time, and the next one when the first is active.",
    ),
    GuardRule(
        "indexes-unknown",
        TABLE,
        _unknown,
        judges={BLOCK: _whole},
        even_unknown=True,
        happens="Whether an index is rebuilt or removed can't be judged.",
        instead="Apply the dependencies of the indexes first; then plan again.",
    ),
)
