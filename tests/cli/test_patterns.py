import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from dynawright.emulator.emulator import Emulator
from tests.cli.conftest import Dynawright, example

pytestmark = pytest.mark.usefixtures("application")
PATTERNS = [f"PO{number}" for number in range(1, 9)]


def at(endpoint_url: str) -> list[str]:
    """Return the example with another endpoint."""
    return [word.replace("http://127.0.0.1:5560", endpoint_url) for word in example("patterns")]


def test_every_pattern_is_right_and_the_tables_are_gone(dynawright: Dynawright, cloud: Emulator) -> None:
    done = dynawright(*at(cloud.endpoint_url), "--json")
    assert done.returncode == 0, done.stderr
    outcomes = json.loads(done.stdout)
    assert [outcome["pattern"] for outcome in outcomes] == PATTERNS
    assert {tuple(outcome["problems"]) for outcome in outcomes} == {()}
    assert cloud.client("dynamodb", "eu-west-1").list_tables()["TableNames"] == []


def test_people_get_a_table(dynawright: Dynawright, aws: Mapping[str, str]) -> None:
    done = dynawright("patterns", **aws)
    assert done.returncode == 0, done.stderr
    assert [line.split()[0] for line in done.stdout.splitlines() if line.startswith("PO")] == PATTERNS
    assert done.stdout.splitlines()[-1].endswith(": 8 right, 0 wrong.")


def test_an_endpoint_that_does_not_answer_is_an_error(dynawright: Dynawright) -> None:
    done = dynawright(*at("http://127.0.0.1:9"))
    assert (done.returncode, done.stderr.count("\n"), "http://127.0.0.1:9" in done.stderr) == (2, 1, True)


def test_a_wrong_answer_ends_with_status_1(application: Path, process: Dynawright, aws: Mapping[str, str]) -> None:
    model = application / "stacks" / "orders" / "model.py"
    model.write_text(
        model.read_text()
        + """
from dynawright.emulator.patterns import reads

reads.query = lambda session, pattern: session.problem("planted")
"""
    )
    done = process("patterns", "--json", **aws)
    assert done.returncode == 1, done.stderr
    wrong = {outcome["pattern"]: outcome["problems"] for outcome in json.loads(done.stdout) if outcome["problems"]}
    assert wrong == {pattern: ["planted"] for pattern in ("PO2", "PO3", "PO6")}
