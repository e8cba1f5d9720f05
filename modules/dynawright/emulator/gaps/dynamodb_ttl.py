"""DynamoDB: time to live; moto allows switches in any order, with any attribute."""

from __future__ import annotations

import json
from typing import Any

from moto.dynamodb.exceptions import MockValidationException
from moto.dynamodb.responses import DynamoHandler
from moto.moto_api import state_manager
from moto.moto_api._internal.managed_state_model import ManagedState

from dynawright.emulator.gaps.patch import Original, wrap

TRANSITION = "dynamodb::time_to_live"
"""moto's setting for how long TTL switches take; none unless a test uses `set-transition`."""


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
    result = original(handler)
    if state_manager.get_transition(TRANSITION)["progression"] != "immediate":
        steps = ("ENABLING", "ENABLED") if wanted["Enabled"] else ("DISABLING", "DISABLED")
        table.time_to_live_state = ManagedState(TRANSITION, [steps])
    return result


def _describe(original: Original, handler: Any) -> Any:
    """Refuse missing tables with AWS's code."""
    table = handler.dynamodb_backend.get_table(handler.body["TableName"])
    state = getattr(table, "time_to_live_state", None)
    if state is None:
        return original(handler)
    state.advance()
    description = {"TimeToLiveStatus": state.status}
    if state.status != "DISABLED":
        description["AttributeName"] = table.ttl["AttributeName"]
    return json.dumps({"TimeToLiveDescription": description})
