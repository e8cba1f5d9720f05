"""The parts of an Amazon Resource Name."""

from __future__ import annotations

PARTS = 6  # arn:partition:service:region:account:resource


def split_arn(arn: str) -> list[str]:
    """Return at most six parts; the resource keeps its colons."""
    return arn.split(":", PARTS - 1)


def account_of(arn: str) -> str | None:
    """Return the account in the ARN, or None: ARNs of S3 buckets have none."""
    parts = split_arn(arn)
    return (parts[4] or None) if len(parts) == PARTS else None


def is_role(arn: str) -> bool:
    parts = split_arn(arn)
    return len(parts) == PARTS and parts[2] == "iam" and parts[5].startswith("role/")


def is_kms_key(arn: str) -> bool:
    parts = split_arn(arn)
    return len(parts) == PARTS and parts[2] == "kms" and parts[5].startswith("key/")
