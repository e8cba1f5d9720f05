"""Items made from an entity's declaration: what checks and tests reason about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from decimal import Decimal
from random import Random
from typing import TYPE_CHECKING, Any

from modules.model.chunks import CHUNK_BYTES, split
from modules.model.entity import Entity
from modules.model.item import Item, item_of
from modules.model.limits import AttributeType

if TYPE_CHECKING:
    from modules.model.table import TableModel

# Three values for each parameter; the second begins like the first, as tenant ids do in real life.
FIRST_DAY, DAYS = date(2026, 1, 1), 36_500
_NUMBERS = (1, 10, 2)
_VARIED = 3
_SAMPLE_CHUNKS = 3


def items(model: TableModel, entity: Entity, now: int) -> list[Item]:
    """Up to 27 items of an entity that share parts of their keys, no two with the same primary key; each in all its chunks."""
    found: dict[tuple[Any, ...], Item] = {}
    for numbers in _grid(_varied(entity)):
        for item in _items(model, entity, numbers, now):
            found.setdefault(tuple(item[key.name] for key in model.key), item)
    return list(found.values())


def new_item(model: TableModel, entity: Entity, number: int, now: int) -> Item:
    """An item whose every parameter has `number` in its value."""
    return new_items(model, entity, number, now)[0]


def new_items(model: TableModel, entity: Entity, number: int, now: int) -> list[Item]:
    """The same, with all chunks where it is stored in chunks."""
    return _items(model, entity, dict.fromkeys(_varied(entity), number), now)


def value(type: AttributeType, name: str, number: int) -> Any:
    """A value of a DynamoDB type, in the form boto3 takes it."""
    return {
        "S": _text(name, number),
        "N": Decimal(number),
        "B": f"{name}{number}".encode(),
        "BOOL": number % 2 == 0,
        "NULL": None,
        "M": {"name": name, "number": Decimal(number)},
        "L": [name, Decimal(number)],
        "SS": {name, f"{name}{number}"},
        "NS": {Decimal(number), Decimal(number + 1)},
        "BS": {f"{name}{number}".encode()},
    }[type]


def _text(name: str, number: int) -> str:
    """A day for what is called one: whoever reads it may insist on that."""
    return f"{FIRST_DAY + timedelta(days=number % DAYS)}" if name.endswith("Date") else f"{name}{number}"


def _grid(parameters: tuple[str, ...]) -> Iterator[dict[str, int]]:
    """Numbers for the parameters: every combination of the first three, the others varied along."""
    for i in range(len(_NUMBERS) ** min(len(parameters), _VARIED)):
        digits = [i // len(_NUMBERS) ** place for place in range(_VARIED)]
        yield {
            name: _NUMBERS[(digits[place] if place < _VARIED else sum(digits) + place) % len(_NUMBERS)]
            for place, name in enumerate(parameters)
        }


def _varied(entity: Entity) -> tuple[str, ...]:
    """The parameters that tell one item from another; a chunk's number is no choice."""
    return tuple(name for name in entity.key_attributes if entity.chunks is None or name != "Chunk")


def _items(model: TableModel, entity: Entity, numbers: Mapping[str, int], now: int) -> list[Item]:
    number = sum(digit * 100**place for place, digit in enumerate(numbers.values()))  # other attributes differ from item to item
    attributes = {name: value(type, name, numbers.get(name, number)) for name, type in entity.attributes.items()}
    if entity.chunks is None:
        return [item_of(model, entity, attributes, now)]
    count = min(entity.chunks.at_most, _SAMPLE_CHUNKS)
    attributes[entity.chunks.of] = Random(number).randbytes(CHUNK_BYTES * count - 1)  # noqa: S311  # no secret; no two chunks are alike
    return split(model, entity, attributes, now)
