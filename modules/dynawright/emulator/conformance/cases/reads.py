"""Query and Scan."""

from __future__ import annotations

from typing import Any

from dynawright.emulator.conformance.case import API, GUIDE, INVALID, TABLE, Case, Request, key, number, text
from dynawright.emulator.conformance.table import FIRST, SECOND

_QUERY = f"{API}/API_Query.html"
_SCAN = f"{API}/API_Scan.html"
_LOCAL = f"{GUIDE}/LSI.html"
_GLOBAL = f"{GUIDE}/GSI.html"
_CONDITIONS = f"{GUIDE}/Query.KeyConditionExpressions.html"
_A = {":a": text("a")}
_BY_KIND = {"IndexName": "ByKind", "KeyConditionExpression": "kind = :x", "ExpressionAttributeValues": {":x": text("x")}}
_BY_RANK = {"IndexName": "ByRank", "KeyConditionExpression": "PK = :a", "ExpressionAttributeValues": _A}


def _query(condition: str, values: Request = _A, **more: Any) -> dict[str, Any]:
    return {"TableName": TABLE, "KeyConditionExpression": condition, "ExpressionAttributeValues": values, **more}


def _refused(id: str, request: Request, source: str = _QUERY) -> Case:
    return Case(id, "query", {"TableName": TABLE, **request}, source, refused=INVALID)


def _scan(id: str, **request: Any) -> Case:
    return Case(id, "scan", {"TableName": TABLE, **request}, _SCAN, refused=INVALID)


def _only(item: Request, *names: str) -> dict[str, Any]:
    return {name: item[name] for name in names}


READS = (
    _refused("query-without-partition-key", _query("SK = :a")),
    _refused("query-with-range-of-partition-keys", _query("PK > :a"), _CONDITIONS),
    _refused(
        "query-with-two-conditions-on-sort-key", _query("PK = :a AND SK > :a AND SK < :b", {**_A, ":b": text("b")}), _CONDITIONS
    ),
    _refused("query-with-or", _query("PK = :a OR SK = :a"), _CONDITIONS),
    _refused("query-with-not-equal", _query("PK = :a AND SK <> :a"), _CONDITIONS),
    _refused("query-with-another-attribute", _query("PK = :a AND title = :a"), _CONDITIONS),
    _refused("query-with-value-of-another-type", _query("PK = :a", {":a": number(1)}), _CONDITIONS),
    _refused("query-with-empty-key", _query("PK = :a", {":a": text("")}), _CONDITIONS),
    _refused(
        "query-between-reversed-bounds",
        _query("PK = :a AND SK BETWEEN :y AND :x", {**_A, ":x": text("1"), ":y": text("2")}),
        _CONDITIONS,
    ),
    _refused(
        "query-begins-with-number",
        {
            "IndexName": "ByKind",
            "KeyConditionExpression": "kind = :x AND begins_with(#r, :n)",
            "ExpressionAttributeNames": {"#r": "rank"},
            "ExpressionAttributeValues": {":x": text("x"), ":n": number(1)},
        },
        _CONDITIONS,
    ),
    _refused("query-of-no-index", {**_BY_KIND, "IndexName": "no-index"}),
    _refused("query-of-global-index-consistently", {**_BY_KIND, "ConsistentRead": True}, _GLOBAL),
    _refused("query-of-global-index-for-more-than-it-holds", {**_BY_KIND, "ProjectionExpression": "title, tags"}, _GLOBAL),
    _refused("query-of-global-index-for-all-attributes", {**_BY_KIND, "Select": "ALL_ATTRIBUTES"}, _GLOBAL),
    _refused("query-filtering-a-key", _query("PK = :a", FilterExpression="SK = :a"), f"{GUIDE}/Query.FilterExpression.html"),
    _refused("query-with-limit-0", _query("PK = :a", Limit=0)),
    _refused("query-from-a-key-of-another-partition", _query("PK = :a", ExclusiveStartKey=key("b"))),
    _refused("query-from-half-a-key", _query("PK = :a", ExclusiveStartKey={"PK": text("a")})),
    _refused("query-counting-projected-attributes", _query("PK = :a", Select="COUNT", ProjectionExpression="title")),
    _refused("query-without-condition", {}),
    _refused("query-with-unused-value", _query("PK = :a", {**_A, ":b": text("b")})),
    Case(
        "query-of-no-table", "query", {**_query("PK = :a"), "TableName": "no-table"}, _QUERY, refused="ResourceNotFoundException"
    ),
    Case("query-counts", "query", _query("PK = :a", Select="COUNT"), _QUERY, answer={"Count": 2, "ScannedCount": 2}),
    Case(
        "query-filters-after-the-limit",
        "query",
        _query("PK = :a", {**_A, ":t": text("second")}, FilterExpression="title = :t", Limit=1),
        f"{GUIDE}/Query.FilterExpression.html",
        answer={"Count": 0, "ScannedCount": 1, "Items": [], "LastEvaluatedKey": key("a", "1")},
    ),
    Case(
        "query-of-a-full-last-page",
        "query",
        _query("PK = :a", Limit=2, ProjectionExpression="SK"),
        f"{GUIDE}/Query.Pagination.html",
        answer={"Items": [{"SK": text("1")}, {"SK": text("2")}], "LastEvaluatedKey": key("a", "2")},
    ),
    Case(
        "query-of-global-index",
        "query",
        {"TableName": TABLE, **_BY_KIND, "ScanIndexForward": False},
        _GLOBAL,
        answer={"Items": [_only(item, "PK", "SK", "kind", "rank", "title") for item in (SECOND, FIRST)]},
    ),
    Case(
        "query-of-local-index",
        "query",
        {"TableName": TABLE, **_BY_RANK},
        _LOCAL,
        answer={"Items": [_only(item, "PK", "SK", "rank") for item in (FIRST, SECOND)]},
    ),
    Case(
        "query-of-local-index-for-more-than-it-holds",
        "query",
        {"TableName": TABLE, **_BY_RANK, "ProjectionExpression": "title"},
        _LOCAL,
        answer={"Items": [_only(item, "title") for item in (FIRST, SECOND)]},
    ),
    Case(
        "query-of-local-index-for-all-attributes",
        "query",
        {"TableName": TABLE, **_BY_RANK, "Select": "ALL_ATTRIBUTES"},
        _LOCAL,
        answer={"Items": [FIRST, SECOND]},
    ),
    _scan("scan-of-no-index", IndexName="no-index"),
    _scan("scan-of-global-index-consistently", IndexName="ByKind", ConsistentRead=True),
    _scan("scan-segment-without-total", Segment=0),
    _scan("scan-segment-behind-the-last", Segment=2, TotalSegments=2),
    _scan("scan-with-limit-0", Limit=0),
    _scan("scan-with-values-and-no-expression", ExpressionAttributeValues=_A),
    _scan("scan-with-syntax-error", FilterExpression="title =", ExpressionAttributeValues=_A),
)
