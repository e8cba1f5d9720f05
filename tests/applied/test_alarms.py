"""Each alarm that Terraform made selects data as AWS publishes it, and would fire."""

from collections.abc import Mapping
from typing import Any

import pytest

from dynawright.deploy.terraform import Terraform
from dynawright.deploy.workspace import Workspace
from dynawright.emulator.emulator import Emulator
from tests.applied.published import Published, event_rules, functions, log_counts, queues, tables, vaults
from tests.applied.shared import Applied

METRIC_ALARM = "aws_cloudwatch_metric_alarm."


def alarms(cloudwatch: Any) -> list[dict[str, Any]]:
    """Our alarms, without those that autoscaling creates for itself."""
    pages = cloudwatch.get_paginator("describe_alarms").paginate(AlarmTypes=["MetricAlarm"])
    return [alarm for page in pages for alarm in page["MetricAlarms"] if not alarm["AlarmName"].startswith("TargetTracking-")]


@pytest.fixture(scope="session")
def published(systems: Mapping[str, Applied], emulator: Emulator, local: Workspace) -> Published:
    def client(service: str) -> Any:
        return emulator.client(service, local.environment.region)

    published = Published(client("cloudwatch"))
    published.publish("AWS/DynamoDB", tables(client("dynamodb")))
    published.publish("AWS/Lambda", functions(client("lambda")))
    published.publish("AWS/SQS", queues(client("sqs")))
    published.publish("AWS/Backup", vaults(client("backup")))
    published.publish("AWS/Events", event_rules(client("events")))
    published.publish("Tablestakes/Logs", log_counts(client("logs")))
    return published


def test_every_alarm_was_made(systems: Mapping[str, Applied], foundation: Terraform, published: Published) -> None:
    stacks = [foundation, *(applied.terraform for applied in systems.values())]
    wanted = [address for stack in stacks for address in stack.addresses() if address.startswith(METRIC_ALARM)]
    assert len(alarms(published.cloudwatch)) == len(wanted) > 0


def test_every_term_of_every_alarm_selects_what_aws_publishes(published: Published) -> None:
    found = alarms(published.cloudwatch)
    dead = {alarm["AlarmName"]: published.values(alarm) for alarm in found if None in published.values(alarm).values()}
    assert dead == {}


def test_every_alarm_would_fire_on_bad_figures(published: Published) -> None:
    assert [alarm["AlarmName"] for alarm in alarms(published.cloudwatch) if not published.fires(alarm)] == []


def test_an_alarm_on_the_wrong_dimensions_would_be_noticed(published: Published, local: Workspace) -> None:
    table = local.environment.physical_name("orders")
    for metric, dimensions in (
        ("UserErrors", [{"Name": "TableName", "Value": table}]),
        ("SystemErrors", [{"Name": "TableName", "Value": table}]),
        ("ConsumedReadCapacityUnits", []),
    ):
        alarm = {"Namespace": "AWS/DynamoDB", "MetricName": metric, "Dimensions": dimensions, "Statistic": "Sum", "Period": 60}
        assert published.values(alarm) == {"metric": None}, metric


def test_every_alarm_notifies_the_environments_topic(published: Published, foundation: Terraform) -> None:
    topic = foundation.outputs()["AlarmTopicArn"]
    incidents = published.cloudwatch.describe_alarms(AlarmTypes=["CompositeAlarm"])["CompositeAlarms"]
    every = [*alarms(published.cloudwatch), *incidents]
    told = [arn for alarm in every for name in ("AlarmActions", "InsufficientDataActions") for arn in alarm.get(name, [])]
    assert set(told) == {topic}


def test_the_composite_alarm_names_alarms_that_are_there(applied: Applied) -> None:
    cloudwatch = applied.emulator.client("cloudwatch", applied.workspace.environment.region)
    names = {alarm["AlarmName"] for alarm in alarms(cloudwatch)}
    stem = applied.system.name.replace("_", "-")
    found = cloudwatch.describe_alarms(AlarmTypes=["CompositeAlarm"])["CompositeAlarms"]
    (rule,) = [one["AlarmRule"] for one in found if one["AlarmName"] == f"{stem}-health-local"]
    children = {part.removeprefix('ALARM("').removesuffix('")') for part in rule.split(" OR ")}
    assert children
    assert children <= names


def test_the_topic_can_be_read_and_is_encrypted(foundation: Terraform, emulator: Emulator, local: Workspace) -> None:
    sns = emulator.client("sns", local.environment.region)
    attributes = sns.get_topic_attributes(TopicArn=foundation.outputs()["AlarmTopicArn"])["Attributes"]
    assert attributes["KmsMasterKeyId"].startswith("arn:aws:kms:")
    assert "cloudwatch.amazonaws.com" in attributes["Policy"]
