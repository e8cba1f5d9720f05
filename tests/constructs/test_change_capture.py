"""ChangeCapture's resources; tests/applied/test_surroundings.py applies them."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from dynawright.constructs.change_capture import ChangeCapture
from dynawright.iam import trust
from dynawright.monitoring.alarms import Alarms
from dynawright.monitoring.dashboard import Dashboard
from dynawright.settings import AlarmSettings, ChangeCaptureSettings
from dynawright.stack import SystemStack
from tests.constructs.conftest import SOMEBODY
from tests.constructs.test_table import table

Resources = Callable[[str], list[dict[str, Any]]]


def capture(stack: SystemStack, key: str = "customer_managed", *, enabled: bool = True) -> ChangeCapture:
    settings = ChangeCaptureSettings(enabled=enabled)
    return ChangeCapture(stack, "Changes", name="changes", table=table(stack, key=key), settings=settings)


def test_nothing_is_captured_unless_the_environment_wants_it(stack: SystemStack, resources: Resources) -> None:
    changes = capture(stack, enabled=False)
    changes.grant_read(stack.role(SOMEBODY, trust.ec2_instances()))
    assert changes.stream_arn is None
    kinds = ("aws_kinesis_stream", "aws_dynamodb_kinesis_streaming_destination", "aws_iam_policy")
    assert [resources(kind) for kind in kinds] == [[], [], []]
    assert "kinesis" not in json.dumps(resources("aws_kms_key"))


def test_changes_wait_a_week_encrypted(stack: SystemStack, resources: Resources) -> None:
    capture(stack)
    (found,) = resources("aws_kinesis_stream")
    assert found == {
        "name": "changes-test",
        "stream_mode_details": {"stream_mode": "ON_DEMAND"},
        "encryption_type": "KMS",
        "kms_key_id": "${aws_kms_key.Key_43586C89.arn}",
        "retention_period": 168,
    }


@pytest.mark.parametrize("key", ["aws_owned", "aws_managed"])
def test_changes_are_encrypted_without_a_key_of_ours_too(stack: SystemStack, resources: Resources, key: str) -> None:
    capture(stack, key)
    (found,) = resources("aws_kinesis_stream")
    assert (found["encryption_type"], found["kms_key_id"]) == ("KMS", "alias/aws/kinesis")


def test_dynamodb_may_use_the_key_by_way_of_kinesis(stack: SystemStack, resources: Resources) -> None:
    capture(stack)
    (key,) = resources("aws_kms_key")
    ways = [statement.get("Condition", {}).get("StringEquals") for statement in json.loads(key["policy"])["Statement"]]
    assert {"kms:ViaService": "kinesis.ap-northeast-1.amazonaws.com"} in ways


@pytest.mark.parametrize(("key", "actions"), [("aws_owned", []), ("customer_managed", ["kms:Decrypt"])])
def test_a_reader_may_read_and_decrypt_and_not_write(
    stack: SystemStack, resources: Resources, key: str, actions: list[str]
) -> None:
    capture(stack, key).grant_read(stack.role(SOMEBODY, trust.ec2_instances()))
    (policy,) = resources("aws_iam_policy")
    first, *others = json.loads(policy["policy"])["Statement"]
    assert first["Action"] == [
        "kinesis:DescribeStreamSummary",
        "kinesis:GetRecords",
        "kinesis:GetShardIterator",
        "kinesis:ListShards",
    ]
    assert [other["Action"] for other in others] == actions


def test_changes_that_are_lost_or_late_are_told_whatever_aws_calls_the_operation(
    stack: SystemStack, resources: Resources
) -> None:
    """The values of DelegatedOperation are undocumented, so a query finds them."""
    watched = capture(stack)
    Alarms(
        stack,
        "Alarms",
        name="x",
        watch=[watched],
        settings=AlarmSettings(),
        topic_arn="arn:aws:sns:ap-northeast-1:111111111111:t",
    )
    asked = {resource["alarm_name"]: resource for resource in resources("aws_cloudwatch_metric_alarm")}
    schema = "FROM SCHEMA(\"AWS/DynamoDB\", DelegatedOperation, TableName) WHERE TableName = 'orders-test'"
    (lost,) = asked["changes-CaptureFailed-test"]["metric_query"]
    assert (lost["expression"], lost["period"], lost["return_data"]) == (
        f"SELECT SUM(FailedToReplicateRecordCount) {schema}",
        300,
        True,
    )
    late = asked["changes-CaptureLag-test"]
    assert late["metric_query"][0]["expression"] == f"SELECT MAX(AgeOfOldestUnreplicatedRecord) {schema}"
    assert late["threshold"] == 180_000  # milliseconds


def test_its_charts_ask_the_same_way(stack: SystemStack, resources: Resources) -> None:
    Dashboard(stack, "Dashboard", name="x", shows=[capture(stack)], alarm_names=[])
    (dashboard,) = resources("aws_cloudwatch_dashboard")
    lines = [line for widget in json.loads(dashboard["dashboard_body"])["widgets"] for line in widget["properties"]["metrics"]]
    assert [line[0]["label"] for line in lines] == ["lost", "throttled", "oldest"]
    assert all(line[0]["expression"].startswith("SELECT ") for line in lines)
