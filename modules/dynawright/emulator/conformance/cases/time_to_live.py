"""UpdateTimeToLive and DescribeTimeToLive, each case on a table of its own."""

from __future__ import annotations

from typing import Any

from dynawright.emulator.conformance.case import API, INVALID, TABLE, Case, Request

_SOURCE = f"{API}/API_UpdateTimeToLive.html"


def _table(id: str) -> tuple[str, Request]:
    return "create_table", {
        "TableName": f"{TABLE}-{id}",
        "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}],
        "BillingMode": "PAY_PER_REQUEST",
    }


def _switch(id: str, *, enabled: bool, attribute: str = "expires") -> dict[str, Any]:
    return {"TableName": f"{TABLE}-{id}", "TimeToLiveSpecification": {"Enabled": enabled, "AttributeName": attribute}}


def _update(id: str, request: Request, *, enabled_before: bool = False, refused: str = INVALID) -> Case:
    before = (("update_time_to_live", _switch(id, enabled=True)),) if enabled_before else ()
    return Case(id, "update_time_to_live", request, _SOURCE, refused=refused, given=(_table(id), *before))


TIME_TO_LIVE = (
    _update("ttl-twice", _switch("ttl-twice", enabled=True), enabled_before=True),
    _update(
        "ttl-by-another-attribute", _switch("ttl-by-another-attribute", enabled=True, attribute="other"), enabled_before=True
    ),
    _update("ttl-off-where-it-is-off", _switch("ttl-off-where-it-is-off", enabled=False)),
    _update(
        "ttl-off-by-another-attribute",
        _switch("ttl-off-by-another-attribute", enabled=False, attribute="other"),
        enabled_before=True,
    ),
    _update("ttl-by-no-attribute", _switch("ttl-by-no-attribute", enabled=True, attribute="")),
    Case(
        "ttl-of-no-table",
        "update_time_to_live",
        _switch("ttl-of-no-table", enabled=True),
        _SOURCE,
        refused="ResourceNotFoundException",
    ),
    Case(
        "ttl-described",
        "describe_time_to_live",
        {"TableName": f"{TABLE}-ttl-described"},
        f"{API}/API_DescribeTimeToLive.html",
        answer={"TimeToLiveDescription": {"TimeToLiveStatus": "ENABLED", "AttributeName": "expires"}},
        given=(_table("ttl-described"), ("update_time_to_live", _switch("ttl-described", enabled=True))),
    ),
    Case(
        "ttl-never-on",
        "describe_time_to_live",
        {"TableName": f"{TABLE}-ttl-never-on"},
        f"{API}/API_DescribeTimeToLive.html",
        answer={"TimeToLiveDescription": {"TimeToLiveStatus": "DISABLED"}},
        given=(_table("ttl-never-on"),),
    ),
    Case(
        "ttl-of-no-table-described",
        "describe_time_to_live",
        {"TableName": "no-table"},
        f"{API}/API_DescribeTimeToLive.html",
        refused="ResourceNotFoundException",
    ),
)
