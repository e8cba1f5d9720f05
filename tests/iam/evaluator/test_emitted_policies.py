"""All emitted policies: the evaluator and the simulator give equal answers."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from tests.access.applications import BOTH, PLACES, Application, stacks
from tests.iam.evaluator.emitted import stack_cases
from tests.iam.evaluator.oracle import Case, differences

STEP = 20  # of a stack's requests, `make test` asks one in so many; `make soak` asks all

pytestmark = pytest.mark.usefixtures("needs_node_packages")
OTHERWISE_READ = re.compile(r"arn:aws:ec2:[^:]+:\d+:\*/\*")
"""The simulator does not match a wildcard for a resource's type: test_oracle.py."""


def cases_of(application: Application, environment: str, step: int) -> list[Case]:
    cases = (case for stack in stacks(application, environment).values() for case in islice(stack_cases(stack), 0, None, step))
    return [case for case in cases if not _is_otherwise_read(case)]


def _is_otherwise_read(case: Case) -> bool:
    return any(
        case.action in statement["Action"] and OTHERWISE_READ.fullmatch(str(statement["Resource"]))
        for document in case.identity
        for statement in document["Statement"]
    )


@pytest.mark.parametrize("application", BOTH, ids=lambda application: application.name)
def test_a_sample_of_productions_requests_agrees(application: Application) -> None:
    cases = cases_of(application, "production", STEP)
    assert cases
    assert differences(cases) == []


@pytest.mark.soak
@pytest.mark.parametrize(("application", "environment"), PLACES, ids=str)
def test_all_requests_agree(application: Application, environment: str) -> None:
    assert differences(cases_of(application, environment, 1)) == []
