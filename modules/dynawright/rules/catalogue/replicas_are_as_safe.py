"""Replicas are as safe as their table.

A replica is a whole table in another Region. It doesn't inherit the first table's point-in-time recovery, deletion
protection, tags or key. On the day the first Region fails, the replica is the table. Deletion protection works with
aws_dynamodb_table_replica in every version of the provider, with a `replica` block of the table only since version 6.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import Rule

TABLE, REPLICA = "aws_dynamodb_table", "aws_dynamodb_table_replica"


def check(resource: Resource, document: Document) -> Iterator[str]:
    if resource.type == REPLICA:
        table = document.named(resource.get("global_table_arn"), "name", TABLE)
        yield from _problems(resource.values, table, document)
        return
    for replica in resource.blocks("replica"):
        for problem in (*_problems(replica, resource, document), *_untagged(replica)):
            yield f"replica {replica.get('region_name')}: {problem}"


def _problems(replica: Mapping[str, Any], table: Resource | None, document: Document) -> Iterator[str]:
    """Yield problems of a replica; one of a table elsewhere must have everything, unless disposable."""
    lacking = document.is_disposable
    if replica.get("point_in_time_recovery") is not True and (_recovers(table) if table else not lacking):
        yield "point-in-time recovery is off, but the table has it"
    if replica.get("deletion_protection_enabled") is not True and (_is_protected(table) if table else not lacking):
        yield "deletion protection is off, but the table has it"
    if not replica.get("kms_key_arn") and (_has_own_key(table) if table else document.is_production):
        yield "it has no customer-managed key, but the table has one"


def _recovers(table: Resource) -> bool:
    return table.block("point_in_time_recovery").get("enabled") is True


def _is_protected(table: Resource) -> bool:
    return table.get("deletion_protection_enabled") is True


def _has_own_key(table: Resource) -> bool:
    return bool(table.block("server_side_encryption").get("kms_key_arn"))


def _untagged(replica: Mapping[str, Any]) -> Iterator[str]:
    """Yield a message for an untagged replica block; a replica resource has the provider's default tags."""
    if replica.get("propagate_tags") is not True:
        yield "it does not get the table's tags: set propagate_tags to true"


RULE = Rule(
    module=__name__,
    number=9,
    severity="high",
    types=(TABLE, REPLICA),
    check=check,
    standards=("FSBP DynamoDB.2", "FSBP DynamoDB.6"),
)
