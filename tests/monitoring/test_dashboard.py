"""A dashboard shows only what CloudWatch has, in a grid that it accepts."""

import json
from typing import Any

from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.table import Table
from dynawright.monitoring.dashboard import Dashboard
from dynawright.monitoring.metrics import problems
from dynawright.monitoring.table_charts import table_charts
from dynawright.settings import TableSettings
from dynawright.settings.replica import ReplicaSettings
from tests.constructs.conftest import plain_stack, resources_of
from tests.monitoring.test_alarms import ORDERS


def body(settings: TableSettings | None = None, alarms: int = 2) -> list[dict[str, Any]]:
    stack = plain_stack()
    key = EncryptionKey(stack, "Key", name="key", settings=stack.settings.encryption)
    table = Table(stack, "Orders", model=ORDERS, key=key, settings=settings or TableSettings())
    Dashboard(stack, "Dashboard", name="orders", shows=[table], alarm_names=[f"alarm{number}" for number in range(alarms)])
    (dashboard,) = resources_of(stack, "aws_cloudwatch_dashboard")
    assert dashboard["dashboard_name"] == "orders-test"
    widgets: list[dict[str, Any]] = json.loads(dashboard["dashboard_body"])["widgets"]
    return widgets


def charts(widgets: list[dict[str, Any]]) -> dict[str, list[list[Any]]]:
    return {widget["properties"]["title"]: widget["properties"]["metrics"] for widget in widgets if widget["type"] == "metric"}


def test_every_line_is_a_metric_that_exists() -> None:
    for lines in charts(body(TableSettings(capacity_mode="provisioned"))).values():
        for namespace, name, *dimensions, options in lines:
            assert problems(namespace, name, dimensions[::2], options["stat"], options["period"]) == []


def test_capacity_throttles_latency_errors_and_expiry_are_shown() -> None:
    shown = charts(body())
    assert set(shown) == {
        "orders: expired items",
        "orders: read capacity",
        "orders: write capacity",
        "orders: throttled requests",
        *(f"orders: latency of {operation}" for operation in ("GetItem", "Query", "PutItem", "TransactWriteItems")),
        "orders: errors inside DynamoDB, failed conditions",
    }
    assert [line[-1]["stat"] for line in shown["orders: latency of GetItem"]] == ["p50", "p95", "p99"]
    assert [line[-1]["label"] for line in shown["orders: throttled requests"]] == [
        "reads, table",
        "writes, table",
        "reads, by-day",
        "writes, by-day",
    ]


def test_provisioned_capacity_is_shown_only_where_there_is_any() -> None:
    assert [line[1] for line in charts(body())["orders: read capacity"]] == ["ConsumedReadCapacityUnits"] * 2
    provisioned = charts(body(TableSettings(capacity_mode="provisioned")))["orders: read capacity"]
    assert [line[1] for line in provisioned] == ["ConsumedReadCapacityUnits"] * 2 + ["ProvisionedReadCapacityUnits"] * 2


def test_alarm_states_come_first_in_groups_that_a_widget_takes() -> None:
    widgets = body(alarms=101)
    states = [widget for widget in widgets if widget["type"] == "alarm"]
    assert [len(widget["properties"]["alarms"]) for widget in states] == [100, 1]
    assert states[1]["properties"]["alarms"] == ["arn:aws:cloudwatch:ap-northeast-1:111111111111:alarm:alarm100"]


def test_no_widgets_overlap_and_none_leaves_the_grid() -> None:
    taken: set[tuple[int, int]] = set()
    for widget in body(alarms=101):
        cells = {
            (x, y)
            for x in range(widget["x"], widget["x"] + widget["width"])
            for y in range(widget["y"], widget["y"] + widget["height"])
        }
        assert not cells & taken
        assert max(x for x, _ in cells) < 24
        taken |= cells


def test_replicas_are_shown_where_there_are_some() -> None:
    settings = TableSettings(replicas=(ReplicaSettings(region="ap-northeast-3"),))
    titles = {chart.title: chart for chart in table_charts(ORDERS, "orders-test", settings)}
    ((region, series),) = titles["orders: how far replicas are behind"].lines
    assert (region, series.dimensions) == ("ap-northeast-3", {"TableName": "orders-test", "ReceivingRegion": "ap-northeast-3"})
