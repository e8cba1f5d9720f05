"""Transactions: complete if every condition holds, without effect if one fails."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from dynawright.emulator.patterns.request import from_wire, rendered_key, to_wire
from dynawright.emulator.patterns.session import Session
from dynawright.emulator.patterns.values import subjects
from dynawright.emulator.patterns.writes import arguments, attempts
from dynawright.model.item import Item
from dynawright.model.operation import ConditionCheck, DeleteItem, PutItem, UpdateItem, Write
from dynawright.model.pattern import TransactGet, TransactWrite
from dynawright.model.size import read_units, write_units

NAMES = {PutItem: "Put", UpdateItem: "Update", DeleteItem: "Delete", ConditionCheck: "ConditionCheck"}

Targets = dict[int, Item]  # position of a part → the item it puts, or the key of the item it touches


def get(session: Session, pattern: TransactGet) -> None:
    table = session.table
    keys = [rendered_key(table.model, item.key, subjects(table, item.key)[0][1]) for item in pattern.items]
    requests = [{"Get": {"TableName": session.table_name, "Key": to_wire(key)}} for key in keys]
    answer = session.call_any("transact_get_items", TransactItems=requests)
    items = [from_wire(response.get("Item", {})) for response in answer["Responses"]]
    session.expect("the items", items, [table.get(key) or {} for key in keys])
    session.read(items, sum(read_units([item], transactional=True) for item in items))


def write(session: Session, pattern: TransactWrite) -> None:
    """Run a write; its parts share their parameters, each with one value everywhere."""
    table, parts = session.table, pattern.items
    allowed = chosen(session, parts)
    if allowed is None:
        session.problem("no sample items satisfy the conditions of all parts")
        return
    targets, values = allowed
    session.call_any("transact_write_items", TransactItems=_requests(session, parts, targets, values))
    for position, part in enumerate(parts):
        before = table.get(targets[position])
        table.apply(part, targets[position], values)
        session.wrote(write_units(table.model, before, table.get(targets[position]), transactional=True))
        session.expect_stored(targets[position])
    for failing, part in enumerate(parts):
        if part.condition:
            _refuse(session, parts, failing)


def _refuse(session: Session, parts: tuple[Write, ...], failing: int) -> None:
    """Expect the failing part to undo all the others."""
    refused = chosen(session, parts, failing)
    if refused is None:
        session.problem(f"no sample items fail the condition '{parts[failing].condition}' alone")
        return
    targets, values = refused
    requests = _requests(session, parts, targets, values)
    session.expect_refusal("TransactionCanceledException", "transact_write_items", TransactItems=requests)
    for target in targets.values():
        session.expect_stored(target)


def chosen(session: Session, parts: tuple[Write, ...], failing: int | None = None) -> tuple[Targets, dict[str, Any]] | None:
    """Return targets and values that meet all parts' conditions except at `failing`; None if impossible.

    Items that a put must find are stored first if no sample item fits: their key may depend on another part's.
    """
    choice = next(_choices(session, parts, failing), None)
    if choice is None and failing is not None and isinstance(parts[failing], PutItem):
        for targets, _ in _choices(session, parts):
            session.fill([*session.table.items.values(), targets[failing]])
            return next(_choices(session, parts, failing), None)
    return choice


def _choices(session: Session, parts: tuple[Write, ...], failing: int | None = None) -> Iterator[tuple[Targets, dict[str, Any]]]:
    """Yield targets and values with which the conditions of all parts hold, except at `failing`."""

    def choose(positions: list[int], targets: Targets, bound: Mapping[str, Any]) -> Iterator[tuple[Targets, dict[str, Any]]]:
        if not positions:
            yield targets, dict(bound)
            return
        at, *rest = positions
        for target, values in attempts(session, parts[at], bound):
            if session.table.allows(parts[at].condition, target, values) == (at != failing):
                yield from choose(rest, {**targets, at: target}, values)

    # stored items come first, so that a new item can refer to them
    return choose(sorted(range(len(parts)), key=lambda at: isinstance(parts[at], PutItem)), {}, {})


def _requests(session: Session, parts: tuple[Write, ...], targets: Targets, values: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [
        {NAMES[type(part)]: {"TableName": session.table_name, **arguments(part, targets[position], values)}}
        for position, part in enumerate(parts)
    ]
