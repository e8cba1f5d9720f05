"""Single-item writes: done where the condition holds, refused where it does not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from harness.patterns.request import Expressions, rendered_key, to_wire
from harness.patterns.session import Session
from harness.patterns.values import NEW, expression_values, subjects
from modules.model import sample
from modules.model.operation import DeleteItem, PutItem, UpdateItem
from modules.model.sample import Item
from modules.model.size import write_units
from modules.model.template import Template

REFUSAL = "ConditionalCheckFailedException"


def put(session: Session, write: PutItem) -> None:
    table, entity = session.table, session.table.model.entity(write.entity)
    new = sample.new_item(table.model, entity, NEW, session.now)
    stored = [item for item, _ in subjects(table, {key.name: entity.keys[key.name] for key in table.model.key})]
    texts = {"condition": write.condition}
    choices = [(item, expression_values(table.model, texts, table.get(item) or item, holding=True)) for item in (new, *stored)]
    item, values = next(choice for choice in choices if table.allows(write.condition, *choice))
    before = table.get(item)
    session.call("put_item", **_put_arguments(item, write.condition, values))
    table.put(item)
    session.wrote(write_units(table.model, before, item))
    session.expect_stored(item)
    if write.condition:
        refused = [*choices, *((item, expression_values(table.model, texts, item, holding=False)) for item in stored)]
        item, values = next(choice for choice in refused if not table.allows(write.condition, *choice))
        arguments = _put_arguments(item, write.condition, values)
        session.expect_refusal(REFUSAL, "put_item", TableName=session.table_name, **arguments)
        session.expect_stored(item)


def change(session: Session, write: UpdateItem | DeleteItem) -> None:
    table = session.table
    texts = {"condition": write.condition, "update": getattr(write, "update", "")}
    choices = []
    for item, parameters in subjects(table, write.key):
        values = expression_values(table.model, texts, item, holding=True) | parameters
        choices.append((rendered_key(table.model, write.key, values), values))
    key, values = next(choice for choice in choices if table.allows(write.condition, *choice))
    before = table.get(key)
    method = "update_item" if isinstance(write, UpdateItem) else "delete_item"
    session.call(method, **_change_arguments(write, key, values))
    if isinstance(write, UpdateItem):
        table.update(key, write.update, values)
    else:
        table.delete(key)
    session.wrote(write_units(table.model, before, table.get(key)))
    session.expect_stored(key)
    if write.condition:
        failing = expression_values(table.model, texts, table.get(key) or {}, holding=False)
        refused = [(absent_key(session, write.key), values), (key, values | failing)]
        key, values = next(choice for choice in refused if not table.allows(write.condition, *choice))
        arguments = _change_arguments(write, key, values)
        session.expect_refusal(REFUSAL, method, TableName=session.table_name, **arguments)
        session.expect_stored(key)


def absent_key(session: Session, key: Mapping[str, Template]) -> Item:
    """The key of an item that is not in the table; a key without parameters names one item, which is there."""
    types = session.table.model.key_types
    values = {
        name: NEW + 1 if types.get(key_name) == "N" else f"{name}{NEW + 1}"
        for key_name, t in key.items()
        for name in t.parameters
    }
    return rendered_key(session.table.model, key, values)


def _put_arguments(item: Item, condition: str, values: Mapping[str, Any]) -> dict[str, Any]:
    expressions = Expressions()
    expressions.add("ConditionExpression", condition, values)
    return {"Item": to_wire(item), **expressions.all()}


def _change_arguments(write: UpdateItem | DeleteItem, key: Item, values: Mapping[str, Any]) -> dict[str, Any]:
    expressions = Expressions()
    if isinstance(write, UpdateItem):
        expressions.add("UpdateExpression", write.update, values)
    expressions.add("ConditionExpression", write.condition, values)
    return {"Key": to_wire(key), **expressions.all()}
