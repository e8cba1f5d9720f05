"""Sample items from an entity's declaration, for checks and tests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from random import Random
from typing import TYPE_CHECKING, Any

from dynawright.model.attribute import Declared, type_of
from dynawright.model.chunks import CHUNK_BYTES, split
from dynawright.model.entity import Entity
from dynawright.model.item import Item, item_of

if TYPE_CHECKING:
    from dynawright.model.table import TableModel

# Three values for each parameter; the second begins like the first, as real tenant ids can.
START, DAYS = datetime(2026, 1, 1, tzinfo=UTC), 36_500
_NUMBERS = (1, 10, 2)
_VARIED = 3
_ALIKE = 100  # larger numbers are in no other item
_SAMPLE_CHUNKS = 3
_REPEATED = 1024  # bytes


def items(model: TableModel, entity: Entity, now: int) -> list[Item]:
    """Return up to 27 items of an entity with shared key parts, unique primary keys, and all chunks."""
    found: dict[tuple[Any, ...], Item] = {}
    for numbers in _grid(_varied(entity)):
        for item in _items(model, entity, numbers, now):
            found.setdefault(tuple(item[key.name] for key in model.key), item)
    return list(found.values())


def example(model: TableModel, entity: Entity, number: int) -> Item:
    """Return an item with `number` in the value of each parameter."""
    return _items(model, entity, dict.fromkeys(_varied(entity), number), 0)[0]


def new_item(model: TableModel, entity: Entity, number: int, now: int) -> Item:
    """Return an item whose own key contains `number`; its other keys are those of the first of `items`."""
    return new_items(model, entity, number, now)[0]


def new_items(model: TableModel, entity: Entity, number: int, now: int) -> list[Item]:
    """Return the same, with all chunks if the entity is stored in chunks."""
    own = {name for key in model.key for name in entity.keys[key.name].parameters}
    return _items(model, entity, {name: number if name in own else _NUMBERS[0] for name in _varied(entity)}, now)


def alike(model: TableModel, entity: Entity, keys: Sequence[str], count: int, now: int) -> list[Item]:
    """Return items that share the named keys with the first of `items` and differ in their other keys."""
    fixed = {name for key in keys for name in entity.keys[key].parameters}
    numbers = ({name: _NUMBERS[0] if name in fixed else _ALIKE + at for name in _varied(entity)} for at in range(count))
    return [item for each in numbers for item in _items(model, entity, each, now)]


def value(declared: Declared, name: str, number: int, numbers: Mapping[str, int] | None = None) -> Any:
    """Return a declared value for boto3; `numbers` are for names with a number of their own."""
    own = (numbers or {}).get(name, number)
    match declared:
        case tuple():
            return declared[own % len(declared)]
        case Mapping():
            return {inner: value(one, inner, number, numbers) for inner, one in declared.items()}
    return {
        "S": _text(name, own),
        "N": Decimal(own),
        "B": f"{name}{own}".encode(),
        "BOOL": own % 2 == 0,
        "NULL": None,
        "M": {"name": name, "number": Decimal(own)},
        "L": [name, Decimal(own)],
        "SS": {name, f"{name}{own}"},
        "NS": {Decimal(own), Decimal(own + 1)},
        "BS": {f"{name}{own}".encode()},
    }[type_of(declared)]


def _text(name: str, number: int) -> str:
    """Return a day or a time for an attribute whose name means one: readers may parse it."""
    if name.endswith(("Date", "date")):
        return f"{START + timedelta(days=number % DAYS):%Y-%m-%d}"
    if name.endswith(("At", "_at")):
        return f"{START + timedelta(seconds=number % (DAYS * 86_400)):%Y-%m-%dT%H:%M:%SZ}"
    return f"{name}{number}"


def _grid(parameters: tuple[str, ...]) -> Iterator[dict[str, int]]:
    """Yield numbers for the parameters: every combination of the first three, the others varied too."""
    for i in range(len(_NUMBERS) ** min(len(parameters), _VARIED)):
        digits = [i // len(_NUMBERS) ** place for place in range(_VARIED)]
        yield {
            name: _NUMBERS[(digits[place] if place < _VARIED else sum(digits) + place) % len(_NUMBERS)]
            for place, name in enumerate(parameters)
        }


def _varied(entity: Entity) -> tuple[str, ...]:
    """Return the parameters that distinguish items, without a chunk's number."""
    return tuple(name for name in entity.key_attributes if entity.chunks is None or name != "Chunk")


def _items(model: TableModel, entity: Entity, numbers: Mapping[str, int], now: int) -> list[Item]:
    number = sum(digit * 100**place for place, digit in enumerate(numbers.values()))  # other attributes differ from item to item
    whole = number % 2 == 1 or not numbers  # every second item has required attributes only
    declared = {name: one for name, one in entity.declared.items() if whole or name not in entity.optional}
    own = {name for other in model.entities for key in model.key for name in other.keys[key.name].parameters}
    found_by = {name for other in model.entities for name in _varied(other)} - own  # keys of indexes are shared by many items
    shared = {name: _NUMBERS[number % len(_NUMBERS)] for name in declared if name in found_by and name not in numbers}
    attributes = {name: value(one, name, number, {**shared, **numbers}) for name, one in declared.items()}
    if model.ttl in attributes:
        attributes[model.ttl] += now
    if entity.chunks is None:
        return [item_of(model, entity, attributes, now)]
    attributes[entity.chunks.of] = _large(number, chunks=min(entity.chunks.at_most, _SAMPLE_CHUNKS))
    return split(model, entity, attributes, now)


def _large(number: int, *, chunks: int) -> bytes:
    """Return a value whose chunks all differ; each chunk repeats one text, which is fast to make."""
    random = Random(number)  # noqa: S311  # no secret
    return b"".join(random.randbytes(_REPEATED) * (CHUNK_BYTES // _REPEATED) for _ in range(chunks))[:-1]
