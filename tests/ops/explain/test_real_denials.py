"""Denials of the emulator, which reads policies as IAM does, are explained from their texts alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from botocore.exceptions import ClientError

from dynawright.emulator.emulator import Emulator
from dynawright.emulator.patterns.definition import definition
from dynawright.ops.explain.explain import explain
from dynawright.ops.explain.explanation import Explanation, Verdict
from dynawright.ops.explain.policies import StackPolicies
from dynawright.ops.systems import chosen
from dynawright.settings import load_named
from tests.applications import ROOT, inside

pytestmark = pytest.mark.slow
Ask = Callable[..., Explanation]
ORDER = {"PK": {"S": "CUSTOMER#1"}, "SK": {"S": "ORDER#1"}}


@pytest.fixture(scope="module")
def api() -> Iterator[Any]:
    """DynamoDB as the API's role, with the policies that the stack writes for it."""
    with inside(ROOT / "tests" / "application"):
        environment, (system,) = load_named("local"), chosen("orders")
        policies = StackPolicies(environment, "orders")
        with Emulator(environment.account_id, iam="enforce") as emulator:
            dynamodb = emulator.client("dynamodb", environment.region)
            for table in system.tables:
                dynamodb.create_table(**definition(table, environment.physical_name(table.name)))
            iam, name = emulator.client("iam", environment.region), "orders-api-local"
            trust = {"Effect": "Allow", "Principal": {"AWS": environment.account_id}, "Action": "sts:AssumeRole"}
            role = iam.create_role(
                RoleName=name, AssumeRolePolicyDocument=json.dumps({"Version": "2012-10-17", "Statement": trust})
            )
            for policy in policies.of_role(name).identity:
                document = json.dumps(policies.document(policy))
                iam.put_role_policy(RoleName=name, PolicyName=policy.name, PolicyDocument=document)
            yield emulator.client("dynamodb", environment.region, emulator.assume(role["Role"]["Arn"]))


@pytest.fixture
def ask(api: Any) -> Ask:
    """Send a request that is refused; return the explanation of its error text."""

    def refused(operation: str, **parameters: Any) -> Explanation:
        with pytest.raises(ClientError) as error:
            getattr(api, operation)(**parameters)
        (explanation,) = explain(str(error.value))
        return explanation

    return refused


def test_a_scan_is_never_allowed(ask: Ask) -> None:
    found = ask("scan", TableName="orders-local")
    assert (found.consumer, found.environment, found.table, found.verdict) == ("api", "local", "orders-local", Verdict.NEVER)


def test_a_key_of_another_form_is_told_from_the_statement(ask: Ask) -> None:
    found = ask("get_item", TableName="orders-local", Key={**ORDER, "PK": {"S": "SUPPLIER#1"}})
    assert [pattern.id for pattern in found.patterns] == ["PO1"]
    assert found.why[0].startswith("partition keys must be of the form 'CUSTOMER#*'")


def test_what_another_consumer_writes_names_its_pattern(ask: Ask) -> None:
    found = ask("put_item", TableName="order-log-local", Item={"PK": {"S": "ITEM#1"}, "SK": {"S": "CHANGE#1"}})
    assert ([pattern.id for pattern in found.patterns], found.verdict) == (["PO5"], Verdict.MODEL)


def test_an_answer_with_the_old_item_is_not_granted(ask: Ask) -> None:
    found = ask("put_item", TableName="orders-local", Item=ORDER, ReturnValues="ALL_OLD")
    assert any(reason.startswith("ReturnValues must be 'NONE'") for reason in found.why)


def test_a_deletion_needs_a_pattern(ask: Ask) -> None:
    found = ask("delete_item", TableName="orders-local", Key=ORDER)
    assert (found.patterns, found.verdict) == ((), Verdict.MODEL)


def test_listing_tables_is_never_allowed(ask: Ask) -> None:
    assert ask("list_tables").verdict == Verdict.NEVER


def test_the_table_of_another_environment_is_told(ask: Ask) -> None:
    found = ask("get_item", TableName="orders-production", Key=ORDER)
    assert found.verdict == Verdict.CODE
    assert found.why == ("the role is of local, the table of production",)


def test_a_failed_condition_is_told_apart_from_a_denial(ask: Ask, api: Any) -> None:
    api.put_item(TableName="orders-local", Item=ORDER)
    found = ask("put_item", TableName="orders-local", Item=ORDER, ConditionExpression="attribute_not_exists(PK)")
    assert found.verdict == Verdict.EXPECTED
    assert "PO4" in [pattern.id for pattern in found.patterns]
