"""Queries and scans: answers are right, ordered, paged, from all shards, with whole values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dynawright.emulator.patterns.request import Expressions, from_wire
from dynawright.emulator.patterns.session import Session
from dynawright.emulator.patterns.values import range_values, subjects
from dynawright.model import sample
from dynawright.model.chunks import TornValueError, join
from dynawright.model.entity import Entity
from dynawright.model.item import Item
from dynawright.model.key import Key
from dynawright.model.matching import matching_entities
from dynawright.model.pattern import AccessPattern, Query, Scan
from dynawright.model.reach import read_entities
from dynawright.model.sharding import fan_out, merge
from dynawright.model.size import read_units
from dynawright.model.table import TableModel

PAGE_SIZE = 2  # small, so that answers span several pages


def query(session: Session, pattern: Query) -> None:
    table = session.table
    matches = subjects(table, pattern.key, pattern.index)
    item, values = matches[0]
    fixed = [name for name, condition in pattern.key.items() if condition.operator == "="]
    alike = [other for other, _ in matches if all(other[name] == item[name] for name in fixed)]
    values = range_values(pattern.key, alike) | values
    requests = [values | shards for shards in fan_out(table.model, pattern)]
    if not any(table.query(pattern, request) for request in requests):
        session.problem("no sample item answers it, so that nothing is proven")
    answers = [_query_once(session, pattern, request) for request in requests]
    if len(requests) > 1:
        _expect_merged(session, pattern, answers, [item for request in requests for item in table.query(pattern, request)])


def scan(session: Session, pattern: Scan) -> None:
    expressions = Expressions()
    expressions.projection(pattern.attributes)
    arguments = expressions.all() | ({"IndexName": pattern.index} if pattern.index else {})
    session.expect_items(_pages(session, "scan", arguments, None, False), session.table.scan(pattern))


def more_than_a_page(model: TableModel, pattern: AccessPattern, now: int) -> list[Item]:
    """Return items of one key, enough for a second page of a query with a page size."""
    if not isinstance(pattern, Query) or pattern.page_size is None:
        return []
    equal = {name: condition for name, condition in pattern.key.items() if condition.operator == "="}
    return [
        item
        for entity in read_entities(model, pattern)
        for item in sample.alike(model, entity, [*equal], pattern.page_size + 1, now)
    ]


def _query_once(session: Session, pattern: Query, values: Mapping[str, Any]) -> list[Item]:
    table = session.table
    arguments = _query_arguments(table.model, pattern, values)
    items = _pages(session, "query", arguments, pattern.limit, pattern.consistent, pattern.page_size or PAGE_SIZE)
    _expect_answer(session, pattern, items, table.query(pattern, values))
    for entity in matching_entities(table.model, pattern.key):
        if entity.chunks is not None and (not pattern.attributes or entity.chunks.of in pattern.attributes):
            _expect_whole_values(session, entity, items)
    return items


def _expect_answer(session: Session, pattern: Query, items: list[Item], expected: list[Item]) -> None:
    keys = _keys(session.table.model, pattern)
    if len(keys) > 1 and (not pattern.attributes or keys[1].name in pattern.attributes):
        order = [item[keys[1].name] for item in expected]
        session.expect("the order", [item.get(keys[1].name) for item in items], order[: pattern.limit])
    session.expect_items(items, expected, pattern.limit)


def _expect_merged(session: Session, pattern: Query, answers: list[list[Item]], expected: list[Item]) -> None:
    """Expect the merged answers of all shards to equal the answer of an unsharded key."""
    model = session.table.model
    keys = _keys(model, pattern)
    if len(keys) > 1:
        expected = sorted(expected, key=lambda item: item[keys[1].name], reverse=pattern.descending)
    _expect_answer(session, pattern, merge(model, pattern, answers), expected)


def _keys(model: TableModel, pattern: Query) -> tuple[Key, ...]:
    return model.key if pattern.index is None else model.index_keys[pattern.index]


def _expect_whole_values(session: Session, entity: Entity, items: list[Item]) -> None:
    """Expect a query's chunks to give the whole value when joined as an application does."""
    owner = [name for name in entity.key_attributes if name != "Chunk"]
    values: dict[tuple[Any, ...], list[Item]] = {}
    for item in items:
        if "Chunk" in item:
            values.setdefault(tuple(item.get(name) for name in owner), []).append(item)
    for chunks in values.values():
        try:
            join(entity, chunks)
        except TornValueError as error:
            session.problem(str(error))


def _query_arguments(model: TableModel, pattern: Query, values: Mapping[str, Any]) -> dict[str, Any]:
    expressions = Expressions()
    expressions.key_condition(model, pattern.key, values)
    expressions.projection(pattern.attributes)
    arguments = {**expressions.all(), "ScanIndexForward": not pattern.descending, "ConsistentRead": pattern.consistent}
    return arguments | ({"IndexName": pattern.index} if pattern.index else {})


def _pages(
    session: Session,
    method: str,
    arguments: Mapping[str, Any],
    limit: int | None,
    consistent: bool,
    page_size: int = PAGE_SIZE,
) -> list[Item]:
    """Return all items of a paged operation, read page by page; with a limit, one page of that size."""
    items: list[Item] = []
    start: dict[str, Any] = {}
    while True:
        answer = session.call(method, Limit=limit or page_size, **arguments, **start)
        page = [from_wire(item) for item in answer["Items"]]
        if len(page) > (limit or page_size):
            session.problem(f"a page has {len(page)} items where {limit or page_size} were asked for")
        items += page
        session.read(page, read_units(page, consistent=consistent))
        if limit is not None or "LastEvaluatedKey" not in answer:
            return items
        start = {"ExclusiveStartKey": answer["LastEvaluatedKey"]}
