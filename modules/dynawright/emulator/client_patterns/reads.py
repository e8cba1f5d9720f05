"""Reads through a client: the right items, in order, in pages, merged from all shards, values whole."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dynawright.clients.parameters import parameters
from dynawright.clients.types import Types
from dynawright.emulator.client_patterns.asker import Asker, typed
from dynawright.emulator.patterns.request import rendered_key
from dynawright.emulator.patterns.values import range_values, subjects
from dynawright.emulator.patterns.writes import absent_values
from dynawright.model.chunks import CHUNK_ATTRIBUTES, join
from dynawright.model.entity import Entity
from dynawright.model.item import Item
from dynawright.model.matching import matching_entities
from dynawright.model.pattern import BatchGet, Get, Query, Scan, TransactGet
from dynawright.model.sharding import fan_out, merge

PAGE_SIZE = 2  # small, so that answers span several pages


def get(asker: Asker, pattern: Get) -> None:
    _, values = subjects(asker.table, pattern.item.key)[0]
    for key_values in (values, absent_values(pattern.item.key)):
        stored = asker.table.get(rendered_key(asker.model, pattern.item.key, key_values))
        expected = None if stored is None else asker.table.projected(stored, None, pattern.attributes)
        asker.expect(asker.call(pattern, key_values), expected)


def query(asker: Asker, pattern: Query) -> None:
    matches = subjects(asker.table, pattern.key, pattern.index)
    item, values = matches[0]
    fixed = [name for name, condition in pattern.key.items() if condition.operator == "="]
    values = (
        range_values(pattern.key, [other for other, _ in matches if all(other[name] == item[name] for name in fixed)]) | values
    )
    answers = [asker.table.query(pattern, values | shard) for shard in fan_out(asker.model, pattern)]
    expected = merge(asker.model, pattern, answers) if len(answers) > 1 else answers[0][: pattern.limit]
    every = [grant for answer in answers for grant in answer]
    if not expected:
        asker.session.problem("no sample item answers it, so that nothing is proven")
    entity = next((match for match in matching_entities(asker.model, pattern.key) if match.chunks), None)
    if entity is not None and entity.chunks is not None and asker.has(pattern, "_chunks"):
        _whole(asker, pattern, values, entity, entity.chunks.of, expected)
        return
    answer = asker.call(pattern, values)
    items = [] if answer is None else [answer] if isinstance(answer, dict) else list(answer)
    _expect_ordered(asker, pattern, items, expected, every)
    asker.note(items)
    if hasattr(answer, "page"):
        with asker.meter.stopped():
            _expect_ordered(asker, pattern, _pages(asker, answer, pattern.page_size), expected, every)


def scan(asker: Asker, pattern: Scan) -> None:
    asker.session.expect_items(_pages(asker, asker.method(pattern)(), None), asker.table.scan(pattern))


def batch_get(asker: Asker, pattern: BatchGet) -> None:
    every = [values for _, values in subjects(asker.table, pattern.key)] + [absent_values(pattern.key)]
    names = parameters(asker.model, pattern, Types())
    items = asker.method(pattern)(keys=[{name.name: typed(name, values[name.name]) for name in names} for values in every])
    asker.note(items)
    stored = [asker.table.get(rendered_key(asker.model, pattern.key, values)) for values in every]
    asker.session.expect_items(items, [asker.table.projected(item, None, pattern.attributes) for item in stored if item])


def transact_get(asker: Asker, pattern: TransactGet) -> None:
    values: dict[str, Any] = {}
    for part in pattern.items:
        agreeing = (
            parameters
            for _, parameters in subjects(asker.table, part.key)
            if all(values.get(n, v) == v for n, v in parameters.items())
        )
        values |= next(agreeing)
    expected = tuple(asker.table.get(rendered_key(asker.model, part.key, values)) for part in pattern.items)
    asker.expect(asker.call(pattern, values), expected)


def _expect_ordered(asker: Asker, pattern: Query, items: list[Item], expected: list[Item], every: list[Item]) -> None:
    keys = asker.model.key if pattern.index is None else asker.model.index_keys[pattern.index]
    if len(keys) > 1 and (not pattern.attributes or keys[1].name in pattern.attributes):
        asker.session.expect("the order", [item[keys[1].name] for item in items], [item[keys[1].name] for item in expected])
    asker.session.expect_items(items, every, pattern.limit)


def _pages(asker: Asker, results: Any, size: int | None) -> list[Item]:
    size = size or PAGE_SIZE
    items: list[Item] = []
    token = None
    while True:
        page = results.page(size=size, token=token)
        if len(page.items) > size:
            asker.session.problem(f"a page has {len(page.items)} items where {size} were asked for")
        items += page.items
        if page.token is None:
            asker.note(items)
            return items
        token = page.token


def _whole(asker: Asker, pattern: Query, values: Mapping[str, Any], entity: Entity, cut: str, expected: list[Item]) -> None:
    """Expect a value in chunks to come back whole, and its chunks to be readable."""
    chunks = asker.method(pattern, "_chunks")(**asker.arguments(pattern, values, {}))
    with asker.meter.stopped():
        asker.session.expect_items(list(chunks), expected)
    answer = asker.call(pattern, values)
    item_found = answer if isinstance(answer, dict) else next(item for item in answer if cut in item)
    asker.note([item_found])
    asker.session.expect("the value", item_found[cut], join(entity, [item for item in expected if "Chunk" in item]))
    asker.session.expect("what is left out", {*CHUNK_ATTRIBUTES} & {*item_found}, set())
