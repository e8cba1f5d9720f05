"""The output of steps without a terminal; tests/cli/test_output.py tests terminals."""

import re

import pytest

from dynawright.steps import Steps, counting


def test_a_step_has_its_number_what_was_said_and_its_seconds(capsys: pytest.CaptureFixture[str]) -> None:
    steps = Steps(2)
    with steps.step("build") as said:
        said.append("3 resources")
    with steps.step("test"):
        pass
    lines = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"• step 1 of 2: build … 3 resources, \d+\.\d s", lines[0])
    assert re.fullmatch(r"• step 2 of 2: test … \d+\.\d s", lines[1])


def test_a_step_that_fails_says_so_and_fails(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match="wrong"), Steps().step("build"):
        raise ValueError("wrong")
    assert capsys.readouterr().out == "• build … failed\n"


def test_counting_prints_nothing_into_a_log(capsys: pytest.CaptureFixture[str]) -> None:
    with counting("records", 2) as done:
        done(1)
        done(1)
    assert capsys.readouterr() == ("", "")
