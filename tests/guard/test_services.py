"""Services around tables, with handwritten changes: losses are found, improvements pass."""

from __future__ import annotations

from typing import Any

import pytest

from dynawright.guard.guard import findings
from dynawright.guard.known import KNOWN
from dynawright.rules.schedule import days_between
from tests.conftest import ROOT
from tests.guard.changes import change

ENDS = {
    "aws_appautoscaling_policy": "autoscaling-removed",
    "aws_appautoscaling_scheduled_action": "autoscaling-removed",
    "aws_appautoscaling_target": "autoscaling-removed",
    "aws_cloudtrail": "trail-removed",
    "aws_cloudwatch_event_bus": "event-bus-removed",
    "aws_cloudwatch_event_rule": "schedule-removed",
    "aws_cloudwatch_event_target": "schedule-removed",
    "aws_cloudwatch_log_metric_filter": "log-filter-removed",
    "aws_dax_cluster": "cache-removed",
    "aws_dynamodb_kinesis_streaming_destination": "capture-removed",
    "aws_iam_openid_connect_provider": "identity-provider-removed",
    "aws_kinesis_stream": "capture-removed",
    "aws_s3_bucket_object_lock_configuration": "bucket-lock-weakened",
    "aws_scheduler_schedule": "schedule-removed",
    "aws_secretsmanager_secret_rotation": "secret-rotation-removed",
    "aws_sqs_queue": "queue-removed",
    "aws_vpc_endpoint": "endpoint-removed",
    "aws_vpc_security_group_ingress_rule": "network-rule-removed",
}


def names(*changes: Any) -> list[str]:
    return [finding.name for finding in findings(changes)]


@pytest.mark.parametrize("type", ENDS)
def test_an_end_is_found(type: str) -> None:
    assert names(change(type, {"name": "x"}, {}, "delete")) == [ENDS[type]]


@pytest.mark.parametrize("type", ["aws_dynamodb_table", "aws_kms_key", "aws_s3_bucket", "aws_sqs_queue"])
def test_what_terraform_is_to_forget_is_found(type: str) -> None:
    assert names(change(type, {"name": "x"}, {}, "forget")) == ["resource-forgotten"]


def lifecycle(status: str = "Enabled", **days: int) -> dict[str, Any]:
    blocks = {"expiration": [{"days": days["days"]}]} if "days" in days else {}
    old = {"noncurrent_version_expiration": [{"noncurrent_days": days["old"]}]} if "old" in days else {}
    return {"rule": [{"id": "all", "status": status, **blocks, **old}]}


def locked(mode: str, **retention: int) -> dict[str, Any]:
    return {"rule": [{"default_retention": [{"mode": mode, **retention}]}]}


def scheduled(expression: str | None) -> dict[str, Any]:
    return {"rule": [{"rule_name": "daily", "schedule": expression}]}


def opened(*blocks: str) -> dict[str, Any]:
    return {"ingress": [{"from_port": 443, "to_port": 443, "protocol": "tcp", "cidr_blocks": list(blocks)}]}


LIFECYCLE, LOCK, PLAN = "aws_s3_bucket_lifecycle_configuration", "aws_s3_bucket_object_lock_configuration", "aws_backup_plan"
INGRESS, PERMISSION = "aws_vpc_security_group_ingress_rule", "aws_lambda_permission"
POLICY = '{"Statement": [{"Effect": "Allow", "Action": "%s", "Resource": "*"}]}'


@pytest.mark.parametrize(
    ("type", "stronger", "weaker", "name"),
    [
        ("aws_cloudtrail", {"enable_logging": True}, {"enable_logging": False}, "trail-weakened"),
        ("aws_cloudtrail", {"enable_log_file_validation": True}, {"enable_log_file_validation": False}, "trail-weakened"),
        (LIFECYCLE, lifecycle(days=365), lifecycle(days=1), "bucket-expiry-shortened all objects"),
        (LIFECYCLE, lifecycle(old=90), lifecycle(old=1), "bucket-expiry-shortened all old versions"),
        (
            "aws_sqs_queue",
            {"message_retention_seconds": 1209600},
            {"message_retention_seconds": 60},
            "kept-for-less message_retention_seconds",
        ),
        ("aws_kinesis_stream", {"retention_period": 168}, {"retention_period": 24}, "kept-for-less retention_period"),
        ("aws_scheduler_schedule", {"state": "ENABLED"}, {"state": "DISABLED"}, "schedule-disabled state"),
        ("aws_cloudwatch_event_rule", {"state": "ENABLED"}, {"state": "DISABLED"}, "schedule-disabled state"),
        (PLAN, scheduled("cron(0 17 * * ? *)"), scheduled("cron(0 17 ? * SUN *)"), "backup-rarer daily"),
        (PLAN, scheduled(None), scheduled("rate(3 days)"), "backup-rarer daily"),
        ("aws_backup_vault", {"force_destroy": False}, {"force_destroy": True}, "force-destroy-on force_destroy"),
        ("aws_s3_bucket", {"force_destroy": None}, {"force_destroy": True}, "force-destroy-on force_destroy"),
        ("aws_appautoscaling_target", {"max_capacity": 100}, {"max_capacity": 10}, "autoscaling-limited max_capacity"),
        (LOCK, locked("GOVERNANCE", years=1), locked("GOVERNANCE", days=30), "bucket-lock-weakened days"),
        (LOCK, locked("COMPLIANCE", days=30), locked("GOVERNANCE", days=30), "bucket-lock-weakened mode"),
        (
            "aws_s3_bucket_ownership_controls",
            {"rule": [{"object_ownership": "BucketOwnerEnforced"}]},
            {"rule": [{"object_ownership": "ObjectWriter"}]},
            "bucket-acls-on",
        ),
        (
            "aws_backup_region_settings",
            {"resource_type_opt_in_preference": {"DynamoDB": True}},
            {"resource_type_opt_in_preference": {"DynamoDB": False}},
            "backup-opted-out DynamoDB",
        ),
        (INGRESS, {"cidr_ipv4": "10.0.0.0/24"}, {"cidr_ipv4": "10.0.0.0/8"}, "network-opened 10.0.0.0/8"),
        (INGRESS, {"cidr_ipv6": "fd00::/64"}, {"cidr_ipv6": "::/0"}, "network-opened ::/0"),
        ("aws_security_group", opened("10.0.0.0/8"), opened("10.0.0.0/8", "0.0.0.0/0"), "network-opened 0.0.0.0/0"),
        (PERMISSION, {"principal": "s3.amazonaws.com"}, {"principal": "*"}, "access-widened principal *"),
        (PERMISSION, {"principal": "a", "source_arn": "x"}, {"principal": "a"}, "access-widened source_arn not set"),
        ("aws_sqs_queue_policy", {"policy": POLICY % "sqs:Get"}, {"policy": POLICY % "sqs:*"}, "access-widened sqs:* on *"),
        ("aws_iam_user_policy", {"policy": POLICY % "sqs:Get"}, {"policy": POLICY % "sqs:*"}, "access-widened sqs:* on *"),
        (
            "aws_iam_role",
            {"name": "r", "permissions_boundary": "arn:b"},
            {"name": "r", "permissions_boundary": None},
            "access-widened permissions_boundary not set",
        ),
        (
            "aws_iam_role",
            {"name": "r", "inline_policy": []},
            {"name": "r", "inline_policy": [{"name": "a", "policy": POLICY % "sqs:*"}]},
            "access-widened sqs:* on *",
        ),
        (
            "aws_iam_role",
            {"name": "r", "managed_policy_arns": []},
            {"name": "r", "managed_policy_arns": ["arn:aws:iam::aws:policy/PowerUserAccess"]},
            "access-widened arn:aws:iam::aws:policy/PowerUserAccess",
        ),
    ],
)
def test_a_weakening_is_found_and_a_strengthening_is_not(type: str, stronger: Any, weaker: Any, name: str) -> None:
    assert names(change(type, stronger, weaker)) == [name]
    if "principal" not in name and "sqs:*" not in name:  # another principal is another caller; a role without rights is useless
        assert names(change(type, weaker, stronger)) == []


def test_a_permission_that_is_replaced_is_compared() -> None:
    replaced = change(PERMISSION, {"principal": "s3.amazonaws.com"}, {"principal": "*"}, "delete", "create")
    assert names(replaced) == ["access-widened principal *"]


def test_a_rule_that_is_new_is_found_for_the_whole_internet_only() -> None:
    assert names(change(INGRESS, {}, {"cidr_ipv4": "0.0.0.0/0"}, "create")) == ["network-opened 0.0.0.0/0"]
    assert names(change(INGRESS, {}, {"cidr_ipv4": "10.0.0.0/8"}, "create")) == []
    one = {"ip_protocol": "tcp", "cidr_ipv4": "0.0.0.0/0", "from_port": 1, "to_port": 1}
    assert names(change(INGRESS, one, {**one, "to_port": 9})) == ["network-opened 0.0.0.0/0"]


@pytest.mark.parametrize(
    ("schedule", "days"),
    [
        ("cron(0 17 * * ? *)", 1),
        ("cron(0 5 ? * * *)", 1),
        ("cron(0 5,17 ? * * *)", 0.5),
        ("cron(0 17 ? * SUN *)", 7),
        ("cron(0 17 ? * MON-FRI *)", 1.4),
        ("cron(0 17 1 * ? *)", 30),
        ("cron(0 17 1,15 * ? *)", 15),
        ("cron(0 17 1 1 ? *)", 360),
        ("rate(12 hours)", 0.5),
        ("rate(1 day)", 1),
        (None, 1),
        ("now and then", float("inf")),
    ],
)
def test_how_often_a_schedule_runs(schedule: str | None, days: float) -> None:
    assert days_between(schedule) == pytest.approx(days)


def test_every_type_that_we_build_is_known() -> None:
    types = {
        line
        for line in (ROOT / "modules" / "dynawright" / "bindings" / "types.txt").read_text().splitlines()
        if line.startswith("aws_")
    }
    of_migrations = {
        "aws_glue_job",
        "aws_glue_trigger",
        "aws_s3_object",
    }  # a person applies them, and the gate refuses them elsewhere
    assert types - of_migrations <= set(KNOWN)
    assert not of_migrations & set(KNOWN)
