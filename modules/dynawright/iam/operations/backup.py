"""AWS Backup."""

from __future__ import annotations

from dynawright.iam.operations.ask import Ask
from dynawright.iam.operations.key_use import key_uses
from dynawright.iam.operations.row import Rows, each

SOURCE = "https://docs.aws.amazon.com/service-authorization/latest/reference/list_awsbackup.html"
API_PERMISSIONS = "https://docs.aws.amazon.com/aws-backup/latest/devguide/access-control.html"
LINKED_ROLES = "https://docs.aws.amazon.com/aws-backup/latest/devguide/using-service-linked-roles.html"
VAULT = "arn:aws:backup:{region}:{account}:backup-vault:{BackupVaultName}"
PLAN = "arn:aws:backup:{region}:{account}:backup-plan:{BackupPlanId}"
NEW_PLAN = "arn:aws:backup:{region}:{account}:backup-plan:*"
TEST = "{restore_test:RestoreTestingPlanName}"
NEW_TEST = "arn:aws:backup:{region}:{account}:restore-testing-plan:{RestoreTestingPlan.RestoreTestingPlanName}-*"


def _linked_role(service: str, name: str) -> Ask:
    return Ask(
        "iam:CreateServiceLinkedRole",
        f"arn:aws:iam::{{account}}:role/aws-service-role/{service}/{name}",
        context={"iam:AWSServiceName": service},
        source=LINKED_ROLES,
    )


ROWS: Rows = {
    "backup": {
        **each(
            "backup",
            VAULT,
            *("DeleteBackupVault", "DeleteBackupVaultAccessPolicy", "DeleteBackupVaultLockConfiguration", "DescribeBackupVault"),
            *("GetBackupVaultAccessPolicy", "ListRecoveryPointsByBackupVault", "PutBackupVaultAccessPolicy"),
        ),
        "PutBackupVaultLockConfiguration": (
            Ask(
                "backup:PutBackupVaultLockConfiguration",
                VAULT,
                context={
                    "backup:MinRetentionDays": "{MinRetentionDays}",
                    "backup:MaxRetentionDays": "{MaxRetentionDays}",
                    "backup:ChangeableForDays": "{ChangeableForDays}",
                },
            ),
        ),
        "CreateBackupVault": (
            Ask("backup:CreateBackupVault", VAULT, tags="BackupVaultTags"),
            Ask("backup:TagResource", VAULT, when="BackupVaultTags", tags="BackupVaultTags"),
            Ask("backup-storage:MountCapsule", source=API_PERMISSIONS),
            *key_uses(
                "backup",
                "{key:EncryptionKeyArn}",
                *("CreateGrant", "GenerateDataKey", "Decrypt", "RetireGrant", "DescribeKey"),
                source=API_PERMISSIONS,
            ),
        ),
        **each(
            "backup",
            PLAN,
            *("DeleteBackupPlan", "DeleteBackupSelection", "GetBackupPlan", "GetBackupSelection", "ListBackupSelections"),
            *("ListBackupPlanVersions", "UpdateBackupPlan"),
        ),
        "CreateBackupPlan": (
            Ask("backup:CreateBackupPlan", NEW_PLAN, tags="BackupPlanTags"),
            Ask("backup:TagResource", NEW_PLAN, when="BackupPlanTags", tags="BackupPlanTags"),
        ),
        "CreateBackupSelection": (
            Ask("backup:CreateBackupSelection", PLAN),
            Ask("iam:PassRole", "{BackupSelection.IamRoleArn}", context={"iam:PassedToService": "backup.amazonaws.com"}),
            _linked_role("backup.amazonaws.com", "AWSServiceRoleForBackup"),
        ),
        **each("backup", "*", "DescribeRegionSettings", "ListBackupPlans", "ListBackupVaults", "UpdateRegionSettings"),
        "CreateRestoreTestingPlan": (
            Ask("backup:CreateRestoreTestingPlan", NEW_TEST, tags="Tags"),
            Ask("backup:TagResource", NEW_TEST, when="Tags", tags="Tags"),
            _linked_role("restore-testing.backup.amazonaws.com", "AWSServiceRoleForBackupRestoreTesting"),
        ),
        "CreateRestoreTestingSelection": (
            Ask("backup:CreateRestoreTestingSelection", TEST),
            Ask(
                "iam:PassRole",
                "{RestoreTestingSelection.IamRoleArn}",
                context={"iam:PassedToService": "restore-testing.backup.amazonaws.com"},
            ),
        ),
        "UpdateRestoreTestingSelection": (
            Ask("backup:UpdateRestoreTestingSelection", TEST),
            Ask(
                "iam:PassRole",
                "{RestoreTestingSelection.IamRoleArn}",
                when="RestoreTestingSelection.IamRoleArn",
                context={"iam:PassedToService": "restore-testing.backup.amazonaws.com"},
            ),
        ),
        **each(
            "backup",
            TEST,
            *("DeleteRestoreTestingPlan", "DeleteRestoreTestingSelection", "GetRestoreTestingPlan", "GetRestoreTestingSelection"),
            *("ListRestoreTestingSelections", "UpdateRestoreTestingPlan"),
        ),
        "ListTags": (Ask("backup:ListTags", "{ResourceArn}"),),
        "TagResource": (Ask("backup:TagResource", "{ResourceArn}", tags="Tags"),),
        "UntagResource": (Ask("backup:UntagResource", "{ResourceArn}", tags="TagKeyList"),),
    },
}
