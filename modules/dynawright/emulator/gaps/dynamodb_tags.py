"""DynamoDB: refuse tags as AWS does, also for tables that don't exist; moto accepts them."""

from __future__ import annotations

from typing import Any

from moto.core.exceptions import JsonRESTError
from moto.dynamodb.exceptions import ERROR_TYPE_PREFIX, MockValidationException
from moto.dynamodb.responses import DynamoHandler

from dynawright.emulator.gaps.patch import Original, wrap

KEY_LENGTH, VALUE_LENGTH, TAGS = 128, 256, 50


def install() -> None:
    wrap(DynamoHandler, "tag_resource", _tag)
    wrap(DynamoHandler, "untag_resource", _untag)


def _tag(original: Original, handler: Any) -> Any:
    table = _table(handler)
    keys = [tag["Key"] for tag in handler.body["Tags"]]
    for tag in handler.body["Tags"]:
        if not 1 <= len(tag["Key"]) <= KEY_LENGTH or len(tag.get("Value") or "") > VALUE_LENGTH:
            raise MockValidationException("Tag keys have 1 to 128 characters, tag values at most 256")
        if tag["Key"].lower().startswith("aws:"):
            raise MockValidationException("Tag keys that begin with aws: are reserved")
    if len({*keys}) < len(keys):
        raise MockValidationException("A tag key is given twice")
    if len({*keys, *(tag["Key"] for tag in table.tags)}) > TAGS:
        raise MockValidationException(f"A table has at most {TAGS} tags")
    return original(handler)


def _untag(original: Original, handler: Any) -> Any:
    _table(handler)
    return original(handler)


def _table(handler: Any) -> Any:
    arn = handler.body["ResourceArn"]
    if not arn.startswith("arn:"):
        raise MockValidationException(f"Invalid TableArn: {arn}")
    for table in handler.dynamodb_backend.tables.values():
        if table.table_arn == arn:
            return table
    raise JsonRESTError(ERROR_TYPE_PREFIX + "ResourceNotFoundException", f"Requested resource not found: {arn}")
