"""Exceptions from rules in an environment's file."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from dynawright.settings import Environment, RuleException
from dynawright.settings.last_day import MOST_DAYS
from tests.settings.conftest import Problems, told

GOOD = {
    "system": "orders",
    "rule": "tables-refuse-deletion",
    "resource": "Orders/Table",
    "reason": "the table is older than this file",
    "expires": "2026-12-01",
}


def written(**other: str) -> str:
    lines = [f"{name}: {value}" for name, value in (GOOD | other).items()]
    return "exceptions:\n  - " + "\n    ".join(lines) + "\n"


def in_days(days: int) -> str:
    return str(datetime.now(UTC).date() + timedelta(days=days))


@pytest.mark.parametrize("rule", ["tables-refuse-deletion", "CKV_AWS_28", "CKV2_AWS_57"])
def test_an_exception_is_read_as_written(loaded: Callable[[str], Environment], rule: str) -> None:
    exception = RuleException.model_validate(GOOD | {"rule": rule})
    assert loaded(written(rule=rule)).exceptions == (exception,)


def test_each_stack_has_its_own(loaded: Callable[[str], Environment]) -> None:
    environment = loaded(written() + written(system="foundation").removeprefix("exceptions:\n"))
    assert [exception.system for exception in environment.exceptions_of("foundation")] == ["foundation"]
    assert environment.exceptions_of("billing") == ()


@pytest.mark.parametrize(
    ("other", "line", "path"),
    [
        ({"rule": "Deletion"}, 8, "rule"),
        ({"resource": '""'}, 9, "resource"),
        ({"reason": "ok"}, 10, "reason"),
        ({"expires": "never"}, 11, "expires"),
        ({"expires": "2026-02-30"}, 11, "expires"),
        ({"expires": "9999-12-31"}, 11, "expires"),
        ({"expires": in_days(MOST_DAYS + 2)}, 11, "expires"),
    ],
    ids=str,
)
def test_a_wrong_value_is_refused(problems: Problems, other: dict[str, str], line: int, path: str) -> None:
    assert told(problems(written(**other))) == [("DW106", line, f"exceptions[0].{path}")]


def test_an_exception_may_last_a_year(loaded: Callable[[str], Environment]) -> None:
    assert loaded(written(expires=in_days(365))).exceptions


def test_a_misspelt_system_is_refused(problems: Problems) -> None:
    assert told(problems(written(system="order"))) == [("DW111", 7, "exceptions[0].system")]
