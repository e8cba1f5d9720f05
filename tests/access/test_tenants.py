"""A tenant's session reaches its own partition, and nothing else by any road."""

from __future__ import annotations

import pytest

from stacks.feature_flags.model import FLAGS, TENANT
from tests.access import tenants
from tests.access.simulator import Question
from tests.access.synthesized import ENVIRONMENTS, Stack, stacks

TOPICS = (
    "its own items",
    *tenants.OUTSIDE,
    "indexes",
    "items under keys of other indexes",
    "the table, its stream and the account",
    "every item of every entity",
    "the key",
)


@pytest.fixture(scope="module", params=ENVIRONMENTS)
def flags(request: pytest.FixtureRequest) -> Stack:
    return stacks(request.param)["feature_flags"]


@pytest.fixture(scope="module")
def wrong(flags: Stack) -> list[Question]:
    return tenants.wrong(flags, flags.policies_of(tenants.role_name(flags)))


@pytest.mark.parametrize("topic", TOPICS)
def test_a_tenant_reaches_its_own_partition_and_nothing_else(wrong: list[Question], topic: str) -> None:
    assert [question for question in wrong if question.topic == topic] == []


def test_every_question_belongs_to_a_tested_topic(flags: Stack) -> None:
    assert {question.topic for question in tenants.questions(flags)} == set(TOPICS)


def test_its_own_patterns_are_just_these() -> None:
    used = {pattern.id: pattern.operation for pattern in FLAGS.access_patterns if TENANT in pattern.used_by}
    assert used == {"PF11a": "GetItem", "PF11b": "Query", "PF11c": "PutItem"}


def test_every_own_action_is_asked_for_and_expected(flags: Stack) -> None:
    """The tenant is not confined by having no rights at all."""
    own = [question.request.action for question in tenants.questions(flags) if question.expected and question.topic != "the key"]
    assert set(own) == {f"dynamodb:{action}" for action in tenants.OWN_ACTIONS}


def test_keys_of_every_index_but_its_own_are_tried(flags: Stack) -> None:
    override = {"PK", "SK", "GSI3PK", "GSI3SK", "tenantId", "environment", "flagKey", "enabled", "updatedAt", "updatedBy"}
    tried = [
        (set(question.request.context["dynamodb:Attributes"]), question.expected)
        for question in tenants.questions(flags)
        if question.topic == "items under keys of other indexes"
    ]
    assert (override, True) in tried
    for name in ("GSI1PK", "GSI1SK", "GSI2PK", "GSI2SK"):
        assert (override | {name}, False) in tried


def test_a_session_can_only_be_had_with_exactly_one_tag(flags: Stack) -> None:
    trust = flags.roles()[tenants.role_name(flags)]
    (statement,) = trust["Statement"]
    evaluator = flags.environment.physical_name("feature-flags-evaluator")
    assert statement["Principal"]["AWS"].endswith(f":role/{evaluator}")
    assert statement["Condition"] == {
        "StringLike": {"aws:RequestTag/tenantId": "?*"},
        "ForAllValues:StringEquals": {"aws:TagKeys": ["tenantId"]},
    }
