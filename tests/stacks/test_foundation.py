"""The resources that all systems of an environment share."""

import json
from pathlib import Path
from typing import Any

import pytest

from dynawright.framework import cdktf
from dynawright.settings import Environment, SystemSettings, environment_class, load_named, validated
from dynawright.synthesis import synthesize
from stacks.foundation.stack import FoundationStack

SYSTEMS = environment_class({"orders": SystemSettings, "flags": SystemSettings})


def built(environment: Environment) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(cdktf.Testing.synth(FoundationStack(cdktf.Testing.app(), environment)))
    return document


def with_systems(name: str) -> Environment:
    """Return the environment of that name with systems of the tests, whatever systems the application has."""
    settings = load_named(name).model_dump(exclude_unset=True)
    settings.pop("systems", None)
    return validated(settings, SYSTEMS)


@pytest.mark.parametrize("name", ["local", "dev", "staging", "production"])
def test_the_topic_has_a_key_of_its_own_in_every_environment(name: str) -> None:
    document = built(load_named(name))
    (topic,) = document["resource"]["aws_sns_topic"].values()
    assert topic["name"] == f"tablestakes-alarms-{name}"
    assert topic["kms_master_key_id"].startswith("${aws_kms_key.")
    assert document["output"]["AlarmTopicArn"]["value"].startswith("${aws_sns_topic.")


def test_the_accounts_own_alarms_stand_here_once_without_dimensions() -> None:
    every = built(load_named("production"))["resource"]["aws_cloudwatch_metric_alarm"].values()
    alarms = [alarm for alarm in every if alarm["namespace"] == "AWS/DynamoDB"]
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


def test_its_dashboard_shows_the_account_and_its_price_counts_both() -> None:
    document = built(with_systems("production"))
    (dashboard,) = document["resource"]["aws_cloudwatch_dashboard"].values()
    shown = {
        line[1]
        for widget in json.loads(dashboard["dashboard_body"])["widgets"]
        for line in widget["properties"].get("metrics", [])
    }
    assert {"UserErrors", "AccountProvisionedReadCapacityUtilization", "MaxProvisionedTableWriteCapacityUtilization"} <= shown
    alarms = len(document["resource"]["aws_cloudwatch_metric_alarm"])
    assert document["output"]["AlarmsMonthlyUsd"]["value"] == f"{alarms * 0.10 + 0.50 + 3:.2f}"


def test_a_topic_that_exists_is_used_instead() -> None:
    arn = "arn:aws:sns:ap-northeast-1:111111111111:oncall"
    settings = load_named("production").model_dump(exclude_unset=True) | {"notifications": {"topic_arn": arn}}
    document = built(validated(settings))
    assert "aws_sns_topic" not in document["resource"]
    assert document["output"]["AlarmTopicArn"]["value"] == arn


@pytest.mark.parametrize(("name", "locks", "copies"), [("local", 0, 0), ("staging", 1, 1), ("production", 1, 1)])
def test_the_vault_of_all_systems_stands_here_with_its_own_key_and_alarms(name: str, locks: int, copies: int) -> None:
    resources = built(with_systems(name))["resource"]
    (vault,) = resources["aws_backup_vault"].values()
    assert vault["name"] == f"tablestakes-{name}"
    (topic,) = resources["aws_sns_topic"].values()
    assert vault["kms_key_arn"] != topic["kms_master_key_id"]
    assert len(resources["aws_backup_vault_policy"]) == len(resources["aws_backup_region_settings"]) == 1
    assert len(resources.get("aws_backup_vault_lock_configuration", {})) == locks
    alarms = [alarm for alarm in resources["aws_cloudwatch_metric_alarm"].values() if alarm["namespace"] == "AWS/Backup"]
    assert [alarm["dimensions"] for alarm in alarms] == [{"BackupVaultName": vault["name"]}] * (2 + copies)
    assert len([alarm for alarm in alarms if alarm["metric_name"] == "NumberOfCopyJobsFailed"]) == copies
    (dashboard,) = resources["aws_cloudwatch_dashboard"].values()
    assert vault["name"] in dashboard["dashboard_body"]


def test_where_no_system_has_backups_there_is_no_vault() -> None:
    assert not [one for one in built(with_systems("dev"))["resource"] if one.startswith("aws_backup_")]


def test_one_system_with_backups_is_enough_for_a_vault() -> None:
    settings = load_named("dev").model_dump(exclude_unset=True)
    settings["systems"] = {"orders": {"backup": {"enabled": True}}}
    resources = built(validated(settings, SYSTEMS))["resource"]
    assert "kms_key_arn" not in next(iter(resources["aws_backup_vault"].values()))  # dev has none of its own
    assert "aws_backup_region_settings" in resources


@pytest.mark.parametrize(("name", "days"), [("local", None), ("dev", None), ("staging", 30), ("production", 365)])
def test_the_log_bucket_stands_here_where_access_logs_are_kept(name: str, days: int | None) -> None:
    resources = built(load_named(name))["resource"]
    kept = [
        configuration["rule"][0]["expiration"][0]["days"]
        for configuration in resources.get("aws_s3_bucket_lifecycle_configuration", {}).values()
    ]
    assert kept == ([] if days is None else [days])


@pytest.mark.parametrize("name", ["local", "dev", "staging", "production"])
def test_systems_look_up_the_very_vault_and_log_bucket_that_stand_here(name: str, tmp_path: Path) -> None:
    synthesize(load_named(name), system=None, outdir=tmp_path)
    stacks = {path.parent.name: json.loads(path.read_text()) for path in tmp_path.glob("stacks/*/cdk.tf.json")}
    foundation = stacks.pop(f"foundation-{name}")["resource"]
    made = [vault["name"] for vault in foundation.get("aws_backup_vault", {}).values()]
    logs = [bucket["bucket"] for bucket in foundation.get("aws_s3_bucket", {}).values()]
    for stack, document in stacks.items():
        asked = [vault["name"] for vault in document.get("data", {}).get("aws_backup_vault", {}).values()]
        assert asked == made, stack
        assert not {"aws_backup_vault", "aws_backup_region_settings"} & document["resource"].keys()
        assert ("aws_backup_plan" in document["resource"]) == bool(made)
        logged = document["resource"].get("aws_s3_bucket_logging", {})
        assert len(logged) == (len(document["resource"].get("aws_s3_bucket", {})) if logs else 0)
        asked = [bucket["bucket"] for bucket in document.get("data", {}).get("aws_s3_bucket", {}).values()]
        assert asked == (logs if logged else []), stack


def test_the_workflows_roles_stand_here_if_a_repository_deploys() -> None:
    document = built(load_named("local"))
    assert {"PlanRoleArn", "DeployRoleArn"} <= set(document["output"])
    assert [role["name"] for role in document["resource"]["aws_iam_role"].values()] == [
        "tablestakes-deploy-local",
        "tablestakes-plan-local",
    ]
    (tags,) = document["provider"]["aws"][0]["default_tags"]
    assert tags["tags"]["Repository"] == "acme/tablestakes"


def test_without_a_repository_there_are_no_roles_to_assume() -> None:
    settings = load_named("production").model_dump(exclude_unset=True)
    del settings["deployment"]
    document = built(validated(settings))
    assert "aws_iam_role" not in document["resource"]
    assert "aws_iam_openid_connect_provider" not in document["resource"]
    assert "Repository" not in document["provider"]["aws"][0]["default_tags"][0]["tags"]


ELSEWHERE: dict[str, Any] = {
    "name": "production",
    "project": "acme",
    "account_id": "444444444444",
    "region": "ap-northeast-1",
    "state": {"bucket": "acme-state"},
    "roles": {"permissions_boundary_arn": "arn:aws:iam::444444444444:policy/boundary"},
    "deployment": {"repository": "acme/infra"},
    "systems": {"orders": {"region": "us-east-1"}, "flags": {}},
}


def elsewhere(**settings: Any) -> dict[str, Any]:
    """Return the foundation in the Region of the system orders."""
    return built(validated({**ELSEWHERE, **settings}, SYSTEMS).in_region("us-east-1"))


def test_in_another_region_it_has_all_but_iam() -> None:
    home = built(validated(ELSEWHERE, SYSTEMS))["resource"]
    resources = elsewhere()["resource"]
    kinds = {kind for kind in home if not kind.startswith("aws_iam_")}
    assert {kind for kind in home if kind.startswith("aws_iam_")}
    assert set(resources) == kinds


def test_only_names_that_all_regions_share_hold_the_region() -> None:
    home, resources = built(validated(ELSEWHERE, SYSTEMS))["resource"], elsewhere()["resource"]
    for kind, field in (("aws_sns_topic", "name"), ("aws_backup_vault", "name"), ("aws_kms_alias", "name")):
        assert [resource[field] for resource in resources[kind].values()] == [one[field] for one in home[kind].values()]
    (bucket,), (dashboard,) = resources["aws_s3_bucket"].values(), resources["aws_cloudwatch_dashboard"].values()
    assert bucket["bucket"] == "acme-logs-us-east-1-production-444444444444"
    assert dashboard["dashboard_name"] == "acme-us-east-1-production"


def test_an_existing_topic_serves_its_own_region_only() -> None:
    arn = "arn:aws:sns:ap-northeast-1:444444444444:oncall"
    resources = elsewhere(notifications={"topic_arn": arn})["resource"]
    assert len(resources["aws_sns_topic"]) == 1


def test_a_vault_is_where_systems_with_backups_are() -> None:
    systems = {"orders": {"region": "us-east-1", "backup": {"enabled": False}}}
    assert "aws_backup_vault" not in elsewhere(systems=systems)["resource"]
    assert "aws_backup_vault" in built(validated({**ELSEWHERE, "systems": systems}, SYSTEMS))["resource"]


def test_every_shared_name_begins_with_the_project() -> None:
    resources = built(validated(ELSEWHERE, SYSTEMS))["resource"]
    fields = ("name", "bucket", "dashboard_name")
    names = [value for kind in resources.values() for one in kind.values() for field in fields if (value := one.get(field))]
    literal = [name.removeprefix("alias/") for name in names if "${" not in name]
    assert len(literal) > 5
    assert [name for name in literal if not name.startswith("acme-")] == []
