"""A table admits one role, of any account, to two actions, with TLS and from inside only."""

from __future__ import annotations

import pytest

from tests.access import partners
from tests.access.partners import Partnered
from tests.access.simulator import Question

TOPICS = (
    "the admitted role",
    "everybody else",
    "without TLS",
    "outside the organization",
    "the key",
    "the application",
    "services of AWS",
)
CASES = {
    "same account": (partners.ACCOUNT, None),
    "same account in an organization": (partners.ACCOUNT, partners.ORGANIZATION),
    "other account": (partners.OTHER_ACCOUNT, None),
    "other account in an organization": (partners.OTHER_ACCOUNT, partners.ORGANIZATION),
}


@pytest.fixture(scope="module", params=CASES)
def partnered(request: pytest.FixtureRequest) -> Partnered:
    return partners.library(*CASES[request.param])


@pytest.fixture(scope="module")
def wrong(partnered: Partnered) -> list[Question]:
    return partners.wrong(partnered, partnered.table_policy, partnered.key_policy)


@pytest.mark.parametrize("topic", TOPICS)
def test_the_table_admits_the_partner_to_its_patterns_and_nobody_else(wrong: list[Question], topic: str) -> None:
    assert [question for question in wrong if question.topic == topic] == []


def test_without_a_partner_nobody_is_admitted_to_the_table(partnered: Partnered) -> None:
    """Without the statement that admits it, the partner's own requests are denied."""
    policy = partnered.table_policy
    refusals = {**policy, "Statement": [statement for statement in policy["Statement"] if statement["Effect"] == "Deny"]}
    found = partners.wrong(partnered, refusals, partnered.key_policy)
    assert {question.request.action for question in found} == {"dynamodb:GetItem", "dynamodb:PutItem"}
    assert {question.request.principal for question in found} == {partnered.role}
