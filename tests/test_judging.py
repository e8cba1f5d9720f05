"""The rules on one stack, as in plan, apply and cdktf."""

from pathlib import Path
from typing import Any

import pytest

from dynawright.judging import judged_stack
from dynawright.rules.exceptions import today
from dynawright.settings import load_named

pytestmark = pytest.mark.usefixtures("application")
LOCAL = [{"region": "eu-west-1", "default_tags": [{"tags": {"Environment": "local"}}]}]
EXCEPTION = (
    "exceptions: [{{system: orders, rule: tables-refuse-deletion, resource: T, reason: older than this, expires: {day}}}]\n"
)


def stack(**table: Any) -> dict[str, Any]:
    notes = {"metadata": {"path": "orders-production/T"}, **table.pop("notes", {})}
    return {"resource": {"aws_dynamodb_table": {"t": {"name": "t", "//": notes, **table}}}, "provider": {"aws": LOCAL}}


def found(content: dict[str, Any], environment: str) -> set[str]:
    return {finding.rule for finding in judged_stack(content, "orders", load_named(environment)).findings}


def test_a_stack_is_judged_as_its_environment_whatever_its_tags_say() -> None:
    assert "tables-refuse-deletion" in found(stack(), "production") - found(stack(), "local")


def test_what_constructs_never_write_is_a_finding() -> None:
    assert "resources-are-known" in found({**stack(), "locals": {"a": 1}}, "local")


def test_the_models_are_compared_with() -> None:
    """A policy that no consumer of the model has."""
    policy = '{"Statement": [{"Effect": "Allow", "Action": "dynamodb:GetItem", "Resource": "*"}]}'
    content = stack()
    content["resource"]["aws_iam_role_policy"] = {"p": {"name": "p", "role": "orders-api-local", "policy": policy}}
    assert "policies-follow-from-the-model" in found(content, "local")


def test_exceptions_of_the_environment_count(application: Path) -> None:
    settings = application / "environments" / "production.yaml"
    settings.write_text(settings.read_text() + EXCEPTION.format(day=today()))
    judgement = judged_stack(stack(), "orders", load_named("production"))
    assert [exception.finding.rule for exception in judgement.excepted] == ["tables-refuse-deletion"]


def test_one_stack_does_not_show_that_a_suppression_is_of_no_use() -> None:
    notes = {"dynawright": {"suppressions": {"capacity-follows-the-load": "steady"}}}
    content = stack(billing_mode="PAY_PER_REQUEST", notes=notes)
    assert judged_stack(content, "orders", load_named("production")).problems == ()
