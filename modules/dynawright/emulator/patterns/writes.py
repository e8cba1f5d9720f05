"""Single-item writes: done if the condition holds, refused otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from dynawright.emulator.patterns.request import Expressions, from_wire, rendered_key, to_wire
from dynawright.emulator.patterns.returned import returned
from dynawright.emulator.patterns.session import Session
from dynawright.emulator.patterns.values import NEW, place_values, subjects
from dynawright.model import sample
from dynawright.model.item import Item, item_of, ttl_of
from dynawright.model.matching import matching_entities
from dynawright.model.operation import ConditionCheck, DeleteItem, PutItem, UpdateItem, Write
from dynawright.model.pattern import Delete, Put, Update
from dynawright.model.size import write_units
from dynawright.model.template import Template

NEW_ITEMS = 3  # number of items for a put to try
ABSENT = NEW + NEW_ITEMS  # the number in a key that no item has
METHODS = {PutItem: "put_item", UpdateItem: "update_item", DeleteItem: "delete_item"}

Change = UpdateItem | DeleteItem | ConditionCheck
Attempt = tuple[Item, dict[str, Any]]  # the item to write or the key to change, and the values of all placeholders


def write(session: Session, pattern: Put | Update | Delete) -> None:
    table, given, method = session.table, pattern.item, METHODS[type(pattern.item)]
    allowed = _attempt(session, given, holding=True)
    if allowed is None:
        session.fill(())  # start from an empty table if sample items have every key
        allowed = _attempt(session, given, holding=True)
    if allowed is None:
        session.problem(f"no sample item satisfies the condition '{given.condition}'")
        return
    target, values = allowed
    before = table.get(target)
    answer = session.call(method, **arguments(given, target, values), ReturnValues=pattern.returns)
    table.apply(given, target, values)
    session.wrote(write_units(table.model, before, table.get(target)))
    session.expect("returned", from_wire(answer.get("Attributes", {})), returned(pattern, before, table.get(target)))
    session.expect_stored(target)
    if given.condition:
        _refuse(session, pattern)


def _refuse(session: Session, pattern: Put | Update | Delete) -> None:
    given = pattern.item
    refused = _attempt(session, given, holding=False)
    if refused is None:
        session.fill(())  # start from an empty table if sample items have every key
        refused = _attempt(session, given, holding=False)
    if refused is None:
        session.problem(f"no sample item fails the condition '{given.condition}'")
        return
    request = {"TableName": session.table_name, **arguments(given, *refused), "ReturnValues": pattern.returns}
    session.expect_refusal("ConditionalCheckFailedException", METHODS[type(given)], **request)
    session.expect_stored(refused[0])


def _attempt(session: Session, given: Write, *, holding: bool) -> Attempt | None:
    candidates = (attempt for attempt in attempts(session, given) if session.table.allows(given.condition, *attempt) == holding)
    return next(candidates, None)


def attempts(session: Session, write: Write, bound: Mapping[str, Any] | None = None) -> Iterator[Attempt]:
    """Yield every write that agrees with `bound`: on new and stored items, several values each."""
    return _puts(session, write, bound or {}) if isinstance(write, PutItem) else _changes(session, write, bound or {})


def _puts(session: Session, put: PutItem, bound: Mapping[str, Any]) -> Iterator[Attempt]:
    table, model = session.table, session.table.model
    entity = model.entity(put.entity)
    parameters = {name for template in entity.keys.values() for name in template.parameters}
    given = {name: bound[name] for name in entity.attributes if name in bound}
    new = [sample.new_item(model, entity, NEW + more, session.now) for more in range(NEW_ITEMS)]
    stored = [item for item, _ in subjects(table, {key.name: entity.keys[key.name] for key in model.key})]
    for item in (*new, *(item for item in stored if parameters <= item.keys())):
        target = item_of(model, entity, {**item, **given}, session.now)
        key = {name: target[name] for name in entity.key_attributes}  # other parts of a transaction have the same
        for values in place_values(model, put, table.get(target) or target):
            yield target, {**key, **values, **bound}


def _changes(session: Session, change: Change, bound: Mapping[str, Any]) -> Iterator[Attempt]:
    table, model = session.table, session.table.model
    ttl = {name: at for entity in matching_entities(model, change.key) for name, at in ttl_of(model, entity, session.now).items()}
    for item, parameters in (*subjects(table, change.key), ({}, absent_values(change.key))):
        if all(bound.get(name, value) == value for name, value in parameters.items()):
            for values in place_values(model, change, item, ttl):
                yield rendered_key(model, change.key, parameters), {**values, **bound, **parameters}


def absent_key(session: Session, key: Mapping[str, Template]) -> Item:
    """Return the key of a missing item; a key without parameters names one stored item."""
    return rendered_key(session.table.model, key, absent_values(key))


def absent_values(key: Mapping[str, Template]) -> dict[str, Any]:
    """Return values with which a key names no item."""
    return {name: ABSENT for template in key.values() for name in template.parameters}


def arguments(write: Write, target: Item, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of a write, alone or as a part of a transaction."""
    expressions = Expressions()
    if isinstance(write, UpdateItem):
        expressions.add("UpdateExpression", write.update, values)
    expressions.add("ConditionExpression", write.condition, values)
    return {"Item" if isinstance(write, PutItem) else "Key": to_wire(target), **expressions.all()}
