"""Write the items that a load test reads."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from dynawright.emulator.patterns.request import to_wire
from dynawright.model import System, TableModel
from dynawright.model.item import Item, item_of
from dynawright.model.limits import MAX_BATCH_WRITE_ITEMS
from dynawright.model.load import Load
from dynawright.ops.load.asking import Asking
from dynawright.ops.load.numbers import Numbers


@dataclass
class Seeded:
    """How many items were written, and the write units they took."""

    items: int = 0
    units: float = 0.0


def seed(client: Any, system: System, load: Load, tables: dict[str, str], items: int, most_units: float) -> Seeded:
    """Write items 1 to `items` of each entity, within a budget of units."""
    done = Seeded()
    for model in system.tables:
        if model.name not in tables:
            continue
        batch: dict[tuple[Any, ...], Item] = {}
        for item in seeds(model, load, items):
            if done.units >= most_units:
                return done
            batch[tuple(item[key.name] for key in model.key)] = item  # a batch may have each key only once
            if len(batch) == MAX_BATCH_WRITE_ITEMS:
                _write(client, tables[model.name], batch, done)
        _write(client, tables[model.name], batch, done)
    return done


def seeds(model: TableModel, load: Load, items: int) -> Iterator[Item]:
    now = int(time.time())
    for entity in model.entities:
        if entity.chunks is not None or not model.access_patterns:
            continue
        pattern = model.access_patterns[0]
        asking = Asking(model, pattern, load)
        numbers = Numbers(entity, load, pattern.id, items, (), time.time)
        for number in range(1, items + 1):
            yield item_of(model, entity, asking.attributes(entity, numbers.of(number), number), now)


def _write(client: Any, table: str, batch: dict[tuple[Any, ...], Item], done: Seeded) -> None:
    done.items += len(batch)
    left = {table: [{"PutRequest": {"Item": to_wire(item)}} for item in batch.values()]}
    while left.get(table):
        answer = client.batch_write_item(RequestItems=left, ReturnConsumedCapacity="TOTAL")
        done.units += sum(consumption["CapacityUnits"] for consumption in answer.get("ConsumedCapacity", ()))
        left = answer.get("UnprocessedItems", {})
    batch.clear()
