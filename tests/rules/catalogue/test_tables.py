"""Rules about tables: deletion, recovery, keys, backups, replicas, capacity."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from dynawright.rules.catalogue import tables_are_backed_up
from dynawright.rules.intent import Intent
from tests.rules.documents import changed, messages, written

KEY = "${aws_kms_key.k.arn}"
TABLE: dict[str, Any] = {
    "name": "orders-production",
    "billing_mode": "PAY_PER_REQUEST",
    "deletion_protection_enabled": True,
    "lifecycle": {"prevent_destroy": True},
    "point_in_time_recovery": {"enabled": True, "recovery_period_in_days": 35},
    "server_side_encryption": {"enabled": True, "kms_key_arn": KEY},
    "global_secondary_index": [{"name": "GSI1"}],
}
GOOD = {
    "aws_dynamodb_table.t": TABLE,
    "aws_kms_key.k": {"lifecycle": [{"prevent_destroy": True}]},
    "aws_backup_selection.s": {"resources": ["${aws_dynamodb_table.t.arn}"]},
}
OF_TABLES = (
    *("tables-refuse-deletion", "data-refuses-destruction", "tables-can-be-restored", "stored-data-is-encrypted"),
    *("production-data-has-its-own-key", "tables-are-backed-up", "replicas-are-as-safe", "capacity-follows-the-load"),
)


def test_what_protects_nothing_may_be_ignored() -> None:
    ignored = {"prevent_destroy": True, "ignore_changes": ["replica", "read_capacity"]}
    assert messages("data-refuses-destruction", changed(GOOD, {"aws_dynamodb_table.t.lifecycle": ignored})) == []


@pytest.mark.parametrize("rule", OF_TABLES)
def test_a_protected_table_passes(rule: str) -> None:
    assert messages(rule, GOOD) == []


@pytest.mark.parametrize(
    ("rule", "attribute", "value", "message"),
    [
        (
            "tables-refuse-deletion",
            "deletion_protection_enabled",
            False,
            "deletion protection is off: set table.deletion_protection to true in the environment's file",
        ),
        (
            "tables-refuse-deletion",
            "deletion_protection_enabled",
            None,
            "deletion protection is off: set table.deletion_protection to true in the environment's file",
        ),
        (
            "data-refuses-destruction",
            "lifecycle",
            None,
            "Terraform may delete or replace it: set prevent_destroy to true",
        ),
        (
            "data-refuses-destruction",
            "lifecycle",
            {"prevent_destroy": True, "ignore_changes": ["tags", "server_side_encryption[0].kms_key_arn"]},
            "ignore_changes names 'server_side_encryption', so no plan shows that a protection is off: remove it",
        ),
        (
            "data-refuses-destruction",
            "lifecycle",
            {"prevent_destroy": True, "ignore_changes": "all"},
            "ignore_changes names 'all', so no plan shows that a protection is off: remove it",
        ),
        (
            "tables-can-be-restored",
            "point_in_time_recovery",
            {"enabled": False},
            "point-in-time recovery is off: set table.point_in_time_recovery_days to 1 or more",
        ),
        (
            "tables-can-be-restored",
            "point_in_time_recovery",
            {"enabled": True, "recovery_period_in_days": 7},
            "it can be restored for 7 days only, and 35 cost the same: set table.point_in_time_recovery_days to 35",
        ),
        (
            "stored-data-is-encrypted",
            "server_side_encryption",
            None,
            "nothing says how it is encrypted: write a server_side_encryption block",
        ),
        (
            "production-data-has-its-own-key",
            "server_side_encryption",
            {"enabled": True},
            "it has no customer-managed key: name the stack's key",
        ),
        (
            "production-data-has-its-own-key",
            "server_side_encryption",
            {"enabled": True, "kms_key_arn": "orders-key"},
            "'orders-key' is not a key: name the ARN of a customer-managed key",
        ),
    ],
)
def test_an_unprotected_table_is_found(rule: str, attribute: str, value: Any, message: str) -> None:
    assert messages(rule, changed(GOOD, {f"aws_dynamodb_table.t.{attribute}": value})) == [f"aws_dynamodb_table.t: {message}"]


@pytest.mark.parametrize("rule", ["tables-refuse-deletion", "data-refuses-destruction", "production-data-has-its-own-key"])
def test_a_disposable_environment_may_do_without(rule: str) -> None:
    bare = {"name": "t", "server_side_encryption": {"enabled": False}}
    assert messages(rule, {"aws_dynamodb_table.t": bare}, environment="dev") == []
    assert len(messages(rule, {"aws_dynamodb_table.t": bare})) == 1


def test_outside_of_production_a_day_of_recovery_is_enough() -> None:
    one_day = {**TABLE, "point_in_time_recovery": {"enabled": True, "recovery_period_in_days": 1}}
    assert messages("tables-can-be-restored", {"aws_dynamodb_table.t": one_day}, environment="staging") == []


def test_where_one_table_has_a_key_all_data_has_it() -> None:
    resources = {"aws_dynamodb_table.t": TABLE, "aws_cloudwatch_log_group.l": {"name": "l"}}
    assert messages("production-data-has-its-own-key", resources, environment="dev") == [
        "aws_cloudwatch_log_group.l: it has no customer-managed key: name the stack's key"
    ]


SELECTION: dict[str, dict[str, Any]] = {
    "aws_backup_vault.v": {"name": "v"},
    "aws_backup_selection.s": {"resources": ["${aws_dynamodb_table.t.arn}"]},
}


@pytest.mark.parametrize(
    "selection",
    [
        {"resources": ["${aws_dynamodb_table.t.arn}"]},
        {"resources": ["arn:aws:dynamodb:eu-west-1:111111111111:table/orders-production"]},
        {"resources": ["arn:aws:dynamodb:*:*:table/*"]},
        {"selection_tag": [{"type": "STRINGEQUALS", "key": "Service", "value": "orders"}]},
    ],
)
def test_a_table_that_is_selected_for_backup_passes(selection: dict[str, Any]) -> None:
    assert messages("tables-are-backed-up", {**GOOD, **SELECTION, "aws_backup_selection.s": selection}) == []


@pytest.mark.parametrize(
    "selection",
    [
        {"resources": []},
        {"resources": ["${aws_dynamodb_table.other.arn}"]},
        {"resources": ["arn:aws:dynamodb:eu-west-1:111111111111:table/other"]},
        {"resources": ["arn:aws:dynamodb:*:*:table/*"], "not_resources": ["${aws_dynamodb_table.t.arn}"]},
        {"selection_tag": [{"type": "STRINGEQUALS", "key": "Service", "value": "billing"}]},
        {"resources": ["${aws_dynamodb_table.t.arn}"], "condition": [{"string_equals": [{"key": "a", "value": "b"}]}]},
        {"resources": "${var.tables}"},
    ],
)
def test_a_table_that_no_backup_selects_is_found(selection: dict[str, Any]) -> None:
    assert messages("tables-are-backed-up", {**GOOD, **SELECTION, "aws_backup_selection.s": selection}) == [
        "aws_dynamodb_table.t: no backup selection has this table: add it to the tables of the stack's Backup"
    ]


def test_a_table_of_production_without_any_backup_is_found() -> None:
    without = changed(GOOD, {"aws_backup_selection.s": None})
    assert len(messages("tables-are-backed-up", without)) == 1
    assert messages("tables-are-backed-up", without, environment="staging") == []


@pytest.mark.parametrize(
    ("schedules", "is_daily"),
    [
        (["cron(0 17 * * ? *)"], True),
        (["cron(0 5 ? * * *)"], True),
        (["cron(0 5 ? * SUN *)", "cron(0 17 1/1 * ? *)"], True),
        ([None], True),
        (["rate(12 hours)"], True),
        (["cron(0 17 ? * SUN *)"], False),
        (["cron(0 17 1 * ? *)"], False),
        (["cron(0 17 * 1 ? *)"], False),
        (["rate(7 days)"], False),
        (["rate(48 hours)"], False),
    ],
)
def test_production_is_backed_up_daily(schedules: list[str | None], is_daily: bool) -> None:
    selection = {"resources": ["${aws_dynamodb_table.t.arn}"], "plan_id": "${aws_backup_plan.p.id}"}
    resources = {
        **GOOD,
        "aws_backup_selection.s": selection,
        "aws_backup_plan.p": {"rule": [{"rule_name": "r", "schedule": schedule} for schedule in schedules]},
    }
    rarely = "aws_dynamodb_table.t: it is backed up less than once a day: give its backup plan a rule that runs daily"
    assert messages("tables-are-backed-up", resources) == ([] if is_daily else [rarely])
    assert messages("tables-are-backed-up", resources, environment="staging") == []


@pytest.mark.parametrize(
    ("tier", "schedule", "found"),
    [
        ("standard", "cron(0 17 ? * SUN *)", []),
        (
            "standard",
            "cron(0 17 1 * ? *)",
            ["it is backed up less than once a week: give its backup plan a rule that runs weekly"],
        ),
        ("disposable", "cron(0 17 1 * ? *)", []),
    ],
)
def test_the_tier_of_a_table_says_how_often_it_is_backed_up(tier: str, schedule: str, found: list[str]) -> None:
    selection = {"resources": ["${aws_dynamodb_table.t.arn}"], "plan_id": "${aws_backup_plan.p.id}"}
    plan = {"rule": [{"rule_name": "r", "schedule": schedule}]}
    read = written({**GOOD, "aws_backup_selection.s": selection, "aws_backup_plan.p": plan})
    (table,) = read.of_type("aws_dynamodb_table")
    intent = Intent(environment="production", project="p", account_id="1", region="eu-west-1", tiers={table.get("name"): tier})
    assert list(tables_are_backed_up.check(table, replace(read, intent=intent))) == found


def test_a_disposable_table_needs_no_backup() -> None:
    read = written(changed(GOOD, {"aws_backup_selection.s": None}))
    (table,) = read.of_type("aws_dynamodb_table")
    intent = Intent(
        environment="production", project="p", account_id="1", region="eu-west-1", tiers={table.get("name"): "disposable"}
    )
    assert len(list(tables_are_backed_up.check(table, read))) == 1
    assert list(tables_are_backed_up.check(table, replace(read, intent=intent))) == []


SAFE = {
    "region_name": "eu-west-1",
    "point_in_time_recovery": True,
    "deletion_protection_enabled": True,
    "kms_key_arn": "arn:aws:kms:eu-west-1:111111111111:key/1",
    "propagate_tags": True,
}


def test_a_replica_with_the_tables_protections_passes() -> None:
    assert messages("replicas-are-as-safe", changed(GOOD, {"aws_dynamodb_table.t.replica": [SAFE]})) == []


@pytest.mark.parametrize(
    ("attribute", "value", "message"),
    [
        ("point_in_time_recovery", False, "point-in-time recovery is off, but the table has it"),
        ("point_in_time_recovery", None, "point-in-time recovery is off, but the table has it"),
        ("deletion_protection_enabled", False, "deletion protection is off, but the table has it"),
        ("deletion_protection_enabled", None, "deletion protection is off, but the table has it"),
        ("kms_key_arn", None, "it has no customer-managed key, but the table has one"),
        ("propagate_tags", None, "it does not get the table's tags: set propagate_tags to true"),
    ],
)
def test_a_replica_that_lacks_one_is_found(attribute: str, value: bool | None, message: str) -> None:
    replica = {**SAFE, attribute: value}
    assert messages("replicas-are-as-safe", changed(GOOD, {"aws_dynamodb_table.t.replica": [replica]})) == [
        f"aws_dynamodb_table.t: replica eu-west-1: {message}"
    ]


REPLICA = {
    "provider": "aws.eu-west-1",
    "global_table_arn": "${aws_dynamodb_table.t.arn}",
    "point_in_time_recovery": True,
    "deletion_protection_enabled": True,
    "kms_key_arn": "arn:aws:kms:eu-west-1:111111111111:key/1",
    "lifecycle": {"prevent_destroy": True},
}
OF_REPLICAS = ("replicas-are-as-safe", "data-refuses-destruction", "resources-are-tagged")


@pytest.mark.parametrize("rule", OF_REPLICAS)
def test_a_replica_of_its_own_with_the_tables_protections_passes(rule: str) -> None:
    assert messages(rule, {**GOOD, "aws_dynamodb_table_replica.r": REPLICA}) == []


@pytest.mark.parametrize(
    "table", ["${aws_dynamodb_table.t.arn}", "arn:aws:dynamodb:eu-west-2:1:table/orders-production", "${var.elsewhere}"]
)
@pytest.mark.parametrize(
    ("attribute", "value", "message"),
    [
        ("point_in_time_recovery", False, "point-in-time recovery is off, but the table has it"),
        ("deletion_protection_enabled", None, "deletion protection is off, but the table has it"),
        ("kms_key_arn", None, "it has no customer-managed key, but the table has one"),
    ],
)
def test_a_replica_of_its_own_that_lacks_one_is_found(attribute: str, value: Any, message: str, table: str) -> None:
    """A table that is elsewhere counts as a safe one."""
    replica = {**REPLICA, "global_table_arn": table, attribute: value}
    assert messages("replicas-are-as-safe", {**GOOD, "aws_dynamodb_table_replica.r": replica}) == [
        f"aws_dynamodb_table_replica.r: {message}"
    ]


def test_a_replica_of_a_table_without_protections_needs_none() -> None:
    bare = {
        "aws_dynamodb_table.t": {"name": "t"},
        "aws_dynamodb_table_replica.r": {"global_table_arn": "${aws_dynamodb_table.t.arn}"},
    }
    assert messages("replicas-are-as-safe", bare) == []
    assert messages("replicas-are-as-safe", {"aws_dynamodb_table_replica.r": {}}, environment="dev") == []
    assert len(messages("replicas-are-as-safe", {"aws_dynamodb_table_replica.r": {}})) == 3


def test_a_replica_that_terraform_may_replace_is_found() -> None:
    replica = {**REPLICA, "lifecycle": {"ignore_changes": ["table_class_override"]}}
    assert messages("data-refuses-destruction", {**GOOD, "aws_dynamodb_table_replica.r": replica}) == [
        "aws_dynamodb_table_replica.r: Terraform may delete or replace it: set prevent_destroy to true"
    ]


def target(of: str, dimension: str) -> dict[str, str]:
    return {"resource_id": f"table/{of}", "scalable_dimension": f"dynamodb:{dimension}CapacityUnits"}


PROVISIONED = {"aws_dynamodb_table.t": {**TABLE, "billing_mode": "PROVISIONED"}}
SCALED = {
    "aws_appautoscaling_target.a": target("${aws_dynamodb_table.t.name}", "table:Read"),
    "aws_appautoscaling_target.b": target("orders-production", "table:Write"),
    "aws_appautoscaling_target.c": target("${aws_dynamodb_table.t.name}/index/GSI1", "index:Read"),
    "aws_appautoscaling_target.d": target("orders-production/index/GSI1", "index:Write"),
    **{
        f"aws_appautoscaling_policy.{letter}": {"resource_id": f"${{aws_appautoscaling_target.{letter}.resource_id}}"}
        for letter in "abc"
    },
    "aws_appautoscaling_policy.d": target("orders-production/index/GSI1", "index:Write"),
}


def test_a_provisioned_table_that_scales_passes() -> None:
    assert messages("capacity-follows-the-load", {**PROVISIONED, **SCALED}) == []


@pytest.mark.parametrize(
    ("missing", "what"),
    [("a", "reads"), ("b", "writes"), ("c", "reads of GSI1"), ("d", "writes of GSI1")],
)
def test_a_fixed_capacity_is_found(missing: str, what: str) -> None:
    whole = {**PROVISIONED, **SCALED}
    for change in (
        {f"aws_appautoscaling_target.{missing}": None},
        {f"aws_appautoscaling_policy.{missing}": None},
        {f"aws_appautoscaling_target.{missing}.min_capacity": 5, f"aws_appautoscaling_target.{missing}.max_capacity": 5},
    ):
        assert messages("capacity-follows-the-load", changed(whole, change)) == [
            f"aws_dynamodb_table.t: nothing scales {what}: switch autoscaling on, or capacity_mode to on_demand"
        ]


def test_a_disposable_environment_may_have_a_fixed_capacity() -> None:
    assert messages("capacity-follows-the-load", PROVISIONED, environment="dev") == []
