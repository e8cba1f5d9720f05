"""The content of a denial: AWS's message, the missing statement, and near misses."""

from __future__ import annotations

import pytest

from dynawright.iam.evaluator import Anonymous, PolicyKind, ServicePrincipal
from tests.iam.evaluator.made import ACCOUNT, KEY, ROLE, SESSION, TABLE, ask, boundary, policy, resource_policy, statement

ALL = policy(statement())
START = f"User: {SESSION.arn} is not authorized to perform: "


def test_an_allow_has_no_message() -> None:
    answer = ask("dynamodb:GetItem", TABLE, policy(statement(Sid="Read"), name="orders"))
    assert (answer.message, answer.missing_statement, str(answer.decided_by)) == (
        "",
        None,
        "statement Read of the identity-based policy 'orders'",
    )


def test_an_implicit_denial_names_the_missing_statement() -> None:
    answer = ask("dynamodb:GetItem", TABLE)
    reason = "because no identity-based policy allows the dynamodb:GetItem action"
    assert answer.message == f"{START}dynamodb:GetItem on resource: {TABLE} {reason}"
    assert answer.missing_statement == {"Effect": "Allow", "Action": "dynamodb:GetItem", "Resource": TABLE}
    assert ask("dynamodb:GetItem", TABLE, policy(answer.missing_statement)).allowed


def test_an_explicit_denial_names_the_kind_of_policy() -> None:
    by_identity = ask("dynamodb:GetItem", TABLE, ALL, policy(statement("Deny"), name="no"))
    assert by_identity.message.endswith("with an explicit deny in an identity-based policy")
    assert str(by_identity.decided_by) == "statement 1 of the identity-based policy 'no'"
    by_resource = ask("dynamodb:GetItem", TABLE, ALL, resource_policy=resource_policy(statement("Deny", Principal="*")))
    assert by_resource.message.endswith("with an explicit deny in a resource-based policy")
    assert by_resource.missing_statement is None


def test_a_boundary_is_named() -> None:
    answer = ask("dynamodb:GetItem", TABLE, ALL, boundary=boundary(statement(action="s3:*")))
    assert answer.message.endswith("because no permissions boundary allows the dynamodb:GetItem action")


def test_the_statement_that_a_key_policy_lacks_names_the_role() -> None:
    answer = ask("kms:Decrypt", KEY, ALL)
    assert answer.missing_statement == {"Effect": "Allow", "Action": "kms:Decrypt", "Principal": {"AWS": ROLE}, "Resource": KEY}
    assert answer.missing is PolicyKind.RESOURCE
    assert ask("kms:Decrypt", KEY, resource_policy=resource_policy(answer.missing_statement)).allowed


@pytest.mark.parametrize("principal", [ServicePrincipal(name="sns.amazonaws.com"), Anonymous()])
def test_the_statement_that_is_missing_for_others(principal: ServicePrincipal | Anonymous) -> None:
    queue = f"arn:aws:sqs:eu-west-1:{ACCOUNT}:queue"
    answer = ask("sqs:SendMessage", queue, principal=principal)
    assert answer.missing_statement is not None
    assert principal.arn in answer.message
    assert ask("sqs:SendMessage", queue, principal=principal, resource_policy=resource_policy(answer.missing_statement)).allowed


def test_statements_that_fail_by_their_conditions_are_named() -> None:
    conditions = {"ForAllValues:StringEquals": {"dynamodb:LeadingKeys": "a"}, "StringEquals": {"dynamodb:Select": "COUNT"}}
    deny = statement("Deny", Condition={"Bool": {"aws:SecureTransport": "false"}})
    given = policy(deny, statement(Sid="Own", Condition=conditions), statement(action="sqs:*"), name="orders")
    answer = ask("dynamodb:Query", TABLE, given, context={"dynamodb:LeadingKeys": ["b"], "dynamodb:Select": "COUNT"})
    (near,) = answer.near_misses
    assert near.source.statement.sid == "Own"
    assert near.failing == (("ForAllValues:StringEquals", "dynamodb:LeadingKeys"),)
