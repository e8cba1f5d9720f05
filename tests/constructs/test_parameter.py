"""Outputs as parameters where enabled, under project, environment and system."""

import json
from typing import Any

import cdktf

from dynawright.constructs.deploy_names import SystemNames
from dynawright.constructs.deploy_statements import DeployStatements
from dynawright.settings import Environment, SystemSettings, environment_class, validated
from tests.constructs.conftest import plain_stack
from tests.environments import REQUIRED

ON = {"outputs": {"parameters": True}}


def parameters(**settings: Any) -> dict[str, str]:
    stack = plain_stack(**settings)
    stack.output("QueueArn", "arn:aws:sqs:eu-west-1:111111111111:jobs")
    found = json.loads(cdktf.Testing.synth(stack)).get("resource", {}).get("aws_ssm_parameter", {}).values()
    return {entry["name"]: entry["insecure_value"] for entry in found}


def test_an_output_is_a_parameter_where_the_environment_wants_it() -> None:
    assert parameters(**ON) == {"/acme/test/orders/QueueArn": "arn:aws:sqs:eu-west-1:111111111111:jobs"}
    assert parameters() == {}


def environment(**orders: Any) -> Environment:
    deployment = {
        "deployment": {"repository": "acme/x"},
        "roles": {"permissions_boundary_arn": "arn:aws:iam::111111111111:policy/b"},
    }
    return validated({**REQUIRED, **deployment, "systems": {"orders": orders}}, environment_class({"orders": SystemSettings}))


def rights(environment: Environment) -> dict[str, set[str]]:
    """Return the resources of each action on parameters that the deploy role has."""
    made = DeployStatements(environment=environment, repository="acme/x", systems=[SystemNames("orders", "orders")])
    found: dict[str, set[str]] = {}
    for statement in (*made.plan(), *made.deploy()):
        for action in statement.actions:
            if action.startswith("ssm:"):
                found.setdefault(action, set()).update(statement.resources)
    return found


def test_who_deploys_may_write_the_parameters_of_systems_that_publish_and_no_others() -> None:
    found = rights(environment(**ON))
    assert found.pop("ssm:DescribeParameters") == {"*"}
    assert set(found) >= {"ssm:GetParameter", "ssm:PutParameter", "ssm:DeleteParameter"}
    assert set().union(*found.values()) == {"arn:aws:ssm:ap-northeast-1:111111111111:parameter/acme/test/orders/*"}
    assert rights(environment()) == {}
