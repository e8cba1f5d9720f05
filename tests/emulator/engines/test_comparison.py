"""The emulator and the other engines answer the same; a bug planted in the emulator is detected."""

import sys
from dataclasses import replace

import pytest

from dynawright.emulator.client import client
from dynawright.emulator.engines import MOTO, StartedEngines
from dynawright.emulator.engines.comparison import Comparison, compare_engines, differences_between
from dynawright.emulator.engines.engine import server
from dynawright.emulator.engines.known_differences import KNOWN_DIFFERENCES, KnownDifference
from dynawright.emulator.engines.run import PatternRun, run_patterns
from tests.emulator.engines.documents import CHUNKS, DOCUMENTS, PATTERNS
from tests.emulator.engines.planted import BUGS

NOW = 1_790_000_000
EXPECTED = {
    "wrong_comparison": {("P4", "query", "answer"), ("P10", "update_item", "refusal")},
    "missing_index_units": {("P9", "put_item", "units"), ("P16", "transact_write_items", "units")},
}


@pytest.fixture(scope="module")
def comparison(engines: StartedEngines) -> Comparison:
    return compare_engines(engines.endpoints, [DOCUMENTS, CHUNKS], now=NOW)


@pytest.fixture
def ours(comparison: Comparison) -> list[PatternRun]:
    """Return the emulator's runs."""
    return comparison.runs[MOTO.name]


def test_engines_agree_on_every_kind_of_pattern(comparison: Comparison, engines: StartedEngines) -> None:
    assert comparison.problems == []
    assert {name: len(runs) for name, runs in comparison.runs.items()} == dict.fromkeys(engines.endpoints, len(PATTERNS) + 1)


@pytest.mark.parametrize("bug", BUGS)
def test_a_planted_bug_is_found(comparison: Comparison, bug: str) -> None:
    others = {name: runs for name, runs in comparison.runs.items() if name != MOTO.name}
    if not others:
        pytest.skip("no engine to compare with")
    with server([sys.executable, "-m", "tests.emulator.engines.planted", bug], name="the planted emulator") as endpoint_url:
        planted = run_patterns(endpoint_url, [DOCUMENTS, CHUNKS], now=NOW)
    for engine, theirs in others.items():
        known = {(row.operation, row.aspect) for row in KNOWN_DIFFERENCES if row.engine == engine}
        differences = differences_between(planted, theirs, engine=engine)
        found = {(difference.pattern.split()[-1], difference.operation, difference.aspect) for difference in differences}
        assert {row for row in EXPECTED[bug] if row[1:] not in known} <= found


def test_a_wrong_answer_is_a_problem_even_if_no_other_engine_runs(ours: list[PatternRun]) -> None:
    wrong = replace(ours[0], outcome=replace(ours[0].outcome, problems=("half of it",)))

    assert Comparison({MOTO.name: [wrong]}, []).problems == ["moto: documents documents P1: half of it"]


def test_a_known_difference_is_left_out_for_its_engine_alone(ours: list[PatternRun]) -> None:
    theirs = [replace(run, calls=[replace(call, units={}) for call in run.calls]) for run in ours]
    row = KnownDifference("other", "scan", "units", "?", "?", "?")

    def operations(engine: str) -> set[str]:
        return {difference.operation for difference in differences_between(ours, theirs, engine=engine, known=(row,))}

    assert "scan" in operations("another")
    assert operations("another") - operations("other") == {"scan"}


def test_another_request_is_a_difference(ours: list[PatternRun]) -> None:
    theirs = [replace(run, calls=run.calls[:-1]) for run in ours]

    assert {difference.aspect for difference in differences_between(ours, theirs, engine="other")} == {"requests"}


def test_every_known_difference_is_still_one(comparison: Comparison, ours: list[PatternRun]) -> None:
    """An unused row would hide a bug."""
    for engine, theirs in comparison.runs.items():
        differences = {
            (difference.operation, difference.aspect) for difference in differences_between(ours, theirs, engine=engine, known=())
        }
        assert {(row.operation, row.aspect) for row in KNOWN_DIFFERENCES if row.engine == engine} <= differences


def test_a_run_leaves_no_table_behind(engines: StartedEngines) -> None:
    dynamodb = client("dynamodb", endpoint_url=engines.endpoints[MOTO.name], region="eu-west-1")
    before = dynamodb.list_tables()["TableNames"]
    run_patterns(engines.endpoints[MOTO.name], [CHUNKS])
    assert dynamodb.list_tables()["TableNames"] == before
