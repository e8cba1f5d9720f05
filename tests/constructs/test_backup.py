"""A plan of rules into the vault that systems share, and a role that can do nothing else."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from dynawright.constructs.backup import Backup
from dynawright.constructs.backup_region import BackupRegion
from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.restore_test import RestoreTest, selection_name
from dynawright.constructs.table import Table
from dynawright.constructs.vault import VaultReference
from dynawright.settings import AlarmSettings, BackupSettings, EncryptionSettings, TableSettings
from dynawright.stack import SystemStack
from tests.constructs.conftest import MINIMAL

Resources = Callable[[str], list[dict[str, Any]]]

TABLE = "${aws_dynamodb_table.Orders_Table_C3D8F3FA.arn}"
KEY = "${aws_kms_key.Key_43586C89.arn}"
VAULT_ARN = "arn:aws:backup:ap-northeast-1:111111111111:backup-vault:shared-test"
VAULT_KEY = "arn:aws:kms:ap-northeast-1:111111111111:key/vault"
VAULT = VaultReference("shared-test", VAULT_ARN, VAULT_KEY)
AWS_VAULT = VaultReference("shared-test", VAULT_ARN, None)
ELSEWHERE = "arn:aws:backup:ap-northeast-3:111111111111:backup-vault:copies"
OTHER_ACCOUNT = "arn:aws:backup:ap-northeast-1:222222222222:backup-vault:copies"
TOPIC = "arn:aws:sns:ap-northeast-1:111111111111:failures"


def backup(
    stack: SystemStack,
    *,
    key: str = "customer_managed",
    vault: VaultReference = VAULT,
    topic: str | None = None,
    **settings: Any,
) -> Backup:
    encryption = EncryptionKey(stack, "Key", name="orders-key", settings=EncryptionSettings.model_validate({"key": key}))
    table = Table(stack, "Orders", model=MINIMAL, key=encryption, settings=TableSettings())
    chosen = BackupSettings.model_validate(settings)
    return Backup(
        stack, "Backup", name="orders", tables=[table], key=encryption, vault=vault, settings=chosen, failures_topic_arn=topic
    )


def statements(resources: Resources, policy: str) -> list[dict[str, Any]]:
    (found,) = [resource for resource in resources("aws_iam_policy") if resource["name"] == policy]
    content: list[dict[str, Any]] = json.loads(found["policy"])["Statement"]
    return content


def test_each_rule_has_its_days_its_windows_and_its_lifecycle(stack: SystemStack, resources: Resources) -> None:
    backup(stack, hour_utc=3, start_window_minutes=90, completion_window_minutes=300)
    (plan,) = resources("aws_backup_plan")
    common = {"target_vault_name": "shared-test", "start_window": 90, "completion_window": 300}
    assert plan == {
        "name": "orders-test",
        "rule": [
            {**common, "rule_name": "daily", "schedule": "cron(0 3 * * ? *)", "lifecycle": {"delete_after": 35}},
            {**common, "rule_name": "weekly", "schedule": "cron(0 3 ? * SUN *)", "lifecycle": {"delete_after": 98}},
            {
                **common,
                "rule_name": "monthly",
                "schedule": "cron(0 3 1 * ? *)",
                "lifecycle": {"delete_after": 400, "cold_storage_after": 30},
            },
        ],
    }


def test_a_rule_without_retention_is_left_out(stack: SystemStack, resources: Resources) -> None:
    backup(stack, daily_retention_days=0, monthly_retention_days=0)
    (plan,) = resources("aws_backup_plan")
    assert [rule["rule_name"] for rule in plan["rule"]] == ["weekly"]


def test_every_recovery_point_is_copied_to_every_vault_and_kept_as_long(stack: SystemStack, resources: Resources) -> None:
    backup(stack, copy_to_vault_arns=[ELSEWHERE, OTHER_ACCOUNT])
    (plan,) = resources("aws_backup_plan")
    for rule in plan["rule"]:
        assert rule["copy_action"] == [
            {"destination_vault_arn": arn, "lifecycle": rule["lifecycle"]} for arn in (ELSEWHERE, OTHER_ACCOUNT)
        ]


def test_tables_are_selected_by_their_arns_and_not_by_tags(stack: SystemStack, resources: Resources) -> None:
    backup(stack)
    (selection,) = resources("aws_backup_selection")
    assert selection["resources"] == [TABLE]
    assert not {"selection_tag", "condition", "not_resources"} & selection.keys()


def test_the_role_backs_up_these_tables_into_this_vault_and_can_do_nothing_else(stack: SystemStack, resources: Resources) -> None:
    backup(stack)
    assert statements(resources, "orders-backup-access-test") == [
        {
            "Effect": "Allow",
            "Action": [
                "dynamodb:CreateBackup",
                "dynamodb:DescribeTable",
                "dynamodb:ListTagsOfResource",
                "dynamodb:StartAwsBackupJob",
            ],
            "Resource": TABLE,
        },
        {"Effect": "Allow", "Action": ["dynamodb:DeleteBackup", "dynamodb:DescribeBackup"], "Resource": f"{TABLE}/backup/*"},
        {"Effect": "Allow", "Action": ["backup:CopyIntoBackupVault", "backup:DescribeBackupVault"], "Resource": VAULT_ARN},
        {
            "Effect": "Allow",
            "Action": "backup:TagResource",
            "Resource": "arn:aws:backup:ap-northeast-1:111111111111:recovery-point:*",
        },
        *uses(KEY, "dynamodb"),
        *uses(VAULT_KEY, "backup", "dynamodb"),
    ]


def uses(key: str, *services: str) -> list[dict[str, Any]]:
    through = {"StringEquals": {"kms:ViaService": [f"{service}.ap-northeast-1.amazonaws.com" for service in services]}}
    lasting = {"Bool": {"kms:GrantIsForAWSResource": "true"}}
    return [
        {"Effect": "Allow", "Action": ["kms:Decrypt", "kms:GenerateDataKey"], "Resource": key, "Condition": through},
        {"Effect": "Allow", "Action": "kms:DescribeKey", "Resource": key},
        {"Effect": "Allow", "Action": "kms:CreateGrant", "Resource": key, "Condition": lasting},
    ]


def test_where_aws_has_the_keys_the_role_needs_none(stack: SystemStack, resources: Resources) -> None:
    backup(stack, key="aws_owned", vault=AWS_VAULT)
    assert not [
        statement for statement in statements(resources, "orders-backup-access-test") if "kms" in str(statement["Action"])
    ]


def test_the_role_copies_to_the_named_vaults_only(stack: SystemStack, resources: Resources) -> None:
    backup(stack, key="aws_owned", vault=AWS_VAULT, copy_to_vault_arns=[ELSEWHERE, OTHER_ACCOUNT])
    found = statements(resources, "orders-backup-access-test")
    assert found[2]["Resource"] == [VAULT_ARN, ELSEWHERE, OTHER_ACCOUNT]
    assert found[4] == {
        "Effect": "Allow",
        "Action": "backup:CopyFromBackupVault",
        "Resource": found[3]["Resource"],  # recovery points
        "Condition": {
            "ForAllValues:ArnEquals": {"backup:CopyTargets": [ELSEWHERE, OTHER_ACCOUNT]},
            "Null": {"backup:CopyTargets": "false"},
        },
    }


def test_only_aws_backup_of_this_account_may_assume_the_role(stack: SystemStack, resources: Resources) -> None:
    backup(stack)
    (role,) = resources("aws_iam_role")
    assert json.loads(role["assume_role_policy"])["Statement"] == [
        {
            "Effect": "Allow",
            "Principal": {"Service": "backup.amazonaws.com"},
            "Action": "sts:AssumeRole",
            "Condition": {"StringEquals": {"aws:SourceAccount": "111111111111"}},
        }
    ]


def test_the_key_admits_the_role_for_just_what_the_role_may_do(stack: SystemStack, resources: Resources) -> None:
    backup(stack)
    (key,) = resources("aws_kms_key")
    admitted = [statement for statement in json.loads(key["policy"])["Statement"] if "Role" in str(statement["Principal"]["AWS"])]
    allowed = uses(KEY, "dynamodb")
    role = {"AWS": "${aws_iam_role.Backup_Role_5235DEC9.arn}"}
    assert admitted == [{**one, "Principal": role, "Resource": "*"} for one in allowed]


def test_a_topic_hears_of_failures_of_our_jobs_only(stack: SystemStack, resources: Resources) -> None:
    backup(stack, topic=TOPIC, restore_test="weekly")
    (rule,) = [
        resource for resource in resources("aws_cloudwatch_event_rule") if resource["name"] == "orders-backup-failures-test"
    ]
    pattern = json.loads(rule["event_pattern"])
    assert pattern["source"] == ["aws.backup"]
    assert pattern["detail-type"] == ["Backup Job State Change", "Copy Job State Change", "Restore Job State Change"]
    assert len(pattern["detail"]["iamRoleArn"]) == 2
    assert pattern["detail"]["$or"] == [{"state": ["ABORTED", "EXPIRED", "FAILED", "PARTIAL"]}, {"status": ["ABORTED", "FAILED"]}]
    (target,) = resources("aws_cloudwatch_event_target")
    assert target["arn"] == TOPIC


def test_without_a_topic_nothing_is_told(stack: SystemStack, resources: Resources) -> None:
    backup(stack)
    assert "orders-backup-failures-test" not in [resource["name"] for resource in resources("aws_cloudwatch_event_rule")]
    assert resources("aws_cloudwatch_event_target") == []


def test_what_was_made_and_when_it_is_due_is_counted_per_system(stack: SystemStack, resources: Resources) -> None:
    backup(stack, hour_utc=17, start_window_minutes=60, completion_window_minutes=480)
    rules = {resource["name"]: resource for resource in resources("aws_cloudwatch_event_rule")}
    assert set(rules) == {"orders-backup-completed-test", "orders-backup-due-test"}
    pattern = json.loads(rules["orders-backup-completed-test"]["event_pattern"])
    assert pattern["detail-type"] == ["Backup Job State Change"]
    (role,) = pattern["detail"].pop("iamRoleArn")
    assert role.startswith("${aws_iam_role.Backup_")
    assert pattern["detail"] == {"state": ["COMPLETED"]}
    assert rules["orders-backup-due-test"]["schedule_expression"] == "cron(0 2 * * ? *)"  # nine hours later


def test_a_missing_backup_is_watched_per_system_from_when_the_first_is_due(stack: SystemStack) -> None:
    (alarm,) = [one for one in backup(stack).alarms(AlarmSettings()) if one.rule.name == "BackupMissing"]
    assert {name: series.dimensions for name, series in alarm.terms.items()} == {
        "made": {"RuleName": "orders-backup-completed-test"},
        "due": {"RuleName": "orders-backup-due-test"},
    }
    assert (alarm.threshold, alarm.rule.comparison, alarm.rule.missing) == (1, "LessThanThreshold", "notBreaching")  # one table


def test_without_daily_backups_a_day_without_any_is_fine(stack: SystemStack, resources: Resources) -> None:
    weekly = backup(stack, daily_retention_days=0)
    assert weekly.alarms(AlarmSettings()) == []
    assert resources("aws_cloudwatch_event_rule") == []


def test_a_restore_test_takes_the_latest_of_this_vault_for_these_tables(stack: SystemStack, resources: Resources) -> None:
    backup(stack, restore_test="monthly", restore_test_keep_hours=2)
    (plan,) = resources("aws_backup_restore_testing_plan")
    assert (plan["name"], plan["schedule_expression"]) == ("orders_test", "cron(0 17 2 * ? *)")
    (selection,) = plan["recovery_point_selection"]
    assert (selection["algorithm"], selection["include_vaults"]) == ("LATEST_WITHIN_WINDOW", [VAULT_ARN])
    (tables,) = resources("aws_backup_restore_testing_selection")
    assert (tables["protected_resource_type"], tables["protected_resource_arns"]) == ("DynamoDB", [TABLE])
    assert tables["validation_window_hours"] == 2


def test_each_table_has_a_selection_of_its_own(stack: SystemStack, resources: Resources) -> None:
    """The provider ignores a changed list, so that a table added to one would never be tested."""
    key = EncryptionKey(stack, "Key", name="key", settings=EncryptionSettings(key="aws_owned"))
    models = [MINIMAL, replace(MINIMAL, name="returns")]
    tables = [Table(stack, model.name.title(), model=model, key=key, settings=TableSettings()) for model in models]
    settings = BackupSettings(restore_test="weekly")
    RestoreTest(stack, "RestoreTest", name="orders", tables=tables, key=key, vault=AWS_VAULT, settings=settings)
    selections = resources("aws_backup_restore_testing_selection")
    assert [selection["name"] for selection in selections] == ["orders", "returns"]
    assert [len(selection["protected_resource_arns"]) for selection in selections] == [1, 1]


@pytest.mark.parametrize("others", [("audit-log", "audit.log", "audit_log"), ("x" * 60, "x" * 61)], ids=["marks", "long"])
def test_names_of_selections_are_what_aws_takes_and_differ(others: tuple[str, ...]) -> None:
    names = {selection_name(table) for table in others}
    assert len(names) == len(others)
    assert all(re.fullmatch("[A-Za-z0-9_]{1,50}", name) for name in names)


def test_the_role_of_restore_tests_writes_to_their_tables_only(stack: SystemStack, resources: Resources) -> None:
    backup(stack, key="aws_owned", vault=AWS_VAULT, restore_test="monthly")
    test_tables = "arn:aws:dynamodb:ap-northeast-1:111111111111:table/awsbackup-restore-test-*"
    items, restore = statements(resources, "orders-restore-test-access-test")
    assert items["Resource"] == test_tables
    assert restore["Action"] == "dynamodb:RestoreTableFromBackup"
    assert restore["Resource"] == [test_tables, f"{TABLE}/backup/*"]


def test_a_region_opts_in_to_the_advanced_features_and_leaves_other_services_alone(
    stack: SystemStack, resources: Resources
) -> None:
    BackupRegion(stack, "BackupRegion")
    (settings,) = resources("aws_backup_region_settings")
    assert settings["resource_type_opt_in_preference"] == settings["resource_type_management_preference"] == {"DynamoDB": True}
    assert settings["lifecycle"] == {"ignore_changes": ["resource_type_opt_in_preference", "resource_type_management_preference"]}


def test_it_is_watched_that_failures_are_told(stack: SystemStack) -> None:
    watched = backup(stack, topic=TOPIC)
    (alarm,) = [one for one in watched.alarms(AlarmSettings()) if one.rule.name == "FailedInvocations"]
    (series,) = alarm.terms.values()
    assert (series.metric.namespace, series.metric.name) == ("AWS/Events", "FailedInvocations")
    assert (series.dimensions, alarm.threshold) == ({"RuleName": "orders-backup-failures-test"}, 0)
    assert alarm.rule.level == "essential"
    shown = {series.metric.name for chart in watched.charts() for _, series in chart.lines}
    assert {"Invocations", "FailedInvocations", "NumberOfBackupJobsFailed", "NumberOfCopyJobsFailed"} <= shown


def test_where_nothing_is_told_no_message_can_fail(stack: SystemStack) -> None:
    silent = backup(stack)
    assert [alarm.rule.name for alarm in silent.alarms(AlarmSettings())] == ["BackupMissing"]
    assert [chart.title for chart in silent.charts()] == ["acme-test: jobs"]
