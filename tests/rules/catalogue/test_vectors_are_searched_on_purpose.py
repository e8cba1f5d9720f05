"""A right to search vectors by accident is found; one that is named passes."""

from __future__ import annotations

from typing import Any

import pytest

from dynawright.rules.catalogue import all_rules
from tests.rules.documents import allow, messages, policy, written

TENANT = {"ForAllValues:StringEquals": {"dynamodb:LeadingKeys": ["${aws:PrincipalTag/tenant}#"]}}
COLUMNS = {"ForAllValues:StringEquals": {"dynamodb:Attributes": ["id"]}}

BY_ACCIDENT = {
    "a star": (allow("dynamodb:*"), "dynamodb:*"),
    "a beginning": (allow(["dynamodb:GetItem", "dynamodb:Search*"]), "dynamodb:Search*"),
    "everything but a table's end": ({"Effect": "Allow", "NotAction": "dynamodb:DeleteTable", "Resource": "*"}, "NotAction"),
    "a tenant": (allow("dynamodb:SearchVectors") | {"Condition": TENANT}, "dynamodb:leadingkeys"),
    "columns": (allow("dynamodb:SearchVectors") | {"Condition": COLUMNS}, "dynamodb:attributes"),
    "a tenant who may do anything": (allow("*") | {"Condition": TENANT}, "dynamodb:leadingkeys"),
}
MEANT = {
    "named": allow("dynamodb:SearchVectors"),
    "other actions, limited": allow("dynamodb:Query") | {"Condition": TENANT},
    "denied": {"Effect": "Deny", "Action": "dynamodb:*", "Resource": "*"},
    "everything but this": {"Effect": "Allow", "NotAction": "dynamodb:SearchVectors", "Resource": "*"},
    "everything, which another rule refuses": allow("*"),
}
RULE = "vectors-are-searched-on-purpose"


def found(statement: dict[str, Any], type: str = "aws_iam_policy") -> list[str]:
    """Return what the rule says of a policy in anybody's Terraform."""
    (rule,) = [rule for rule in all_rules() if rule.name == RULE]
    document = written({f"{type}.p": {"policy": policy(statement)}}, ours=False)
    return [finding.message for finding in rule.findings(document)]


@pytest.mark.parametrize("type", ["aws_iam_policy", "aws_dynamodb_resource_policy"])
@pytest.mark.parametrize("case", BY_ACCIDENT)
def test_an_accident_is_found(case: str, type: str) -> None:
    statement, named = BY_ACCIDENT[case]
    (message,) = found(statement, type)
    assert named in message


@pytest.mark.parametrize("case", MEANT)
def test_what_is_meant_passes(case: str) -> None:
    assert found(MEANT[case]) == []


def test_no_stack_of_this_package_grants_it_at_all() -> None:
    resources = {"aws_iam_policy.p": {"policy": policy(MEANT["named"])}}
    assert len(messages("vectors-are-searched-on-purpose", resources)) == 1
