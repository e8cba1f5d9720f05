"""The roles of workflows: no right more than is known to be needed, and every refusal."""

from __future__ import annotations

import json

import pytest

from dynawright.rules.resources import Document
from tests.rules.derived.edits import Change, Statement, adds, built, changed, each, found, listed, text

FOUNDATION = "foundation-production"
ACCOUNT = "444444444444"
OURS = {"aws:RequestTag/Repository": "acme/library", "aws:RequestTag/Environment": "production"}


def holder(document: Document, role: str, *marks: str) -> str:
    """Return the policy of a role that says all this; which of several it is depends on their lengths."""
    policies = [resource for resource in document.of_type("aws_iam_policy") if f"/{role}/" in resource.label]
    return next(policy.label.split("/", 1)[1] for policy in policies if all(mark in policy.get("policy") for mark in marks))


def of(action: str, change: Change) -> Change:
    """Change the statements that allow an action."""
    return lambda statements: [
        changed_one
        for statement in statements
        for changed_one in (
            change([statement]) if statement["Effect"] == "Allow" and action in listed(statement["Action"]) else [statement]
        )
    ]


def unconditional(statements: list[Statement]) -> list[Statement]:
    return [{name: value for name, value in statement.items() if name != "Condition"} for statement in statements]


WIDER: dict[str, tuple[str, Change]] = {
    "tables of any name": ("dynamodb:CreateTable", adds("dynamodb:DeleteTable", f"arn:aws:dynamodb:ap-northeast-1:{ACCOUNT}:table/*production")),
    "tables of another environment": ("dynamodb:CreateTable", adds("dynamodb:DeleteTable", f"arn:aws:dynamodb:ap-northeast-1:{ACCOUNT}:table/library-*")),
    "tables of another account": ("dynamodb:CreateTable", text(ACCOUNT, "999999999999")),
    "tables of another Region": ("dynamodb:CreateTable", text("ap-northeast-1", "eu-west-1")),
    "items": ("dynamodb:CreateTable", text('"dynamodb:CreateTable"', '"dynamodb:CreateTable","dynamodb:GetItem"')),
    "backups": ("dynamodb:CreateTable", text('"dynamodb:CreateTable"', '"dynamodb:CreateTable","dynamodb:DeleteBackup"')),
    "roles without a boundary": ("iam:CreateRole", unconditional),
    "roles with another boundary": ("iam:CreateRole", text("policy/boundary", "policy/other")),
    "policies inside roles": ("iam:GetRole", text('"iam:GetRole"', '"iam:GetRole","iam:PutRolePolicy"')),
    "users": ("iam:GetRole", adds("iam:CreateAccessKey", "*")),
    "roles passed to anything": ("iam:PassRole", unconditional),
    "roles passed to instances": ("iam:PassRole", text('"lambda.amazonaws.com"', '"ec2.amazonaws.com"')),
    "roles of AWS's for any service": ("iam:CreateServiceLinkedRole", unconditional),
    "any key": ("kms:PutKeyPolicy", unconditional),
    "keys of another repository": ("kms:PutKeyPolicy", text("acme/library", "acme/other")),
    "keys by one tag": ("kms:PutKeyPolicy", text('"aws:ResourceTag/Environment": "production"', '"aws:ResourceTag/Other": "production"')),
    "keys that may have a tag": ("kms:PutKeyPolicy", text('"StringEquals"', '"StringEqualsIfExists"')),
    "others' keys made ours": ("kms:ScheduleKeyDeletion", adds("kms:TagResource", f"arn:aws:kms:ap-northeast-1:{ACCOUNT}:key/*", Condition={"StringEquals": OURS})),
    "decryption without a service": ("kms:Decrypt", text('"kms:ViaService"', '"kms:CallerAccount"')),
    "others' mappings": ("lambda:UpdateEventSourceMapping", unconditional),
    "mappings without a function": ("lambda:UpdateEventSourceMapping", text('"ArnLike"', '"ArnLikeIfExists"')),
    "others' rules of networks": ("ec2:DeleteSecurityGroup", unconditional),
    "others' networks made ours": ("ec2:CreateAction", text('"ec2:CreateAction"', '"ec2:Region"')),
    "another VPC": ("ec2:CreateVpcEndpoint", text("vpc-0a1b2c3d4e5f60718", "vpc-ffffffffffffffff")),
    "the state of other environments": ("s3:PutObject", text("/production/*", "/*")),
    "state that can be deleted": ("s3:PutObject", text(".tfstate.tflock", ".tfstate")),
    "another bucket's objects": ("s3:PutObject", text("library-state-production", "other")),
    "everything of a service": ("sns:CreateTopic", text('"sns:CreateTopic"', '"sns:*"')),
    "any topic": ("sns:CreateTopic", each(lambda statement: {**statement, "Resource": "*"})),
}  # fmt: skip


UNRESTRICTED = ("tables of any", "tables of another env", "users", "others' keys", "others' networks made")
"""Changes that are not limited to the statements which allow the action."""


@pytest.mark.parametrize("name", WIDER)
def test_a_wider_right_to_deploy_is_found(name: str) -> None:
    action, change = WIDER[name]
    document = built(FOUNDATION)
    label = holder(document, "Deploy", f'"{action}"')
    widened = changed(
        document,
        label,
        change if name.startswith(UNRESTRICTED) else of(action, change),
    )
    assert label in found(widened), found(widened)


@pytest.mark.parametrize("role", ["Deploy", "Plan"])
def test_each_refusal_is_asked_for(role: str) -> None:
    document = built(FOUNDATION)
    for policy in [resource for resource in document.of_type("aws_iam_policy") if f"/{role}/" in resource.label]:
        label = policy.label.split("/", 1)[1]
        for denied in [statement for statement in json.loads(policy.get("policy"))["Statement"] if statement["Effect"] == "Deny"]:
            for action in listed(denied["Action"]):
                problems = found(changed(document, label, _without(denied, action)))
                assert problems.keys() == {f"DeployRoles/{role}/Role"}, (action, problems)


def test_a_plan_only_reads() -> None:
    document = built(FOUNDATION)
    label = holder(document, "Plan", "dynamodb:DescribeTable")
    assert label in found(
        changed(document, label, text('"dynamodb:DescribeTable"', '"dynamodb:DescribeTable","dynamodb:UpdateTable"'))
    )
    key = holder(document, "Plan", "kms:Decrypt")
    assert key in found(changed(document, key, text("kms:EncryptionContext:aws:lambda:FunctionArn", "aws:userid")))


def test_a_right_that_terraform_needs_is_asked_for() -> None:
    document = built(FOUNDATION)
    label = holder(document, "Deploy", "sqs:CreateQueue")
    problems = found(changed(document, label, text('"sqs:CreateQueue"', '"sqs:DeleteQueue"')))
    assert "sqs:CreateQueue" in problems["DeployRoles/Deploy/Role"][0]
    tagging = holder(document, "Deploy", "ec2:CreateAction")
    problems = found(
        changed(
            document,
            tagging,
            lambda statements: [statement for statement in statements if "ec2:CreateAction" not in str(statement)],
        )
    )
    assert "ec2:CreateTags" in problems["DeployRoles/Deploy/Role"][0]  # it may still tag what has tags


def test_a_workflow_of_another_environment_or_repository_is_found() -> None:
    for old, new in (
        ("environment:production", "environment:dev"),
        ("acme/library", "acme/other"),
        ('"StringEquals"', '"StringLike"'),
    ):
        document = changed(built(FOUNDATION), "DeployRoles/Deploy/Role", text(old, new))
        if old == '"StringEquals"':
            document = changed(document, "DeployRoles/Deploy/Role", text("environment:production", "environment:*"))
        assert "DeployRoles/Deploy/Role" in found(document)


def _without(denied: Statement, action: str) -> Change:
    less = {**denied, "Action": [listed_action for listed_action in listed(denied["Action"]) if listed_action != action]}
    return lambda statements: [
        less if statement == denied else statement for statement in statements if statement != denied or less["Action"]
    ]
