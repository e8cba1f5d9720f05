"""Series are read within CloudWatch's limits, over as many pages as it takes."""

from datetime import UTC, datetime, timedelta
from typing import Any

import boto3
import pytest
from botocore.stub import ANY, Stubber

from dynawright.errors import UserError
from dynawright.monitoring.metric_catalogue import DYNAMODB
from dynawright.monitoring.metrics import Series, metric
from dynawright.ops.metric_data import MAX_DATAPOINTS, fetch
from tests.problems import told

END = datetime(2026, 11, 16, tzinfo=UTC)
START = END - timedelta(days=1)
ANSWERED = {"StartTime": START, "EndTime": END, "MaxDatapoints": MAX_DATAPOINTS}


def series(table: str) -> Series:
    return Series(metric(DYNAMODB, "ReadThrottleEvents"), {"TableName": table}, "Sum", 300)


def result(id: str, *values: float, status: str = "Complete") -> dict[str, Any]:
    times = [START + timedelta(seconds=value) for value in values]
    return {"Id": id, "Timestamps": times, "Values": list(values), "StatusCode": status}


@pytest.fixture
def cloudwatch() -> Any:
    return boto3.client("cloudwatch", "ap-northeast-1", aws_access_key_id="a", aws_secret_access_key="b")  # noqa: S106


def test_a_series_is_put_together_from_its_pages(cloudwatch: Any) -> None:
    with Stubber(cloudwatch) as stubber:
        query = {
            "Id": "m0",
            "MetricStat": {
                "Metric": {
                    "Namespace": "AWS/DynamoDB",
                    "MetricName": "ReadThrottleEvents",
                    "Dimensions": [{"Name": "TableName", "Value": "orders"}],
                },
                "Period": 300,
                "Stat": "Sum",
            },
        }
        first = {"MetricDataResults": [result("m0", 1, 2, status="PartialData")], "NextToken": "more"}
        stubber.add_response("get_metric_data", first, {**ANSWERED, "MetricDataQueries": [query]})
        last = {"MetricDataResults": [result("m0", 3)]}
        stubber.add_response("get_metric_data", last, {**ANSWERED, "MetricDataQueries": [query], "NextToken": "more"})
        points = fetch(cloudwatch, {"orders": series("orders")}, START, END)
    assert list(points["orders"].values()) == [1, 2, 3]


def test_no_request_has_more_than_500_series(cloudwatch: Any) -> None:
    with Stubber(cloudwatch) as stubber:
        stubber.add_response(
            "get_metric_data", {"MetricDataResults": [result("m499", 1)]}, {**ANSWERED, "MetricDataQueries": [ANY] * 500}
        )
        stubber.add_response(
            "get_metric_data", {"MetricDataResults": [result("m0", 2)]}, {**ANSWERED, "MetricDataQueries": [ANY]}
        )
        points = fetch(cloudwatch, {number: series(f"table-{number}") for number in range(501)}, START, END)
        stubber.assert_no_pending_responses()
    assert list(points[499].values()) == [1]
    assert list(points[500].values()) == [2]
    assert points[0] == {}


def test_figures_that_cloudwatch_fails_to_give_are_not_taken_for_none(cloudwatch: Any) -> None:
    with Stubber(cloudwatch) as stubber:
        answer = {"MetricDataResults": [result("m0", status="InternalError")]}
        stubber.add_response("get_metric_data", answer, {**ANSWERED, "MetricDataQueries": [ANY]})
        with pytest.raises(UserError) as refusal:
            fetch(cloudwatch, {"orders": series("orders")}, START, END)
        assert told(refusal.value.problems) == [("DW701", "", "InternalError")]
