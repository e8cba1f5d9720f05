"""AWS Backup after an apply: boto3 reads back the requested values."""

import json
from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any

import pytest
from botocore.exceptions import ClientError

from dynawright.emulator.iam import sessions
from tests.applied.conftest import Durable
from tests.applied.durable_stack import BREAK_GLASS, COPIES

VAULT = "drill-drill"
TABLES = [f"arn:aws:dynamodb:ap-northeast-1:111111111111:table/{name}-drill" for name in ("ledger", "tasks")]


@pytest.fixture
def backup(durable: Durable) -> Any:
    return durable.client("backup")


def test_a_second_plan_is_empty(durable: Durable) -> None:
    assert durable.second_plan.changes == []
    assert durable.second_plan.is_empty
    assert durable.terraform.warnings == []


def test_the_vault_has_our_key_a_lock_and_a_policy(durable: Durable, backup: Any) -> None:
    vault = backup.describe_backup_vault(BackupVaultName=VAULT)
    aliases = durable.client("kms").list_aliases()["Aliases"]
    (key_id,) = [alias["TargetKeyId"] for alias in aliases if alias["AliasName"] == "alias/drill-vault-key-drill"]
    assert vault["EncryptionKeyArn"].endswith(f":key/{key_id}")
    assert (vault["Locked"], vault["MinRetentionDays"], vault["MaxRetentionDays"]) == (True, 7, 3653)
    days_of_grace = (vault["LockDate"] - vault["CreationDate"]).total_seconds() / 86_400
    assert round(days_of_grace) == 5
    policy = json.loads(backup.get_backup_vault_access_policy(BackupVaultName=VAULT)["Policy"])
    (refusal,) = policy["Statement"]
    assert (refusal["Effect"], refusal["Condition"]) == ("Deny", {"ArnNotEquals": {"aws:PrincipalArn": BREAK_GLASS}})


def test_the_plan_has_its_rules_with_their_copies(backup: Any) -> None:
    (listed,) = backup.list_backup_plans()["BackupPlansList"]
    rules = backup.get_backup_plan(BackupPlanId=listed["BackupPlanId"])["BackupPlan"]["Rules"]
    found = {rule["RuleName"]: (rule["ScheduleExpression"], rule["Lifecycle"]) for rule in rules}
    assert found == {
        "daily": ("cron(0 17 * * ? *)", {"DeleteAfterDays": 35}),
        "weekly": ("cron(0 17 ? * SUN *)", {"DeleteAfterDays": 98}),
        "monthly": ("cron(0 17 1 * ? *)", {"DeleteAfterDays": 400, "MoveToColdStorageAfterDays": 30}),
    }
    for rule in rules:
        assert (rule["TargetBackupVaultName"], rule["StartWindowMinutes"], rule["CompletionWindowMinutes"]) == (VAULT, 60, 480)
        assert {copy["DestinationBackupVaultArn"]: copy["Lifecycle"] for copy in rule["CopyActions"]} == dict.fromkeys(
            COPIES, rule["Lifecycle"]
        )


def test_the_plan_selects_the_tables_by_their_arns(backup: Any) -> None:
    (plan,) = backup.list_backup_plans()["BackupPlansList"]
    (listed,) = backup.list_backup_selections(BackupPlanId=plan["BackupPlanId"])["BackupSelectionsList"]
    selection = backup.get_backup_selection(BackupPlanId=plan["BackupPlanId"], SelectionId=listed["SelectionId"])
    assert sorted(selection["BackupSelection"]["Resources"]) == TABLES
    assert selection["BackupSelection"]["IamRoleArn"] == "arn:aws:iam::111111111111:role/drill-backup-drill"


def test_restore_tests_take_the_latest_recovery_point_of_each_table(backup: Any) -> None:
    plan = backup.get_restore_testing_plan(RestoreTestingPlanName="drill_drill")["RestoreTestingPlan"]
    assert plan["ScheduleExpression"] == "cron(0 17 ? * MON *)"
    assert plan["RecoveryPointSelection"]["IncludeVaults"] == [f"arn:aws:backup:ap-northeast-1:111111111111:backup-vault:{VAULT}"]
    for name, table in zip(("ledger", "tasks"), TABLES, strict=True):
        selection = backup.get_restore_testing_selection(RestoreTestingPlanName="drill_drill", RestoreTestingSelectionName=name)[
            "RestoreTestingSelection"
        ]
        assert (selection["ProtectedResourceType"], selection["ProtectedResourceArns"]) == ("DynamoDB", [table])
        assert selection["IamRoleArn"] == "arn:aws:iam::111111111111:role/drill-restore-test-drill"


def test_the_region_opted_in_for_dynamodb_and_other_services_stayed_as_they_were(backup: Any) -> None:
    settings = backup.describe_region_settings()
    assert settings["ResourceTypeManagementPreference"] == {"DynamoDB": True, "EFS": True}
    assert settings["ResourceTypeOptInPreference"] == {"DynamoDB": True, "EBS": True, "EFS": True, "RDS": True, "S3": False}


@pytest.mark.parametrize(
    ("kind", "detail", "heard"),
    [
        ("Backup Job State Change", {"state": "FAILED"}, True),
        ("Backup Job State Change", {"state": "EXPIRED"}, True),
        ("Backup Job State Change", {"state": "ABORTED"}, True),
        ("Copy Job State Change", {"state": "FAILED"}, True),
        ("Restore Job State Change", {"status": "FAILED"}, True),
        ("Backup Job State Change", {"state": "COMPLETED"}, False),
        ("Restore Job State Change", {"status": "COMPLETED"}, False),
        ("Backup Job State Change", {"state": "FAILED", "iamRoleArn": "arn:aws:iam::111111111111:role/other"}, False),
        ("Recovery Point State Change", {"status": "FAILED"}, False),
    ],
)
def test_the_topic_hears_of_our_failures_only(durable: Durable, kind: str, detail: dict[str, str], heard: bool) -> None:
    """EventBridge itself judges the rule's pattern."""
    events = durable.client("events")
    rule = events.describe_rule(Name="drill-backup-failures-drill")
    (target,) = events.list_targets_by_rule(Rule=rule["Name"])["Targets"]
    assert target["Arn"] == "arn:aws:sns:ap-northeast-1:111111111111:failures"
    event = {
        "id": "1",
        "source": "aws.backup",
        "detail-type": kind,
        "account": "111111111111",
        "region": "ap-northeast-1",
        "time": "2026-11-15T18:00:00Z",
        "resources": [],
        "detail": {"iamRoleArn": "arn:aws:iam::111111111111:role/drill-backup-drill", **detail},
    }
    assert events.test_event_pattern(EventPattern=rule["EventPattern"], Event=json.dumps(event))["Result"] is heard


TABLE, OTHER = TABLES[0], "arn:aws:dynamodb:ap-northeast-1:111111111111:table/other-drill"
TEST_TABLE = "awsbackup-restore-test-1a2b"


@pytest.fixture(scope="module")
def own_backup(durable: Durable) -> Iterator[str]:
    """A backup that AWS Backup made, under its role."""
    dynamodb = durable.client("dynamodb", durable.acting("drill-backup", "backup"))
    assert dynamodb.describe_table(TableName=TABLE)["Table"]["TableArn"] == TABLE
    assert dynamodb.list_tags_of_resource(ResourceArn=TABLE)["Tags"]
    arn: str = dynamodb.create_backup(TableName=TABLE, BackupName="awsbackup")["BackupDetails"]["BackupArn"]
    assert dynamodb.describe_backup(BackupArn=arn)["BackupDescription"]["BackupDetails"]["BackupStatus"] == "AVAILABLE"
    yield arn
    dynamodb.delete_backup(BackupArn=arn)


def test_a_restore_test_makes_a_table_from_a_backup(durable: Durable, own_backup: str) -> None:
    dynamodb = durable.client("dynamodb", durable.acting("drill-restore-test", "backup"))
    dynamodb.restore_table_from_backup(BackupArn=own_backup, TargetTableName=TEST_TABLE)
    assert dynamodb.describe_table(TableName=TEST_TABLE)["Table"]["TableStatus"] == "ACTIVE"
    durable.client("dynamodb").delete_table(TableName=TEST_TABLE)


@pytest.mark.parametrize(
    ("role", "operation", "parameters"),
    [
        ("drill-backup", "create_backup", {"TableName": OTHER, "BackupName": "mine"}),
        ("drill-backup", "scan", {"TableName": TABLE}),
        ("drill-backup", "restore_table_from_backup", {"BackupArn": f"{TABLE}/backup/1", "TargetTableName": "mine"}),
        ("drill-restore-test", "create_backup", {"TableName": TABLE, "BackupName": "mine"}),
        ("drill-restore-test", "restore_table_from_backup", {"BackupArn": f"{OTHER}/backup/1", "TargetTableName": TEST_TABLE}),
        ("drill-restore-test", "restore_table_from_backup", {"BackupArn": f"{TABLE}/backup/1", "TargetTableName": "ledger"}),
        ("drill-restore-test", "scan", {"TableName": TABLE}),
    ],
)
def test_backups_and_restore_tests_reach_no_further(
    durable: Durable, role: str, operation: str, parameters: dict[str, str]
) -> None:
    client = durable.client("dynamodb", durable.acting(role, "backup"))
    with pytest.raises(ClientError, match="AccessDenied"):
        getattr(client, operation)(**parameters)


@pytest.mark.parametrize(
    ("role", "service"),
    [("drill-backup", "backup"), ("drill-restore-test", "backup"), ("drill-export-schedules", "scheduler")],
)
def test_a_service_assumes_the_role_for_this_account_only(durable: Durable, role: str, service: str) -> None:
    arn = f"arn:aws:iam::111111111111:role/{role}-drill"
    for account, by, assumed in (
        ("111111111111", service, True),
        ("222222222222", service, False),
        ("111111111111", "ec2", False),
    ):
        sts = sessions.service_client(
            durable.emulator.endpoint_url, f"{by}.amazonaws.com", source_account=account, source_arn=None
        )
        with nullcontext() if assumed else pytest.raises(ClientError, match="AccessDenied"):
            sts.assume_role(RoleArn=arn, RoleSessionName="session")
