"""Kinds of items and their key templates, from a sample; no value becomes part of them."""

from __future__ import annotations

from typing import Any

from dynawright.ops.adopt.sample import MOST_ITEMS, Shape, expiring, sample, shapes

CUSTOMERS: list[dict[str, Any]] = [
    {"PK": {"S": f"CUSTOMER#{id}"}, "SK": {"S": "METADATA"}, "customerId": {"S": id}, "name": {"S": f"name of {id}"}}
    for id in ("ann", "bob")
]
ORDERS: list[dict[str, Any]] = [
    {
        "PK": {"S": f"CUSTOMER#{customer}"},
        "SK": {"S": f"ORDER#2026-11-0{number}#{number}"},
        "customerId": {"S": customer},
        "number": {"N": str(number)},
        "GSI1PK": {"S": f"STATE#{'open' if number % 2 else 'closed'}"},
        **({"note": {"S": "secret"}} if number == 1 else {}),
    }
    for number, customer in enumerate(("ann", "ann", "bob"), start=1)
]


def found(items: list[dict[str, Any]], *indexes: list[str]) -> dict[str, Shape]:
    return {shape.name: shape for shape in shapes(items, ["PK", "SK"], indexes)}


def test_each_kind_has_templates_of_its_own() -> None:
    kinds = found([*CUSTOMERS, *ORDERS], ["GSI1PK"])
    assert kinds["CUSTOMER"].keys == {"PK": "CUSTOMER#{customerId}", "SK": "METADATA"}
    assert kinds["ORDER"].keys == {"PK": "CUSTOMER#{customerId}", "SK": "ORDER#{orderId}#{number}", "GSI1PK": "STATE#{stateId}"}


def test_attributes_have_types_and_may_be_missing() -> None:
    order = found(ORDERS)["ORDER"]
    assert order.attributes == {"GSI1PK": "S", "customerId": "S", "note": "S", "number": "N", "orderId": "S"}
    assert order.optional == {"note"}


def test_no_value_is_in_what_is_found() -> None:
    texts = repr(found([*CUSTOMERS, *ORDERS], ["GSI1PK"]))
    for value in ("ann", "bob", "2026", "open", "closed", "secret", "name of"):
        assert value not in texts


def test_keys_without_words_are_places() -> None:
    items = [{"PK": {"S": "a@example.com"}, "SK": {"N": "17"}}, {"PK": {"S": "x:y"}, "SK": {"N": "18"}}]
    assert [shape.keys["SK"] for shape in shapes(items, ["PK", "SK"], [])] == ["{SK}"] * len(shapes(items, ["PK", "SK"], []))


def test_a_sample_is_bounded() -> None:
    class Endless:
        asked = 0

        def scan(self, Limit: int, **_: Any) -> dict[str, Any]:  # noqa: N803  boto3's name
            self.asked += Limit
            return {"Items": [{}] * Limit, "LastEvaluatedKey": {"PK": {"S": "x"}}}

    for count, read in ((5, 5), (250, 250), (10**6, MOST_ITEMS)):
        client = Endless()
        assert (len(sample(client, "t", min(count, MOST_ITEMS))), client.asked) == (read, read)


def test_times_that_items_may_expire_at_are_told_by_name_and_unit() -> None:
    texts = {
        "expiresAt": "1790000000",
        "ttl_ms": "1790000000000",
        "createdAt": "1790000000",
        "expired": "1",
        "validUntil": "1790000001",
    }
    items = [{name: {"N": text} for name, text in texts.items()}, {"expiresAt": {"N": "1790000009"}}, {"id": {"S": "no time"}}]
    assert expiring(items) == ["expiresAt", "validUntil"]
    assert expiring([*items, {"expiresAt": {"S": "tomorrow"}}]) == ["validUntil"]
