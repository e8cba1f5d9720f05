"""Tables in memory for thousands of crashes, with faults between calls; compared with moto."""

from __future__ import annotations

import math
import threading
import zlib
from collections.abc import Callable
from typing import Any

from botocore.exceptions import ClientError

from dynawright.ops.migration.table import Table
from dynawright.ops.migration.value import Item, text


def table(name: str, **keys: str) -> Table:
    return Table(name, f"arn:{name}", "2026-01-01", keys, {}, None, False, 0, 0, 0, 0)


class MemoryTables:
    """`step` is called before and after the effect of every operation.

    `unprocessed` returns how many items of a batch are not written.
    """

    def __init__(self, *tables: Table) -> None:
        self.tables = {table.name: table for table in tables}
        self.items: dict[str, dict[str, Item]] = {table.name: {} for table in tables}
        self.step: Callable[[str], None] = lambda operation: None
        self.unprocessed: Callable[[int], int] = lambda requests: 0
        self.units: list[tuple[str, float]] = []
        self._lock = threading.Lock()

    def put(self, table: str, item: Item) -> None:
        self.items[table][self.tables[table].key_text(item)] = item

    def scan(
        self,
        *,
        TableName: str,  # noqa: N803
        Segment: int,  # noqa: N803
        TotalSegments: int,  # noqa: N803
        Limit: int,  # noqa: N803
        ExclusiveStartKey: Item | None = None,  # noqa: N803
        **_: Any,
    ) -> Any:
        def scan() -> Any:
            places = sorted((_place(key), key) for key in self.items[TableName] if _place(key) % TotalSegments == Segment)
            start = text(ExclusiveStartKey) if ExclusiveStartKey else None
            rest = [key for place, key in places if start is None or (place, key) > (_place(start), start)]
            found = [self.items[TableName][key] for key in rest[:Limit]]
            # like DynamoDB: a full page has a next one, even if it is empty
            more = {"LastEvaluatedKey": self.tables[TableName].key(found[-1])} if len(found) == Limit else {}
            return {"Items": found, "ConsumedCapacity": self._read(found), **more}

        return self._do("Scan", scan)

    def get_item(self, *, TableName: str, Key: Item, **_: Any) -> Any:  # noqa: N803
        def get() -> Any:
            found = self.items[TableName].get(text(Key))
            return {"ConsumedCapacity": self._read([found] if found else []), **({"Item": found} if found else {})}

        return self._do("GetItem", get)

    def put_item(self, *, TableName: str, Item: Item, ConditionExpression: str, **_: Any) -> Any:  # noqa: N803
        assert ConditionExpression == "attribute_not_exists(#key)"

        def put() -> Any:
            there = self.items[TableName].get(self.tables[TableName].key_text(Item))
            if there is not None:
                raise ClientError({"Error": {"Code": "ConditionalCheckFailedException"}, "Item": there}, "PutItem")
            self.put(TableName, Item)
            return {"ConsumedCapacity": self._written([Item])}

        return self._do("PutItem", put)

    def batch_write_item(self, *, RequestItems: dict[str, Any], **_: Any) -> Any:  # noqa: N803
        ((name, requests),) = RequestItems.items()
        items = [request["PutRequest"]["Item"] for request in requests]
        assert len({self.tables[name].key_text(item) for item in items}) == len(items) <= 25

        def write() -> Any:
            done = len(items) - self.unprocessed(len(items))
            for item in items[:done]:
                self.put(name, item)
            left = {name: requests[done:]} if requests[done:] else {}
            return {"UnprocessedItems": left, "ConsumedCapacity": [self._written(items[:done])]}

        return self._do("BatchWriteItem", write)

    def _do(self, operation: str, effect: Callable[[], Any]) -> Any:
        with self._lock:
            self.step(operation)
            answer = effect()
            self.step(operation)
            return answer

    def _read(self, items: list[Item]) -> Any:
        return self._used("read", max(1, math.ceil(sum(len(text(item)) for item in items) / 4096)))

    def _written(self, items: list[Item]) -> Any:
        return self._used("write", sum(math.ceil(len(text(item)) / 1024) for item in items))

    def _used(self, kind: str, units: float) -> Any:
        self.units.append((kind, units))
        return {"CapacityUnits": float(units)}


def _place(key: str) -> int:
    """Return a position like DynamoDB's hash of the partition key, unrelated to the key's order."""
    return zlib.crc32(key.encode())
