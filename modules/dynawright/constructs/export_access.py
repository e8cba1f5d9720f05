"""Rights of the export function and its schedules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from dynawright.constructs.access import key_statements
from dynawright.constructs.backup_access import BACKING_UP, lasting_use
from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.table import Table
from dynawright.iam.policy import Statement, merged

OF_TABLE = ("dynamodb:CreateBackup", "dynamodb:DescribeContinuousBackups", "dynamodb:ExportTableToPointInTime")
OF_BUCKET = (
    "s3:AbortMultipartUpload",
    "s3:PutObject",
    "s3:PutObjectAcl",
)  # required of the caller that starts an export
LISTS = ("dynamodb:ListBackups", "dynamodb:ListExports", "xray:PutTelemetryRecords", "xray:PutTraceSegments")
"""Actions without a resource in IAM."""


def function_statements(
    tables: Sequence[Table], key: EncryptionKey, *, function_arn: str, bucket_arn: str, queue_arn: str, log_group_arn: str
) -> list[Statement]:
    """Allow backups and exports of these tables into this bucket, and deletion of their own backups."""
    arns = tuple(table.arn for table in tables)
    statements = [
        Statement(OF_TABLE, arns),
        Statement(("dynamodb:DeleteBackup",), tuple(f"{arn}/backup/*" for arn in arns)),
        Statement(("dynamodb:DescribeExport",), tuple(f"{arn}/export/*" for arn in arns)),
        Statement(LISTS, ("*",)),
        Statement(OF_BUCKET, (f"{bucket_arn}/*",)),
        Statement(("logs:CreateLogStream", "logs:PutLogEvents"), (f"{log_group_arn}:*",)),
        *_sending(key, queue_arn),
        *key.usage(("kms:Decrypt",), "lambda", {"aws:lambda:FunctionArn": function_arn}),
        *(statement for table in tables for statement in _of_key(table)),
    ]
    if key.arn is not None:
        condition: dict[str, dict[str, Any]] = {
            "StringEquals": {"kms:ViaService": f"s3.{tables[0].environment.region}.amazonaws.com"},
            "StringLike": {"kms:EncryptionContext:aws:s3:arn": [bucket_arn, f"{bucket_arn}/*"]},
        }
        statements.append(Statement(("kms:Decrypt", "kms:GenerateDataKey"), (key.arn,), condition))
    return merged(statements)


def _of_key(table: Table) -> list[Statement]:
    """Return the rights on the key from AWS's managed policy for backups, limited to this table."""
    if table.key.arn is None:
        return []
    used = [replace(statement, actions=BACKING_UP) for statement in key_statements(table.key, "dynamodb", table)]
    return [*used, *lasting_use(table.key.arn)]


def schedule_statements(key: EncryptionKey, *, function_arn: str, queue_arn: str) -> list[Statement]:
    """Allow calls of this function, and sending failed calls to the queue."""
    return [Statement(("lambda:InvokeFunction",), (function_arn,)), *_sending(key, queue_arn)]


def payload_statements(key: EncryptionKey, schedules_arn: str) -> list[Statement]:
    """Allow decrypting schedule payloads: Scheduler calls KMS as the role."""
    if key.arn is None:
        return []
    return [
        Statement(
            ("kms:Decrypt",), (key.arn,), {"StringLike": {"kms:EncryptionContext:aws:scheduler:schedule:arn": schedules_arn}}
        )
    ]


def _sending(key: EncryptionKey, queue_arn: str) -> list[Statement]:
    return [
        Statement(("sqs:SendMessage",), (queue_arn,)),
        *key.usage(("kms:Decrypt", "kms:GenerateDataKey"), "sqs", {"aws:sqs:arn": queue_arn}),
    ]
