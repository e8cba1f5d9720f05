"""Capacity that one request of an access pattern consumes on the table and each global index."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from dynawright.model import sample
from dynawright.model.attribute import Declared
from dynawright.model.entity import Entity
from dynawright.model.expression import Call, parse_update
from dynawright.model.index import LocalIndex
from dynawright.model.item import Item
from dynawright.model.load import Load
from dynawright.model.matching import matching_entities
from dynawright.model.operation import ConditionCheck, DeleteItem, PutItem, UpdateItem, Write
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
from dynawright.model.reach import read_entities
from dynawright.model.sharding import fan_out
from dynawright.model.size import index_entry, item_size, read_units_of, write_units_by_place
from dynawright.model.table import TableModel

Units = Mapping[str | None, float]
"""Units by place: None for the table with its local indexes, else the name of a global index."""


@dataclass(frozen=True)
class Consumption:
    """Units of one request."""

    reads: Units = field(default_factory=dict)
    writes: Units = field(default_factory=dict)


def consumption(model: TableModel, pattern: AccessPattern, load: Load) -> Consumption:
    """Return write units by place, of the largest entity; an update is assumed to change what it sets."""
    one = _Requests(model, load)
    match pattern:
        case Get():
            size = one.largest(read_entities(model, pattern))
            return Consumption(reads={None: read_units_of(size, consistent=pattern.consistent)})
        case BatchGet():
            size = one.largest(read_entities(model, pattern))
            return Consumption(reads={None: load.items(pattern.id) * read_units_of(size)})
        case TransactGet():
            sizes = [one.largest(matching_entities(model, item.key)) for item in pattern.items]
            return Consumption(reads={None: sum(read_units_of(size, transactional=True) for size in sizes)})
        case Query():
            return Consumption(reads=one.query(pattern))
        case Scan():
            return Consumption(reads=one.scan(pattern))
        case Put() | Update() | Delete():
            return Consumption(writes=one.write(pattern.item))
        case BatchWrite():
            puts = [one.write(PutItem(entity)) for entity in pattern.entities]
            return Consumption(writes={place: load.items(pattern.id) * units for place, units in _sum(puts).items()})
        case TransactWrite():
            return Consumption(writes=_sum(one.write(part, transactional=True) for part in pattern.items))
    raise TypeError(f"{type(pattern).__name__} is no pattern whose consumption is known")


def part_consumption(model: TableModel, part: Write, load: Load, *, transactional: bool) -> Units:
    """Return the write units of one part of a transaction, or of one put of a batch."""
    return _Requests(model, load).write(part, transactional=transactional)


class _Requests:
    """Requests to one table under one load."""

    def __init__(self, model: TableModel, load: Load) -> None:
        self.model, self.load = model, load

    def largest(self, entities: Iterable[Entity], index: str | None = None) -> int:
        """Return the bytes of the largest entity, with all its chunks, in the table or an index."""
        return max((stored_bytes(self.model, entity, self.load, index) for entity in entities), default=0)

    def query(self, pattern: Query) -> Units:
        wanted = self.load.items(pattern.id)
        items = wanted if pattern.limit is None else min(wanted, pattern.limit)
        size = items * self.largest(read_entities(self.model, pattern), pattern.index)
        shards = len(fan_out(self.model, pattern))
        units = shards * read_units_of(math.ceil(size / shards), consistent=pattern.consistent)
        return {place_of(self.model, pattern.index): units}

    def scan(self, pattern: Scan) -> Units:
        """Return the bytes of all stored items; an unknown number counts as one."""
        numbers = [(entity, self.load.stored(self.model, entity)) for entity in read_entities(self.model, pattern)]
        size = sum(
            (1 if count is None else count) * stored_bytes(self.model, entity, self.load, pattern.index)
            for entity, count in numbers
        )
        return {place_of(self.model, pattern.index): read_units_of(size)}

    def write(self, write: Write, *, transactional: bool = False) -> Units:
        if isinstance(write, PutItem):
            items = self.load.examples(self.model, self.model.entity(write.entity))
            return self._units([(None, item) for item in items], transactional=transactional)
        entities = matching_entities(self.model, write.key)
        largest = max(entities, key=lambda entity: stored_bytes(self.model, entity, self.load))
        before = self.load.examples(self.model, largest)[0]
        match write:
            case UpdateItem():
                after: Item | None = _updated(self.model, largest, before, write.update)
            case DeleteItem():
                after = None
            case ConditionCheck():
                after = before
        return self._units([(before, after)], transactional=transactional)

    def _units(self, changes: Iterable[tuple[Item | None, Item | None]], *, transactional: bool) -> Units:
        found = [write_units_by_place(self.model, before, after, transactional=transactional) for before, after in changes]
        return _sum({place_of(self.model, index): units} for each in found for index, units in each.items())


def place_of(model: TableModel, index: str | None) -> str | None:
    """Return the place whose capacity an index uses: its own if it is global, else the table's."""
    return None if index is None or isinstance(model.index(index), LocalIndex) else index


def stored_bytes(model: TableModel, entity: Entity, load: Load, index: str | None = None) -> int:
    """Return the bytes of one entity in the table or an index; 0 where the index lacks it."""
    items = load.examples(model, entity)
    stored = items if index is None else [entry for item in items if (entry := index_entry(model, index, item))]
    return sum(map(item_size, stored))


def _updated(model: TableModel, entity: Entity, item: Item, update: str) -> Item:
    """Return the item with other values, of the same length, in the attributes that the update sets."""
    declared: dict[str, Declared] = {**entity.declared, **model.key_types, model.ttl or "": "N"}
    after = dict(item)
    for action in parse_update(update):
        name = str(action.path.parts[0])
        if action.clause == "REMOVE" and len(action.path.parts) == 1:
            after.pop(name, None)
        elif isinstance(action.value, Call) and action.value == Call("if_not_exists", (action.path, *action.value.arguments[1:])):
            continue  # its value stays
        else:
            after[name] = sample.value(declared.get(name, "S"), name, 2)
    return after


def _sum(parts: Iterable[Units]) -> Units:
    total: dict[str | None, float] = {}
    for part in parts:
        for place, units in part.items():
            total[place] = total.get(place, 0) + units
    return total
