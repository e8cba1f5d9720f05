"""Transactions: all of it where every condition holds, none of it where one does not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from harness.patterns.request import Expressions, from_wire, rendered_key, to_wire
from harness.patterns.session import Session
from harness.patterns.values import NEW, expression_values, subjects
from modules.model import sample
from modules.model.operation import ConditionCheck, DeleteItem, PutItem, UpdateItem, Write
from modules.model.pattern import TransactGet, TransactWrite
from modules.model.sample import Item
from modules.model.size import read_units, write_units

NAMES = {PutItem: "Put", UpdateItem: "Update", DeleteItem: "Delete", ConditionCheck: "ConditionCheck"}


def get(session: Session, pattern: TransactGet) -> None:
    table = session.table
    keys = [rendered_key(table.model, item.key, subjects(table, item.key)[0][1]) for item in pattern.items]
    requests = [{"Get": {"TableName": session.table_name, "Key": to_wire(key)}} for key in keys]
    answer = session.call_any("transact_get_items", TransactItems=requests)
    found = [from_wire(response.get("Item", {})) for response in answer["Responses"]]
    session.expect("the items", found, [table.get(key) or {} for key in keys])
    session.read(found, sum(read_units([item], transactional=True) for item in found))


def write(session: Session, pattern: TransactWrite) -> None:
    """The parts share their parameters: a place means the same value wherever it stands."""
    values = _values(session, pattern, holding=True)
    parts = [(part, _target(session, part, values)) for part in pattern.items]
    session.call_any("transact_write_items", TransactItems=_requests(session, parts, values))
    for part, target in parts:
        before = session.table.get(target)
        _apply(session, part, target, values)
        session.wrote(write_units(session.table.model, before, session.table.get(target), transactional=True))
        session.expect_stored(target)
    failing = _values(session, pattern, holding=False)
    parts = [(part, _target(session, part, failing)) for part in pattern.items]
    if all(session.table.allows(part.condition, target, failing) for part, target in parts):
        return  # without conditions there is nothing to refuse
    requests = _requests(session, parts, failing)
    session.expect_refusal("TransactionCanceledException", "transact_write_items", TransactItems=requests)
    for _, target in parts:
        session.expect_stored(target)


def _values(session: Session, pattern: TransactWrite, *, holding: bool) -> dict[str, Any]:
    """Keys of stored items come first, so that a new item can refer to them."""
    table = session.table
    values: dict[str, Any] = {}
    for part in pattern.items:
        if isinstance(part, PutItem):
            continue
        item, parameters = next(
            (item, found) for item, found in subjects(table, part.key) if all(values.get(k, v) == v for k, v in found.items())
        )
        texts = {"condition": part.condition, "update": getattr(part, "update", "")}
        values = expression_values(table.model, texts, item, holding=holding) | values | parameters
    for part in pattern.items:
        if isinstance(part, PutItem):
            new = sample.new_item(table.model, table.model.entity(part.entity), NEW, session.now)
            texts = {"condition": part.condition}
            values = expression_values(table.model, texts, new, holding=holding) | values
    return values


def _target(session: Session, part: Write, values: Mapping[str, Any]) -> Item:
    """The item of a put, the key of any other part."""
    if not isinstance(part, PutItem):
        return rendered_key(session.table.model, part.key, values)
    model = session.table.model
    entity = model.entity(part.entity)
    new = sample.new_item(model, entity, NEW, session.now)
    given = {name: values[name] for name in entity.attributes if name in values}
    return sample.with_keys(model, entity, {**new, **given})


def _requests(session: Session, parts: list[tuple[Write, Item]], values: Mapping[str, Any]) -> list[dict[str, Any]]:
    requests = []
    for part, target in parts:
        expressions = Expressions()
        if isinstance(part, UpdateItem):
            expressions.add("UpdateExpression", part.update, values)
        expressions.add("ConditionExpression", part.condition, values)
        subject = {"Item" if isinstance(part, PutItem) else "Key": to_wire(target)}
        requests.append({NAMES[type(part)]: {"TableName": session.table_name, **subject, **expressions.all()}})
    return requests


def _apply(session: Session, part: Write, target: Item, values: Mapping[str, Any]) -> None:
    match part:
        case PutItem():
            session.table.put(target)
        case UpdateItem():
            session.table.update(target, part.update, values)
        case DeleteItem():
            session.table.delete(target)
