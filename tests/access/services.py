"""Checks of the roles of AWS's services and of exports."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from dynawright.model import Consumer, TableModel
from tests.access.actions import ON_ITEMS, ON_STREAMS, ON_TABLES, item_context
from tests.access.applications import Application, stacks
from tests.access.expectations import rights
from tests.access.functions import arn, goes_through_cache
from tests.access.matrix import partition_keys, table_arn
from tests.access.simulator import Document, Question, Request, wrong_answers
from tests.access.synthesized import Stack

TABLE_TYPE = "aws_dynamodb_table"
# DynamoDB's actions on backups and exports, which the lists of tables' actions leave out.
ON_BACKUPS = ("DeleteBackup", "DescribeBackup", "RestoreTableFromBackup")
ON_OBJECTS = ("AbortMultipartUpload", "DeleteObject", "DeleteObjectVersion", "GetObject", "PutObject", "PutObjectAcl")
ON_BUCKETS = ("DeleteBucket", "DeleteBucketPolicy", "ListBucket", "PutBucketPolicy", "PutLifecycleConfiguration")
ON_RECOVERY_POINTS = ("DeleteRecoveryPoint", "StartRestoreJob", "UpdateRecoveryPointLifecycle")
ON_VAULTS = (
    "CopyIntoBackupVault",
    "DeleteBackupVault",
    "DeleteBackupVaultAccessPolicy",
    "DeleteBackupVaultLockConfiguration",
    "DescribeBackupVault",
    "PutBackupVaultAccessPolicy",
)
RESTORED = (
    *("BatchWriteItem", "DeleteItem", "DescribeTable", "GetItem", "PutItem", "Query", "Scan", "UpdateItem"),
    *("RestoreTableFromAwsBackup", "RestoreTableFromBackup"),
)
NEW_ACTIONS = ("RestoreTableFromAwsBackup", "StartAwsBackupJob")


@dataclass(frozen=True)
class World:
    """Every stack of an environment: a role must not reach another stack's resources."""

    application: Application
    environment: str
    changed: Stack | None = field(default=None, compare=False)
    """A stack with changed policies."""

    def __str__(self) -> str:
        return f"{self.application.name}-{self.environment}"

    @property
    def stacks(self) -> dict[str, Stack]:
        built = stacks(self.application, self.environment)
        return {**built, self.changed.system: self.changed} if self.changed else built

    def of_type(self, terraform_type: str) -> list[Stack]:
        """Return the stacks with resources of a type."""
        return [stack for stack in self.stacks.values() if stack.resources.get(terraform_type)]

    def arns(self, terraform_type: str) -> list[str]:
        return [found for stack in self.stacks.values() for found in stack.arns(terraform_type)]

    def wrong(self, stack: Stack, role: str, asked: list[Question]) -> list[Question]:
        name = stack.environment.physical_name(role)
        assert name in stack.roles(), f"there is no role {name}"
        return wrong_answers(stack.policies_of(name), asked, account_id=stack.environment.account_id)

    def on_tables(self, may: dict[str, set[str]]) -> list[Question]:
        """Return every action on every table of every system; `may` gives the allowed ones for an ARN."""
        asked = (*ON_ITEMS, *ON_TABLES, *NEW_ACTIONS)
        return [
            Question(Request(f"dynamodb:{action}", table), action in may.get(table, set()))
            for table in [*self.arns(TABLE_TYPE), _somebody_elses(self)]
            for action in asked
        ]

    def on_backups(self, may: dict[str, set[str]]) -> list[Question]:
        return [
            Question(Request(f"dynamodb:{action}", f"{table}/backup/01"), action in may.get(table, set()))
            for table in [*self.arns(TABLE_TYPE), _somebody_elses(self)]
            for action in ON_BACKUPS
        ]

    def on_streams(self) -> list[Question]:
        """Return reads of streams, which all these roles are denied."""
        return [
            Question(Request(f"dynamodb:{action}", f"{table}/stream/2026-01-01T00:00:00.000"), expected=False)
            for table in self.arns(TABLE_TYPE)
            for action in ON_STREAMS
        ]

    def on_buckets(self, may: dict[str, set[str]], key: str = "key") -> list[Question]:
        """Return actions on every bucket; `may` lists those allowed on the bucket and on objects below `key`."""
        asked = [(bucket, action, f"{bucket}/{key}") for bucket in self.arns("aws_s3_bucket") for action in ON_OBJECTS]
        asked += [(bucket, action, bucket) for bucket in self.arns("aws_s3_bucket") for action in ON_BUCKETS]
        return [Question(Request(f"s3:{action}", at), action in may.get(bucket, set())) for bucket, action, at in asked]

    def on_vaults(self, may: dict[str, set[str]]) -> list[Question]:
        elsewhere = next(iter(self.stacks.values())).environment.backup.copy_to_vault_arns
        return [
            Question(Request(f"backup:{action}", vault), action in may.get(vault, set()))
            for vault in [*self.arns("aws_backup_vault"), *elsewhere]
            for action in ON_VAULTS
        ]


def of_cache(stack: Stack, table: TableModel, consumers: Sequence[Consumer]) -> list[Question]:
    """What consumers send through it, with all attributes, and the table's description only."""
    whole = table_arn(stack, table)
    granted = [right for consumer in consumers for right in rights(table, consumer) if goes_through_cache(consumer, right.action)]
    places = {"": whole, **{name: f"{whole}/index/{name}" for name in table.index_keys}}
    asked = [
        Question(
            Request(f"dynamodb:{action}", resource, item_context(action, [key])),
            any(right.covers(action, index, key) for right in granted),
        )
        for index, resource in places.items()
        for action in ON_ITEMS
        for key in partition_keys(table)
    ]
    asked += [Question(Request(f"dynamodb:{action}", whole), action == "DescribeTable") for action in ON_TABLES]
    other = f"{whole}-elses"
    return asked + [Question(Request(f"dynamodb:{action}", other), expected=False) for action in (*ON_ITEMS, *ON_TABLES)]


def key_questions(stack: Stack, key: str, policy: Document, allowed: set[tuple[str, str]]) -> list[Question]:
    """The key through each service, and by itself; `allowed` are actions with their services."""
    region = stack.environment.region
    services = ("backup", "dynamodb", "ec2", "lambda", "s3", "secretsmanager", "sns", "sqs")
    asked = [
        (action, {"kms:ViaService": f"{service}.{region}.amazonaws.com"}, (action, service) in allowed)
        for service in services
        for action in ("Decrypt", "Encrypt", "GenerateDataKey", "ReEncryptFrom", "ScheduleKeyDeletion", "PutKeyPolicy")
    ]
    asked += [("Decrypt", {}, False), ("CreateGrant", {}, False), ("CreateGrant", {"kms:GrantIsForAWSResource": "false"}, False)]
    return [
        Question(Request(f"kms:{action}", key, context, resource_policy=policy, verbatim=True), expected)
        for action, context, expected in asked
    ]


def recovery_point(stack: Stack) -> str:
    return arn(stack, "backup", "recovery-point:1EB3B5E7")


def _somebody_elses(world: World) -> str:
    return arn(next(iter(world.stacks.values())), "dynamodb", "table/somebody-elses")
