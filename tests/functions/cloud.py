"""AWS for functions under test: in memory for ten thousand histories, or moto, 50 times slower.

The memory evaluates expressions with the reference that the access-pattern tests compare the emulator with; a test runs the same
histories on both and compares every item.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Mapping
from decimal import Decimal
from functools import lru_cache
from typing import Any

from botocore.exceptions import ClientError
from moto.dynamodb.parsing.reserved_keywords import ReservedKeywords

from dynawright.emulator.patterns.evaluate import holds, updated
from dynawright.model import System, TableModel
from dynawright.model.expression import parse_condition, parse_update

ITEM_BYTES = 400 * 1024
RESERVED = set(ReservedKeywords.get_reserved_keywords()) - {"SET", "ADD", "REMOVE", "DELETE", "AND", "OR", "NOT", "IN", "BETWEEN"}
HASH_KEY = "k" * 32
Item = dict[str, Any]


def refusal(code: str, operation: str, **more: Any) -> ClientError:
    answered = {"Error": {"Code": code, "Message": code}, "ResponseMetadata": {"HTTPStatusCode": 400}}
    return ClientError({**answered, **more}, operation)


class MemoryDynamoDB:
    """The operations that the functions use, with DynamoDB's rules for them."""

    def __init__(self, tables: list[TableModel]) -> None:
        self.keys = {table.name: tuple(key.name for key in table.key) for table in tables}
        self.tables: dict[str, dict[tuple[Any, ...], Item]] = {table.name: {} for table in tables}

    def get_item(self, *, TableName: str, Key: Item, ConsistentRead: bool, **more: Any) -> Item:  # noqa: N803
        assert ConsistentRead
        found = self.tables[TableName].get(self._key(TableName, untyped(Key)))
        if found is None:
            return {}
        names = re.findall(r"\w+", _plain(more["ProjectionExpression"], more)) if more else list(found)
        return {"Item": {name: typed(found[name]) for name in names if name in found}}

    def put_item(self, **request: Any) -> Item:
        self._write([("Put", request)], "PutItem")
        return {}

    def update_item(self, *, ReturnValues: str = "NONE", **request: Any) -> Item:  # noqa: N803
        key = self._key(request["TableName"], untyped(request["Key"]))
        before = copy.deepcopy(self.tables[request["TableName"]].get(key, {}))
        self._write([("Update", request)], "UpdateItem")
        after = self.tables[request["TableName"]][key]
        shown = {"NONE": {}, "ALL_OLD": before, "UPDATED_NEW": after}[ReturnValues]
        return {"Attributes": {name: typed(value) for name, value in shown.items()}} if shown else {}

    def transact_write_items(self, *, TransactItems: list[Item]) -> Item:  # noqa: N803
        assert 1 <= len(TransactItems) <= 100
        self._write([next(iter(item.items())) for item in TransactItems], "TransactWriteItems")
        return {}

    def _write(self, writes: list[tuple[str, Item]], operation: str) -> None:
        places = [self._place(kind, request) for kind, request in writes]
        if len(set(places)) != len(places):
            raise refusal("ValidationException", operation)
        codes = [
            "None" if self._allowed(place, request) else "ConditionalCheckFailed"
            for place, (_, request) in zip(places, writes, strict=True)
        ]
        if set(codes) != {"None"}:
            if operation == "TransactWriteItems":
                reasons = [{"Code": code} for code in codes]
                raise refusal("TransactionCanceledException", operation, CancellationReasons=reasons)
            raise refusal("ConditionalCheckFailedException", operation)
        made = [self._made(place, kind, request) for place, (kind, request) in zip(places, writes, strict=True)]
        if any(len(str(item).encode()) > ITEM_BYTES for item in made):
            raise refusal("ValidationException", operation)
        for (table, key), item in zip(places, made, strict=True):
            self.tables[table][key] = item

    def _place(self, kind: str, request: Item) -> tuple[str, tuple[Any, ...]]:
        return request["TableName"], self._key(request["TableName"], untyped(request["Item" if kind == "Put" else "Key"]))

    def _allowed(self, place: tuple[str, tuple[Any, ...]], request: Item) -> bool:
        text = request.get("ConditionExpression")
        found = self.tables[place[0]].get(place[1])
        return not text or holds(_condition(_plain(text, request)), found, _values(request))

    def _made(self, place: tuple[str, tuple[Any, ...]], kind: str, request: Item) -> Item:
        if kind == "Put":
            return untyped(request["Item"])
        found = self.tables[place[0]].get(place[1]) or untyped(request["Key"])
        return updated(_update(_plain(request["UpdateExpression"], request)), found, _values(request))

    def _key(self, table: str, item: Item) -> tuple[Any, ...]:
        return tuple(item[name] for name in self.keys[table])


class MemoryCloud:
    def __init__(self, system: System) -> None:
        self._dynamodb = MemoryDynamoDB([*system.tables])

    def client(self, service: str) -> Any:
        return self._dynamodb if service == "dynamodb" else _OTHERS[service]()

    def put(self, table: str, item: Item) -> None:
        self._dynamodb.put_item(TableName=table, Item={name: typed(value) for name, value in item.items()})

    def delete(self, table: str, key: Item) -> None:
        self._dynamodb.tables[table].pop(tuple(key.values()), None)

    def items(self, table: str) -> list[Item]:
        return list(self._dynamodb.tables[table].values())


class _Topic:
    def publish(self, **request: Any) -> Item:
        assert len(request["Message"].encode()) <= 256 * 1024
        return {"MessageId": "1"}


class _Bus:
    def put_events(self, *, Entries: list[Item]) -> Item:  # noqa: N803
        assert all(len(entry["Detail"].encode()) <= 256 * 1024 and json.loads(entry["Detail"]) for entry in Entries)
        return {"FailedEntryCount": 0, "Entries": [{"EventId": "1"} for _ in Entries]}


class _Secrets:
    def get_secret_value(self, *, SecretId: str) -> Item:  # noqa: N803
        return {"SecretString": HASH_KEY}


_OTHERS: dict[str, Any] = {"sns": _Topic, "events": _Bus, "secretsmanager": _Secrets}


def untyped(item: Mapping[str, Mapping[str, Any]]) -> Item:
    return {name: _untyped(value) for name, value in item.items()}


def _untyped(value: Mapping[str, Any]) -> Any:
    ((tag, inner),) = value.items()
    match tag:
        case "N":
            return Decimal(inner)
        case "M":
            return untyped(inner)
        case "L":
            return [_untyped(one) for one in inner]
    return inner


def typed(value: Any) -> Item:
    match value:
        case bool():
            return {"BOOL": value}
        case str():
            return {"S": value}
        case int() | Decimal():
            return {"N": str(value)}
        case dict():
            return {"M": {name: typed(inner) for name, inner in value.items()}}
        case list():
            return {"L": [typed(inner) for inner in value]}
    raise NotImplementedError(value)


_condition = lru_cache(parse_condition)
_update = lru_cache(parse_update)


def _plain(text: str, request: Item) -> str:
    """`#name = :value` as the model's expressions write it: `name = {value}`."""
    names = request.get("ExpressionAttributeNames", {})
    reserved = RESERVED & {word.upper() for word in re.findall(r"(?<![#:\w])\w+", text)}
    if reserved:
        raise refusal(f"ValidationException: reserved {reserved}", "Expression")
    return re.sub(r":(\w+)", r"{\1}", re.sub(r"#\w+", lambda found: names[found[0]], text))


def _values(request: Item) -> Item:
    return {name[1:]: _untyped(value) for name, value in request.get("ExpressionAttributeValues", {}).items()}
