"""IAM questions while every system is built and used: valid, allowed, needed, confirmed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from dynawright.emulator.deliveries import Delivery
from dynawright.emulator.emulator import Emulator
from dynawright.emulator.iam.questions import AskedCall, AskedQuestion
from dynawright.emulator.iam.replay import removals
from dynawright.emulator.patterns.outcome import Outcome
from dynawright.iam.evaluator import RoleSession, evaluate
from tests.applied.shared import Applied, in_story
from tests.emulator.iam.recorded import case_of, distinct
from tests.emulator.iam.replayed import counted, unexplained
from tests.iam.evaluator.oracle import differences


@pytest.fixture
def questions(
    systems: Mapping[str, Applied],
    emulator: Emulator,
    outcomes: Callable[[Applied], list[Outcome]],
    deliveries: Callable[[Applied], list[Delivery]],
) -> list[AskedQuestion]:
    """Return one question of each kind, of Terraform, consumers and functions."""
    for applied in systems.values():
        outcomes(applied)
        deliveries(applied)
    return distinct(emulator.questions())


def test_nothing_was_denied(systems: Mapping[str, Applied], emulator: Emulator) -> None:
    assert [call.message for call in emulator.denials() if not in_story(call)] == []


def test_each_kind_of_question_is_one_that_aws_can_be_asked(questions: list[AskedQuestion]) -> None:
    """A question about an unknown action, resource or condition key is an error."""
    assert len(questions) > 10
    again = [evaluate(question.request, question.policies, strict=True).allowed for question in questions]
    assert again == [question.allowed for question in questions]


@pytest.mark.usefixtures("needs_node_packages")
def test_the_simulator_agrees(questions: list[AskedQuestion]) -> None:
    assert differences([case_of(question) for question in questions]) == []


def test_consumers_and_functions_may_do_nothing_that_is_not_needed(
    applied: Applied, outcomes: Callable[[Applied], list[Outcome]], deliveries: Callable[[Applied], list[Delivery]]
) -> None:
    """Each action is taken away from each role, and a recorded request must miss it; else it has a reason."""
    outcomes(applied)
    deliveries(applied)
    prefix = f"{applied.system.name.replace('_', '-')}-"

    def is_own(call: AskedCall) -> bool:
        return isinstance(call.principal, RoleSession) and call.principal.role_arn.rpartition("/")[2].startswith(prefix)

    found = counted(removals(call for call in applied.emulator.questions() if is_own(call)))
    assert any(noticed for actions in found.values() for noticed in actions.values())
    assert unexplained(found) == {}
