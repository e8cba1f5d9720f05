"""Remarks on unused storage: indexes and their entries, entities, TTL."""

from __future__ import annotations

from collections.abc import Iterator

from dynawright.model.advice.remark import Remark, remark
from dynawright.model.pattern import Query, Scan
from dynawright.model.reach import answered_entities, entities_in, read_entities, written_entities
from dynawright.model.table import TableModel


def remarks(model: TableModel) -> Iterator[Remark]:
    yield from _indexes(model)
    yield from _entities(model)
    if model.ttl is not None and all(
        entity.expires_after is None and model.ttl not in entity.attributes for entity in model.entities
    ):
        text, fix = f"TTL is on for '{model.ttl}', but no entity expires", "give one expires_after=, or drop ttl"
        yield remark(model, "DW265", text, value=model.ttl, fix=fix)


def _indexes(model: TableModel) -> Iterator[Remark]:
    """Warn of index entries that no pattern reads: each is written and paid for with its item."""
    read = {index.name: {*_read_in(model, index.name)} for index in model.all_indexes}
    for index in model.all_indexes:
        if not any(_asks(pattern, index.name) for pattern in model.access_patterns):
            text = "it serves no pattern, yet each write to it costs"
            yield remark(index, "DW261", text, value=index.name, fix="declare the pattern, or drop the index")
            continue
        for entity in entities_in(model, index.name):
            if entity.name not in read[index.name]:
                text = f"each item has an entry in index '{index.name}', which is paid for and which no pattern reads"
                fix = "declare the pattern that reads it, or leave the keys of the index out"
                yield remark(entity, "DW261", text, value=index.name, fix=fix)


def _asks(pattern: object, index: str) -> bool:
    return isinstance(pattern, Query | Scan) and pattern.index == index


def _read_in(model: TableModel, index: str) -> Iterator[str]:
    for pattern in model.access_patterns:
        if _asks(pattern, index):
            yield from (entity.name for entity in read_entities(model, pattern))


def _entities(model: TableModel) -> Iterator[Remark]:
    shown = (
        entity
        for pattern in model.access_patterns
        for entity in (*read_entities(model, pattern), *answered_entities(model, pattern))
    )
    read = {entity.name for entity in shown}
    written = {entity.name for pattern in model.access_patterns for entity in written_entities(model, pattern)}
    for entity in model.entities:
        if entity.name not in read:
            fix = "declare the pattern that reads it, or drop the entity"
            yield remark(entity, "DW262", "no pattern reads it", value=entity.name, fix=fix)
        if entity.name not in written:
            text = "no pattern writes it, so no role may store it"
            yield remark(entity, "DW263", text, value=entity.name, fix="declare the pattern that writes it")
