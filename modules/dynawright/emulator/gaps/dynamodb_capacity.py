"""DynamoDB: ConsumedCapacity.

moto returns a constant, whatever is read or written, and nothing for global indexes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from moto.dynamodb.responses import DynamoHandler

from dynawright.emulator.gaps.dynamodb_pages import evaluated_items
from dynawright.emulator.gaps.patch import Original, wrap
from dynawright.emulator.gaps.units import Meter, plain, stored

Target = tuple[str, dict[str, Any]]
"""A table's name, and the key of an item (or the item itself)."""
TRANSACT_PARTS = {"Put": "Item", "Update": "Key", "Delete": "Key", "ConditionCheck": "Key"}


def install() -> None:
    operations: dict[str, Callable[[Original, Any], Any]] = {
        **{operation: partial(_write, targets, operation) for operation, targets in WRITES.items()},
        "get_item": _get,
        "batch_get_item": _batch_get,
        "transact_get_items": _transact_get,
        "query": _read_pages,
        "scan": _read_pages,
    }
    for operation, counted in operations.items():
        wrap(DynamoHandler, operation, partial(_counted_if_asked, counted))


def _counted_if_asked(counted: Callable[[Original, Any], Any], original: Original, handler: Any) -> Any:
    """Count only if requested: counting takes time."""
    if handler.body.get("ReturnConsumedCapacity", "NONE") == "NONE":
        return _reported(handler, original(handler), Meter())
    return counted(original, handler)


def _write(targets: Callable[[Any], Iterator[Target]], operation: str, original: Original, handler: Any) -> Any:
    transactional = operation == "transact_write_items"
    touched = [(handler.dynamodb_backend.get_table(name), key) for name, key in targets(handler.body)]
    before = [stored(table, key) for table, key in touched]
    result = original(handler)
    meter = Meter()
    for (table, key), old in zip(touched, before, strict=True):
        meter.write(table, old, stored(table, key), transactional=transactional)
    return _reported(handler, result, meter, split="WriteCapacityUnits" if transactional else "")


def _single(body: dict[str, Any]) -> Iterator[Target]:
    yield body["TableName"], body["Item"] if "Item" in body else body["Key"]


def _batch(body: dict[str, Any]) -> Iterator[Target]:
    for name, requests in body["RequestItems"].items():
        for request in requests:
            yield name, request["PutRequest"]["Item"] if "PutRequest" in request else request["DeleteRequest"]["Key"]


def _transaction(body: dict[str, Any]) -> Iterator[Target]:
    for part in body["TransactItems"]:
        for kind, what in TRANSACT_PARTS.items():
            if kind in part:
                yield part[kind]["TableName"], part[kind][what]


WRITES = {
    "put_item": _single,
    "update_item": _single,
    "delete_item": _single,
    "batch_write_item": _batch,
    "transact_write_items": _transaction,
}


def _get(original: Original, handler: Any) -> Any:
    result = original(handler)
    meter = Meter()
    _count_get(handler, meter, handler.body["TableName"], handler.body["Key"], consistent=_is_consistent(handler.body))
    return _reported(handler, result, meter)


def _batch_get(original: Original, handler: Any) -> Any:
    """Round up each key separately; a missing item costs the minimum."""
    result = original(handler)
    unprocessed = result.result.get("UnprocessedKeys", {})
    meter = Meter()
    for name, request in handler.body["RequestItems"].items():
        left = unprocessed.get(name, {}).get("Keys", [])
        for key in (key for key in request["Keys"] if key not in left):
            _count_get(handler, meter, name, key, consistent=_is_consistent(request))
    return _reported(handler, result, meter)


def _transact_get(original: Original, handler: Any) -> Any:
    result = original(handler)
    meter = Meter()
    for part in handler.body["TransactItems"]:
        _count_get(handler, meter, part["Get"]["TableName"], part["Get"]["Key"], transactional=True)
    return _reported(handler, result, meter, split="ReadCapacityUnits")


def _count_get(
    handler: Any, meter: Meter, name: str, key: dict[str, Any], *, consistent: bool = False, transactional: bool = False
) -> None:
    table = handler.dynamodb_backend.get_table(name)
    meter.read(table, [stored(table, key) or {}], consistent=consistent, transactional=transactional)


def _read_pages(original: Original, handler: Any) -> Any:
    """Charge a page for all evaluated items together, before filter and projection."""
    with evaluated_items() as evaluated:
        result = original(handler)
    meter = Meter()
    table = handler.dynamodb_backend.get_table(handler.body["TableName"])
    meter.read(table, map(plain, evaluated), index=handler.body.get("IndexName"), consistent=_is_consistent(handler.body))
    return _reported(handler, result, meter)


def _is_consistent(request: dict[str, Any]) -> bool:
    return bool(request.get("ConsistentRead"))


def _reported(handler: Any, result: Any, meter: Meter, *, split: str = "") -> Any:
    body = result.result
    body.pop("ConsumedCapacity", None)
    body.pop("ConsumedCapacityUnits", None)
    detail = handler.body.get("ReturnConsumedCapacity", "NONE")
    if detail != "NONE":
        report = meter.report(detail, split=split)
        body["ConsumedCapacity"] = report[0] if "TableName" in handler.body else report
    return result
