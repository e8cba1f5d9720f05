"""CloudWatch on the emulator: exact dimensions, and composite alarms."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import boto3
import pytest
from moto import mock_aws

from dynawright.emulator import gaps

gaps.install()
TABLE = {"Name": "TableName", "Value": "orders"}
OPERATION = {"Name": "Operation", "Value": "Query"}
TIME = datetime.now(UTC).replace(second=0, microsecond=0)


@pytest.fixture
def cloudwatch(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "test")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "test")
    with mock_aws():
        yield boto3.client("cloudwatch", "ap-northeast-1")


def values(cloudwatch: Any, dimensions: list[dict[str, str]], *, namespace: str = "AWS/DynamoDB", stat: str = "Sum") -> Any:
    metric = {"Namespace": namespace, "MetricName": "SystemErrors", "Dimensions": dimensions}
    query = {"Id": "m", "MetricStat": {"Metric": metric, "Period": 60, "Stat": stat}}
    found = cloudwatch.get_metric_data(MetricDataQueries=[query], StartTime=TIME, EndTime=TIME + timedelta(seconds=60))
    return found["MetricDataResults"][0]["Values"]


def publish(cloudwatch: Any, dimensions: list[dict[str, str]], *numbers: float) -> None:
    data = [{"MetricName": "SystemErrors", "Dimensions": dimensions, "Timestamp": TIME, "Value": number} for number in numbers]
    cloudwatch.put_metric_data(Namespace="AWS/DynamoDB", MetricData=data)


def test_a_query_gets_the_data_of_its_own_dimensions_in_any_order(cloudwatch: Any) -> None:
    publish(cloudwatch, [TABLE, OPERATION], 7)
    assert values(cloudwatch, [OPERATION, TABLE]) == values(cloudwatch, [TABLE, OPERATION]) == [7]


@pytest.mark.parametrize("dimensions", [[], [TABLE], [{**TABLE, "Value": "other"}, OPERATION]], ids=["none", "fewer", "other"])
def test_other_dimensions_get_nothing(cloudwatch: Any, dimensions: list[dict[str, str]]) -> None:
    publish(cloudwatch, [TABLE, OPERATION], 7)
    assert values(cloudwatch, dimensions) == []


def test_another_namespace_gets_nothing(cloudwatch: Any) -> None:
    publish(cloudwatch, [TABLE], 7)
    assert values(cloudwatch, [TABLE], namespace="AWS/Other") == []


def test_percentiles_are_computed(cloudwatch: Any) -> None:
    publish(cloudwatch, [TABLE], *range(100))
    assert values(cloudwatch, [TABLE], stat="p99") == [99]
    assert values(cloudwatch, [TABLE], stat="p50") == [50]


def test_a_composite_alarm_is_kept_with_its_rule(cloudwatch: Any) -> None:
    cloudwatch.put_composite_alarm(AlarmName="health", AlarmRule='ALARM("a") OR ALARM("b")', ActionsEnabled=False)
    (found,) = cloudwatch.describe_alarms(AlarmTypes=["CompositeAlarm"])["CompositeAlarms"]
    assert (found["AlarmRule"], found["ActionsEnabled"]) == ('ALARM("a") OR ALARM("b")', False)
