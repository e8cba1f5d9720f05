"""Applications and other stacks find what they need among the outputs of a system."""

import pytest

from dynawright.model import System
from dynawright.systems import systems
from tests.stacks.documents import ENVIRONMENTS, Documents

NEEDED = (
    "aws_cloudwatch_event_bus",
    "aws_dax_cluster",
    "aws_dynamodb_table",
    "aws_secretsmanager_secret",
    "aws_security_group",
    "aws_sns_topic",
    "aws_sqs_queue",
)


@pytest.mark.parametrize("environment", ENVIRONMENTS)
@pytest.mark.parametrize("system", list(systems()), ids=lambda system: system.name)
def test_what_applications_use_is_an_output(documents: Documents, system: System, environment: str) -> None:
    document = documents[environment, system.name]
    values = " ".join(output["value"] for output in document["output"].values())
    things = [f"{type}.{name}" for type in NEEDED for name in document["resource"].get(type, {})]
    assert [thing for thing in things if f"${{{thing}." not in values] == []


@pytest.mark.parametrize("system", list(systems()), ids=lambda system: system.name)
def test_the_role_of_each_consumer_is_an_output(documents: Documents, system: System) -> None:
    document = documents["production", system.name]
    values = " ".join(output["value"] for output in document["output"].values())
    names = {f"{system.name.replace('_', '-')}-{consumer.name}-production" for consumer in system.consumers}
    roles = {name: role["name"] for name, role in document["resource"]["aws_iam_role"].items() if role["name"] in names}
    assert len(roles) >= len(names) - 1  # a partner has a role of its own
    assert [role for name, role in roles.items() if f"${{aws_iam_role.{name}.arn}}" not in values] == []
