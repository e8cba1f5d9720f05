"""Replicas of a table, and the kind of their keys."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from dynawright.aws import client


def regions(table: Mapping[str, Any]) -> Iterator[str]:
    """Yield the Regions of a table's replicas."""
    here = table["TableArn"].split(":")[3]
    for replica in table.get("Replicas", []):
        if replica["RegionName"] != here:
            yield replica["RegionName"]


def replica(region: str, name: str) -> dict[str, Any]:
    """Return what Terraform must know about the replica in a Region."""
    dynamodb = client("dynamodb", region)
    table = dynamodb.describe_table(TableName=name)["Table"]
    backups = dynamodb.describe_continuous_backups(TableName=name)["ContinuousBackupsDescription"]
    status = backups.get("PointInTimeRecoveryDescription", {}).get("PointInTimeRecoveryStatus")
    is_own = key_manager(region, table) == "CUSTOMER"
    return {
        "deletion_protection": table.get("DeletionProtectionEnabled", False),
        "point_in_time_recovery": status == "ENABLED",
        "kms_key_arn": table["SSEDescription"]["KMSMasterKeyArn"] if is_own else None,
    }


def key_manager(region: str, table: Mapping[str, Any]) -> str:
    """Return who manages a table's KMS key, AWS or CUSTOMER; empty without one."""
    arn = table.get("SSEDescription", {}).get("KMSMasterKeyArn")
    return str(client("kms", region).describe_key(KeyId=arn)["KeyMetadata"]["KeyManager"]) if arn else ""
