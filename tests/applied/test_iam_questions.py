"""What IAM was asked while Terraform built every system: sound questions, all allowed, and answered alike by an independent simulator."""

from __future__ import annotations

from collections.abc import Mapping

from dynawright.emulator.emulator import Emulator
from dynawright.iam.evaluator import evaluate
from tests.applied.conftest import Applied
from tests.emulator.iam.recorded import case_of, distinct
from tests.iam.evaluator.oracle import differences

LIMIT = 600


def test_nothing_was_denied(systems: Mapping[str, Applied], emulator: Emulator) -> None:
    assert [call.message for call in emulator.denials()] == []


def test_each_kind_of_question_is_one_that_aws_can_be_asked(systems: Mapping[str, Applied], emulator: Emulator) -> None:
    """A question about an unknown action, resource or condition key is an error."""
    questions = distinct(emulator.questions(), LIMIT)
    assert len(questions) > 10
    again = [evaluate(question.request, question.policies, strict=True).allowed for question in questions]
    assert again == [question.allowed for question in questions]


def test_the_simulator_agrees(systems: Mapping[str, Applied], emulator: Emulator) -> None:
    assert differences([case_of(question) for question in distinct(emulator.questions(), LIMIT)]) == []
