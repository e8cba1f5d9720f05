"""Stock notifications: one per crossing, however often a record comes."""

import time
from typing import Any

import pytest

from dynawright.runtime.clients import client
from tests.stacks.shop.functions.records import BAD_STOCK, product


@pytest.fixture
def alerts(deploy: Any) -> Any:
    return deploy("shop", "inventory_alerts")


def kinds(alerts: Any) -> list[str]:
    return [message["kind"] for message in alerts.received()]


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (11, 10, ["LOW_STOCK"]),
        (12, 11, []),
        (10, 9, []),
        (10, 0, ["OUT_OF_STOCK"]),
        (11, 0, ["LOW_STOCK", "OUT_OF_STOCK"]),
        (0, 0, []),
        (5, 20, []),
    ],
)
def test_a_crossing_notifies(alerts: Any, before: int, after: int, expected: list[str]) -> None:
    assert alerts(product(1, before, after)) == []
    assert kinds(alerts) == expected


def test_a_record_that_comes_twice_notifies_once(alerts: Any) -> None:
    assert alerts(product(1, 11, 9), product(1, 11, 9)) == []
    assert alerts(product(1, 11, 9)) == []
    calls = [item["Status"] for item in alerts.items("DynamoDBShopProcessed")]
    assert (kinds(alerts), calls) == (["LOW_STOCK"], ["DONE"])


def test_the_next_crossing_of_the_same_product_notifies_again(alerts: Any) -> None:
    assert alerts(product(1, 11, 9), product(2, 9, 30), product(3, 30, 1)) == []
    assert kinds(alerts) == ["LOW_STOCK", "LOW_STOCK"]


def test_a_message_says_what_happened(alerts: Any) -> None:
    alerts(product(1, 11, 9))
    assert alerts.received() == [
        {
            "id": "e1-LOW_STOCK",
            "kind": "LOW_STOCK",
            "productId": "1",
            "name": "Atlas",
            "stock": 9,
            "previousStock": 11,
            "threshold": 10,
            "changedAt": "2026-09-21T14:13:20.500000+00:00",
        }
    ]


def test_the_threshold_is_a_setting(deploy: Any) -> None:
    alerts = deploy("shop", "inventory_alerts", LOW_STOCK_THRESHOLD="3")
    alerts(product(1, 11, 9), product(2, 4, 3))
    assert [message["id"] for message in alerts.received()] == ["e2-LOW_STOCK"]


@pytest.mark.parametrize("stock", [BAD_STOCK, {"NULL": True}, {"N": "NaN"}, {"BOOL": True}])
def test_a_stock_that_is_no_number_fails_alone(alerts: Any, stock: dict[str, Any]) -> None:
    assert alerts(product(1, 11, 9), product(2, 11, 9, Stock=stock), product(3, 9, 0)) == ["2"]
    assert kinds(alerts) == ["LOW_STOCK", "OUT_OF_STOCK"]


def test_a_missing_stock_fails_alone(alerts: Any) -> None:
    bad = product(2, 11, 9)
    del bad["dynamodb"]["OldImage"]["Stock"]
    assert alerts(bad, product(3, 9, 0)) == ["2"]


def test_a_decrease_is_logged(alerts: Any, capsys: pytest.CaptureFixture[str]) -> None:
    alerts(product(1, 30, 20))
    assert (
        '"message": "stock decreased", "product": "PRODUCT#1|METADATA", "before": "30", "after": "20"' in capsys.readouterr().out
    )


def test_inserts_removals_and_other_items_are_none_of_its_business(alerts: Any) -> None:
    other = product(3, 11, 0)
    other["dynamodb"]["Keys"]["PK"] = {"S": "CUSTOMER#1"}
    assert alerts(product(1, None, 0), product(2, 5, None), other) == []
    assert kinds(alerts) == []


def forget(alerts: Any) -> None:
    """Send a message of an attempt that is cut off before it is noted."""
    assert alerts(product(1, 11, 9)) == []
    alerts.cloud.delete("DynamoDBShopProcessed", {"PK": "ALERT#e1-LOW_STOCK"})


def test_a_repeat_of_an_attempt_that_was_cut_off_is_dropped_by_the_fifo_topic(alerts: Any) -> None:
    forget(alerts)
    assert alerts(product(1, 11, 9)) == []
    assert kinds(alerts) == ["LOW_STOCK"]


@pytest.mark.parametrize(("status", "expected"), [("DONE", []), ("STARTED", ["LOW_STOCK"])])
def test_a_marker_of_an_earlier_release_counts_if_it_says_done(alerts: Any, status: str, expected: list[str]) -> None:
    marker = {"PK": "ALERT#e1-LOW_STOCK", "NotificationId": "e1-LOW_STOCK", "StartedAt": 5, "StartedBy": "a", "TriedBy": "a"}
    alerts.cloud.put("DynamoDBShopProcessed", {**marker, "Status": status, "ExpiresAt": int(time.time()) + 9})
    assert alerts(product(1, 11, 9)) == []
    assert kinds(alerts) == expected


def test_an_alert_does_not_wait_for_one_that_fails(alerts: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    sns = client("sns")
    publish = sns.publish

    def refused(**request: Any) -> Any:
        if request["Subject"] == "Low stock":
            raise TimeoutError
        return publish(**request)

    monkeypatch.setattr(sns, "publish", refused)
    assert alerts(product(1, 11, 0)) == ["1"]
    assert kinds(alerts) == ["OUT_OF_STOCK"]


def test_a_standard_topic_takes_no_ids_of_its_own(alerts: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    standard = alerts.cloud.client("sns").create_topic(Name="standard")["TopicArn"]
    monkeypatch.setenv("ALERT_TOPIC_ARN", standard)
    assert alerts(product(1, 11, 9)) == []  # SNS refuses a group id or a deduplication id there
