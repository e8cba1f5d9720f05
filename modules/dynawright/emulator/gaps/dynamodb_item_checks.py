"""DynamoDB: refuse keys, values and batches as AWS does; moto accepts them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from decimal import Decimal, InvalidOperation
from functools import partial
from typing import Any

from moto.dynamodb.exceptions import MockValidationException, TransactionCanceledException
from moto.dynamodb.responses import DynamoHandler

from dynawright.emulator.gaps.patch import Original, wrap

DIGITS, LARGEST, SMALLEST = 38, Decimal("9.9999999999999999999999999999999999999E+125"), Decimal("1E-130")
DEPTH = 32
Wire = dict[str, Any]
Key = tuple[str, Wire]
"""A table's name, with a key (or an item)."""


def install() -> None:
    for operation, keys in KEYS.items():
        wrap(DynamoHandler, operation, partial(_check_keys, keys))
    for operation, items in WRITTEN.items():
        wrap(DynamoHandler, operation, partial(_check_items, items))
    for operation in ("batch_write_item", "transact_get_items"):
        wrap(DynamoHandler, operation, _check_duplicates)
    wrap(DynamoHandler, "put_item", _check_conditions)
    wrap(DynamoHandler, "update_item", _check_index_keys)
    wrap(DynamoHandler, "transact_write_items", _check_parts)


def _single(body: Wire) -> Iterator[Key]:
    yield body["TableName"], body["Key"]


def _batch_keys(body: Wire) -> Iterator[Key]:
    for name, request in body["RequestItems"].items():
        for part in request if isinstance(request, list) else [{"Key": key} for key in request["Keys"]]:
            part = part.get("DeleteRequest", part)
            if "Key" in part:
                yield name, part["Key"]


def _transaction_keys(body: Wire) -> Iterator[Key]:
    for part in body["TransactItems"]:
        for request in part.values():
            if "Key" in request:
                yield request["TableName"], request["Key"]


KEYS: dict[str, Callable[[Wire], Iterator[Key]]] = {
    "get_item": _single,
    "update_item": _single,
    "delete_item": _single,
    "batch_get_item": _batch_keys,
    "batch_write_item": _batch_keys,
    "transact_get_items": _transaction_keys,
    "transact_write_items": _transaction_keys,
}


def _put_items(body: Wire) -> Iterator[Wire]:
    yield body["Item"]


def _batch_items(body: Wire) -> Iterator[Wire]:
    for requests in body["RequestItems"].values():
        yield from (request["PutRequest"]["Item"] for request in requests if "PutRequest" in request)


def _transaction_items(body: Wire) -> Iterator[Wire]:
    for part in body["TransactItems"]:
        yield from (request["Item"] for request in part.values() if "Item" in request)
        yield from (request.get("ExpressionAttributeValues") or {} for request in part.values())


def _update_values(body: Wire) -> Iterator[Wire]:
    yield body.get("ExpressionAttributeValues") or {}


WRITTEN: dict[str, Callable[[Wire], Iterator[Wire]]] = {
    "put_item": _put_items,
    "update_item": _update_values,
    "batch_write_item": _batch_items,
    "transact_write_items": _transaction_items,
}


def _check_keys(keys: Callable[[Wire], Iterator[Key]], original: Original, handler: Any) -> Any:
    """Refuse keys with missing, additional or wrongly typed attributes."""
    for name, key in keys(handler.body):
        table = handler.dynamodb_backend.get_table(name)
        types = {attribute["AttributeName"]: attribute["AttributeType"] for attribute in table.attr}
        if {name: next(iter(value)) for name, value in key.items()} != {name: types[name] for name in table.table_key_attrs}:
            raise MockValidationException("The provided key element does not match the schema")
    return original(handler)


def _check_items(items: Callable[[Wire], Iterator[Wire]], original: Original, handler: Any) -> Any:
    for item in items(handler.body):
        for value in item.values():
            _check_value(value, depth=0)
    return original(handler)


def _check_value(value: Wire, *, depth: int) -> None:
    if depth > DEPTH:
        raise MockValidationException("Nesting Levels have exceeded supported limits")
    [(type, content)] = value.items()
    if type in ("SS", "NS", "BS") and len({str(member) for member in content}) < len(content):
        raise MockValidationException("One or more parameter values were invalid: Input collection contains duplicates")
    for text in content if type == "NS" else [content] if type == "N" else []:
        _check_number(text)
    for inner in content.values() if type == "M" else content if type == "L" else []:
        _check_value(inner, depth=depth + 1)


def _check_number(text: str) -> None:
    try:
        number = Decimal(text)
    except InvalidOperation:
        return  # moto refuses it
    digits = "".join(map(str, number.as_tuple().digits)).strip("0")
    if len(digits) > DIGITS or abs(number) > LARGEST or 0 < abs(number) < SMALLEST:
        raise MockValidationException("Attempting to store a number that is out of range or has more than 38 significant digits")


def _check_duplicates(original: Original, handler: Any) -> Any:
    """Refuse duplicate keys; moto compares whole items, and puts only with puts, and ignores reads."""
    batch = "RequestItems" in handler.body
    seen = set()
    for name, key in _touched(handler.body) if batch else _transaction_keys(handler.body):
        table = handler.dynamodb_backend.get_table(name)
        identity = json.dumps([table.name, *(key.get(attribute) for attribute in table.table_key_attrs)], default=str)
        if identity in seen:
            raise MockValidationException(
                "Provided list of item keys contains duplicates"
                if batch
                else "Transaction request cannot include multiple operations on one item"
            )
        seen.add(identity)
    return original(handler)


def _touched(body: Wire) -> Iterator[Key]:
    yield from _batch_keys(body)
    for name, requests in body["RequestItems"].items():
        yield from ((name, request["PutRequest"]["Item"]) for request in requests if "PutRequest" in request)


def _check_parts(original: Original, handler: Any) -> Any:
    """Refuse empty transactions, and wrong types of index keys with AWS's error."""
    if not handler.body["TransactItems"]:
        raise MockValidationException(
            "1 validation error detected: Value at 'transactItems' must have length greater than or equal to 1"
        )
    reasons = [_reason(handler, part) for part in handler.body["TransactItems"]]
    if any(reasons):
        raise TransactionCanceledException(
            [("ValidationError", reason, None) if reason else (None, None, None) for reason in reasons]
        )
    return original(handler)


def _reason(handler: Any, part: Wire) -> str:
    """Return why a part of a transaction is refused: the key of an index has another type."""
    if "Put" not in part:
        return ""
    table = handler.dynamodb_backend.get_table(part["Put"]["TableName"])
    types = {attribute["AttributeName"]: attribute["AttributeType"] for attribute in table.attr}
    item = part["Put"]["Item"]
    wrong = [name for name in types.keys() - {*table.table_key_attrs} if name in item and next(iter(item[name])) != types[name]]
    return f"One or more parameter values were invalid: Type mismatch for Index Key {wrong[0]}" if wrong else ""


def _check_conditions(original: Original, handler: Any) -> Any:
    if handler.body.get("ConditionExpression") == "":
        raise MockValidationException("Invalid ConditionExpression: The expression can not be empty;")
    if "Expected" in handler.body and "ConditionExpression" in handler.body:
        raise MockValidationException(
            "Can not use both expression and non-expression parameters in the same request: "
            "Non-expression parameters: {Expected} Expression parameters: {ConditionExpression}"
        )
    return original(handler)


def _check_index_keys(original: Original, handler: Any) -> Any:
    """Refuse updates that set the key of an index to a wrong type.

    Only plain assignments are checked.
    """
    request = handler.body
    table = handler.dynamodb_backend.get_table(request["TableName"])
    types = {attribute["AttributeName"]: attribute["AttributeType"] for attribute in table.attr}
    names = request.get("ExpressionAttributeNames") or {}
    for name, place in re.findall(r"([#\w]+)\s*=\s*(:\w+)", request.get("UpdateExpression") or ""):
        attribute = names.get(name, name)
        value = (request.get("ExpressionAttributeValues") or {}).get(place)
        if attribute in types and value and next(iter(value)) != types[attribute]:
            raise MockValidationException(f"One or more parameter values were invalid: Type mismatch for Index Key {attribute}")
    return original(handler)
