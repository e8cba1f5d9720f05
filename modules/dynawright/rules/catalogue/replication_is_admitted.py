"""Replication is admitted.

DynamoDB copies a global table under its own role, AWSServiceRoleForDynamoDBReplication. A table's policy that denies this role an action it
needs stops replication at once: the copy is REPLICATION_NOT_AUTHORIZED, and after 20 hours it is a table of its own for good; with strong
consistency it refuses writes, and after seven days the copy is out of reach. A Deny for everyone has to leave service roles out.
"""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase

from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import NONE_APPLIES, Rule
from dynawright.rules.statements import DecodedStatement, statements

TABLE, REPLICA = "aws_dynamodb_table", "aws_dynamodb_table_replica"
ROLE = "arn:aws:iam::000000000000:role/aws-service-role/replication.dynamodb.amazonaws.com/AWSServiceRoleForDynamoDBReplication"
"""The role, in any account."""
NEEDED = (
    *("GetItem", "PutItem", "UpdateItem", "DeleteItem", "Scan", "DescribeTable", "UpdateTable"),
    *("DescribeTimeToLive", "UpdateTimeToLive", "ListStreams", "DescribeStream", "GetShardIterator", "GetRecords"),
)
"""DynamoDB's actions in AWS's policy for the role."""


def check(policy: Resource, document: Document) -> Iterator[str]:
    table = document.named(policy.get("resource_arn"), "name", TABLE)
    if table is None or not _is_copied(table, document):
        return
    for statement in statements(policy):
        denied = _denied(statement)
        if not statement.allows and denied and _is_for_the_role(statement) and not _spares_the_role(statement):
            yield (
                f"it denies {', '.join(denied[:3])} to DynamoDB's replication role, too: the copies in other Regions are cut off "
                "for good after 20 hours; add ArnNotLikeIfExists on aws:PrincipalArn with role/aws-service-role/*"
            )


def _is_copied(table: Resource, document: Document) -> bool:
    copies = document.of_type(REPLICA)
    return bool(table.blocks("replica")) or any(
        document.named(copy.get("global_table_arn"), "name", TABLE) is table for copy in copies
    )


def _denied(statement: DecodedStatement) -> list[str]:
    inverted = "NotAction" in statement.inverted
    patterns = [action.lower() for action in statement.actions]
    return [
        action
        for action in NEEDED
        if any(fnmatchcase(f"dynamodb:{action}".lower(), pattern) for pattern in patterns) is not inverted
    ]


def _is_for_the_role(statement: DecodedStatement) -> bool:
    """Whether its principals include the role: everyone, the whole account, or the role itself."""
    named = any(who == "*" or who.endswith(":root") or who.isdigit() or _is_the_role(who) for _, who in statement.principals)
    spared = any(_is_the_role(who) for _, who in statement.principals)
    return not spared if "NotPrincipal" in statement.inverted else named


def _spares_the_role(statement: DecodedStatement) -> bool:
    """Whether a condition leaves the role out; the service uses TLS."""
    named = [(operator, value) for operator, value in statement.compared("aws:PrincipalArn") if operator != "Null"]
    others = [_is_the_role(value, operator) for operator, value in named if "Not" not in operator]
    spared = [_is_the_role(value, operator) for operator, value in named if "Not" in operator]
    transport = {value for operator, value in statement.compared("aws:SecureTransport") if operator == "Bool"}
    return transport == {"false"} or any(spared) or (bool(others) and not any(others))


def _is_the_role(pattern: str, operator: str = "ArnLike") -> bool:
    """Whether an ARN is that of the role in some account; string operators without Like know no wildcards."""
    parts = pattern.split(":", 5)
    if operator.startswith("String") and "Like" not in operator:
        return [*parts[:4], *parts[5:]] == [*ROLE.split(":", 5)[:4], ROLE.split(":", 5)[5]]
    return fnmatchcase(ROLE, ":".join([*parts[:4], "*", parts[5]]) if len(parts) == 6 else pattern)


RULE = Rule(
    module=__name__,
    number=58,
    severity="high",
    types=("aws_dynamodb_resource_policy",),
    check=check,
    standards=NONE_APPLIES,
)
