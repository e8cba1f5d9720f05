"""Requests that AWS does not have are errors, never allowed."""

from __future__ import annotations

import pytest

from dynawright.iam.evaluator import ContextValue, InvalidPolicyError, InvalidRequestError
from tests.iam.evaluator.made import TABLE, ask, policy, statement

ALL = policy(statement())


@pytest.mark.parametrize(
    ("action", "resource", "context"),
    [
        ("dynamodb:GetItems", TABLE, {}),
        ("dynamodbstreams:GetRecords", TABLE, {}),
        ("dynamodb:GetItem", "arn:aws:sqs:eu-west-1:111122223333:queue", {}),
        ("dynamodb:GetItem", "*", {}),
        ("dynamodb:ListTables", TABLE, {}),
        ("dynamodb:GetItem", TABLE, {"dynamodb:LeadingKey": ["a"]}),
        ("dynamodb:DescribeTable", TABLE, {"dynamodb:LeadingKeys": ["a"]}),
        ("dynamodb:GetItem", TABLE, {"dynamodb:LeadingKeys": "a"}),
        ("dynamodb:GetItem", TABLE, {"dynamodb:Select": ["COUNT"]}),
        ("dynamodb:GetItem", TABLE, {"aws:PrincipalAccount": "444455556666"}),
    ],
)
def test_a_request_that_can_not_be(action: str, resource: str, context: dict[str, ContextValue]) -> None:
    with pytest.raises(InvalidRequestError):
        ask(action, resource, ALL, context=context)
    assert ask(action, resource, ALL, context=context, strict=False).allowed


def test_a_policy_with_an_unknown_condition_key() -> None:
    given = policy(statement(Condition={"ForAllValues:StringEquals": {"dynamodb:LeadingKey": "a"}}))
    with pytest.raises(InvalidPolicyError, match="dynamodb:LeadingKey"):
        ask("dynamodb:GetItem", TABLE, given)


def test_a_statement_about_something_else_is_not_looked_at() -> None:
    other = statement(action="sqs:SendMessage", Condition={"StringEquals": {"sqs:Nothing": "a"}})
    assert ask("dynamodb:GetItem", TABLE, policy(other, statement())).allowed


def test_a_key_of_another_action_is_missing_not_unknown() -> None:
    given = policy(statement(Condition={"StringEquals": {"dynamodb:Select": "COUNT"}}))
    assert not ask("dynamodb:DescribeTable", TABLE, given).allowed
