"""AWS Backup on the emulator: what can be changed in place, and what is not found."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from botocore.exceptions import ClientError

from dynawright.emulator.emulator import Emulator


@pytest.fixture(scope="module")
def backup() -> Iterator[Any]:
    with Emulator("111111111111") as emulator:
        yield emulator.client("backup", "ap-northeast-1")


def plan(days: int) -> dict[str, Any]:
    rule = {"RuleName": "daily", "TargetBackupVaultName": "vault", "Lifecycle": {"DeleteAfterDays": days}}
    return {"BackupPlanName": "plan", "Rules": [rule]}


def not_found(operation: Any, **request: Any) -> bool:
    with pytest.raises(ClientError) as error:
        operation(**request)
    return str(error.value.response["Error"]["Code"]) == "ResourceNotFoundException"


def test_a_plan_changes_in_place_and_is_gone_when_deleted(backup: Any) -> None:
    made = backup.create_backup_plan(BackupPlan=plan(7))
    id = made["BackupPlanId"]
    changed = backup.update_backup_plan(BackupPlanId=id, BackupPlan=plan(14))
    found = backup.get_backup_plan(BackupPlanId=id)
    assert found["BackupPlan"]["Rules"][0]["Lifecycle"] == {"DeleteAfterDays": 14}
    assert found["VersionId"] == changed["VersionId"] != made["VersionId"]
    backup.delete_backup_plan(BackupPlanId=id)
    assert not_found(backup.get_backup_plan, BackupPlanId=id)


def test_selections_belong_to_their_plan(backup: Any) -> None:
    ids = [backup.create_backup_plan(BackupPlan={**plan(7), "BackupPlanName": name})["BackupPlanId"] for name in ("a", "b")]
    chosen = {"SelectionName": "tables", "IamRoleArn": "arn:aws:iam::111111111111:role/r", "Resources": ["arn:aws:dynamodb:::x"]}
    selection = backup.create_backup_selection(BackupPlanId=ids[0], BackupSelection=chosen)["SelectionId"]
    listed = [
        [selection["SelectionName"] for selection in backup.list_backup_selections(BackupPlanId=id)["BackupSelectionsList"]]
        for id in ids
    ]
    assert listed == [["tables"], []]
    backup.delete_backup_selection(BackupPlanId=ids[0], SelectionId=selection)
    assert not_found(backup.get_backup_selection, BackupPlanId=ids[0], SelectionId=selection)


def test_a_vaults_policy_can_be_removed(backup: Any) -> None:
    backup.create_backup_vault(BackupVaultName="vault")
    refusal = {"Effect": "Deny", "Principal": "*", "Action": "backup:DeleteRecoveryPoint", "Resource": "*"}
    policy = json.dumps({"Version": "2012-10-17", "Statement": [refusal]})
    backup.put_backup_vault_access_policy(BackupVaultName="vault", Policy=policy)
    assert backup.get_backup_vault_access_policy(BackupVaultName="vault")["Policy"] == policy
    backup.delete_backup_vault_access_policy(BackupVaultName="vault")
    assert not_found(backup.get_backup_vault_access_policy, BackupVaultName="vault")
    assert not_found(backup.get_backup_vault_access_policy, BackupVaultName="none")


def test_a_restore_test_changes_in_place_and_is_gone_when_deleted(backup: Any) -> None:
    points = {"Algorithm": "LATEST_WITHIN_WINDOW", "IncludeVaults": ["*"], "RecoveryPointTypes": ["SNAPSHOT"]}
    whole = {"RestoreTestingPlanName": "test", "ScheduleExpression": "cron(0 1 ? * * *)", "RecoveryPointSelection": points}
    backup.create_restore_testing_plan(RestoreTestingPlan=whole)
    later = {"ScheduleExpression": "cron(0 2 ? * * *)"}
    backup.update_restore_testing_plan(RestoreTestingPlanName="test", RestoreTestingPlan=later)
    found = backup.get_restore_testing_plan(RestoreTestingPlanName="test")["RestoreTestingPlan"]
    assert (found["ScheduleExpression"], found["ScheduleExpressionTimezone"]) == ("cron(0 2 ? * * *)", "Etc/UTC")
    assert found["RecoveryPointSelection"] == {**points, "ExcludeVaults": []}

    role = "arn:aws:iam::111111111111:role/r"
    tables = {"RestoreTestingSelectionName": "tables", "ProtectedResourceType": "DynamoDB", "IamRoleArn": role}
    name = {"RestoreTestingPlanName": "test", "RestoreTestingSelectionName": "tables"}
    backup.create_restore_testing_selection(RestoreTestingPlanName="test", RestoreTestingSelection=tables)
    backup.update_restore_testing_selection(**name, RestoreTestingSelection={"ValidationWindowHours": 3})
    selection = backup.get_restore_testing_selection(**name)["RestoreTestingSelection"]
    assert (selection["ProtectedResourceType"], selection["ValidationWindowHours"]) == ("DynamoDB", 3)
    assert selection["RestoreMetadataOverrides"] == {}
    (listed,) = backup.list_restore_testing_selections(RestoreTestingPlanName="test")["RestoreTestingSelections"]
    assert listed["RestoreTestingSelectionName"] == "tables"
    backup.delete_restore_testing_selection(**name)
    assert not_found(backup.get_restore_testing_selection, **name)
    backup.delete_restore_testing_plan(RestoreTestingPlanName="test")
    assert not_found(backup.get_restore_testing_plan, RestoreTestingPlanName="test")
