"""The boundary of docs/first-deployment.md: enough for every emitted role, and no way to more."""

from __future__ import annotations

from typing import Any

import pytest

from dynawright.iam.evaluator import Policies, Policy, PolicyKind, Request, RoleSession, evaluate
from tests.access.applications import COMPLETE, PLACES, REFERENCE, Application, stacks
from tests.access.bounded import documented

ACCOUNT, REPOSITORY, STATE = "444444444444", "acme/library", "library-state"
PRINCIPAL = RoleSession(role_arn=f"arn:aws:iam::{ACCOUNT}:role/library-desk-production", session_name="s")
EVERYTHING = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "*", "Resource": "*"}]}
ADMITTED = {
    "Version": "2012-10-17",
    "Statement": [{"Effect": "Allow", "Principal": {"AWS": ACCOUNT}, "Action": ["sts:AssumeRole", "sts:TagSession"]}],
}
WORKFLOWS = ("-plan-", "-deploy-")
OURS = {"aws:ResourceTag/Repository": REPOSITORY}
FORBIDDEN: tuple[tuple[str, str, dict[str, str]], ...] = (
    *((f"iam:{action}", f"arn:aws:iam::{ACCOUNT}:role/administrator", {}) for action in ("PassRole", "AttachRolePolicy")),
    ("iam:CreateAccessKey", f"arn:aws:iam::{ACCOUNT}:user/administrator", {}),
    ("sts:AssumeRole", f"arn:aws:iam::{ACCOUNT}:role/administrator", {}),
    ("sts:AssumeRole", f"arn:aws:iam::{ACCOUNT}:role/orders", {"aws:ResourceTag/Repository": "acme/orders"}),
    ("lambda:UpdateFunctionCode", f"arn:aws:lambda:eu-west-1:{ACCOUNT}:function:administration", {}),
    ("kms:PutKeyPolicy", f"arn:aws:kms:eu-west-1:{ACCOUNT}:key/1a2b", {}),
    ("dynamodb:PutResourcePolicy", f"arn:aws:dynamodb:eu-west-1:{ACCOUNT}:table/orders", {}),
    ("dynamodb:DeleteTable", f"arn:aws:dynamodb:eu-west-1:{ACCOUNT}:table/orders", {}),
    *(
        (f"s3:{action}", f"arn:aws:s3:::{STATE}/production/foundation/terraform.tfstate", {})
        for action in ("GetObject", "PutObject")
    ),
    ("s3:ListBucket", f"arn:aws:s3:::{STATE}", {}),
    ("ssm:SendCommand", f"arn:aws:ec2:eu-west-1:{ACCOUNT}:instance/i-1a2b", {}),
    ("cloudformation:UpdateStack", f"arn:aws:cloudformation:eu-west-1:{ACCOUNT}:stack/administration/1a2b", {}),
)


@pytest.fixture(scope="module")
def boundary() -> Policy:
    return documented(REPOSITORY, STATE)


def allows(boundary: Policy, action: str, resource: str, context: dict[str, str]) -> bool:
    """Return whether a role may do this whose own policies allow everything."""
    own = Policy.parse(EVERYTHING, name="everything", kind=PolicyKind.IDENTITY)
    trust = Policy.parse(ADMITTED, name="trust", kind=PolicyKind.TRUST) if action.startswith("sts:") else None
    request = Request(action=action, resource=resource, principal=PRINCIPAL, context=context, resource_account=ACCOUNT)
    return evaluate(request, Policies(identity=(own,), boundary=boundary, resource=trust), strict=False).allowed


def actions(application: Application, environment: str) -> set[str]:
    """Return the rights of an environment's roles, without those of its workflows."""
    return {
        action
        for stack in stacks(application, environment).values()
        for role in stack.roles()
        if not any(part in role for part in WORKFLOWS)
        for document in stack.policies_of(role)
        for statement in document["Statement"]
        if statement["Effect"] == "Allow"
        for action in listed(statement["Action"])
    }


def listed(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else value


@pytest.mark.parametrize(("application", "environment"), PLACES, ids=lambda value: getattr(value, "name", value))
def test_it_is_enough_for_every_role(boundary: Policy, application: Application, environment: str) -> None:
    asked = actions(application, environment)
    assert len(asked) > 20
    own_role = f"arn:aws:iam::{ACCOUNT}:role/library-tenant-production"
    refused = {one for one in asked if not allows(boundary, one, own_role if one.startswith("sts:") else "*", OURS)}
    assert refused == set()


def test_it_allows_nothing_that_no_role_does_or_that_leads_to_more(boundary: Policy) -> None:
    assert [(action, arn) for action, arn, context in FORBIDDEN if allows(boundary, action, arn, context)] == []
    assert {application.name for application, _ in PLACES} == {COMPLETE.name, REFERENCE.name}
