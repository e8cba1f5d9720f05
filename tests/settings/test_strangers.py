"""Lines about systems that the application does not have."""

from collections.abc import Callable

import pytest

from dynawright.settings import Environment
from tests.settings.conftest import Problems, told


def test_a_name_that_is_nearly_right_is_an_error(problems: Problems) -> None:
    (problem,) = problems("systems:\n  order: {logs: {retention_days: 7}}")

    assert told([problem]) == [("DW111", 7, "systems.order")]
    assert (problem.value, problem.allowed) == ("order", "agents, flags, orders")
    assert "'orders'" in problem.fix


def test_any_other_name_is_a_warning_and_its_lines_have_no_effect(
    loaded: Callable[[str], Environment], capsys: pytest.CaptureFixture[str]
) -> None:
    settings = loaded("systems:\n  warehouse: {anything: [1]}\n  orders: {logs: {retention_days: 7}}")

    assert settings.for_system("orders").logs.retention_days == 7
    assert not hasattr(settings.systems, "warehouse")
    (warning,) = capsys.readouterr().err.splitlines()
    assert warning.startswith("warning[DW112]")
    assert "test.yaml:7 systems.warehouse" in warning


def test_the_same_warning_comes_once(loaded: Callable[[str], Environment], capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        loaded("systems: {warehouse: {}}")

    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_file_with_problems_still_warns(problems: Problems, capsys: pytest.CaptureFixture[str]) -> None:
    problems("systems: {warehouse: {}}\ntabel: {}")

    assert "systems.warehouse" in capsys.readouterr().err
