"""Mistakes of users end a command with status 2, without a traceback; other errors keep theirs."""

import subprocess
import sys
from pathlib import Path

import pytest

from dynawright.errors import Place, Problem, UserError, run
from dynawright.errors.command import problems_of
from tests.errors.mistakes.source import executed

WRONG = Problem("DW211", "it is wrong")


def mistake() -> None:
    raise UserError([WRONG, Problem("DW212", "this, too")])


def test_all_problems_are_printed_with_their_codes(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        run(mistake)
    assert ended.value.code == 2
    assert capsys.readouterr() == ("", "error[DW211] it is wrong\nerror[DW212] this, too\n")


@pytest.mark.parametrize("status", [None, 0, 1])
def test_the_status_of_a_command_is_kept(status: int | None) -> None:
    with pytest.raises(SystemExit) as ended:
        run(lambda: status)
    assert ended.value.code == status


def test_an_error_of_the_package_keeps_its_traceback() -> None:
    with pytest.raises(ZeroDivisionError):
        run(lambda: 1 // 0)


@pytest.mark.parametrize("name", ["unheard_of", None])
def test_a_missing_module_that_no_extra_brings_keeps_its_traceback(name: str | None) -> None:
    assert problems_of(ModuleNotFoundError("No module", name=name)) == []


def test_an_interruption_is_no_mistake(capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    with pytest.raises(SystemExit) as ended:
        run(interrupted)
    assert ended.value.code == 130
    assert "error" not in capsys.readouterr().err


@pytest.mark.usefixtures("application")
def test_a_problem_without_a_file_is_on_the_line_of_the_stack_that_led_to_it() -> None:
    with pytest.raises(UserError) as raised:
        executed("stacks/orders/stack.py", "\n\nmistake()", mistake=mistake)
    assert [problem.place for problem in problems_of(raised.value)] == [Place("stacks/orders/stack.py", 3)] * 2


@pytest.mark.usefixtures("application")
def test_a_problem_with_a_file_stays_there() -> None:
    place = Place("environments/dev.yaml", 7)

    def elsewhere() -> None:
        raise UserError([WRONG.at(place)])

    with pytest.raises(UserError) as raised:
        executed("stacks/orders/stack.py", "elsewhere()", elsewhere=elsewhere)
    assert [problem.place for problem in problems_of(raised.value)] == [place]


def test_the_package_needs_nothing_but_the_standard_library(project_root: Path) -> None:
    """Everything imports it, and rules run in checkov's own environment."""
    code = (
        f"import sys; sys.path.insert(0, {str(project_root / 'modules')!r}); import dynawright.errors, dynawright.rules.catalogue"
    )
    subprocess.run([sys.executable, "-I", "-S", "-c", code], check=True)
