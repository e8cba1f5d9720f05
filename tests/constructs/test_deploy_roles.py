"""The roles of the workflows: whom they trust, how long, and what is refused before Terraform runs."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from dynawright.constructs.deploy_names import SystemNames
from dynawright.constructs.deploy_roles import DeployRoles
from dynawright.errors import UserError
from dynawright.stack import SystemStack
from tests.constructs.conftest import plain_stack, resources_of
from tests.problems import told

ORDERS = SystemNames("orders", "orders", tables=("Orders",))
BOUNDARY = "arn:aws:iam::111111111111:policy/boundary"


def deployed(path: str = "/", **deployment: Any) -> SystemStack:
    stack = plain_stack(
        roles={"path": path, "permissions_boundary_arn": BOUNDARY}, deployment={"repository": "acme/infra", **deployment}
    )
    DeployRoles(stack, "DeployRoles", repository="acme/infra", systems=[ORDERS])
    return stack


def test_each_role_trusts_its_own_deployment_environment() -> None:
    subjects = {}
    for role in resources_of(deployed(), "aws_iam_role"):
        (statement,) = json.loads(role["assume_role_policy"])["Statement"]
        subjects[role["name"]] = statement["Condition"]["StringEquals"]["token.actions.githubusercontent.com:sub"]
    assert subjects == {
        "tablestakes-plan-test": "repo:acme/infra:environment:plan-test",
        "tablestakes-deploy-test": "repo:acme/infra:environment:test",
    }


def test_githubs_provider_is_made_unless_the_account_has_it() -> None:
    (provider,) = resources_of(deployed(), "aws_iam_openid_connect_provider")
    assert provider == {"url": "https://token.actions.githubusercontent.com", "client_id_list": ["sts.amazonaws.com"]}
    assert resources_of(deployed(create_github_provider=False), "aws_iam_openid_connect_provider") == []


def test_a_session_lasts_as_long_as_the_workflows_ask(project_root: Path) -> None:
    workflow = (project_root / ".github" / "workflows" / "deploy-system.yml").read_text()
    asked = re.findall(r"vars\.(\w+)_ROLE_ARN.*?role-duration-seconds: (\d+)", workflow, re.DOTALL)
    lasts = {one["name"]: one["max_session_duration"] for one in resources_of(deployed(), "aws_iam_role")}
    assert {kind for kind, _ in asked} == {"PLAN", "DEPLOY"}
    assert all(int(seconds) <= lasts[f"tablestakes-{kind.lower()}-test"] for kind, seconds in asked)


def test_roles_and_what_they_may_touch_stand_under_the_path() -> None:
    stack = deployed(path="/team/")
    assert {one["path"] for one in resources_of(stack, "aws_iam_role")} == {"/team/"}
    written = "".join(one["policy"] for one in resources_of(stack, "aws_iam_policy"))
    assert "arn:aws:iam::111111111111:role/team/orders-*test" in written
    assert "arn:aws:iam::111111111111:role/orders-" not in written


def test_without_a_boundary_nothing_is_built() -> None:
    with pytest.raises(UserError) as caught:
        DeployRoles(plain_stack(), "DeployRoles", repository="acme/infra", systems=[ORDERS])
    assert told(caught.value.found) == [("DW322", "roles.permissions_boundary_arn", None)]
