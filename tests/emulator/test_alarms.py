"""Each alarm that Terraform made selects data as AWS publishes it, and would fire."""

from typing import Any

import pytest

from harness.emulator import Emulator
from harness.terraform import Terraform
from harness.workspace import Workspace
from tests.emulator.conftest import Applied
from tests.emulator.published import Published, functions, log_counts, queues, tables, vaults


def client(applied: Applied, service: str) -> Any:
    return applied.emulator.client(service, applied.workspace.environment.region)


def alarms(cloudwatch: Any) -> list[dict[str, Any]]:
    """Ours; autoscaling makes some by itself, for itself."""
    found: list[dict[str, Any]] = cloudwatch.describe_alarms()["MetricAlarms"]
    return [alarm for alarm in found if not alarm["AlarmName"].startswith("TargetTracking-")]


@pytest.fixture(scope="session")
def published(applied: Applied) -> Published:
    published = Published(client(applied, "cloudwatch"))
    published.publish("AWS/DynamoDB", tables(client(applied, "dynamodb")))
    published.publish("AWS/Lambda", functions(client(applied, "lambda")))
    published.publish("AWS/SQS", queues(client(applied, "sqs")))
    published.publish("AWS/Backup", vaults(client(applied, "backup")))
    published.publish("Tablestakes/Logs", log_counts(client(applied, "logs")))
    return published


def test_every_term_of_every_alarm_selects_what_aws_publishes(applied: Applied, published: Published) -> None:
    found = alarms(published.cloudwatch)
    assert len(found) > 10
    dead = {alarm["AlarmName"]: published.values(alarm) for alarm in found if None in published.values(alarm).values()}
    assert dead == {}


def test_every_alarm_would_fire_on_bad_figures(applied: Applied, published: Published) -> None:
    assert [alarm["AlarmName"] for alarm in alarms(published.cloudwatch) if not published.fires(alarm)] == []


def test_an_alarm_on_the_wrong_dimensions_would_be_noticed(applied: Applied, published: Published) -> None:
    table = client(applied, "dynamodb").list_tables()["TableNames"][0]
    for metric, dimensions in (
        ("UserErrors", [{"Name": "TableName", "Value": table}]),
        ("SystemErrors", [{"Name": "TableName", "Value": table}]),
        ("ConsumedReadCapacityUnits", []),
    ):
        alarm = {"Namespace": "AWS/DynamoDB", "MetricName": metric, "Dimensions": dimensions, "Statistic": "Sum", "Period": 60}
        assert published.values(alarm) == {"metric": None}, metric


def test_every_alarm_notifies_the_environments_topic(applied: Applied, foundation: Terraform) -> None:
    topic = foundation.outputs()["AlarmTopicArn"]
    assert topic in [one["TopicArn"] for one in client(applied, "sns").list_topics()["Topics"]]
    assert {tuple(alarm["AlarmActions"]) for alarm in alarms(client(applied, "cloudwatch"))} == {(topic,)}


def test_the_composite_alarm_names_alarms_that_are_there(applied: Applied) -> None:
    cloudwatch = client(applied, "cloudwatch")
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
