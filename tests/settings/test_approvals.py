"""Approvals in an environment's file."""

from collections.abc import Callable

import pytest

from dynawright.settings import Approval, Environment
from tests.settings.conftest import Problems, told

GOOD = {
    "system": "orders",
    "address": "aws_dynamodb_table.Orders_Table_1A2B3C4D",
    "finding": "index-removed GSI2",
    "reason": "no pattern has used it for a month",
    "expires": "2026-12-01",
}


def written(**other: str) -> str:
    lines = [f"{name}: {value}" for name, value in (GOOD | other).items()]
    return "approvals:\n  - " + "\n    ".join(lines) + "\n"


@pytest.mark.parametrize("system", ["orders", "foundation"])
def test_an_approval_is_read_as_written(loaded: Callable[[str], Environment], system: str) -> None:
    assert loaded(written(system=system)).approvals == (Approval.model_validate(GOOD | {"system": system}),)


def test_a_resource_in_a_module_or_of_many_can_be_approved() -> None:
    address = 'module.orders["eu"].aws_dynamodb_table.it[0]'
    assert Approval.model_validate(GOOD | {"address": address}).address == address


def test_the_foundation_of_another_region_can_be_approved(loaded: Callable[[str], Environment]) -> None:
    lines = written(system="foundation_us_east_1") + "systems: {orders: {region: us-east-1}}"
    assert loaded(lines).approvals[0].system == "foundation_us_east_1"


@pytest.mark.parametrize(
    ("other", "line", "path"),
    [
        ({"address": "Orders"}, 8, "address"),
        ({"finding": "all"}, 9, "finding"),
        ({"reason": "ok"}, 10, "reason"),
        ({"reason": ""}, 10, "reason"),
        ({"expires": "never"}, 11, "expires"),
        ({"expires": "2026-02-30"}, 11, "expires"),
        ({"expires": "9999-12-31"}, 11, "expires"),
    ],
    ids=str,
)
def test_a_wrong_value_is_refused(problems: Problems, other: dict[str, str], line: int, path: str) -> None:
    assert told(problems(written(**other))) == [("DW106", line, f"approvals[0].{path}")]


def test_a_misspelt_system_is_refused_with_the_right_name(problems: Problems) -> None:
    (problem,) = problems(written(system="order"))
    assert told([problem]) == [("DW111", 7, "approvals[0].system")]
    assert "'orders'" in problem.fix


def test_an_approval_of_a_system_that_is_gone_is_a_warning(
    loaded: Callable[[str], Environment], capsys: pytest.CaptureFixture[str]
) -> None:
    assert loaded(written(system="warehouse")).approvals[0].system == "warehouse"
    (warning,) = capsys.readouterr().err.splitlines()
    assert "test.yaml:7 approvals[0].system" in warning
