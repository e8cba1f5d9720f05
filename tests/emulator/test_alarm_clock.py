"""Alarms on the emulator: metric math, missing data, composites; docs/incidents.md is true."""

import re
from pathlib import Path

import pytest

from dynawright.emulator.alarms import states
from dynawright.monitoring.metric_values import UnknownMathError, Values, evaluate
from tests.emulator.incidents import page_rows

PAGE = Path(__file__).parents[2] / "docs" / "incidents.md"


@pytest.fixture(autouse=True)
def _credentials(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "test")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "test")


@pytest.mark.parametrize(
    ("expression", "values"),
    [
        ("a + b", [3.0, None, None]),
        ("FILL(a, 0) + FILL(b, 10)", [3.0, 2.0, 11.0]),
        ("100 * a / (a + b)", [pytest.approx(33.3, abs=0.1), None, None]),
        ("a / (b - 2)", [None, None, None]),  # by zero
        ("a / PERIOD(a)", [pytest.approx(1 / 60), None, pytest.approx(1 / 60)]),
        ("IF(a > 0 AND FILL(b, 0) < 1, 1, 0)", [0.0, None, 1.0]),
        ("IF(a > 5 OR b > 1, 7, 8)", [7.0, None, None]),
        ("SUM([a, b])", [3.0, 2.0, 1.0]),
        ("MAX([a, b])", [2.0, 2.0, 1.0]),
        ("SUM([])", [None, None, None]),
    ],
)
def test_metric_math_is_calculated_per_period(expression: str, values: Values) -> None:
    assert evaluate(expression, {"a": [1, None, 1], "b": [2, 2, None]}, 60) == values


def test_math_that_is_not_implemented_is_an_error() -> None:
    with pytest.raises(UnknownMathError):
        evaluate("RATE(a)", {"a": [1]}, 60)


@pytest.mark.parametrize(
    ("values", "missing", "state"),
    [
        ([9, 9, 0], "notBreaching", "ALARM"),
        ([9, 0, 0], "notBreaching", "OK"),
        ([9, None, None], "notBreaching", "OK"),
        ([9, None, 0], "breaching", "ALARM"),
        ([None, None, None], "breaching", "ALARM"),
        ([None, None, None], "notBreaching", "OK"),
        ([None, None, None], "missing", "INSUFFICIENT_DATA"),
        ([None, None, 0], "missing", "OK"),
        ([None, None, None], "ignore", "before"),
    ],
)
def test_enough_periods_beyond_the_threshold_ring(values: Values, missing: str, state: str) -> None:
    given = {"comparison": "GreaterThanThreshold", "threshold": 5, "datapoints": 2, "before": "before"}
    assert states.of_values(values, missing=missing, **given) == state  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rule", "state"),
    [
        ('ALARM("a") OR ALARM("b")', "ALARM"),
        ('ALARM("a") AND ALARM("b")', "OK"),
        ('ALARM("a") AND NOT ALARM("b")', "ALARM"),
        ('(OK("b") OR ALARM("b")) AND INSUFFICIENT_DATA("this OR that")', "ALARM"),
        ('ALARM("arn:aws:cloudwatch:eu-west-1:111111111111:alarm:a")', "ALARM"),
    ],
)
def test_a_composite_alarm_rings_where_its_rule_holds(rule: str, state: str) -> None:
    known = {"a": states.ALARM, "b": states.OK, "this OR that": states.INSUFFICIENT_DATA}
    assert states.of_rule(rule, known) == state


@pytest.mark.slow
def test_the_page_says_what_rings_in_which_incident() -> None:
    written = [
        tuple(cell.strip() for cell in line.strip("|").split("|")) for line in PAGE.read_text().splitlines() if line[:1] == "|"
    ]
    assert written[2:] == page_rows(), "write the table again: python -m tests.emulator.incidents"


def test_an_incident_on_the_page_sends_at_most_one_message_to_a_topic_for_each_thing() -> None:
    rows = [line.split("|")[1:5] for line in PAGE.read_text().splitlines() if line.startswith("|")][2:]
    for incident, _, pages, tickets in rows:
        for cell in (pages, tickets):
            things = [re.sub(r"-[A-Z]\w+$", "", name) + name.rsplit("-", 1)[-1] for name in re.findall(r"`([^`]+)`", cell)]
            assert len(things) == len(set(things)) <= 2, incident
