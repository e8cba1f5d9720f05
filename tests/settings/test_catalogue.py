"""The catalogue of errors has a row for each code of settings, with what a command really says."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from dynawright.errors import UserError
from dynawright.errors.catalogue.settings import SETTINGS
from tests.settings.mistakes import MISTAKES

ROWS = {row.code: row for row in SETTINGS}
WARNINGS = ("DW112",)
PACKAGE = Path(__file__).parents[2] / "modules" / "dynawright"


def test_each_code_has_a_row_and_a_mistake() -> None:
    used = {
        code
        for path in PACKAGE.rglob("*.py")
        for code in re.findall(r'"(DW1\d\d)"', path.read_text())
        if "catalogue" not in str(path)
    }
    assert set(ROWS) == set(MISTAKES)
    assert used <= set(ROWS)
    assert set(ROWS) - used == {"DW199"}  # for checks of systems


@pytest.fixture
def empty_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A project with one system that has nothing but an empty model."""
    (tmp_path / "cdktf.json").touch()
    (tmp_path / "stacks" / "order_desk").mkdir(parents=True)
    (tmp_path / "stacks" / "order_desk" / "model.py").touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    for name in _stack_modules():
        monkeypatch.delitem(sys.modules, name)
    yield tmp_path
    for name in _stack_modules():
        del sys.modules[name]


def _stack_modules() -> list[str]:
    return [name for name in sys.modules if name == "stacks" or name.startswith("stacks.")]


@pytest.mark.parametrize("code", sorted(set(ROWS) - set(WARNINGS)))
def test_the_example_is_what_a_command_says(empty_project: Path, code: str) -> None:
    with pytest.raises(UserError) as raised:
        MISTAKES[code].make()
    assert [(problem.code, str(problem)) for problem in raised.value.problems] == [(code, ROWS[code].example)]


@pytest.mark.parametrize("code", WARNINGS)
def test_the_example_of_a_warning_is_what_a_command_says(
    empty_project: Path, code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    MISTAKES[code].make()
    assert ROWS[code].example in capsys.readouterr().err
