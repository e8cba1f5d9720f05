"""Items made from an entity's declaration: what checks and tests reason about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from modules.model.entity import Entity
from modules.model.limits import AttributeType

if TYPE_CHECKING:
    from modules.model.table import TableModel

Item = dict[str, Any]

# Three values for each parameter; the second begins like the first, as tenant ids do in real life.
_NUMBERS = (1, 10, 2)
_VARIED = 3


def items(model: TableModel, entity: Entity, now: int) -> list[Item]:
    """Up to 27 items of an entity that share parts of their keys, no two with the same primary key."""
    found: dict[tuple[Any, ...], Item] = {}
    for numbers in _grid(entity.key_attributes):
        item = _item(model, entity, numbers, now)
        found.setdefault(tuple(item[key.name] for key in model.key), item)
    return list(found.values())


def new_item(model: TableModel, entity: Entity, number: int, now: int) -> Item:
    """An item whose every parameter has `number` in its value."""
    return _item(model, entity, dict.fromkeys(entity.key_attributes, number), now)


def value(type: AttributeType, name: str, number: int) -> Any:
    """A value of a DynamoDB type, in the form boto3 takes it."""
    return {
        "S": f"{name}{number}",
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


def _grid(parameters: tuple[str, ...]) -> Iterator[dict[str, int]]:
    """Numbers for the parameters: every combination of the first three, the others varied along."""
    for i in range(len(_NUMBERS) ** min(len(parameters), _VARIED)):
        digits = [i // len(_NUMBERS) ** place for place in range(_VARIED)]
        yield {
            name: _NUMBERS[(digits[place] if place < _VARIED else sum(digits) + place) % len(_NUMBERS)]
            for place, name in enumerate(parameters)
        }


def _item(model: TableModel, entity: Entity, numbers: Mapping[str, int], now: int) -> Item:
    types = dict(entity.attributes)
    number = sum(digit * 100**place for place, digit in enumerate(numbers.values()))  # other attributes differ from item to item
    item = {name: value(type, name, numbers.get(name, number)) for name, type in types.items()}
    if model.ttl is not None and entity.expires_after is not None:
        item[model.ttl] = Decimal(now + int(entity.expires_after.total_seconds()))
    return with_keys(model, entity, item)


def with_keys(model: TableModel, entity: Entity, item: Item) -> Item:
    """The item with its keys built from its attributes."""
    item = dict(item)
    places = {**item, **{place: entity.shard(place, item) for place in entity.shards}}
    for key, template in entity.keys.items():
        if model.key_types.get(key, "S") == "S":
            item[key] = template.render({name: places[name] for name in template.parameters})
        else:
            item[key] = item[template.parameters[0]]
    return item
