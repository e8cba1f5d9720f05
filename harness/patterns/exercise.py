"""Runs the access patterns of one table, in their order, on sample items."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import Any

from harness.patterns import transactions, writes
from harness.patterns.outcome import Outcome
from harness.patterns.reference import ReferenceTable
from harness.patterns.request import Expressions, from_wire, rendered_key, to_wire
from harness.patterns.session import Session
from harness.patterns.values import range_values, subjects
from harness.patterns.writes import absent_key
from modules.model import sample
from modules.model.chunks import TornValueError, join
from modules.model.entity import Entity
from modules.model.item import Item
from modules.model.key import Key
from modules.model.limits import MAX_BATCH_GET_ITEMS, MAX_BATCH_WRITE_ITEMS
from modules.model.matching import matching_entities
from modules.model.pattern import (
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
from modules.model.sharding import fan_out, merge
from modules.model.size import read_units, write_units
from modules.model.table import TableModel
from modules.model.template import Template

PAGE_SIZE = 2  # small, so that a query's answer takes several pages


def exercise(client: Any, model: TableModel, table_name: str) -> Iterator[Outcome]:
    """Runs each pattern on a table that holds sample items of every entity, and compares."""
    now = int(time.time())
    session = Session(client, table_name, ReferenceTable(model), now)
    items = [item for entity in model.entities for item in sample.items(model, entity, now)]
    for pattern in model.access_patterns:
        session.fill([*items, *_more_than_a_page(model, pattern, now)])
        session.begin()
        started = time.perf_counter()
        try:
            _run(session, pattern)
        except client.exceptions.ClientError as error:
            session.problem(str(error))
        yield session.outcome(pattern, time.perf_counter() - started)


def _more_than_a_page(model: TableModel, pattern: AccessPattern, now: int) -> list[Item]:
    """As many items of one key as it takes for a second page of a query that says how long its pages are."""
    if not isinstance(pattern, Query) or pattern.page_size is None:
        return []
    asked = {name: condition for name, condition in pattern.key.items() if condition.operator == "="}
    return [
        item
        for entity in matching_entities(model, pattern.key)
        for item in sample.alike(model, entity, [*asked], pattern.page_size + 1, now)
    ]


def _run(session: Session, pattern: AccessPattern) -> None:
    match pattern:
        case Get():
            _get(session, pattern)
        case Query():
            _query(session, pattern)
        case Scan():
            _scan(session, pattern)
        case BatchGet():
            _batch_get(session, pattern)
        case BatchWrite():
            _batch_write(session, pattern)
        case Put() | Update() | Delete():
            writes.write(session, pattern.item)
        case TransactGet():
            transactions.get(session, pattern)
        case TransactWrite():
            transactions.write(session, pattern)


def _get(session: Session, pattern: Get) -> None:
    table = session.table
    expressions = Expressions()
    expressions.projection(pattern.attributes)
    for key, label in ((_present_key(session, pattern.item.key), "the item"), (absent_key(session, pattern.item.key), "no item")):
        answer = session.call("get_item", Key=to_wire(key), ConsistentRead=pattern.consistent, **expressions.all())
        found, stored = from_wire(answer.get("Item", {})), table.get(key)
        session.expect(label, found, {} if stored is None else table.projected(stored, None, pattern.attributes))
        session.read([found] if found else [], read_units([stored or {}], consistent=pattern.consistent))


def _query(session: Session, pattern: Query) -> None:
    table = session.table
    matches = subjects(table, pattern.key)
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


def _query_once(session: Session, pattern: Query, values: Mapping[str, Any]) -> list[Item]:
    table = session.table
    arguments = _query_arguments(table.model, pattern, values)
    found = _pages(session, "query", arguments, pattern.limit, pattern.consistent, pattern.page_size or PAGE_SIZE)
    _expect_answer(session, pattern, found, table.query(pattern, values))
    for entity in matching_entities(table.model, pattern.key):
        if entity.chunks is not None and (not pattern.attributes or entity.chunks.of in pattern.attributes):
            _expect_whole_values(session, entity, found)
    return found


def _expect_answer(session: Session, pattern: Query, found: list[Item], expected: list[Item]) -> None:
    keys = _keys(session.table.model, pattern)
    if len(keys) > 1 and (not pattern.attributes or keys[1].name in pattern.attributes):
        order = [item[keys[1].name] for item in expected]
        session.expect("the order", [item.get(keys[1].name) for item in found], order[: pattern.limit])
    session.expect_items(found, expected, pattern.limit)


def _expect_merged(session: Session, pattern: Query, answers: list[list[Item]], expected: list[Item]) -> None:
    """The answers of all shards, put together as an application does it, are the answer of a key that is not sharded."""
    model = session.table.model
    keys = _keys(model, pattern)
    if len(keys) > 1:
        expected = sorted(expected, key=lambda item: item[keys[1].name], reverse=pattern.descending)
    _expect_answer(session, pattern, merge(model, pattern, answers), expected)


def _keys(model: TableModel, pattern: Query) -> tuple[Key, ...]:
    return model.key if pattern.index is None else model.index_keys[pattern.index]


def _expect_whole_values(session: Session, entity: Entity, found: list[Item]) -> None:
    """The chunks among the items that a query found are put together, as an application does it."""
    owner = [name for name in entity.key_attributes if name != "Chunk"]
    values: dict[tuple[Any, ...], list[Item]] = {}
    for item in found:
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


def _scan(session: Session, pattern: Scan) -> None:
    expressions = Expressions()
    expressions.projection(pattern.attributes)
    arguments = expressions.all() | ({"IndexName": pattern.index} if pattern.index else {})
    session.expect_items(_pages(session, "scan", arguments, None, False), session.table.scan(pattern))


def _pages(
    session: Session,
    method: str,
    arguments: Mapping[str, Any],
    limit: int | None,
    consistent: bool,
    page_size: int = PAGE_SIZE,
) -> list[Item]:
    """All items of a paged operation, read page by page; with a limit, one page of that size."""
    found: list[Item] = []
    start: dict[str, Any] = {}
    while True:
        answer = session.call(method, Limit=limit or page_size, **arguments, **start)
        page = [from_wire(item) for item in answer["Items"]]
        if len(page) > (limit or page_size):
            session.problem(f"a page has {len(page)} items where {limit or page_size} were asked for")
        found += page
        session.read(page, read_units(page, consistent=consistent))
        if limit is not None or "LastEvaluatedKey" not in answer:
            return found
        start = {"ExclusiveStartKey": answer["LastEvaluatedKey"]}


def _batch_get(session: Session, pattern: BatchGet) -> None:
    table = session.table
    present = [{name: item[name] for name in pattern.key} for item, _ in subjects(table, pattern.key)]
    keys = [*present[: MAX_BATCH_GET_ITEMS - 1], absent_key(session, pattern.key)]
    expressions = Expressions()
    expressions.projection(pattern.attributes)
    request = {session.table_name: {"Keys": [to_wire(key) for key in keys], **expressions.all()}}
    answer = session.call_any("batch_get_item", RequestItems=request)
    found = [from_wire(item) for item in answer["Responses"].get(session.table_name, [])]
    stored = [item for key in keys if (item := table.get(key)) is not None]
    session.expect("unprocessed keys", answer.get("UnprocessedKeys", {}), {})
    session.expect_items(found, [table.projected(item, None, pattern.attributes) for item in stored])
    session.read(found, sum(read_units([item]) for item in stored))


def _batch_write(session: Session, pattern: BatchWrite) -> None:
    model = session.table.model
    entities = [model.entity(name) for name in pattern.entities]
    new = (
        item
        for entity in entities
        for number in range(30 if entity.chunks is None else 2)  # chunks are large
        for item in sample.new_items(model, entity, 1000 + number, session.now)
    )
    written = [*ReferenceTable(model, new).items.values()]  # a batch takes a key once
    for at in range(0, len(written), MAX_BATCH_WRITE_ITEMS):
        batch = written[at : at + MAX_BATCH_WRITE_ITEMS]
        requests = [{"PutRequest": {"Item": to_wire(item)}} for item in batch]
        answer = session.call_any("batch_write_item", RequestItems={session.table_name: requests})
        session.expect("unprocessed items", answer.get("UnprocessedItems", {}), {})
        for item in batch:
            session.wrote(write_units(model, session.table.get(item), item))
            session.table.put(item)
    for item in written:
        session.expect_stored(item)


def _present_key(session: Session, key: Mapping[str, Template]) -> Item:
    _, values = subjects(session.table, key)[0]
    return rendered_key(session.table.model, key, values)
