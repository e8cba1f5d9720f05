"""Stock notifications: one per crossing, however often a record comes."""

import time
from typing import Any

import pytest

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


def cut_off(alerts: Any, seconds_ago: int) -> None:
    """The first attempt was cut off that long ago, before it could mark the message as sent."""
    alerts(product(1, 11, 9))
    alerts.cloud.client("dynamodb").update_item(
        TableName="DynamoDBShopProcessed",
        Key={"PK": {"S": "ALERT#e1-LOW_STOCK"}},
        UpdateExpression="SET #s = :s, StartedAt = :t",
        ExpressionAttributeNames={"#s": "Status"},
        ExpressionAttributeValues={":s": {"S": "STARTED"}, ":t": {"N": str(int(time.time()) - seconds_ago)}},
    )


def test_a_message_whose_mark_was_lost_is_sent_again_while_the_topic_drops_it(alerts: Any) -> None:
    cut_off(alerts, seconds_ago=200)
    assert alerts(product(1, 11, 9)) == []
    assert kinds(alerts) == ["LOW_STOCK"]  # the FIFO queue dropped the second: it has the id of the first


def test_a_message_whose_mark_was_lost_is_held_once_the_topic_may_have_forgotten_it(
    alerts: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    cut_off(alerts, seconds_ago=240)
    assert alerts(product(1, 11, 9), product(2, 9, 0)) == ["1"]
    assert kinds(alerts) == ["LOW_STOCK", "OUT_OF_STOCK"]
    assert "message e1-LOW_STOCK may have been sent at" in capsys.readouterr().out


def test_an_alert_does_not_wait_for_one_that_is_in_doubt(alerts: Any) -> None:
    cut_off(alerts, seconds_ago=240)
    assert alerts(product(1, 11, 0)) == ["1"]
    assert kinds(alerts) == ["LOW_STOCK", "OUT_OF_STOCK"]


def test_a_standard_topic_takes_no_ids_of_its_own(alerts: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    standard = alerts.cloud.client("sns").create_topic(Name="standard")["TopicArn"]
    monkeypatch.setenv("ALERT_TOPIC_ARN", standard)
    assert alerts(product(1, 11, 9)) == []  # SNS refuses a group id or a deduplication id there
    cut_off(alerts, seconds_ago=1)
    assert alerts(product(1, 11, 9)) == ["1"]  # nothing drops repeats there
