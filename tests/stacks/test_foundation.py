"""What all systems of an environment share."""

import json
from typing import Any

import cdktf
import pytest

from environments import Environment, load_named
from stacks.foundation.stack import FoundationStack


def built(environment: Environment) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(cdktf.Testing.synth(FoundationStack(cdktf.Testing.app(), environment)))
    return document


@pytest.mark.parametrize("name", ["local", "dev", "staging", "production"])
def test_the_topic_has_a_key_of_its_own_in_every_environment(name: str) -> None:
    document = built(load_named(name))
    (topic,) = document["resource"]["aws_sns_topic"].values()
    assert topic["name"] == f"tablestakes-alarms-{name}"
    assert topic["kms_master_key_id"].startswith("${aws_kms_key.")
    assert document["output"]["AlarmTopicArn"]["value"].startswith("${aws_sns_topic.")


def test_the_accounts_own_alarms_stand_here_once_without_dimensions() -> None:
    alarms = built(load_named("production"))["resource"]["aws_cloudwatch_metric_alarm"].values()
    assert sorted(alarm["metric_name"] for alarm in alarms) == [
        "AccountProvisionedReadCapacityUtilization",
        "AccountProvisionedWriteCapacityUtilization",
        "MaxProvisionedTableReadCapacityUtilization",
        "MaxProvisionedTableWriteCapacityUtilization",
        "UserErrors",
    ]
    for alarm in alarms:
        assert "dimensions" not in alarm
        assert alarm["alarm_actions"][0].startswith("${aws_sns_topic.")


def test_a_topic_that_exists_is_used_instead() -> None:
    arn = "arn:aws:sns:ap-northeast-1:111111111111:oncall"
    settings = load_named("production").model_dump(exclude_unset=True) | {"notifications": {"topic_arn": arn}}
    document = built(Environment.model_validate(settings))
    assert "aws_sns_topic" not in document["resource"]
    assert document["output"]["AlarmTopicArn"]["value"] == arn


def test_the_workflows_roles_stand_here_if_a_repository_deploys() -> None:
    document = built(load_named("local"))
    assert {"PlanRoleArn", "DeployRoleArn"} <= set(document["output"])
    assert [one["name"] for one in document["resource"]["aws_iam_role"].values()] == [
        "tablestakes-deploy-local",
        "tablestakes-plan-local",
    ]
    (tags,) = document["provider"]["aws"][0]["default_tags"]
    assert tags["tags"]["Repository"] == "acme/tablestakes"


def test_without_a_repository_there_are_no_roles_to_assume() -> None:
    document = built(load_named("production"))
    assert "aws_iam_role" not in document["resource"]
    assert "aws_iam_openid_connect_provider" not in document["resource"]
    assert "Repository" not in document["provider"]["aws"][0]["default_tags"][0]["tags"]
