"""What works, yet costs money or sleep: said as warnings."""

from collections.abc import Iterator

from dynawright.model.entity import Entity
from dynawright.model.expression import parse_update
from dynawright.model.matching import matching_entities
from dynawright.model.operation import PutItem, UpdateItem, Write
from dynawright.model.pattern import (
    AccessPattern,
    BatchGet,
    BatchWrite,
    Get,
    Put,
    Query,
    Scan,
    TransactGet,
    TransactWrite,
    Update,
)
from dynawright.model.table import TableModel

# Attributes that take few values: as a partition key on their own they put most items into one partition.
FEW_VALUES = {
    "active",
    "enabled",
    "environment",
    "kind",
    "level",
    "log_level",
    "priority",
    "state",
    "status",
    "task_type",
    "type",
}


def warnings(model: TableModel) -> Iterator[str]:
    used = {pattern.index for pattern in model.access_patterns if isinstance(pattern, Query | Scan)}
    for name in model.index_keys:
        if name not in used:
            yield f"index '{name}' serves no pattern, yet each write to it costs: declare the pattern, or drop the index"
    read = {entity.name for pattern in model.access_patterns for entity in read_entities(model, pattern)}
    written = {entity.name for pattern in model.access_patterns for entity in written_entities(model, pattern)}
    for entity in model.entities:
        if entity.name not in read:
            yield f"entity '{entity.name}' is read by no pattern: declare the pattern that reads it, or drop the entity"
        if entity.name not in written:
            yield f"entity '{entity.name}' is written by no pattern, so no role may store it: declare the pattern that writes it"
    for index in model.indexes:
        for entity in model.entities:
            template = entity.keys.get(index.partition_key.name)
            if template is not None and {*template.parameters} <= FEW_VALUES | {*entity.values}:
                yield (
                    f"index '{index.name}' puts '{entity.name}' into one partition per '{template.text}', which takes few values: "
                    "a hot partition under load; add a shard or a date to the key"
                )
    if model.ttl is not None and all(
        entity.expires_after is None and model.ttl not in entity.attributes for entity in model.entities
    ):
        yield f"TTL is on for '{model.ttl}', but no entity expires: give one expires_after=, or drop ttl"
    yield from _stale_keys(model)
    if model.local_indexes:
        names = ", ".join(f"'{index.name}'" for index in model.local_indexes)
        yield (
            f"local index {names} limits the items under one partition key, with their index entries, to 10 GB: beyond, writes fail; "
            "use a global index if a partition can grow so far"
        )


def _stale_keys(model: TableModel) -> Iterator[str]:
    """Index keys that an update forgets: DynamoDB builds none, so they keep the value from before."""
    for pattern in model.access_patterns:
        for update in _updates(pattern):
            changed = {str(action.path.parts[0]) for action in parse_update(update.update)}
            for entity in matching_entities(model, update.key):
                for index, keys in model.index_keys.items():
                    for key in (key.name for key in keys if key.name in entity.keys and key not in model.key):
                        forgotten = changed.intersection(entity.keys[key].parameters)
                        if forgotten and key not in changed:
                            yield (
                                f"pattern {pattern.id} changes {', '.join(sorted(forgotten))}, from which '{entity.name}' builds {key}: index '{index}' "
                                f"would find the item by its old value; set {key} in the same update"
                            )


def _updates(pattern: AccessPattern) -> list[UpdateItem]:
    match pattern:
        case Update():
            return [pattern.item]
        case TransactWrite():
            return [item for item in pattern.items if isinstance(item, UpdateItem)]
    return []


def read_entities(model: TableModel, pattern: AccessPattern) -> list[Entity]:
    """The entities a pattern may return."""
    match pattern:
        case Get():
            return matching_entities(model, pattern.item.key)
        case Query() | BatchGet():
            return matching_entities(model, pattern.key)
        case TransactGet():
            return [entity for item in pattern.items for entity in matching_entities(model, item.key)]
        case Scan():
            keys = model.key if pattern.index is None else model.index_keys[pattern.index]
            return [entity for entity in model.entities if all(key.name in entity.keys for key in keys)]
    return []


def written_entities(model: TableModel, pattern: AccessPattern) -> list[Entity]:
    """The entities of which a pattern can store a new item."""
    match pattern:
        case BatchWrite():
            return [model.entity(name) for name in pattern.entities]
        case Put() | Update():
            return _stored(model, pattern.item)
        case TransactWrite():
            return [entity for item in pattern.items for entity in _stored(model, item)]
    return []


def _stored(model: TableModel, item: Write) -> list[Entity]:
    """An update makes an item too, unless its condition asks for something of the one that is there."""
    match item:
        case PutItem():
            return [model.entity(item.entity)]
        case UpdateItem() if not item.condition or f"attribute_not_exists({model.partition_key.name})" in item.condition:
            return matching_entities(model, item.key)
    return []
