"""A role starts with nothing, and grows by policies of its own."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from dynawright.bindings.aws.kms_key import KmsKey
from dynawright.bindings.engine.location import logical_id
from dynawright.constructs.naming import NamingError
from dynawright.constructs.role import Role
from dynawright.errors import UserError
from dynawright.iam import trust
from dynawright.iam.policy import Statement
from dynawright.settings import RoleSettings
from dynawright.stack import SystemStack
from tests.problems import told

Resources = Callable[[str], list[dict[str, Any]]]

BOUNDARY = "arn:aws:iam::111111111111:policy/boundary"


def role(stack: SystemStack, id: str = "ApiRole", name: str = "api", **settings: Any) -> Role:
    return Role(stack, id, name=name, description="for tests", trust=trust.lambda_functions(), settings=RoleSettings(**settings))


def test_a_role_is_bare_until_something_is_granted(stack: SystemStack, resources: Resources) -> None:
    role(stack)
    (found,) = resources("aws_iam_role")
    assert json.loads(found.pop("assume_role_policy")) == {
        "Version": "2012-10-17",
        "Statement": [{"Effect": "Allow", "Principal": {"Service": "lambda.amazonaws.com"}, "Action": "sts:AssumeRole"}],
    }
    assert found == {"name": "api-test", "description": "for tests", "path": "/", "max_session_duration": 3600}
    assert resources("aws_iam_policy") == []


def test_the_path_is_a_setting_of_role_and_policy(stack: SystemStack, resources: Resources) -> None:
    role(stack, path="/acme/").attach("Orders", [Statement(("dynamodb:GetItem",), ("arn",))])
    assert [resource["path"] for kind in ("aws_iam_role", "aws_iam_policy") for resource in resources(kind)] == ["/acme/"] * 2


def test_the_permissions_boundary_is_a_setting(stack: SystemStack, resources: Resources) -> None:
    role(stack, permissions_boundary_arn=BOUNDARY)
    (found,) = resources("aws_iam_role")
    assert found["permissions_boundary"] == BOUNDARY


def test_a_policy_is_attached_to_its_own_role(stack: SystemStack, resources: Resources) -> None:
    role(stack).attach("Orders", [Statement(("dynamodb:GetItem",), ("arn",))])
    (policy,) = resources("aws_iam_policy")
    (attachment,) = resources("aws_iam_role_policy_attachment")
    assert policy["name"] == "api-orders-test"
    assert json.loads(policy["policy"])["Statement"] == [{"Effect": "Allow", "Action": "dynamodb:GetItem", "Resource": "arn"}]
    assert attachment["role"].startswith("${aws_iam_role.ApiRole_")
    assert attachment["policy_arn"].startswith("${aws_iam_policy.ApiRole_Orders_")


def test_no_statements_make_no_policy(stack: SystemStack, resources: Resources) -> None:
    role(stack).attach("Orders", [])
    assert resources("aws_iam_policy") == resources("aws_iam_role_policy_attachment") == []


def test_too_many_statements_for_one_policy_make_numbered_ones(stack: SystemStack, resources: Resources) -> None:
    large = [Statement((f"dynamodb:Action{number}",), ("arn:" + "x" * 2900,)) for number in range(3)]
    role(stack).attach("Orders", large)
    names = {resource["name"] for resource in resources("aws_iam_policy")}
    assert names == {"api-orders-test", "api-orders2-test"}  # the first keeps its name: nothing in use is replaced
    assert len(resources("aws_iam_role_policy_attachment")) == 2


def test_what_a_token_stands_for_is_counted(stack: SystemStack, resources: Resources) -> None:
    short = [Statement((f"dynamodb:Action{number}",), ("token",)) for number in range(3)]
    role(stack).attach("Orders", short, {"token": "x" * 2900})
    assert len(resources("aws_iam_policy")) == 2


def test_more_policies_than_iam_attaches_to_a_role_are_refused(stack: SystemStack, resources: Resources) -> None:
    full = role(stack)
    for number in range(9):
        full.attach(f"Orders{number}", [Statement(("dynamodb:GetItem",), ("arn",))])
    with pytest.raises(UserError) as caught:
        full.attach("Large", [Statement((f"dynamodb:Action{number}",), ("arn:" + "x" * 4000,)) for number in range(2)])
    assert told(caught.value.problems) == [("DW341", "role api", 11)]
    full.attach("Last", [Statement(("dynamodb:GetItem",), ("arn",))])
    assert len(resources("aws_iam_role_policy_attachment")) == 10


def test_a_role_may_assume_another_and_tag_the_session(stack: SystemStack, resources: Resources) -> None:
    evaluator, tenant = role(stack), role(stack, "TenantRole", "tenant")
    evaluator.may_assume(tenant)
    (policy,) = resources("aws_iam_policy")
    (statement,) = json.loads(policy["policy"])["Statement"]
    assert (statement["Effect"], statement["Action"]) == ("Allow", ["sts:AssumeRole", "sts:TagSession"])
    assert statement["Resource"].startswith("${aws_iam_role.TenantRole_")
    assert statement["Resource"].endswith(".arn}")


def test_a_role_may_assume_several(stack: SystemStack, resources: Resources) -> None:
    evaluator = role(stack)
    for name in ("Tenant", "Auditor"):
        evaluator.may_assume(role(stack, f"{name}Role", name.lower()))
    assert {resource["name"] for resource in resources("aws_iam_policy")} == {
        "api-assumetenantrole-test",
        "api-assumeauditorrole-test",
    }


def test_its_name_and_arn_are_references(stack: SystemStack) -> None:
    found = role(stack)
    assert found.name != found.arn
    assert all(text.startswith("${TfToken[") for text in (found.name, found.arn))


def test_a_name_that_is_too_long_is_refused_not_cut(stack: SystemStack) -> None:
    with pytest.raises(NamingError) as caught:
        role(stack, name="r" * 60)
    assert told(caught.value.problems) == [
        (
            "DW321",
            "role " + "r" * 60,
            "r" * 60 + "-test",
        )
    ]


def test_a_policy_name_that_is_too_long_is_refused_not_cut(stack: SystemStack) -> None:
    with pytest.raises(NamingError) as refusal:
        role(stack).attach("O" * 120, [Statement(("dynamodb:GetItem",), ("arn",))])
    assert told(refusal.value.problems) == [
        (
            "DW321",
            "policy api-" + "o" * 120,
            "api-" + "o" * 120 + "-test",
        )
    ]


def test_what_follows_a_role_waits_for_policies_attached_before_and_after(stack: SystemStack, resources: Resources) -> None:
    made = role(stack)
    made.attach("First", [Statement(("dynamodb:GetItem",), ("arn",))])
    made.precede(KmsKey(stack, "Key"))
    made.attach("Second", [Statement(("dynamodb:PutItem",), ("arn",))])
    (key,) = resources("aws_kms_key")
    assert key["depends_on"] == [
        f"aws_iam_role_policy_attachment.{logical_id(('ApiRole', f'{id}Attachment'))}" for id in ("First", "Second")
    ]
