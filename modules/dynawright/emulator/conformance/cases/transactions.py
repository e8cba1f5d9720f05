"""TransactWriteItems and TransactGetItems."""

from __future__ import annotations

from typing import Any

from dynawright.emulator.conformance.case import API, INVALID, TABLE, Case, Request, key, number, text

_WRITE = f"{API}/API_TransactWriteItems.html"
_GET = f"{API}/API_TransactGetItems.html"
_TOKEN = "conformance-token"  # noqa: S105 - an idempotency token


def _put(partition: str, **more: Any) -> dict[str, Any]:
    return {"Put": {"TableName": TABLE, "Item": {**key(partition), **more}}}


def _delete(partition: str) -> dict[str, Any]:
    return {"Delete": {"TableName": TABLE, "Key": key(partition)}}


def _check(partition: str, condition: str) -> dict[str, Any]:
    return {"ConditionCheck": {"TableName": TABLE, "Key": key(partition), "ConditionExpression": condition}}


def _write(id: str, *parts: Request, refused: str = INVALID) -> Case:
    return Case(id, "transact_write_items", {"TransactItems": [*parts]}, _WRITE, refused=refused)


def _get(partition: str) -> dict[str, Any]:
    return {"Get": {"TableName": TABLE, "Key": key(partition)}}


TRANSACTIONS = (
    _write("transaction-with-two-writes-of-one-item", _put("b"), _delete("b")),
    _write("transaction-with-check-and-write-of-one-item", _check("a", "attribute_exists(PK)"), _delete("a")),
    _write("transaction-with-two-kinds-in-one-part", {**_put("b"), **_delete("c")}),
    _write("transaction-with-101-parts", *(_put(f"t{n}") for n in range(101))),
    _write("transaction-without-parts"),
    _write("transaction-without-sort-key", {"Delete": {"TableName": TABLE, "Key": {"PK": text("a")}}}),
    _write("transaction-with-index-key-of-another-type", _put("b", rank=text("high")), refused="TransactionCanceledException"),
    _write(
        "transaction-with-failing-check",
        _put("b"),
        _check("nothing", "attribute_exists(PK)"),
        refused="TransactionCanceledException",
    ),
    _write(
        "transaction-into-no-table", {"Put": {"TableName": "no-table", "Item": key("b")}}, refused="ResourceNotFoundException"
    ),
    Case(
        "transaction-with-failing-check-writes-nothing",
        "get_item",
        {"TableName": TABLE, "Key": key("undone")},
        _WRITE,
        answer={"Item": None},
        given=(("transact_write_items", {"TransactItems": [_put("undone"), _check("nothing", "attribute_exists(PK)")]}),),
    ),
    Case(
        "transaction-again-with-its-token",
        "get_item",
        {"TableName": TABLE, "Key": key("again")},
        _WRITE,
        answer={"Item": None},
        given=(
            ("transact_write_items", {"TransactItems": [_put("again")], "ClientRequestToken": f"{_TOKEN}-1"}),
            ("delete_item", {"TableName": TABLE, "Key": key("again")}),
            ("transact_write_items", {"TransactItems": [_put("again")], "ClientRequestToken": f"{_TOKEN}-1"}),
        ),
    ),
    Case(
        "another-transaction-with-its-token",
        "transact_write_items",
        {"TransactItems": [_put("token", x=number(2))], "ClientRequestToken": f"{_TOKEN}-2"},
        _WRITE,
        refused="IdempotentParameterMismatchException",
        given=(("transact_write_items", {"TransactItems": [_put("token")], "ClientRequestToken": f"{_TOKEN}-2"}),),
    ),
    Case(
        "transaction-get-of-one-item-twice",
        "transact_get_items",
        {"TransactItems": [_get("a"), _get("a")]},
        _GET,
        refused=INVALID,
    ),
    Case(
        "transaction-get-of-no-item", "transact_get_items", {"TransactItems": [_get("nothing")]}, _GET, answer={"Responses": [{}]}
    ),
    Case(
        "transaction-get-with-projection",
        "transact_get_items",
        {"TransactItems": [{"Get": {**_get("a")["Get"], "ProjectionExpression": "title"}}]},
        _GET,
        answer={"Responses": [{"Item": {"title": text("first")}}]},
    ),
)
