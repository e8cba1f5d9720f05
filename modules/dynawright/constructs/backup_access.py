"""Rights of AWS Backup: the DynamoDB part of its managed policies, limited to these tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from constructs import Construct

from dynawright.constructs.encryption import USE, EncryptionKey
from dynawright.constructs.naming import environment_of
from dynawright.constructs.role import Role
from dynawright.constructs.table import Table
from dynawright.constructs.vault import VaultReference
from dynawright.iam import trust
from dynawright.iam.policy import Statement
from dynawright.settings import BackupSettings, Environment

# The first two are for plain DynamoDB backups, StartAwsBackupJob for AWS Backup's advanced features.
OF_TABLE = ("dynamodb:CreateBackup", "dynamodb:DescribeTable", "dynamodb:ListTagsOfResource", "dynamodb:StartAwsBackupJob")
OF_PLAIN_BACKUP = ("dynamodb:DeleteBackup", "dynamodb:DescribeBackup")
OF_RESTORED_TABLE = (
    "dynamodb:BatchWriteItem",
    "dynamodb:DeleteItem",
    "dynamodb:DescribeTable",
    "dynamodb:GetItem",
    "dynamodb:PutItem",
    "dynamodb:Query",
    "dynamodb:RestoreTableFromAwsBackup",
    "dynamodb:Scan",
    "dynamodb:UpdateItem",
)
BACKING_UP = ("kms:Decrypt", "kms:GenerateDataKey")
RESTORING = tuple(action for action in USE if action != "kms:DescribeKey")
"""Actions on keys, through services, from AWS's managed policies for backup and restore."""
RESTORE_TEST_TABLES = "awsbackup-restore-test-*"
"""Prefix of the tables of restore tests, which AWS Backup deletes with a role of its own."""


def backup_role(
    scope: Construct, *, name: str, tables: Sequence[Table], key: EncryptionKey, vault: VaultReference, settings: BackupSettings
) -> Role:
    """The role that backs up and copies."""
    environment = environment_of(scope)
    arns = tuple(table.arn for table in tables)
    statements = [
        Statement(OF_TABLE, arns),
        Statement(OF_PLAIN_BACKUP, tuple(f"{arn}/backup/*" for arn in arns)),
        Statement(("backup:CopyIntoBackupVault", "backup:DescribeBackupVault"), (vault.arn, *settings.copy_to_vault_arns)),
        Statement(("backup:TagResource",), (_in_backup(environment, "recovery-point:*"),)),
    ]
    if settings.copy_to_vault_arns:
        targets: dict[str, dict[str, Any]] = {"ForAllValues:ArnEquals": {"backup:CopyTargets": list(settings.copy_to_vault_arns)}}
        # ForAllValues is true for a request that names no target.
        targets["Null"] = {"backup:CopyTargets": "false"}
        statements.append(Statement(("backup:CopyFromBackupVault",), (_in_backup(environment, "recovery-point:*"),), targets))
    description = "Backs up tables and copies their recovery points"
    return _role(scope, f"{name}-backup", description, key, vault, statements, uses=BACKING_UP)


def restore_role(scope: Construct, *, name: str, tables: Sequence[Table], key: EncryptionKey, vault: VaultReference) -> Role:
    """The role that restores into tables of restore tests only."""
    environment = environment_of(scope)
    test_tables = f"arn:aws:dynamodb:{environment.region}:{environment.account_id}:table/{RESTORE_TEST_TABLES}"
    statements = [
        Statement(OF_RESTORED_TABLE, (test_tables,)),
        Statement(("dynamodb:RestoreTableFromBackup",), (test_tables, *(f"{table.arn}/backup/*" for table in tables))),
    ]
    description = "Restores recovery points into tables for tests"
    return _role(scope, f"{name}-restore-test", description, key, vault, statements, uses=RESTORING)


def _role(
    scope: Construct,
    name: str,
    description: str,
    key: EncryptionKey,
    vault: VaultReference,
    statements: list[Statement],
    *,
    uses: tuple[str, ...],
) -> Role:
    environment = environment_of(scope)
    trusted = trust.service("backup.amazonaws.com", environment.account_id)
    role = Role(scope, "Role", name=name, description=description, trust=trusted, settings=environment.roles)
    if key.arn is not None:
        needed = _key_statements(key.arn, environment, "dynamodb", uses=uses)
        statements = [*statements, *needed]
        for statement in needed:
            key.admit_role(role.arn, statement)
    if vault.key_arn is not None:
        # DynamoDB writes and reads recovery points, AWS Backup keeps them.
        statements = [*statements, *_key_statements(vault.key_arn, environment, "backup", "dynamodb", uses=uses)]
    role.attach("Access", statements)
    return role


def _key_statements(key_arn: str, environment: Environment, *services: str, uses: tuple[str, ...]) -> list[Statement]:
    through = [f"{service}.{environment.region}.amazonaws.com" for service in services]
    return [Statement(uses, (key_arn,), {"StringEquals": {"kms:ViaService": through}}), *lasting_use(key_arn)]


def lasting_use(key_arn: str) -> list[Statement]:
    """Return the grants with which DynamoDB and AWS Backup continue a backup after the request."""
    for_services = {"Bool": {"kms:GrantIsForAWSResource": "true"}}
    return [Statement(("kms:DescribeKey",), (key_arn,)), Statement(("kms:CreateGrant",), (key_arn,), for_services)]


def _in_backup(environment: Environment, resource: str) -> str:
    return f"arn:aws:backup:{environment.region}:{environment.account_id}:{resource}"
