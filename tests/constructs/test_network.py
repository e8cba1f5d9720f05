"""Network's resources; tests/applied/test_surroundings.py applies them."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from dynawright.constructs.network import Network
from dynawright.errors import UserError
from dynawright.settings import NetworkSettings
from dynawright.stack import SystemStack
from tests.constructs.test_table import table
from tests.problems import told

Resources = Callable[[str], list[dict[str, Any]]]

HERE = NetworkSettings(
    vpc_id="vpc-0a1b2c3d", route_table_ids=("rtb-0a1b2c3d",), subnet_ids=("subnet-0a1b2c3d", "subnet-1a1b2c3d")
)


def network(stack: SystemStack, settings: NetworkSettings) -> Network:
    return Network(stack, "Network", name="orders", tables=[table(stack)], settings=settings)


def test_nothing_is_built_without_a_vpc(stack: SystemStack, resources: Resources) -> None:
    built = network(stack, NetworkSettings())
    assert resources("aws_vpc_endpoint") == resources("aws_security_group") == []
    with pytest.raises(UserError) as refusal:
        built.clients_security_group_id  # noqa: B018
    assert told(refusal.value.problems) == [("DW322", "network", None)]


def test_the_endpoint_admits_what_patterns_ask_of_this_accounts_tables(stack: SystemStack, resources: Resources) -> None:
    network(stack, HERE)
    (found,) = resources("aws_vpc_endpoint")
    (statement,) = json.loads(found["policy"])["Statement"]
    assert statement["Action"] == ["dynamodb:DescribeTable", "dynamodb:GetItem"]
    assert statement["Resource"].startswith("${aws_dynamodb_table.")
    assert statement["Condition"] == {"StringEquals": {"aws:PrincipalAccount": "111111111111"}}
    assert found["service_name"] == "com.amazonaws.ap-northeast-1.dynamodb"
