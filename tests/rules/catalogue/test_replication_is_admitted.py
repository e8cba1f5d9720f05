"""A table's policy that cuts off its copies is found; one that leaves DynamoDB's own role out passes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.documents import messages, policy

SERVICE_ROLES = "arn:aws:iam::111111111111:role/aws-service-role/*"
REPLICATION = SERVICE_ROLES.replace("*", "replication.dynamodb.amazonaws.com/AWSServiceRoleForDynamoDBReplication")
PERSON = "arn:aws:iam::111111111111:role/analyst"
OUTSIDE = {"StringNotEquals": {"aws:PrincipalOrgID": "o-a1b2c3d4e5"}}


def deny(action: Any = "dynamodb:*", principal: Any = "*", **condition: Any) -> dict[str, Any]:
    statement = {"Effect": "Deny", "Principal": principal, "Action": action, "Resource": "*"}
    return {**statement, **({"Condition": condition} if condition else {})}


def found(statement: dict[str, Any], **replica: Any) -> list[str]:
    return messages(
        "replication-is-admitted",
        {
            "aws_dynamodb_table.t": {"name": "t", **replica},
            "aws_dynamodb_resource_policy.p": {"resource_arn": "${aws_dynamodb_table.t.arn}", "policy": policy(statement)},
            **({} if replica else {"aws_dynamodb_table_replica.r": {"global_table_arn": "${aws_dynamodb_table.t.arn}"}}),
        },
    )


CUTS_OFF = {
    "everyone": deny(),
    "everyone of the account": deny(principal={"AWS": "arn:aws:iam::111111111111:root"}),
    "everyone outside of the organization, where service roles count as outside": deny(**OUTSIDE),
    "everyone but a person, by NotPrincipal": {
        "Effect": "Deny", "NotPrincipal": {"AWS": PERSON}, "Action": "dynamodb:PutItem", "Resource": "*"
    },
    "everyone, since StringNotEquals knows no wildcards": deny(StringNotEquals={"aws:PrincipalArn": SERVICE_ROLES}),
    "everyone who has an ARN": deny(Null={"aws:PrincipalArn": "false"}),
    "everyone with and without TLS": deny(Bool={"aws:SecureTransport": ["false", "true"]}),
    "everyone but a person, by a condition": deny(ArnNotEquals={"aws:PrincipalArn": PERSON}),
    "a person and the role": deny(ArnEquals={"aws:PrincipalArn": [PERSON, REPLICATION]}),
    "all but reads": {"Effect": "Deny", "Principal": "*", "NotAction": "dynamodb:GetItem", "Resource": "*"},
    "readers of the stream": deny("dynamodb:GetRecords"),
}  # fmt: skip
SPARES = {
    "plain HTTP": deny(Bool={"aws:SecureTransport": "false"}),
    "everyone but service roles": deny(ArnNotLikeIfExists={"aws:PrincipalArn": SERVICE_ROLES}, **OUTSIDE),
    "everyone but a person and the role": deny(ArnNotEquals={"aws:PrincipalArn": [PERSON, REPLICATION]}),
    "a person": deny(principal={"AWS": PERSON}),
    "a person, by a condition": deny(ArnEquals={"aws:PrincipalArn": PERSON}),
    "an action that replication does not need": deny("dynamodb:PartiQLSelect"),
    "nobody: it allows": {**deny(), "Effect": "Allow"},
}


@pytest.mark.parametrize("case", CUTS_OFF)
def test_a_policy_that_denies_the_replication_role_is_found(case: str) -> None:
    assert len(found(CUTS_OFF[case])) == 1


def test_copies_in_blocks_of_the_table_count() -> None:
    assert len(found(CUTS_OFF["everyone"], replica=[{"region_name": "eu-west-2"}])) == 1


@pytest.mark.parametrize("case", SPARES)
def test_a_policy_that_leaves_the_role_out_passes(case: str) -> None:
    assert found(SPARES[case]) == []


def test_a_table_without_copies_may_deny_everyone() -> None:
    table = {"aws_dynamodb_table.t": {"name": "t"}}
    own = {"aws_dynamodb_resource_policy.p": {"resource_arn": "${aws_dynamodb_table.t.arn}", "policy": policy(deny())}}
    assert messages("replication-is-admitted", {**table, **own}) == []
