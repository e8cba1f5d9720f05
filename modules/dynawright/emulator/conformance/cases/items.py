"""Single items and batches."""

from __future__ import annotations

from typing import Any

from dynawright.emulator.conformance.case import API, GUIDE, INVALID, TABLE, Case, Request, key, number, text

_PUT = f"{API}/API_PutItem.html"
_LIMITS = f"{GUIDE}/Constraints.html"
_TYPES = f"{GUIDE}/HowItWorks.NamingRulesDataTypes.html"
_KEYS = f"{GUIDE}/HowItWorks.CoreComponents.html"


def _put(id: str, item: Request, source: str = _TYPES, **more: Any) -> Case:
    return Case(id, "put_item", {"TableName": TABLE, "Item": item, **more}, source, refused=INVALID)


def _batch(id: str, *requests: Request) -> Case:
    request = {"RequestItems": {TABLE: [*requests]}}
    return Case(id, "batch_write_item", request, f"{API}/API_BatchWriteItem.html", refused=INVALID)


def _get(id: str, request: Request) -> Case:
    return Case(id, "get_item", {"TableName": TABLE, "Key": request}, f"{API}/API_GetItem.html", refused=INVALID)


def _deep(levels: int) -> dict[str, Any]:
    value: dict[str, Any] = text("x")
    for _ in range(levels):
        value = {"L": [value]}
    return value


ITEMS = (
    _put("put-without-sort-key", {"PK": text("b")}, _KEYS),
    _put("put-with-key-of-another-type", {"PK": number(1), "SK": text("1")}, _KEYS),
    _put("put-with-empty-key", key(""), _LIMITS),
    _put("put-with-long-partition-key", key("x" * 2049), _LIMITS),
    _put("put-with-long-sort-key", key("b", "x" * 1025), _LIMITS),
    _put("put-with-index-key-of-another-type", {**key("b"), "rank": text("high")}, f"{GUIDE}/GSI.html"),
    _put("put-with-empty-index-key", {**key("b"), "kind": text("")}, _LIMITS),
    _put("put-with-null-index-key", {**key("b"), "kind": {"NULL": True}}, f"{GUIDE}/GSI.html"),
    _put("put-with-empty-set", {**key("b"), "x": {"SS": []}}),
    _put("put-with-set-of-duplicates", {**key("b"), "x": {"SS": ["a", "a"]}}),
    _put("put-with-number-of-39-digits", {**key("b"), "x": number("1" * 39)}),
    _put("put-with-number-too-large", {**key("b"), "x": number("1E+126")}),
    _put("put-with-number-that-is-none", {**key("b"), "x": number("seven")}),
    _put("put-with-too-large-item", {**key("b"), "x": text("x" * 400 * 1024)}, _LIMITS),
    _put("put-with-deep-attribute", {**key("b"), "x": _deep(33)}, _LIMITS),
    _put("put-returning-new-values", key("b"), _PUT, ReturnValues="ALL_NEW"),
    _put(
        "put-with-expected-and-condition",
        key("b"),
        _PUT,
        ConditionExpression="attribute_exists(PK)",
        Expected={"PK": {"Exists": False}},
    ),
    Case("put-into-no-table", "put_item", {"TableName": "no-table", "Item": key("b")}, _PUT, refused="ResourceNotFoundException"),
    Case(
        "put-with-empty-string-and-set-member",
        "get_item",
        {"TableName": TABLE, "Key": key("empty")},
        _TYPES,
        answer={"Item": {**key("empty"), "x": text(""), "y": {"L": []}, "z": {"M": {}}}},
        given=(("put_item", {"TableName": TABLE, "Item": {**key("empty"), "x": text(""), "y": {"L": []}, "z": {"M": {}}}}),),
    ),
    Case(
        "put-returning-old-values",
        "put_item",
        {"TableName": TABLE, "Item": {**key("old"), "x": number(2)}, "ReturnValues": "ALL_OLD"},
        _PUT,
        answer={"Attributes": {**key("old"), "x": number(1)}},
        given=(("put_item", {"TableName": TABLE, "Item": {**key("old"), "x": number(1)}}),),
    ),
    _get("get-without-sort-key", {"PK": text("a")}),
    _get("get-with-more-than-the-key", {**key("a"), "kind": text("x")}),
    _get("get-with-key-of-another-type", {**key("a"), "SK": number(1)}),
    _get("get-with-empty-key", key("a", "")),
    Case(
        "delete-returning-updated-values",
        "delete_item",
        {"TableName": TABLE, "Key": key("b"), "ReturnValues": "UPDATED_OLD"},
        f"{API}/API_DeleteItem.html",
        refused=INVALID,
    ),
    Case(
        "delete-of-no-item", "delete_item", {"TableName": TABLE, "Key": key("nothing")}, f"{API}/API_DeleteItem.html", answer={}
    ),
    _batch(
        "batch-with-two-puts-of-one-key",
        {"PutRequest": {"Item": {**key("b"), "x": number(1)}}},
        {"PutRequest": {"Item": {**key("b"), "x": number(2)}}},
    ),
    _batch("batch-with-put-and-delete-of-one-key", {"PutRequest": {"Item": key("b")}}, {"DeleteRequest": {"Key": key("b")}}),
    _batch("batch-with-put-without-sort-key", {"PutRequest": {"Item": {"PK": text("b")}}}),
    _batch("batch-with-delete-without-sort-key", {"DeleteRequest": {"Key": {"PK": text("b")}}}),
    _batch("batch-with-index-key-of-another-type", {"PutRequest": {"Item": {**key("b"), "rank": text("high")}}}),
    Case(
        "batch-into-no-table",
        "batch_write_item",
        {"RequestItems": {"no-table": [{"PutRequest": {"Item": key("b")}}]}},
        f"{API}/API_BatchWriteItem.html",
        refused="ResourceNotFoundException",
    ),
    Case(
        "batch-get-of-one-key-twice",
        "batch_get_item",
        {"RequestItems": {TABLE: {"Keys": [key("a"), key("a")]}}},
        f"{API}/API_BatchGetItem.html",
        refused=INVALID,
    ),
    Case(
        "batch-get-without-sort-key",
        "batch_get_item",
        {"RequestItems": {TABLE: {"Keys": [{"PK": text("a")}]}}},
        f"{API}/API_BatchGetItem.html",
        refused=INVALID,
    ),
)
