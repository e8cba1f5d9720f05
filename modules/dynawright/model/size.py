"""Sizes of items and capacity units of requests, by DynamoDB's published rules."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any, Protocol

from dynawright.model.item import Item
from dynawright.model.key import Key

READ_UNIT_BYTES = 4096
WRITE_UNIT_BYTES = 1024


class Indexes(Protocol):
    """The part of a table that write costs depend on: each index's keys and projection.

    TableModel implements it.
    """

    @property
    def index_keys(self) -> Mapping[str, tuple[Key, ...]]: ...

    def carries(self, index: str, attribute: str) -> bool: ...


def item_size(item: Item) -> int:
    """Return the bytes of names and values, as DynamoDB counts them."""
    return sum(len(name.encode()) + _value_size(value) for name, value in item.items())


def read_units(items: Iterable[Item], *, consistent: bool = False, transactional: bool = False) -> float:
    """Return the units of a request that reads `items`; an empty result costs the minimum."""
    return read_units_of(sum(map(item_size, items)), consistent=consistent, transactional=transactional)


def read_units_of(size: float, *, consistent: bool = False, transactional: bool = False) -> float:
    """Return the same for a total of bytes."""
    return max(1, math.ceil(size / READ_UNIT_BYTES)) * (2.0 if transactional else 1.0 if consistent else 0.5)


def write_units(model: Indexes, before: Item | None, after: Item | None, *, transactional: bool = False) -> float:
    """Return the units of changing an item: of the table and of each index whose entry changes."""
    return sum(write_units_by_place(model, before, after, transactional=transactional).values())


def write_units_by_place(
    model: Indexes, before: Item | None, after: Item | None, *, transactional: bool = False
) -> dict[str | None, float]:
    """Return the same by place: None is the table; indexes with an unchanged entry are left out."""
    units: dict[str | None, float] = {None: float(_blocks(before or {}, after or {}) * (2 if transactional else 1))}
    for name, keys in model.index_keys.items():
        old, new = index_entry(model, name, before), index_entry(model, name, after)
        if old == new:
            continue
        if old and new and all(old[key.name] == new[key.name] for key in keys):
            units[name] = float(_blocks(old, new))
        else:  # a changed key deletes the entry and puts a new one
            units[name] = float(sum(_blocks(entry) for entry in (old, new) if entry))
    return units


def _blocks(*states: Item) -> int:
    return max(1, math.ceil(max(map(item_size, states)) / WRITE_UNIT_BYTES))


def index_entry(model: Indexes, index: str, item: Item | None) -> Item | None:
    """Return an item's entry in an index; None if the item lacks one of its keys."""
    if item is None or any(key.name not in item for key in model.index_keys[index]):
        return None
    return {name: value for name, value in item.items() if model.carries(index, name)}


def _value_size(value: Any) -> int:
    match value:
        case None | bool():
            return 1
        case str():
            return len(value.encode())
        case bytes():
            return len(value)
        case Decimal() | int():
            digits = "".join(map(str, Decimal(value).as_tuple().digits)).strip("0")
            return math.ceil(len(digits) / 2) + 1
        case dict():
            return 3 + sum(len(name.encode()) + 1 + _value_size(inner) for name, inner in value.items())
        case list():
            return 3 + sum(1 + _value_size(inner) for inner in value)
        case set() | frozenset():
            return sum(map(_value_size, value))
    raise TypeError(f"{type(value).__name__} is no DynamoDB value")
