"""Checks that an item matches its table's model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from dynawright.model import Declared, Entity, TableModel
from dynawright.model.attribute import type_of
from dynawright.model.matching import parameters_for
from tests.functions.cloud import Item

TYPES = {str: "S", Decimal: "N", int: "N", bytes: "B", bool: "BOOL", type(None): "NULL", dict: "M", list: "L"}


def problems(model: TableModel, item: Item) -> list[str]:
    """Return why the item does not match the most similar entity with keys of this form."""
    entities = [
        entity
        for entity in model.entities
        if parameters_for({key.name: entity.keys[key.name] for key in model.key}, item) is not None
    ]
    found = [list(_problems(model, entity, item)) for entity in entities]
    return min(found, key=len) if found else [f"{model.name}: no entity has the key of {item}"]


def _problems(model: TableModel, entity: Entity, item: Item) -> Iterator[str]:
    known: dict[str, Declared] = {**model.key_types, **({model.ttl: "N"} if model.ttl else {}), **entity.declared}
    for name in sorted({*item} - {*known}):
        yield f"{entity.name} does not declare '{name}'"
    for name in sorted({*entity.declared} - {*item} - entity.optional):
        yield f"{entity.name} lacks '{name}'"
    for name, value in item.items():
        yield from _wrong(f"{entity.name}.{name}", known.get(name), value)


def _wrong(place: str, declared: Declared | None, value: Any) -> Iterator[str]:
    match declared:
        case None:
            return
        case tuple() if value not in declared:
            yield f"{place} is {value!r}, none of {declared}"
        case Mapping() if isinstance(value, dict):
            for name in sorted({*value} ^ {*declared}):
                yield f"{place}.{name} is only in one of declaration and item"
            for name, inner in value.items():
                yield from _wrong(f"{place}.{name}", declared.get(name), inner)
        case _ if type_of(declared) != TYPES.get(type(value), type_of(declared)):
            yield f"{place} is {value!r}, not of type {type_of(declared)}"
