"""Item collections: sample items of a table or index as a grid, grouped by partition key."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from dynawright.model import TableModel, sample
from dynawright.model.entity import Entity
from dynawright.model.item import Item
from dynawright.model.reach import entities_in
from dynawright.pages.drawing import cut
from dynawright.pages.key_map import colour_of

MOST_ITEMS, LONGEST = 3, 44
NOW = 1_767_225_600
"""2026-01-01, the time at which the samples are written."""


@dataclass(frozen=True)
class SampleItem:
    entity: str
    colour: int
    sort_key: str
    attributes: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class ItemCollection:
    """The items of a partition key."""

    partition_key: str
    items: tuple[SampleItem, ...]


@dataclass(frozen=True)
class SampleGrid:
    """The content of a table or index."""

    name: str
    is_index: bool
    partition_key: str
    sort_key: str
    collections: tuple[ItemCollection, ...]

    @property
    def columns(self) -> int:
        """The largest number of attributes besides keys."""
        return max((len(item.attributes) for held in self.collections for item in held.items), default=0)


def grids(table: TableModel) -> list[SampleGrid]:
    """Return sample items of the table, then those of each index."""
    stored = [(entity, item) for entity in table.entities for item in _samples(table, entity)]
    return [_grid(table, stored, index) for index in (None, *table.index_keys)]


def _samples(table: TableModel, entity: Entity) -> list[Item]:
    """Return an entity's items in the partition of its first; of a value in chunks the first few."""
    items = [sample.example(table, entity, 1)] if entity.chunks else sample.items(table, entity, NOW)
    key = table.partition_key.name
    return [item for item in items if item[key] == items[0][key]][:MOST_ITEMS]


def _grid(table: TableModel, stored: list[tuple[Entity, Item]], index: str | None) -> SampleGrid:
    keys = [key.name for key in (table.key if index is None else table.index_keys[index])]
    inside = entities_in(table, index)
    held: dict[str, list[tuple[str, SampleItem]]] = {}
    for entity, item in stored:
        if entity in inside and all(key in item for key in keys):
            attributes = tuple(_attributes(table, item, index, keys))
            sort_key = _shown(item[keys[1]]) if len(keys) > 1 else ""
            row = SampleItem(entity.name, colour_of(table, entity.name), sort_key, attributes)
            held.setdefault(_shown(item[keys[0]]), []).append((sort_key, row))
    collections = tuple(
        ItemCollection(key, tuple(row for _, row in sorted(rows, key=lambda pair: pair[0]))) for key, rows in held.items()
    )
    return SampleGrid(index or table.name, index is not None, keys[0], keys[1] if len(keys) > 1 else "", collections)


def _attributes(table: TableModel, item: Item, index: str | None, keys: list[str]) -> Iterator[tuple[str, str]]:
    for name, value in item.items():
        if name not in keys and (index is None or table.carries(index, name)):
            yield name, _shown(value)


def _shown(value: Any) -> str:
    """Return a value as the AWS console shows it."""
    match value:
        case bool():
            text = str(value).lower()
        case None:
            text = "null"
        case Decimal():
            text = f"{value:f}"
        case bytes():
            text = f"{len(value):,} bytes"
        case set() | frozenset():
            text = "{" + ", ".join(sorted(map(_shown, value))) + "}"
        case dict():
            text = "{" + ", ".join(f"{name}: {_shown(inner)}" for name, inner in value.items()) + "}"
        case list() | tuple():
            text = "[" + ", ".join(map(_shown, value)) + "]"
        case _:
            text = str(value)
    return cut(text, LONGEST)
