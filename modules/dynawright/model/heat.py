"""Partition keys that a pattern's requests reach, the units they use, and their spread."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from dynawright.model.advice.few_values import FEW_VALUES
from dynawright.model.condition import KeyCondition
from dynawright.model.consumption import consumption, part_consumption, place_of, stored_bytes
from dynawright.model.entity import Entity
from dynawright.model.load import Load
from dynawright.model.matching import matching_entities
from dynawright.model.operation import PutItem
from dynawright.model.pattern import AccessPattern, BatchGet, Get, Query, Scan, TransactGet, TransactWrite
from dynawright.model.reach import addressed, read_entities, writes
from dynawright.model.size import read_units_of
from dynawright.model.spread import Spread, capped, even, spread_of, together
from dynawright.model.table import TableModel
from dynawright.model.template import Template
from dynawright.model.traffic import Keys

Kind = Literal["read", "write"]
UNKNOWN_VALUES = 1_000_000
FEW = 5
DAYS, DAY = 365, 86_400
TIMES = ("at", "date", "day", "hour", "minute", "month", "time", "timestamp")
"""Endings of attribute names whose values are times; writes use the present time."""


@dataclass(frozen=True)
class Demand:
    """The load of one request of a pattern on a place (None: the table), on keys of one form.

    The form "" means all keys evenly.

    `keys` belong to the placeholders of the form; at most `at_most` of their combinations exist.
    """

    pattern: str
    place: str | None
    kind: Kind
    form: str
    units: float
    keys: tuple[Keys, ...] = ()
    at_most: int | None = None

    @cached_property
    def spread(self) -> Spread:
        spread = even(1)
        for keys in self.keys:
            spread = together(spread, spread_of(keys), self.at_most or keys.values * spread.count)
        return capped(spread, self.at_most) if self.at_most else spread


def demands(model: TableModel, pattern: AccessPattern, load: Load) -> Iterator[Demand]:
    match pattern:
        case Scan():
            for place, units in consumption(model, pattern, load).reads.items():
                yield Demand(pattern.id, place, "read", "", units)
        case Get():
            yield from _read(model, pattern, load, pattern.item.key)
        case Query() | BatchGet():
            yield from _read(model, pattern, load, pattern.key)
        case TransactGet():
            for item in pattern.items:
                entities = matching_entities(model, item.key)
                size = max((stored_bytes(model, entity, load) for entity in entities), default=0)
                form, keys, at_most = _keys(model, pattern, load, entities, None, item.key)
                yield Demand(pattern.id, None, "read", form, read_units_of(size, transactional=True), keys, at_most)
        case _:
            yield from _written(model, pattern, load)


def _written(model: TableModel, pattern: AccessPattern, load: Load) -> Iterator[Demand]:
    parts = writes(pattern)
    items = load.items(pattern.id) if pattern.operation == "BatchWriteItem" else 1
    for part in parts:
        entities = addressed(model, part)
        asked = {} if isinstance(part, PutItem) else part.key
        units = part_consumption(model, part, load, transactional=isinstance(pattern, TransactWrite))
        for place, each in units.items():
            form, keys, at_most = _keys(model, pattern, load, entities, place, asked)
            yield Demand(pattern.id, place, "write", form, each * items, keys, at_most)


def _read(
    model: TableModel, pattern: Get | Query | BatchGet, load: Load, asked: Mapping[str, KeyCondition] | Mapping[str, Template]
) -> Iterator[Demand]:
    index = pattern.index if isinstance(pattern, Query) else None
    form, keys, at_most = _keys(model, pattern, load, read_entities(model, pattern), index, asked)
    for place, units in consumption(model, pattern, load).reads.items():
        yield Demand(pattern.id, place, "read", form, units, keys, at_most)


def _keys(
    model: TableModel,
    pattern: AccessPattern,
    load: Load,
    entities: list[Entity],
    index: str | None,
    asked: Mapping[str, KeyCondition] | Mapping[str, Template],
) -> tuple[str, tuple[Keys, ...], int | None]:
    """Return the partition keys' template, the keys of its placeholders, and the number of items."""
    name = partition_key(model, index)
    entity = next((entity for entity in entities if name in entity.keys), None)
    if entity is not None:
        template = entity.keys[name]
    else:
        given = asked[name]
        template = given.operands[0] if isinstance(given, KeyCondition) else given
    stored = None if entity is None else load.stored(model, entity)
    at_most = max(1, round(stored)) if stored else None
    keys = tuple(keys_of(load, pattern.id, place, entity, at_most) for place in template.parameters)
    return f"{name}={template.text}", keys, at_most


def partition_key(model: TableModel, index: str | None) -> str:
    place = place_of(model, index)
    return model.partition_key.name if place is None else model.index_keys[place][0].name


def keys_of(load: Load, pattern: str, place: str, entity: Entity | None, stored: int | None) -> Keys:
    """Return the spread of a key's placeholder: from the load, else the default assumption."""
    if declared := load.keys.get(f"{pattern}.{place}") or load.keys.get(place):
        return declared
    if entity is not None and place in entity.shards:
        return Keys(entity.shards[place])
    if entity is not None and place in entity.values:
        return Keys(len(entity.values[place]))
    if place in FEW_VALUES:
        return Keys(FEW)
    return Keys(DAYS, every_seconds=DAY) if is_time(place) else Keys(stored or UNKNOWN_VALUES)


def is_time(name: str) -> bool:
    """Return whether a placeholder's name means a time: `day`, `created_at`, `orderDate`."""
    small = name.lower()
    return small in TIMES or any(name.endswith((f"_{word}", word.capitalize())) for word in TIMES)
