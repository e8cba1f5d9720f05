"""An in-memory table with DynamoDB's behaviour."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from dynawright.emulator.patterns.evaluate import holds, updated
from dynawright.model.condition import KeyCondition
from dynawright.model.expression import parse_condition, parse_update
from dynawright.model.item import Item
from dynawright.model.key import key_value
from dynawright.model.limits import KeyType
from dynawright.model.operation import DeleteItem, PutItem, UpdateItem, Write
from dynawright.model.pattern import Query, Scan
from dynawright.model.table import TableModel

Values = Mapping[str, Any]
ItemKey = tuple[Any, ...]


class ReferenceTable:
    def __init__(self, model: TableModel, items: Iterable[Item] = ()) -> None:
        self.model = model
        self.items: dict[ItemKey, Item] = {self.key_of(item): item for item in items}

    def key_of(self, item: Item) -> ItemKey:
        return tuple(item[key.name] for key in self.model.key)

    def get(self, key: Item) -> Item | None:
        return self.items.get(self.key_of(key))

    def allows(self, condition: str, key: Item, values: Values) -> bool:
        return not condition or holds(parse_condition(condition), self.get(key), values)

    def put(self, item: Item) -> None:
        self.items[self.key_of(item)] = item

    def update(self, key: Item, update: str, values: Values) -> None:
        """Update an item as UpdateItem does: a missing one is created from its key."""
        self.items[self.key_of(key)] = updated(parse_update(update), self.get(key) or dict(key), values)

    def delete(self, key: Item) -> None:
        self.items.pop(self.key_of(key), None)

    def apply(self, write: Write, target: Item, values: Values) -> None:
        """Apply a write, whose condition holds, to the item it puts or the key it names."""
        match write:
            case PutItem():
                self.put(target)
            case UpdateItem():
                self.update(target, write.update, values)
            case DeleteItem():
                self.delete(target)

    def query(self, query: Query, values: Values) -> list[Item]:
        """Return all items that the query selects, ordered and projected by its index, ignoring its limit."""
        keys = self.model.key if query.index is None else self.model.index_keys[query.index]
        types = self.model.key_types
        items = [
            item
            for item in self._in_index(query.index)
            if all(_satisfies(types[name], condition, item[name], values) for name, condition in query.key.items())
        ]
        if len(keys) > 1:
            items.sort(key=lambda item: item[keys[1].name], reverse=query.descending)
        return [self.projected(item, query.index, query.attributes) for item in items]

    def scan(self, scan: Scan) -> list[Item]:
        return [self.projected(item, scan.index, scan.attributes) for item in self._in_index(scan.index)]

    def projected(self, item: Item, index: str | None, attributes: tuple[str, ...]) -> Item:
        return {
            name: value
            for name, value in item.items()
            if (not attributes or name in attributes) and (index is None or self.model.carries(index, name))
        }

    def _in_index(self, index: str | None) -> list[Item]:
        """Return the items of an index: those that have its key."""
        keys = [] if index is None else [key.name for key in self.model.index_keys[index]]
        return [item for item in self.items.values() if all(key in item for key in keys)]


def _satisfies(type: KeyType, condition: KeyCondition, value: Any, values: Values) -> bool:
    operands: list[Any] = [key_value(type, operand.render(values)) for operand in condition.operands]
    match condition.operator:
        case "=":
            return bool(value == operands[0])
        case "begins_with":
            return bool(value[: len(operands[0])] == operands[0])
        case "BETWEEN":
            return bool(operands[0] <= value <= operands[1])
        case "<":
            return bool(value < operands[0])
        case "<=":
            return bool(value <= operands[0])
        case ">":
            return bool(value > operands[0])
        case ">=":
            return bool(value >= operands[0])
