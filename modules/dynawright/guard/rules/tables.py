"""Tables and replicas that are deleted, and keys that change."""

from __future__ import annotations

from collections.abc import Iterator

from dynawright.guard.change import UNKNOWN, Change, Values
from dynawright.guard.differences import holds_unknown
from dynawright.guard.rule import END, REPLACEMENT, GuardRule, Seen, block_gone, destroyed, removed, shown, wholly
from dynawright.rules.blocks import as_blocks

TABLE = ("aws_dynamodb_table",)
REPLICA = ("aws_dynamodb_table_replica",)
KEYS = {"HASH": "hash_key", "RANGE": "range_key"}
SCHEMA, LOCAL = "key_schema", "local_secondary_index"

MIGRATE = (
    "Build a second table beside it, copy the items and compare (`dynawright migrate`), switch readers and writers over, and "
    "remove the old table in a separate change: docs/how-to/change-a-key.md."
)


def _key_changed(change: Change) -> Iterator[Seen]:
    if not change.stays:
        return
    before, after = keys(change.before), keys(change.after)
    for kind, key in KEYS.items():
        if before[kind] != after[kind]:
            yield Seen(f"{key}: {_names(before[kind])} → {_names(after[kind])}")
    if holds_unknown(change.after.get("attribute")):
        yield Seen("the types of its keys are known only after the apply")
    types_before, types_after = (_types(values.get("attribute")) for values in (change.before, change.after))
    for name in sorted(types_before.keys() & types_after.keys()):
        if types_before[name] != types_after[name]:
            yield Seen(f"key attribute {name}: type {types_before[name]} → {types_after[name]}")


def keys(values: Values) -> dict[str, tuple[object, ...]]:
    """Return the key attributes by kind, from hash_key and range_key or from key_schema."""
    if values.get(SCHEMA) is UNKNOWN:
        return dict.fromkeys(KEYS, (UNKNOWN,))
    if schema := as_blocks(values.get(SCHEMA)):
        return {kind: tuple(key.get("attribute_name") for key in schema if key.get("key_type") == kind) for kind in KEYS}
    return {kind: (values[key],) if values.get(key) else () for kind, key in KEYS.items()}


def _names(attributes: tuple[object, ...]) -> str:
    return ", ".join(map(shown, attributes)) or "not set"


def _local_index_changed(change: Change) -> Iterator[Seen]:
    if not change.stays:
        return
    if holds_unknown(change.after.get(LOCAL)):
        yield Seen("local secondary indexes are known only after the apply")
        return
    differing = {name for name, *_ in _indexes(change.before) ^ _indexes(change.after)}
    # the provider compares local indexes by name: a new key shows only as a removed attribute
    attributes = change.after.get("attribute")
    if not holds_unknown(attributes):
        differing |= {name for name, key, *_ in _indexes(change.before) if key not in _types(attributes)}
    if differing:
        yield Seen(f"local secondary indexes differ: {', '.join(sorted(differing))}")


def _replaced_otherwise(change: Change) -> Iterator[Seen]:
    if change.is_replaced and not any(_key_changed(change)) and not any(_local_index_changed(change)):
        yield Seen(f"is replaced, because of {', '.join(change.replaced_by) or 'a forced replacement'}")


def _replica_removed(change: Change) -> Iterator[Seen]:
    if change.type in REPLICA:
        yield from removed(change)
    elif change.stays and not holds_unknown(change.after.get("replica")):
        for region in sorted(_regions(change.before) - _regions(change.after)):
            yield Seen(f"the replica in {region} is deleted", region)


def _regions(values: Values) -> set[str]:
    return {str(block.get("region_name")) for block in as_blocks(values.get("replica"))}


def _types(attributes: object) -> dict[str, str]:
    return {str(block.get("name")): str(block.get("type")) for block in as_blocks(attributes)}


def _indexes(values: Values) -> set[tuple[str, ...]]:
    return {
        (
            *(str(block.get(name)) for name in ("name", "range_key", "projection_type")),
            *sorted(block.get("non_key_attributes") or ()),
        )
        for block in as_blocks(values.get(LOCAL))
    }


RULES = (
    GuardRule(
        "table-destroyed",
        TABLE,
        destroyed,
        judges=wholly(END),
        happens="Every item is lost and every request fails from that moment. AWS keeps one backup for 35 days, and only if "
        "point-in-time recovery was on.",
        instead="Take a backup that outlives the table, check for a week that nothing reads or writes it, then approve its deletion by name.",
    ),
    GuardRule(
        "table-replaced",
        TABLE,
        _replaced_otherwise,
        judges=wholly(REPLACEMENT),
        happens="Terraform deletes the table with every item in it and creates an empty one; readers find nothing.",
        instead=MIGRATE,
    ),
    GuardRule(
        "key-changed",
        TABLE,
        _key_changed,
        judges=wholly(*KEYS.values(), SCHEMA, "attribute"),
        even_unknown=True,
        happens="A table's key can't change: Terraform deletes the table with every item and creates an empty one. If the "
        "type of a key attribute changes, AWS rejects it half-way through the apply.",
        instead=MIGRATE,
    ),
    GuardRule(
        "local-index-changed",
        TABLE,
        _local_index_changed,
        judges=wholly(LOCAL),
        even_unknown=True,
        happens="Local secondary indexes can only be created with the table: Terraform deletes it with every item and creates an empty one.",
        instead="Use a global secondary index, which can be added to an existing table. Or else: " + MIGRATE,
    ),
    GuardRule(
        "replica-removed",
        (*TABLE, *REPLICA),
        _replica_removed,
        judges={"replica": block_gone, **wholly(END, REPLACEMENT)},
        happens="The copy in that Region is deleted with its recovery history, and readers and writers there get errors. "
        "Changes not yet replicated to the other Regions are lost. A replacement is copied again, item by item.",
        instead="Switch its readers and writers to another Region, check that it is no longer used, then approve its "
        "deletion by name. For another key or class, add a replica in another Region first.",
    ),
)
