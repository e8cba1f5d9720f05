"""Tables and replicas that end, and keys that change."""

from __future__ import annotations

from collections.abc import Iterator

from dynawright.guard.change import UNKNOWN, Change, Values
from dynawright.guard.rule import GuardRule, Seen, destroyed, removed, shown

TABLE = ("aws_dynamodb_table",)
REPLICA = ("aws_dynamodb_table_replica",)
KEYS = ("hash_key", "range_key")

MIGRATE = (
    "Build a second table beside it, copy the items and compare (`dynawright migrate`), switch readers and writers over, and remove the "
    "old table in a change of its own: docs/how-to/change-a-key.md."
)


def _key_changed(change: Change) -> Iterator[Seen]:
    if not change.stays:
        return
    for key in KEYS:
        if change.before.get(key) != change.after.get(key):
            yield Seen(f"{key}: {shown(change.before.get(key))} → {shown(change.after.get(key))}")
    types_before, types_after = (_types(values.get("attribute")) for values in (change.before, change.after))
    for name in sorted(types_before.keys() & types_after.keys()):
        if types_before[name] != types_after[name]:
            yield Seen(f"key attribute {name}: type {types_before[name]} → {types_after[name]}")


def _local_index_changed(change: Change) -> Iterator[Seen]:
    if not change.stays:
        return
    differing = {name for name, *_ in _indexes(change.before) ^ _indexes(change.after)}
    # The provider tells local indexes by their names alone: a new key shows only as an attribute that is gone.
    attributes = _types(change.after.get("attribute"))
    differing |= {name for name, key, *_ in _indexes(change.before) if key not in attributes}
    if differing:
        yield Seen(f"local secondary indexes differ: {', '.join(sorted(differing))}")


def _replaced_otherwise(change: Change) -> Iterator[Seen]:
    if change.is_replaced and not any(_key_changed(change)) and not any(_local_index_changed(change)):
        yield Seen(f"is replaced, because of {', '.join(change.replaced_by) or 'a forced replacement'}")


def _replica_removed(change: Change) -> Iterator[Seen]:
    if change.type in REPLICA:
        yield from removed(change)
    elif change.stays and change.after.get("replica") is not UNKNOWN:
        for region in sorted(_regions(change.before) - _regions(change.after)):
            yield Seen(f"the replica in {region} is deleted", region)


def _regions(values: Values) -> set[str]:
    return {one["region_name"] for one in values.get("replica") or ()}


def _types(attributes: object) -> dict[str, str]:
    return {one["name"]: one["type"] for one in attributes} if isinstance(attributes, list) else {}


def _indexes(values: Values) -> set[tuple[str, ...]]:
    found = values.get("local_secondary_index")
    return {
        (one["name"], one["range_key"], one["projection_type"], *sorted(one.get("non_key_attributes") or ()))
        for one in (found if isinstance(found, list) else ())
    }


RULES = (
    GuardRule(
        "table-destroyed",
        TABLE,
        destroyed,
        happens="Every item is gone and every request fails from that moment. AWS keeps one backup for 35 days, and only if "
        "point-in-time recovery was on.",
        instead="Take a backup that outlives the table, see for a week that nothing reads or writes it, then approve its end by name.",
    ),
    GuardRule(
        "table-replaced",
        TABLE,
        _replaced_otherwise,
        happens="Terraform deletes the table with every item in it and creates an empty one; readers find nothing.",
        instead=MIGRATE,
    ),
    GuardRule(
        "key-changed",
        TABLE,
        _key_changed,
        happens="A table's key is for ever: Terraform deletes the table with every item and creates an empty one. A changed type of a key "
        "attribute is refused by AWS half-way through the apply.",
        instead=MIGRATE,
    ),
    GuardRule(
        "local-index-changed",
        TABLE,
        _local_index_changed,
        happens="Local secondary indexes are made with the table only: Terraform deletes it with every item and creates an empty one.",
        instead="Use a global secondary index, which can be added to a table that exists. Or else: " + MIGRATE,
    ),
    GuardRule(
        "replica-removed",
        (*TABLE, *REPLICA),
        _replica_removed,
        happens="The copy in that Region is deleted with its recovery history, and whoever reads or writes there gets errors. Changes that it "
        "has not sent to the other Regions yet are lost. A replacement is copied anew, item by item.",
        instead="Switch its readers and writers to another Region, see that nobody uses it any more, then approve its end by name. A copy "
        "with another key or class: add one in another Region first.",
    ),
)
