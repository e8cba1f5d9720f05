"""How large an item is and what requests cost in capacity units, by DynamoDB's published rules."""

from __future__ import annotations

import math
from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from modules.model.sample import Item
from modules.model.table import TableModel

READ_UNIT_BYTES = 4096
WRITE_UNIT_BYTES = 1024


def item_size(item: Item) -> int:
    """Bytes of names and values, as DynamoDB counts them."""
    return sum(len(name.encode()) + _value_size(value) for name, value in item.items())


def read_units(items: Iterable[Item], *, consistent: bool = False, transactional: bool = False) -> float:
    """Units of one request that reads `items` together; a read that finds nothing still costs the least unit."""
    blocks = max(1, math.ceil(sum(map(item_size, items)) / READ_UNIT_BYTES))
    return blocks * (2.0 if transactional else 1.0 if consistent else 0.5)


def write_units(model: TableModel, before: Item | None, after: Item | None, *, transactional: bool = False) -> float:
    """Units to go from one state of an item to another: the table's, and one or two for each global index it appears in."""
    size = max(item_size(before or {}), item_size(after or {}))
    units = max(1, math.ceil(size / WRITE_UNIT_BYTES)) * (2 if transactional else 1)
    for index in model.indexes:
        keys = [key.name for key in model.index_keys[index.name]]
        old, new = _projected(before, keys), _projected(after, keys)
        if old is not None and new is not None and old == new:
            units += 1 if before != after else 0
        else:
            units += (old is not None) + (new is not None)
    return float(units)


def _projected(item: Item | None, keys: list[str]) -> tuple[Any, ...] | None:
    if item is None or any(key not in item for key in keys):
        return None
    return tuple(item[key] for key in keys)


def _value_size(value: Any) -> int:
    match value:
        case None | bool():
            return 1
        case str():
            return len(value.encode())
        case bytes():
            return len(value)
        case Decimal() | int():
            return math.ceil(len(Decimal(value).normalize().as_tuple().digits) / 2) + 1
        case dict():
            return 3 + sum(len(name.encode()) + 1 + _value_size(inner) for name, inner in value.items())
        case list():
            return 3 + sum(1 + _value_size(inner) for inner in value)
        case set() | frozenset():
            return sum(map(_value_size, value))
    raise TypeError(f"{type(value).__name__} is no DynamoDB value")
