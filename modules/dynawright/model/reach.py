"""Entities that an access pattern can return or store."""

from __future__ import annotations

from dynawright.model.consumer import Consumer
from dynawright.model.entity import Entity
from dynawright.model.expression import Call, Condition, Logical, parse_condition, parse_update
from dynawright.model.matching import matching_entities
from dynawright.model.operation import PutItem, UpdateItem, Write
from dynawright.model.pattern import (
    AccessPattern,
    BatchGet,
    BatchWrite,
    Delete,
    Get,
    Put,
    Query,
    Scan,
    TransactGet,
    TransactWrite,
    Update,
)
from dynawright.model.table import TableModel


def entities_in(model: TableModel, index: str | None) -> list[Entity]:
    """Return the entities whose items are in an index; all entities for the table itself."""
    keys = model.key if index is None else model.index_keys[index]
    return [entity for entity in model.entities if all(key.name in {*entity.keys, *entity.attributes} for key in keys)]


def read_entities(model: TableModel, pattern: AccessPattern) -> list[Entity]:
    """Return the entities whose items a pattern may return."""
    match pattern:
        case Get():
            return matching_entities(model, pattern.item.key)
        case Query():
            matching = matching_entities(model, pattern.key)
            return [entity for entity in entities_in(model, pattern.index) if entity in matching]
        case BatchGet():
            return matching_entities(model, pattern.key)
        case TransactGet():
            return [entity for item in pattern.items for entity in matching_entities(model, item.key)]
        case Scan():
            return entities_in(model, pattern.index)
    return []


def answered_entities(model: TableModel, pattern: AccessPattern) -> list[Entity]:
    """Return the entities whose items a write returns."""
    match pattern:
        case Put() | Update() | Delete() if pattern.returns.startswith("ALL_"):
            return addressed(model, pattern.item)
    return []


def writes(pattern: AccessPattern) -> list[Write]:
    """Return the single writes that a pattern consists of."""
    match pattern:
        case Put() | Update() | Delete():
            return [pattern.item]
        case BatchWrite():
            return [PutItem(name) for name in pattern.entities]
        case TransactWrite():
            return list(pattern.items)
    return []


def written_entities(model: TableModel, pattern: AccessPattern) -> list[Entity]:
    """Return the entities of which a pattern can store a new item."""
    return [entity for write in writes(pattern) for entity in _stored(model, write)]


def _stored(model: TableModel, write: Write) -> list[Entity]:
    """Return the entities that a write can create: by a put, or an update that needs no existing item."""
    makes = isinstance(write, PutItem) or (
        isinstance(write, UpdateItem) and (not write.condition or holds_without_an_item(parse_condition(write.condition)))
    )
    return addressed(model, write) if makes else []


def holds_without_an_item(condition: Condition) -> bool:
    """Return whether a condition holds when there is no item: all comparisons fail."""
    match condition:
        case Call(function, _):
            return function == "attribute_not_exists"
        case Logical("NOT", (term,)):
            return not holds_without_an_item(term)
        case Logical("AND", terms):
            return all(map(holds_without_an_item, terms))
        case Logical("OR", terms):
            return any(map(holds_without_an_item, terms))
    return False


def addressed(model: TableModel, write: Write) -> list[Entity]:
    """Return the entities whose items a write may change."""
    return [model.entity(write.entity)] if isinstance(write, PutItem) else matching_entities(model, write.key)


def changed(write: UpdateItem) -> set[str]:
    """Return the attributes that an update changes."""
    return {str(action.path.parts[0]) for action in parse_update(write.update)}


def readable(model: TableModel, consumer: Consumer, entity: Entity) -> set[str]:
    """Return the attributes that a consumer may read: by its patterns and its writes' answers."""
    return {
        name
        for pattern in model.access_patterns
        if consumer in pattern.used_by
        for name in (*_read(model, pattern, entity), *_answered(model, pattern, entity))
    }


def _read(model: TableModel, pattern: AccessPattern, entity: Entity) -> set[str]:
    if entity not in read_entities(model, pattern):
        return set()
    asked = getattr(pattern, "attributes", ())
    index = getattr(pattern, "index", None)
    return {name for name in entity.attributes if (not asked or name in asked) and (index is None or model.carries(index, name))}


def _answered(model: TableModel, pattern: AccessPattern, entity: Entity) -> set[str]:
    match pattern:
        case Put() | Update() | Delete() if entity in addressed(model, pattern.item):
            if pattern.returns.startswith("ALL_"):
                return {*entity.attributes}
            if pattern.returns.startswith("UPDATED_") and isinstance(pattern.item, UpdateItem):
                return changed(pattern.item)
    return set()
