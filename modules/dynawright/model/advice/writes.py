"""Writes that need attributes which the writer may not read."""

from __future__ import annotations

from collections.abc import Iterator

from dynawright.model.advice.remark import Remark, remark
from dynawright.model.entity import Entity
from dynawright.model.expression import (
    Action,
    Call,
    Comparison,
    Condition,
    Logical,
    Path,
    Place,
    nodes,
    parse_condition,
    parse_update,
)
from dynawright.model.operation import PutItem, UpdateItem, Write
from dynawright.model.pattern import AccessPattern
from dynawright.model.reach import addressed, readable, writes
from dynawright.model.table import TableModel


def remarks(model: TableModel) -> Iterator[Remark]:
    for pattern in model.access_patterns:
        for write in writes(pattern):
            yield from _unknown_values(model, pattern, write)
            if isinstance(write, PutItem) and not _only_creates(model, write):
                yield from _lost_attributes(model, pattern, model.entity(write.entity))


def _unknown_values(model: TableModel, pattern: AccessPattern, write: Write) -> Iterator[Remark]:
    """Warn of conditions on values that the writer can't know, because it may not read them."""
    entities = addressed(model, write)
    expected = _expected(model, write, entities)
    for consumer in pattern.used_by:
        known = {name for entity in entities for name in readable(model, consumer, entity)}
        if unknown := sorted(expected - known):
            names = ", ".join(unknown)
            text = f"'{consumer.name}' must know the {names} of the item, and none of its patterns reads that"
            yield remark(pattern, "DW268", text, value=names, fix=f"give '{consumer.name}' a pattern that reads {names}")


def _expected(model: TableModel, write: Write, entities: list[Entity]) -> set[str]:
    """Return the attributes whose condition compares with a value that the caller must know.

    Keys are always given, allowed values are in the model, and a value that the request itself stores is the writer's own.
    """
    if not write.condition:
        return set()
    given = {key.name for key in model.key} | {name for entity in entities for name in entity.values}
    given |= {name for entity in entities for name, type in entity.attributes.items() if type == "BOOL"}
    own = _stored_places(write, entities)
    return {
        attribute
        for attribute, place in _equalities(parse_condition(write.condition))
        if attribute not in given and (attribute, place) not in own
    }


def _equalities(condition: Condition) -> Iterator[tuple[str, str]]:
    for node in nodes(condition):
        if isinstance(node, Comparison) and node.operator == "=":
            for left, right in (node.operands, node.operands[::-1]):
                if isinstance(left, Path) and isinstance(right, Place):
                    yield str(left.parts[0]), right.name


def _stored_places(write: Write, entities: list[Entity]) -> set[tuple[str, str]]:
    """Return each attribute with the placeholder whose value the write stores in it."""
    if isinstance(write, PutItem):
        return {(name, name) for entity in entities for name in entity.attributes}
    if not isinstance(write, UpdateItem):
        return set()
    return {
        (str(action.path.parts[0]), node.name)
        for action in parse_update(write.update)
        if action.clause == "SET"
        for node in nodes(_value(action))
        if isinstance(node, Place)
    }


def _value(action: Action) -> tuple[Place, ...]:
    """Return the placeholder whose value is stored unchanged: alone, or in `if_not_exists`."""
    match action.value:
        case Place():
            return (action.value,)
        case Call("if_not_exists", (_, Place() as place)):
            return (place,)
    return ()


def _lost_attributes(model: TableModel, pattern: AccessPattern, entity: Entity) -> Iterator[Remark]:
    """Warn of puts that replace attributes which the writer has not read."""
    own = {name for key in model.key for name in entity.keys[key.name].parameters} | {*entity.constants}
    stored = {name for name in entity.attributes if name not in own and name != model.ttl}
    for consumer in pattern.used_by:
        unread = sorted(stored - readable(model, consumer, entity))
        if unread:
            names = ", ".join(unread) if len(unread) < len(stored) else "it"
            text = f"'{consumer.name}' may replace a whole item of '{entity.name}', and none of its patterns reads {names}"
            fix = "read it first by a pattern, only create it (attribute_not_exists), or change single attributes by an Update"
            yield remark(pattern, "DW269", text, value=", ".join(unread), fix=fix)


def _only_creates(model: TableModel, put: PutItem) -> bool:
    """Return whether the condition holds only where there is no item."""
    return bool(put.condition) and _demands_absence(parse_condition(put.condition), {key.name for key in model.key})


def _demands_absence(condition: Condition, keys: set[str]) -> bool:
    match condition:
        case Call("attribute_not_exists", (Path((name,)),)):
            return name in keys
        case Logical("AND", terms):
            return any(_demands_absence(term, keys) for term in terms)
        case Logical("OR", terms):
            return all(_demands_absence(term, keys) for term in terms)
    return False
