"""All policies that the stacks emit: our evaluator and the simulator give the same answers to requests made from them."""

from __future__ import annotations

from itertools import islice

import pytest

from tests.access.applications import BOTH, PLACES, Application, stacks
from tests.iam.evaluator.emitted import stack_cases
from tests.iam.evaluator.oracle import Case, differences

STEP = 20  # of a stack's requests, `make test` asks one in so many; `make soak` asks all

pytestmark = pytest.mark.slow  # starts Node


def cases_of(application: Application, environment: str, step: int) -> list[Case]:
    return [case for stack in stacks(application, environment).values() for case in islice(stack_cases(stack), 0, None, step)]


@pytest.mark.parametrize("application", BOTH, ids=lambda application: application.name)
def test_a_sample_of_productions_requests_agrees(application: Application) -> None:
    cases = cases_of(application, "production", STEP)
    assert cases
    assert differences(cases) == []


@pytest.mark.soak
@pytest.mark.parametrize(("application", "environment"), PLACES, ids=str)
def test_all_requests_agree(application: Application, environment: str) -> None:
    assert differences(cases_of(application, environment, 1)) == []
