"""The workflows' roles: their trust, session length, and checks before Terraform runs."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from dynawright.constructs.deploy_names import SystemNames
from dynawright.constructs.deploy_roles import DeployRoles
from dynawright.constructs.deploy_statements import DeployStatements
from dynawright.constructs.role import ATTACHED_POLICIES_LIMIT
from dynawright.errors import UserError
from dynawright.framework import cdktf
from dynawright.iam.policy import split
from dynawright.model import OtherNames, System
from dynawright.rules.catalogue.policies_spell_names_out import RULE as SPELLED
from dynawright.rules.judgement import judged
from dynawright.rules.resources import document
from dynawright.settings import Environment, SystemSettings, environment_class, validated
from dynawright.stack import SystemStack
from tests.constructs.conftest import MINIMAL, plain_stack, resources_of
from tests.environments import REQUIRED
from tests.problems import told

ORDERS = SystemNames("orders", "orders", tables=("Orders",))
BOUNDARY = "arn:aws:iam::111111111111:policy/boundary"


def deployed(path: str = "/", **deployment: Any) -> SystemStack:
    stack = plain_stack(
        roles={"path": path, "permissions_boundary_arn": BOUNDARY}, deployment={"repository": "acme/infra", **deployment}
    )
    DeployRoles(stack, "DeployRoles", repository="acme/infra", systems=[ORDERS])
    return stack


def subjects(stack: SystemStack) -> dict[str, Any]:
    """Return what each role compares a token's subject with."""
    trusts = {role["name"]: json.loads(role["assume_role_policy"]) for role in resources_of(stack, "aws_iam_role")}
    subject = "token.actions.githubusercontent.com:sub"
    return {name: trust["Statement"][0]["Condition"]["StringEquals"][subject] for name, trust in trusts.items()}


def test_each_role_trusts_its_own_deployment_environment() -> None:
    assert subjects(deployed()) == {
        "acme-plan-test": "repo:acme/infra:environment:plan-test",
        "acme-deploy-test": "repo:acme/infra:environment:test",
    }


def test_ids_of_github_are_part_of_the_subject() -> None:
    assert subjects(deployed(owner_id=1, repository_id=2)) == {
        "acme-plan-test": "repo:acme@1/infra@2:environment:plan-test",
        "acme-deploy-test": "repo:acme@1/infra@2:environment:test",
    }


def test_githubs_provider_is_made_unless_the_account_has_it() -> None:
    (provider,) = resources_of(deployed(), "aws_iam_openid_connect_provider")
    assert provider == {"url": "https://token.actions.githubusercontent.com", "client_id_list": ["sts.amazonaws.com"]}
    assert resources_of(deployed(create_github_provider=False), "aws_iam_openid_connect_provider") == []


def test_a_session_lasts_as_long_as_the_workflows_ask(project_root: Path) -> None:
    workflow = (project_root / ".github" / "workflows" / "deploy-system.yml").read_text()
    asked = re.findall(r"vars\.(\w+)_ROLE_ARN.*?role-duration-seconds: (\d+)", workflow, re.DOTALL)
    lasts = {resource["name"]: resource["max_session_duration"] for resource in resources_of(deployed(), "aws_iam_role")}
    assert {kind for kind, _ in asked} == {"PLAN", "DEPLOY"}
    assert all(int(seconds) <= lasts[f"acme-{kind.lower()}-test"] for kind, seconds in asked)


def test_roles_and_what_they_may_touch_stand_under_the_path() -> None:
    stack = deployed(path="/team/")
    assert {resource["path"] for resource in resources_of(stack, "aws_iam_role")} == {"/team/"}
    written = "".join(resource["policy"] for resource in resources_of(stack, "aws_iam_policy"))
    assert "arn:aws:iam::111111111111:role/team/orders-*test" in written
    assert "arn:aws:iam::111111111111:role/orders-" not in written


def test_without_a_boundary_nothing_is_built() -> None:
    with pytest.raises(UserError) as caught:
        DeployRoles(plain_stack(), "DeployRoles", repository="acme/infra", systems=[ORDERS])
    assert told(caught.value.problems) == [("DW322", "roles.permissions_boundary_arn", None)]


def statements(**settings: Any) -> str:
    """Return what both roles may do, as JSON, in an environment with these settings of the system orders."""
    data = {**REQUIRED, "roles": {"permissions_boundary_arn": BOUNDARY}, "systems": {"orders": settings}}
    environment = validated(data, environment_class({"orders": SystemSettings}))
    model = System("orders", [MINIMAL], OtherNames(caches=("hot",), alarms=("logs",), log_groups=("/logs/",)))
    made = DeployStatements(environment=environment, repository="acme/infra", systems=[SystemNames.of(model, environment)])
    return json.dumps([statement.json() for statement in (*made.plan(), *made.deploy())])


def test_they_cover_the_region_of_each_system() -> None:
    home, both = statements(), statements(region="us-east-1")
    assert "us-east-1" not in home
    for arn in re.findall(r"arn:aws:[a-z0-9-]+:ap-northeast-1:[^\"]+", home):
        each = {arn.replace("ap-northeast-1", region) for region in ("ap-northeast-1", "us-east-1")}
        assert each <= set(re.findall(r"arn:aws:[^\"]+", both)) or arn.replace("ap-northeast-1", "*") in both
    assert "lambda.us-east-1.amazonaws.com" in both


def test_they_cover_no_region_that_no_system_uses() -> None:
    assert ":*:111111111111:" not in statements()
    for statement in json.loads(statements(region="us-east-1")):
        resources = statement["Resource"] if isinstance(statement["Resource"], list) else [statement["Resource"]]
        if any(re.match(r"arn:aws:[a-z0-9-]+:\*:", arn) for arn in resources):
            assert statement["Condition"] == {"StringEquals": {"aws:RequestedRegion": ["ap-northeast-1", "us-east-1"]}}


@pytest.mark.parametrize("regions", [[], ["us-east-1"]], ids=["one region", "two regions"])
def test_twelve_systems_fit_into_the_policies_that_a_role_may_have(regions: list[str]) -> None:
    names = [f"system_{number}" for number in range(12)]
    data = {**REQUIRED, "roles": {"permissions_boundary_arn": BOUNDARY}}
    data["systems"] = {name: {"region": region} for name, region in zip(names, regions, strict=False)}
    environment = validated(data, environment_class(dict.fromkeys(names, SystemSettings)))
    systems = [SystemNames(name, name.replace("_", "-")) for name in names]
    made = DeployStatements(environment=environment, repository="acme/infra", systems=systems)
    assert len(split(made.deploy(), {})) <= ATTACHED_POLICIES_LIMIT


@pytest.mark.parametrize("count", range(0, 13, 3))
def test_patterns_are_accepted_in_the_policies_that_have_some_and_in_no_other(count: int) -> None:
    data = {"roles": {"permissions_boundary_arn": BOUNDARY}, "deployment": {"repository": "acme/infra"}}
    stack = plain_stack(**data, other_regions=["us-east-1"])
    systems = [SystemNames(f"system_{number}", f"system-{number}") for number in range(count)]
    DeployRoles(stack, "DeployRoles", repository="acme/infra", systems=systems)
    app = cdktf.App.of(stack)
    app.synth()  # to disk: cdktf's Testing.synth leaves suppressions out
    (file,) = Path(app.outdir).glob("stacks/*/cdk.tf.json")
    written = document(json.loads(file.read_text()), "foundation")
    judgement = judged([written], SPELLED.findings(written), {SPELLED.name}, with_checkov=False)
    assert (judgement.findings, judgement.problems) == ((), ())


def test_they_follow_the_name_prefix_of_a_system() -> None:
    prefixed = statements(name_prefix="eu")
    for name in (
        "eu-orders-*test",
        "eu-hot-*test",
        "eu-logs-*test",
        "/aws/lambda/eu-orders-*test",
        "/eu-logs/*test",
        "eu_orders_*test",
    ):
        assert name in prefixed
    assert not re.search(r'[/:"](orders|hot)-\*test', prefixed)


def test_names_of_restore_tests_are_covered_where_the_environments_name_has_a_hyphen() -> None:
    environment = validated({**REQUIRED, "name": "pre-prod", "roles": {"permissions_boundary_arn": BOUNDARY}}, Environment)
    made = DeployStatements(environment=environment, repository="acme/infra", systems=[ORDERS])
    arns = {arn for statement in made.deploy() for arn in statement.resources if ":restore-testing-plan:" in arn}
    assert {arn.rpartition(":")[2] for arn in arns} == {"orders_*pre_prod-*"}


def test_without_a_system_every_statement_still_has_a_resource() -> None:
    environment = validated({**REQUIRED, "roles": {"permissions_boundary_arn": BOUNDARY}}, Environment)
    made = DeployStatements(environment=environment, repository="acme/infra", systems=[])
    assert all(statement.resources for statement in (*made.plan(), *made.deploy()))
