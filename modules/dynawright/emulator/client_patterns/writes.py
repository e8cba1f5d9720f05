"""Run writes through a client: done if the conditions hold, otherwise refused with the right error."""

from __future__ import annotations

from typing import Any

from dynawright.clients.consumers import entity_parameter
from dynawright.clients.parameters import given_attributes
from dynawright.emulator.client_patterns.asker import Asker
from dynawright.emulator.patterns import transactions
from dynawright.model import sample
from dynawright.model.chunks import join
from dynawright.model.item import Item
from dynawright.model.operation import Write
from dynawright.model.pattern import AccessPattern, BatchWrite

Choice = tuple[dict[int, Item], dict[str, Any]]


def batch_write(asker: Asker, pattern: BatchWrite) -> None:
    given: dict[str, list[Item]] = {}
    for entity in map(asker.model.entity, pattern.entities):
        for number in range(30 if entity.chunks is None else 2):  # chunks are large
            items = sample.new_items(asker.model, entity, 1000 + number, asker.session.now)
            for item in items:
                asker.table.put(item)
            whole = items[0] if entity.chunks is None else {**items[0], entity.chunks.of: join(entity, items)}
            attributes = {name: whole[name] for name in given_attributes(asker.model, entity) if name in whole}
            given.setdefault(entity_parameter(entity.name), []).append(attributes)
    asker.method(pattern)(**given)
    for item in list(asker.table.items.values()):
        asker.session.expect_stored(item)


def write(asker: Asker, pattern: AccessPattern, parts: tuple[Write, ...]) -> None:
    """Make a write of one part or several."""
    allowed = _choice(asker, parts)
    if allowed is None:
        asker.session.problem("no sample items satisfy the conditions")
        return
    targets, values = allowed
    before = asker.table.get(targets[0])
    answer = asker.call(pattern, values, targets)
    for at, part in enumerate(parts):
        asker.table.apply(part, targets[at], values)
        asker.session.expect_stored(targets[at])
    _expect_returned(asker, pattern, answer, before, asker.table.get(targets[0]) or {})
    for failing, part in enumerate(parts):
        if part.condition:
            _refuse(asker, pattern, parts, failing)


def _expect_returned(asker: Asker, pattern: AccessPattern, answer: Any, before: Item | None, after: Item) -> None:
    """Expect a write to return what its pattern declares, and nothing else."""
    returns = "NONE" if pattern.request == "TransactWriteItems" else getattr(pattern, "returns", "NONE")
    if returns.startswith("UPDATED"):
        item = after if returns == "UPDATED_NEW" else before or {}
        asker.session.expect("what it returns", answer, {name: item.get(name) for name in answer})
        return
    asker.session.expect("what it returns", answer, {"ALL_OLD": before, "ALL_NEW": after}.get(returns))


def _refuse(asker: Asker, pattern: AccessPattern, parts: tuple[Write, ...], failing: int) -> None:
    refused = _choice(asker, parts, failing)
    if refused is None:
        asker.session.problem(f"no sample items fail the condition '{parts[failing].condition}' alone")
        return
    targets, values = refused
    try:
        asker.call(pattern, values, targets)
    except asker.package.ConditionFailed as error:
        single = pattern.request != "TransactWriteItems"
        asker.session.expect("the error", (error.pattern, error.parts), (pattern.id, () if single else (failing,)))
        stored = asker.table.get(targets[failing]) if getattr(pattern, "returns", "NONE") == "ALL_OLD" else None
        asker.session.expect("the item of the error", error.item, stored)
    else:
        asker.session.problem("it succeeded although its condition does not hold")
    for target in targets.values():
        asker.session.expect_stored(target)


def _choice(asker: Asker, parts: tuple[Write, ...], failing: int | None = None) -> Choice | None:
    choice = transactions.chosen(asker.session, parts, failing)
    if choice is None:
        asker.session.fill(())  # start from an empty table if sample items have every key
        choice = transactions.chosen(asker.session, parts, failing)
    return choice
