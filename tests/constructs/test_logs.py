"""Log groups have a retention."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from dynawright.bindings.aws.kinesis_stream import KinesisStream
from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.logs import LogCount, LogGroup
from dynawright.errors import UserError
from dynawright.iam import trust
from dynawright.settings import AlarmSettings, EncryptionSettings, LogSettings
from dynawright.stack import SystemStack
from tests.constructs.conftest import SOMEBODY
from tests.problems import told

Resources = Callable[[str], list[dict[str, Any]]]


def log_group(stack: SystemStack, kind: str) -> LogGroup:
    key = EncryptionKey(stack, "Key", name="orders-key", settings=EncryptionSettings.model_validate({"key": kind}))
    return LogGroup(stack, "Logs", name="/aws/dynamodb/orders", key=key, settings=LogSettings(retention_days=7))


def test_a_log_group_has_a_name_per_environment_and_a_retention(stack: SystemStack, resources: Resources) -> None:
    log_group(stack, "aws_owned")
    assert resources("aws_cloudwatch_log_group") == [{"name": "/aws/dynamodb/orders-test", "retention_in_days": 7}]


def test_a_key_of_ours_encrypts_it_and_admits_just_this_group(stack: SystemStack, resources: Resources) -> None:
    log_group(stack, "customer_managed")
    (group,) = resources("aws_cloudwatch_log_group")
    assert group["kms_key_id"] == "${aws_kms_key.Key_43586C89.arn}"
    (key,) = resources("aws_kms_key")
    admitted = json.loads(key["policy"])["Statement"][-1]
    assert admitted["Principal"] == {"Service": "logs.ap-northeast-1.amazonaws.com"}
    arn = "arn:aws:logs:ap-northeast-1:111111111111:log-group:/aws/dynamodb/orders-test"
    assert admitted["Condition"] == {"ArnEquals": {"kms:EncryptionContext:aws:logs:arn": arn}}


@pytest.mark.parametrize("kind", ["aws_owned", "customer_managed"])
def test_its_name_and_arn_are_references(stack: SystemStack, kind: str) -> None:
    group = log_group(stack, kind)
    assert group.name != group.arn
    assert all(text.startswith("${TfToken[") for text in (group.name, group.arn))


def counted(stack: SystemStack) -> LogCount:
    group = log_group(stack, "aws_owned")
    return group.count("Errors", pattern='{ $.level = "ERROR" }', title="lines of level ERROR", remedy="Read them.")


def test_lines_are_counted_as_a_metric_of_our_own(stack: SystemStack, resources: Resources) -> None:
    counted(stack)
    (found,) = resources("aws_cloudwatch_log_metric_filter")
    assert found["pattern"] == '{ $.level = "ERROR" }'
    assert found["log_group_name"].startswith("${aws_cloudwatch_log_group.")
    assert found["metric_transformation"] == {
        "namespace": "Acme/Logs",
        "name": "/aws/dynamodb/orders-test Errors",
        "value": "1",
        "default_value": "0",
        "unit": "Count",
    }


def test_an_alarm_watches_exactly_the_metric_that_the_filter_writes(stack: SystemStack, resources: Resources) -> None:
    count = counted(stack)
    (alarm,) = count.alarms(AlarmSettings(log_errors_in_5_minutes=3))
    (series,) = alarm.terms.values()
    written = resources("aws_cloudwatch_log_metric_filter")[0]["metric_transformation"]
    assert (series.metric.namespace, series.metric.name, series.dimensions) == (written["namespace"], written["name"], {})
    assert (alarm.id, alarm.threshold, series.statistic) == ("LogsErrors", 3, "Sum")
    assert alarm.rule.anchor == "loglines"  # not the section about functions' errors
    ((label, shown),) = count.charts()[0].lines
    assert (label, shown.metric) == ("lines of level ERROR", series.metric)


def test_lines_are_sent_elsewhere_only_when_asked(stack: SystemStack, resources: Resources) -> None:
    group = log_group(stack, "aws_owned")
    assert resources("aws_cloudwatch_log_subscription_filter") == []
    group.forward("Search", destination_arn="arn:aws:lambda:ap-northeast-1:111111111111:function:search", pattern="ERROR")
    (found,) = resources("aws_cloudwatch_log_subscription_filter")
    assert (found["name"], found["filter_pattern"]) == ("Search", "ERROR")
    assert found["destination_arn"] == "arn:aws:lambda:ap-northeast-1:111111111111:function:search"


@pytest.mark.parametrize(("streams", "written"), [(None, ":*"), ("task-*", ":log-stream:task-*")])
def test_a_role_writes_all_streams_of_a_group_or_those_of_a_name(
    stack: SystemStack, resources: Resources, streams: str | None, written: str
) -> None:
    group = log_group(stack, "aws_owned")
    group.grant_write(stack.role(SOMEBODY, trust.ec2_instances()), streams=streams)
    (policy,) = resources("aws_iam_policy")
    (statement,) = json.loads(policy["policy"])["Statement"]
    assert statement["Action"] == ["logs:CreateLogStream", "logs:PutLogEvents"]
    assert statement["Resource"].endswith(f".arn}}{written}")


@pytest.mark.parametrize("kind", ["by ARN", "by reference"])
def test_a_data_stream_takes_no_lines_without_a_role(stack: SystemStack, kind: str) -> None:
    group = log_group(stack, "aws_owned")
    arn = "arn:aws:kinesis:ap-northeast-1:111111111111:stream/lines"
    if kind == "by reference":
        arn = KinesisStream(stack, "Lines", name="lines").arn
    with pytest.raises(UserError) as refusal:
        group.forward("Lines", destination_arn=arn)
    ((code, place, destination),) = told(refusal.value.problems)
    assert (code, place) == ("DW322", "log group /aws/dynamodb/orders-test")
    assert "kinesis" in str(destination)
    group.forward("Lines", destination_arn=arn, role_arn="arn:aws:iam::111111111111:role/lines")
