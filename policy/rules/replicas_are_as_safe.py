"""Replicas are as safe as their table.

A replica is a whole table in another Region, with protections of its own: recovery, deletion protection, tags and key that the
first table has are not inherited. On the day that the first Region fails, the replica is the table.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from policy.resources import Document, Resource
from policy.rule import Rule


def check(table: Resource, document: Document) -> Iterator[str]:
    for replica in table.blocks("replica"):
        for problem in _problems(replica, table):
            yield f"replica {replica.get('region_name')}: {problem}"


def _problems(replica: Mapping[str, Any], table: Resource) -> Iterator[str]:
    if table.block("point_in_time_recovery").get("enabled") is True and replica.get("point_in_time_recovery") is not True:
        yield "point-in-time recovery is off, and the table has it"
    # Provider 5.100 can't switch it on for a replica: only one that is switched off is a choice.
    if table.get("deletion_protection_enabled") is True and replica.get("deletion_protection_enabled") is False:
        yield "deletion protection is off, and the table has it"
    if table.block("server_side_encryption").get("kms_key_arn") and not replica.get("kms_key_arn"):
        yield "it has no customer-managed key, and the table has one"
    if replica.get("propagate_tags") is not True:
        yield "it does not get the table's tags: set propagate_tags to true"


RULE = Rule(
    module=__name__,
    number=9,
    severity="high",
    types=("aws_dynamodb_table",),
    check=check,
    standards=("FSBP DynamoDB.2", "FSBP DynamoDB.6"),
)
