"""DynamoDB: time to live. moto let it be switched on and off in any order, by any attribute."""

from __future__ import annotations

from typing import Any

from moto.dynamodb.exceptions import MockValidationException
from moto.dynamodb.responses import DynamoHandler

from dynawright.emulator.gaps.patch import Original, wrap


def install() -> None:
    wrap(DynamoHandler, "update_time_to_live", _update)
    wrap(DynamoHandler, "describe_time_to_live", _describe)


def _update(original: Original, handler: Any) -> Any:
    table = handler.dynamodb_backend.get_table(handler.body["TableName"])
    wanted = handler.body["TimeToLiveSpecification"]
    enabled, attribute = table.ttl.get("TimeToLiveStatus") == "ENABLED", table.ttl.get("AttributeName")
    if not wanted["AttributeName"]:
        raise MockValidationException("TimeToLiveSpecification.AttributeName must have length greater than or equal to 1")
    if enabled and wanted["AttributeName"] != attribute:
        raise MockValidationException(f"TimeToLive is active on a different AttributeName: current AttributeName is {attribute}")
    if wanted["Enabled"] == enabled:
        raise MockValidationException(f"TimeToLive is already {'enabled' if enabled else 'disabled'}")
    return original(handler)


def _describe(original: Original, handler: Any) -> Any:
    """A table that does not exist was refused with a code that AWS does not have."""
    handler.dynamodb_backend.get_table(handler.body["TableName"])
    return original(handler)
