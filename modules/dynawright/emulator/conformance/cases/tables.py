"""CreateTable and UpdateTable."""

from __future__ import annotations

from typing import Any

from dynawright.emulator.conformance.case import API, GUIDE, INVALID, TABLE, Case

_CREATE = f"{API}/API_CreateTable.html"
_UPDATE = f"{API}/API_UpdateTable.html"
_LOCAL = f"{GUIDE}/LSI.html"
UNITS = {"ReadCapacityUnits": 1, "WriteCapacityUnits": 1}
ALL = {"ProjectionType": "ALL"}


def _keys(*names: str) -> list[dict[str, str]]:
    return [{"AttributeName": name, "KeyType": role} for name, role in zip(names, ("HASH", "RANGE"), strict=False)]


def _table(*keys: str, attributes: str = "", **more: Any) -> dict[str, Any]:
    """Return the arguments of CreateTable; `attributes` names further key attributes, all strings."""
    names = dict.fromkeys([*keys, *attributes.split()])
    return {
        "TableName": "dynawright-conformance-other",
        "AttributeDefinitions": [{"AttributeName": name, "AttributeType": "S"} for name in names],
        "KeySchema": _keys(*keys),
        "BillingMode": "PAY_PER_REQUEST",
        **more,
    }


def _index(name: str, *keys: str, projection: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    return {"IndexName": name, "KeySchema": _keys(*keys), "Projection": projection or ALL, **more}


def _create(id: str, request: dict[str, Any], source: str = _CREATE, refused: str = INVALID) -> Case:
    return Case(id, "create_table", request, source, refused=refused)


def _update(id: str, request: dict[str, Any], refused: str = INVALID) -> Case:
    return Case(id, "update_table", {"TableName": TABLE, **request}, _UPDATE, refused=refused)


TABLES = (
    _create(
        "local-index-without-sort-key-in-table",
        _table("PK", attributes="x", LocalSecondaryIndexes=[_index("by-x", "PK", "x")]),
        _LOCAL,
    ),
    _create(
        "local-index-with-another-partition-key",
        _table("PK", "SK", attributes="x", LocalSecondaryIndexes=[_index("by-x", "x", "SK")]),
        _LOCAL,
    ),
    _create("local-index-without-sort-key", _table("PK", "SK", LocalSecondaryIndexes=[_index("by-pk", "PK")]), _LOCAL),
    _create(
        "six-local-indexes",
        _table("PK", "SK", attributes="a b c d e f", LocalSecondaryIndexes=[_index(f"by-{x}", "PK", x) for x in "abcdef"]),
        _LOCAL,
    ),
    _create("throughput-on-demand", _table("PK", ProvisionedThroughput=UNITS)),
    _create(
        "index-throughput-on-demand",
        _table("PK", attributes="x", GlobalSecondaryIndexes=[_index("by-x", "x", ProvisionedThroughput=UNITS)]),
    ),
    _create("no-throughput-provisioned", _table("PK", BillingMode="PROVISIONED")),
    _create(
        "no-index-throughput-provisioned",
        _table(
            "PK",
            attributes="x",
            BillingMode="PROVISIONED",
            ProvisionedThroughput=UNITS,
            GlobalSecondaryIndexes=[_index("by-x", "x")],
        ),
    ),
    _create("no-read-units", _table("PK", BillingMode="PROVISIONED", ProvisionedThroughput={**UNITS, "ReadCapacityUnits": 0})),
    _create(
        "two-indexes-of-one-name",
        _table("PK", attributes="x y", GlobalSecondaryIndexes=[_index("by-x", "x"), _index("by-x", "y")]),
    ),
    _create(
        "global-and-local-index-of-one-name",
        _table(
            "PK",
            "SK",
            attributes="x",
            GlobalSecondaryIndexes=[_index("by-x", "x")],
            LocalSecondaryIndexes=[_index("by-x", "PK", "x")],
        ),
    ),
    _create(
        "include-without-attributes",
        _table("PK", attributes="x", GlobalSecondaryIndexes=[_index("by-x", "x", projection={"ProjectionType": "INCLUDE"})]),
        f"{API}/API_Projection.html",
    ),
    _create(
        "all-with-attributes",
        _table("PK", attributes="x", GlobalSecondaryIndexes=[_index("by-x", "x", projection={**ALL, "NonKeyAttributes": ["y"]})]),
        f"{API}/API_Projection.html",
    ),
    _create("key-of-another-type", _table("PK", AttributeDefinitions=[{"AttributeName": "PK", "AttributeType": "BOOL"}])),
    _create("one-attribute-as-both-keys", _table("PK", "PK")),
    _create("sort-key-first", _table("PK", "SK", KeySchema=[*reversed(_keys("PK", "SK"))])),
    _create("unused-attribute", _table("PK", attributes="x")),
    _create("undefined-attribute", _table("PK", "SK", AttributeDefinitions=[{"AttributeName": "PK", "AttributeType": "S"}])),
    _create("table-that-exists", {**_table("PK"), "TableName": TABLE}, refused="ResourceInUseException"),
    _update("update-of-nothing", {}),
    _update("throughput-of-table-on-demand", {"ProvisionedThroughput": UNITS}),
    _update("on-demand-with-throughput", {"BillingMode": "PAY_PER_REQUEST", "ProvisionedThroughput": UNITS}),
    _update(
        "delete-of-no-index",
        {"GlobalSecondaryIndexUpdates": [{"Delete": {"IndexName": "by-nothing"}}]},
        "ResourceNotFoundException",
    ),
    _update(
        "new-index-without-definition",
        {"GlobalSecondaryIndexUpdates": [{"Create": _index("by-new", "new")}]},
    ),
    _update(
        "new-index-that-exists",
        {
            "AttributeDefinitions": [{"AttributeName": "kind", "AttributeType": "S"}],
            "GlobalSecondaryIndexUpdates": [{"Create": _index("ByKind", "kind")}],
        },
    ),
    Case(
        "update-of-no-table",
        "update_table",
        {"TableName": "no-table", "BillingMode": "PAY_PER_REQUEST"},
        _UPDATE,
        refused="ResourceNotFoundException",
    ),
    Case(
        "delete-of-no-table",
        "delete_table",
        {"TableName": "no-table"},
        f"{API}/API_DeleteTable.html",
        refused="ResourceNotFoundException",
    ),
)
