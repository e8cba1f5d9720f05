"""Every engine answers as AWS documents, unless a row lists the deviation."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from dynawright.emulator.conformance.case import Case
from dynawright.emulator.conformance.cases import CASES
from dynawright.emulator.conformance.deviations import DEVIATIONS, Deviation, expected_of
from dynawright.emulator.conformance.run import Subject
from dynawright.emulator.engines import StartedEngines

Answers = Mapping[str, Mapping[str, str]]


def all_answers(endpoint_url: str) -> dict[str, str]:
    subject = Subject(endpoint_url)
    answers = {case.id: subject.answer(case) for case in CASES}
    subject.clear()
    return answers


@pytest.fixture(scope="session")
def answers(engines: StartedEngines) -> Answers:
    """Engine → case → its answer."""
    with ThreadPoolExecutor() as pool:
        return dict(zip(engines.endpoints, pool.map(all_answers, engines.endpoints.values()), strict=True))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_engines_answer_as_documented(answers: Answers, case: Case) -> None:
    for engine, answered in answers.items():
        expected, actual = expected_of(engine, case), answered[case.id]
        assert actual == expected or (expected and actual.startswith(f"{expected}:")), f"{engine}: {actual}"


def test_every_id_is_used_once() -> None:
    assert len({case.id for case in CASES}) == len(CASES)


@pytest.mark.parametrize("row", DEVIATIONS, ids=lambda row: f"{row.engine} {row.cases[0]}")
def test_every_deviation_covers_cases_that_aws_answers_otherwise(row: Deviation) -> None:
    for pattern in row.cases:
        covered = [case for case in CASES if replace(row, cases=(pattern,)).covers(row.engine, case)]
        assert covered
        assert row.actual not in {case.refused for case in covered}
