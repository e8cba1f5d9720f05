"""DynamoDB: refuse requests beyond limits as AWS does; moto accepts them.

Messages are AWS's own, so that tests can rely on them.
"""

import re
from typing import Any

from moto.core.exceptions import JsonRESTError
from moto.dynamodb import responses
from moto.dynamodb.exceptions import ERROR_TYPE_PREFIX, MockValidationException
from moto.dynamodb.models.table import Table
from moto.dynamodb.responses import DynamoHandler

from dynawright.emulator.gaps.patch import Original, wrap

BATCH_WRITE_ITEMS = 25


def install() -> None:
    wrap(DynamoHandler, "create_table", _create_table)
    wrap(DynamoHandler, "update_table", _update_table)
    wrap(DynamoHandler, "batch_write_item", _batch_write_item)
    wrap(Table, "put_item", _put_item)
    # the one limit at which moto is stricter: 25, as AWS until 2022
    responses.TRANSACTION_MAX_ITEMS = 100


def _create_table(original: Original, handler: Any) -> Any:
    """Check the names of tables and indexes."""
    _check_name("tableName", handler.body["TableName"])
    for kind in ("GlobalSecondaryIndexes", "LocalSecondaryIndexes"):
        for number, index in enumerate(handler.body.get(kind, []), start=1):
            _check_name(f"{kind[0].lower()}{kind[1:]}.{number}.member.indexName", index["IndexName"])
    return original(handler)


def _check_name(field: str, name: str) -> None:
    constraint = ""
    if len(name) < 3:
        constraint = "Member must have length greater than or equal to 3"
    elif len(name) > 255:
        constraint = "Member must have length less than or equal to 255"
    elif not re.fullmatch(r"[a-zA-Z0-9_.-]+", name):
        constraint = "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+"
    if constraint:
        raise MockValidationException(
            f"1 validation error detected: Value '{name}' at '{field}' failed to satisfy constraint: {constraint}"
        )


def _update_table(original: Original, handler: Any) -> Any:
    """Refuse several new or deleted indexes at once."""
    updates = handler.body.get("GlobalSecondaryIndexUpdates", [])
    if sum("Create" in update or "Delete" in update for update in updates) > 1:
        raise JsonRESTError(
            ERROR_TYPE_PREFIX + "LimitExceededException",
            "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table",
        )
    for number, update in enumerate(updates, start=1):
        if "Create" in update:
            name = update["Create"]["IndexName"]
            _check_name(f"globalSecondaryIndexUpdates.{number}.member.create.indexName", name)
    return original(handler)


def _batch_write_item(original: Original, handler: Any) -> Any:
    """Refuse batches beyond the limits."""
    sizes = [len(requests) for requests in handler.body["RequestItems"].values()]
    if not all(1 <= size <= BATCH_WRITE_ITEMS for size in sizes):
        raise MockValidationException(
            "1 validation error detected: Value at 'requestItems' failed to satisfy constraint: Map value must satisfy constraint: "
            f"[Member must have length less than or equal to {BATCH_WRITE_ITEMS}, Member must have length greater than or equal to 1]"
        )
    if sum(sizes) > BATCH_WRITE_ITEMS:
        raise MockValidationException("Too many items requested for the BatchWriteItem call")
    return original(handler)


def _put_item(original: Original, table: Any, item: dict[str, Any], *args: Any, **kwargs: Any) -> Any:
    """Refuse an index key of a wrong type.

    UpdateItem still allows it: moto changes the item before it can be checked.
    """
    types = {attribute["AttributeName"]: attribute["AttributeType"] for attribute in table.attr}
    for index in (*table.global_indexes, *table.indexes):
        for name in (key["AttributeName"] for key in index.schema if key["AttributeName"] in item):
            (actual,) = item[name]
            if actual != types[name]:
                raise MockValidationException(
                    f"One or more parameter values were invalid: Type mismatch for Index Key {name} "
                    f"Expected: {types[name]} Actual: {actual} IndexName: {index.name}"
                )
    return original(table, item, *args, **kwargs)
