"""Rights of a migration's Glue job: on its source, its own bucket, and the table that it loads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dynawright.constructs.encryption import EncryptionKey
from dynawright.iam.policy import Statement, merged

CODE, ITEMS = "code", "items"
"""Where the bucket has the job's code, and where the job writes."""


@dataclass(frozen=True)
class Exported:
    """An export in S3; `key_arn` is the key that it is encrypted by, if it is a customer's."""

    bucket: str
    prefix: str
    key_arn: str | None

    @property
    def location(self) -> str:
        return f"s3://{self.bucket}/{self.prefix}"


@dataclass(frozen=True)
class Loaded:
    """A table that is there, and the customer's key that encrypts it."""

    name: str
    arn: str
    key_arn: str | None


def job_statements(
    source: Exported, target: Loaded, key: EncryptionKey, *, bucket_arn: str, region: str, log_group_arns: Sequence[str]
) -> list[Statement]:
    """Read the export, write items to the own bucket, have DynamoDB load them into the table."""
    source_arn = f"arn:aws:s3:::{source.bucket}"
    return merged(
        [
            Statement(("s3:ListBucket",), (source_arn,), {"StringLike": {"s3:prefix": [source.prefix, f"{source.prefix}/*"]}}),
            Statement(("s3:GetObject",), (f"{source_arn}/{source.prefix}/*",)),
            *_of_key(source.key_arn, source_arn, region, ("kms:Decrypt",)),
            Statement(("s3:ListBucket",), (bucket_arn,)),
            Statement(("s3:GetObject",), (f"{bucket_arn}/{CODE}/*", f"{bucket_arn}/{ITEMS}/*")),
            Statement(("s3:AbortMultipartUpload", "s3:PutObject"), (f"{bucket_arn}/{ITEMS}/*",)),
            *_of_key(key.arn, bucket_arn, region, ("kms:Decrypt", "kms:GenerateDataKey")),
            Statement(("dynamodb:DescribeTable", "dynamodb:DescribeTimeToLive", "dynamodb:StartBulkPutItems"), (target.arn,)),
            Statement(("dynamodb:DescribeBulkOperation",), (f"{target.arn}/bulk-operation/*",)),
            *_of_table(target, region),
            Statement(("logs:CreateLogStream", "logs:PutLogEvents"), tuple(f"{arn}:*" for arn in log_group_arns)),
        ]
    )


def _of_key(key_arn: str | None, bucket_arn: str, region: str, actions: tuple[str, ...]) -> list[Statement]:
    if key_arn is None:
        return []
    condition: dict[str, dict[str, Any]] = {
        "StringEquals": {"kms:ViaService": f"s3.{region}.amazonaws.com"},
        "StringLike": {"kms:EncryptionContext:aws:s3:arn": [bucket_arn, f"{bucket_arn}/*"]},
    }
    return [Statement(actions, (key_arn,), condition)]


def _of_table(target: Loaded, region: str) -> list[Statement]:
    if target.key_arn is None:
        return []
    context = {"kms:EncryptionContext:aws:dynamodb:tableName": target.name}
    condition = {"StringEquals": {"kms:ViaService": f"dynamodb.{region}.amazonaws.com", **context}}
    return [Statement(("kms:Decrypt",), (target.key_arn,), condition)]
