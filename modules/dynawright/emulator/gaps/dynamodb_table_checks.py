"""DynamoDB: refuse definitions of tables and indexes as AWS does; moto accepts them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from moto.core.exceptions import JsonRESTError
from moto.dynamodb.exceptions import ERROR_TYPE_PREFIX, MockValidationException
from moto.dynamodb.responses import DynamoHandler

from dynawright.emulator.gaps.patch import Original, wrap

LOCAL_INDEXES = 5
KEY_TYPES = ("S", "N", "B")
Definition = dict[str, Any]


def install() -> None:
    wrap(DynamoHandler, "create_table", _create_table)
    wrap(DynamoHandler, "update_table", _update_table)


def _create_table(original: Original, handler: Any) -> Any:
    _refuse(chain(_bad_keys(handler.body), _bad_indexes(handler.body), _bad_throughput(handler.body)))
    return original(handler)


def _update_table(original: Original, handler: Any) -> Any:
    request = handler.body
    table = handler.dynamodb_backend.get_table(request["TableName"])
    _refuse(_bad_update(table, request))
    names = {index.name for index in table.global_indexes}
    for update in request.get("GlobalSecondaryIndexUpdates", []):
        if "Delete" in update and update["Delete"]["IndexName"] not in names:
            message = f"Requested resource not found: index {update['Delete']['IndexName']}"
            raise JsonRESTError(ERROR_TYPE_PREFIX + "ResourceNotFoundException", message)
    return original(handler)


def _refuse(reasons: Iterator[str]) -> None:
    for reason in reasons:
        raise MockValidationException(f"One or more parameter values were invalid: {reason}")


def _names(keys: list[dict[str, str]]) -> list[str]:
    return [key["AttributeName"] for key in keys]


def _bad_keys(request: Definition) -> Iterator[str]:
    keys = request["KeySchema"]
    if [key["KeyType"] for key in keys] not in (["HASH"], ["HASH", "RANGE"]):
        yield "the key schema is a HASH key, followed by a RANGE key or nothing"
    if len({*_names(keys)}) < len(keys):
        yield "the HASH key and the RANGE key are the same attribute"
    for attribute in request["AttributeDefinitions"]:
        if attribute["AttributeType"] not in KEY_TYPES:
            yield f"the type of key attribute {attribute['AttributeName']} is not one of {', '.join(KEY_TYPES)}"


def _bad_indexes(request: Definition) -> Iterator[str]:
    local = request.get("LocalSecondaryIndexes") or []
    indexes = [*local, *(request.get("GlobalSecondaryIndexes") or [])]
    names = [index["IndexName"] for index in indexes]
    if len({*names}) < len(names):
        yield "two indexes have the same name"
    if len(local) > LOCAL_INDEXES:
        yield f"a table has at most {LOCAL_INDEXES} local secondary indexes"
    if local and len(request["KeySchema"]) == 1:
        yield "a table without a RANGE key has no local secondary indexes"
    for index in local:
        keys = _names(index["KeySchema"])
        if len(keys) != 2 or keys[0] != request["KeySchema"][0]["AttributeName"]:
            yield f"local secondary index {index['IndexName']} needs the table's HASH key and a RANGE key"
    for index in indexes:
        yield from _bad_projection(index)


def _bad_projection(index: Definition) -> Iterator[str]:
    projection = index.get("Projection") or {}
    if (projection.get("ProjectionType") == "INCLUDE") != bool(projection.get("NonKeyAttributes")):
        yield f"NonKeyAttributes of index {index['IndexName']} go with the projection type INCLUDE, and only with it"


def _bad_throughput(request: Definition) -> Iterator[str]:
    on_demand = request.get("BillingMode") == "PAY_PER_REQUEST"
    for index in request.get("GlobalSecondaryIndexes") or []:
        if bool(index.get("ProvisionedThroughput")) == on_demand:
            yield f"ProvisionedThroughput of index {index['IndexName']} goes with the billing mode PROVISIONED, and only with it"
    for owner in (request, *(request.get("GlobalSecondaryIndexes") or [])):
        if any(units < 1 for units in (owner.get("ProvisionedThroughput") or {}).values()):
            yield "ReadCapacityUnits and WriteCapacityUnits are at least 1"


def _bad_update(table: Any, request: Definition) -> Iterator[str]:
    if not request.keys() - {"TableName", "AttributeDefinitions"}:
        yield "an update changes at least one thing"
    mode = request.get("BillingMode") or table.billing_mode
    if mode == "PAY_PER_REQUEST" and request.get("ProvisionedThroughput"):
        yield "ProvisionedThroughput goes with the billing mode PROVISIONED"
    defined = {*_names(table.attr), *_names(request.get("AttributeDefinitions") or [])}
    for update in request.get("GlobalSecondaryIndexUpdates") or []:
        if index := update.get("Create"):
            yield from _bad_projection(index)
            if index["IndexName"] in {existing.name for existing in table.all_indexes()}:
                yield f"index {index['IndexName']} exists"
            for name in _names(index["KeySchema"]):
                if name not in defined:
                    yield f"key attribute {name} is not in AttributeDefinitions"
