"""Capacity units of requests on moto's tables, by DynamoDB's published rules."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from moto.dynamodb.models.dynamo_type import DynamoType
from moto.dynamodb.models.utilities import dynamo_to_dict

from dynawright.emulator.patterns.request import from_wire
from dynawright.model.item import Item
from dynawright.model.key import Key
from dynawright.model.size import read_units, write_units_by_place

Units = dict[str | None, float]
"""Units of the table, under None, and of each index, under its name."""


@dataclass(frozen=True)
class TableShape:
    """The indexes of one of moto's tables, in the form that dynawright.model.size needs."""

    table: Any

    @cached_property
    def index_keys(self) -> Mapping[str, tuple[Key, ...]]:
        return {index.name: tuple(Key(name) for name in index.schema_key_attrs) for index in self.table.all_indexes()}

    def carries(self, index: str, attribute: str) -> bool:
        given = self.table.get_index(index)
        keys = (*given.schema_key_attrs, *given.table_key_attrs)
        projection = given.projection
        return projection["ProjectionType"] == "ALL" or attribute in (*keys, *projection.get("NonKeyAttributes", ()))


class Meter:
    """The units of one request, summed by table."""

    def __init__(self) -> None:
        self.tables: dict[Any, Units] = {}

    def read(
        self,
        table: Any,
        items: Iterable[Item],
        *,
        index: str | None = None,
        consistent: bool = False,
        transactional: bool = False,
    ) -> None:
        """Count items that are read together; reads through an index cost the table nothing."""
        self._add(table, {None: 0.0, index: read_units(items, consistent=consistent, transactional=transactional)})

    def write(self, table: Any, before: Item | None, after: Item | None, *, transactional: bool) -> None:
        self._add(table, write_units_by_place(TableShape(table), before, after, transactional=transactional))

    def _add(self, table: Any, more: Units) -> None:
        units = self.tables.setdefault(table, defaultdict(float))
        for place, count in more.items():
            units[place] += count

    def report(self, detail: str, *, split: str = "") -> list[dict[str, Any]]:
        """Return ConsumedCapacity in the requested detail; `split` names what transactions separate."""
        return [self._report(table, units, detail, split) for table, units in self.tables.items()]

    def _report(self, table: Any, units: Units, detail: str, split: str) -> dict[str, Any]:
        def counted(count: float) -> dict[str, float]:
            return {"CapacityUnits": count} | ({split: count} if split else {})

        report: dict[str, Any] = {"TableName": table.name, **counted(sum(units.values()))}
        if detail == "INDEXES":
            report["Table"] = counted(units[None])
            for kind, indexes in (("GlobalSecondaryIndexes", table.global_indexes), ("LocalSecondaryIndexes", table.indexes)):
                if used := {index.name: counted(units[index.name]) for index in indexes if index.name in units}:
                    report[kind] = used
        return report


def stored(table: Any, key: Mapping[str, Any]) -> Item | None:
    """Return a copy of the stored item; None also if the key is invalid, so that the request is refused."""
    parts = [key.get(name) for name in table.table_key_attrs]
    if not all(isinstance(part, Mapping) and len(part) == 1 for part in parts):
        return None
    item = table.get_item(*(DynamoType(part) for part in parts))
    return None if item is None else plain(item)


def plain(item: Any) -> Item:
    """Return one of moto's items as Python values."""
    return from_wire(dynamo_to_dict(item.attrs))
