"""A day's sales: each order once, to the last digit."""

import sys
from decimal import Decimal
from typing import Any

import pytest
from botocore.exceptions import ClientError

from dynawright.runtime import transactions
from tests.stacks.shop.functions.records import order, product


@pytest.fixture
def sales(deploy: Any) -> Any:
    return deploy("shop", "daily_sales")


def totals(sales: Any) -> dict[str, tuple[Decimal, int]]:
    return {item["PK"]: (item["Total"], int(item["Orders"])) for item in sales.items("DynamoDBShop")}


def test_orders_add_up_by_day(sales: Any) -> None:
    assert sales(order(1, "0.1"), order(2, "0.2"), order(3, "5", day="2026-02-01T10:00:00Z")) == []
    assert totals(sales) == {"SALES#2026-01-31": (Decimal("0.3"), 2), "SALES#2026-02-01": (Decimal(5), 1)}


def test_an_order_that_comes_twice_counts_once(sales: Any) -> None:
    assert sales(order(1, "5"), order(1, "5")) == []
    assert sales(order(1, "5")) == []
    assert totals(sales) == {"SALES#2026-01-31": (Decimal(5), 1)}


@pytest.mark.parametrize(
    "bad",
    [
        {"Amount": {"S": "much"}},
        {"Amount": {"N": "NaN"}},
        {"OrderDate": {"NULL": True}},
        *({"OrderDate": {"S": day}} for day in ("yesterday", "2026-13-45", "2026-02-29", "2026-W05-6")),
    ],
)
def test_a_bad_order_fails_alone(sales: Any, bad: dict[str, Any]) -> None:
    assert sales(order(1, "5"), order(2, "5", **bad), order(3, "5")) == ["2"]
    assert totals(sales) == {"SALES#2026-01-31": (Decimal(10), 2)}


def test_only_new_orders_count(sales: Any) -> None:
    changed = {**order(1, "5"), "eventName": "MODIFY"}
    changed["dynamodb"]["OldImage"] = changed["dynamodb"]["NewImage"]
    assert sales(changed, product(2, None, 5)) == []
    assert totals(sales) == {}


def test_a_collision_with_another_transaction_is_tried_again(sales: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    sales()  # loads it
    dynamodb = sales.cloud.client("dynamodb")
    collided = {
        "Error": {"Code": "TransactionCanceledException"},
        "CancellationReasons": [{"Code": "None"}, {"Code": "TransactionConflict"}],
    }
    answers: list[Any] = [ClientError(collided, "TransactWriteItems")] * 2

    class Colliding:
        def transact_write_items(self, **request: Any) -> Any:
            if answers:
                raise answers.pop()
            return dynamodb.transact_write_items(**request)

    monkeypatch.setattr(sys.modules["daily_sales.handler"], "client", lambda service: Colliding())
    monkeypatch.setattr(transactions, "pause", lambda attempt: None)
    assert sales(order(1, "5")) == []
    assert totals(sales) == {"SALES#2026-01-31": (Decimal(5), 1)}
    answers += [ClientError(collided, "TransactWriteItems")] * transactions.ATTEMPTS
    assert sales(order(2, "5")) == ["2"]
