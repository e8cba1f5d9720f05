"""Run the access patterns of one table, in their order, on sample items."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import Any

from dynawright.emulator.patterns import reads, transactions, writes
from dynawright.emulator.patterns.outcome import Outcome
from dynawright.emulator.patterns.reference import ReferenceTable
from dynawright.emulator.patterns.request import Expressions, from_wire, rendered_key, to_wire
from dynawright.emulator.patterns.session import Session
from dynawright.emulator.patterns.values import subjects
from dynawright.emulator.patterns.writes import absent_key
from dynawright.model import sample
from dynawright.model.item import Item
from dynawright.model.limits import MAX_BATCH_GET_ITEMS, MAX_BATCH_WRITE_ITEMS
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
from dynawright.model.size import read_units, write_units
from dynawright.model.table import TableModel
from dynawright.model.template import Template


def exercise(client: Any, model: TableModel, table_name: str, *, now: int | None = None) -> Iterator[Outcome]:
    """Run each pattern on a table with samples of every entity and compare; `now` fixes the requests."""
    now = int(time.time()) if now is None else now
    session = Session(client, table_name, ReferenceTable(model), now)
    items = [item for entity in model.entities for item in sample.items(model, entity, now)]
    for pattern in model.access_patterns:
        session.fill([*items, *reads.more_than_a_page(model, pattern, now)])
        session.begin()
        started = time.perf_counter()
        try:
            _run(session, pattern)
        except client.exceptions.ClientError as error:
            session.problem(str(error))
        yield session.outcome(pattern, time.perf_counter() - started)


def _run(session: Session, pattern: AccessPattern) -> None:
    match pattern:
        case Get():
            _get(session, pattern)
        case Query():
            reads.query(session, pattern)
        case Scan():
            reads.scan(session, pattern)
        case BatchGet():
            _batch_get(session, pattern)
        case BatchWrite():
            _batch_write(session, pattern)
        case Put() | Update() | Delete():
            writes.write(session, pattern)
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
        returned_item, stored = from_wire(answer.get("Item", {})), table.get(key)
        session.expect(label, returned_item, {} if stored is None else table.projected(stored, None, pattern.attributes))
        session.read([returned_item] if returned_item else [], read_units([stored or {}], consistent=pattern.consistent))


def _batch_get(session: Session, pattern: BatchGet) -> None:
    table = session.table
    present = [{name: item[name] for name in pattern.key} for item, _ in subjects(table, pattern.key)]
    keys = [*present[: MAX_BATCH_GET_ITEMS - 1], absent_key(session, pattern.key)]
    expressions = Expressions()
    expressions.projection(pattern.attributes)
    request = {session.table_name: {"Keys": [to_wire(key) for key in keys], **expressions.all()}}
    answer = session.call_any("batch_get_item", RequestItems=request)
    returned_items = [from_wire(item) for item in answer["Responses"].get(session.table_name, [])]
    stored = [item for key in keys if (item := table.get(key)) is not None]
    session.expect("unprocessed keys", answer.get("UnprocessedKeys", {}), {})
    session.expect_items(returned_items, [table.projected(item, None, pattern.attributes) for item in stored])
    session.read(returned_items, sum(read_units([table.get(key) or {}]) for key in keys))


def _batch_write(session: Session, pattern: BatchWrite) -> None:
    model = session.table.model
    entities = [model.entity(name) for name in pattern.entities]
    new = (
        item
        for entity in entities
        for number in range(30 if entity.chunks is None else 2)  # chunks are large
        for item in sample.new_items(model, entity, 1000 + number, session.now)
    )
    written = [*ReferenceTable(model, new).items.values()]  # a batch may have each key only once
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
