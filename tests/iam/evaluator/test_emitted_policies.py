"""All policies that the stacks emit: our evaluator and the simulator give the same answers to requests made from them."""

from __future__ import annotations

from itertools import islice

import pytest

from tests.access.synthesized import ENVIRONMENTS, stacks
from tests.iam.evaluator.emitted import stack_cases
from tests.iam.evaluator.oracle import Case, differences

STEP = 20  # of a stack's requests, `make test` asks one in so many; `make soak` asks all

pytestmark = pytest.mark.slow  # starts Node


def cases_of(environment: str, step: int) -> list[Case]:
    return [case for stack in stacks(environment).values() for case in islice(stack_cases(stack), 0, None, step)]


def test_a_sample_of_productions_requests_agrees() -> None:
    cases = cases_of("production", STEP)
    assert cases
    assert differences(cases) == []


@pytest.mark.soak
@pytest.mark.parametrize("environment", ENVIRONMENTS)
def test_all_requests_agree(environment: str) -> None:
    assert differences(cases_of(environment, 1)) == []
