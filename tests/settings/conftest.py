"""Writes a settings file and loads it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from dynawright.errors import Problem
from dynawright.settings import Environment, SettingsError, load
from tests.settings.systems import MINIMAL, SETTINGS

Problems = Callable[[str], list[Problem]]
Told = tuple[str, int | None, str]
"""A problem's code, line and path."""


def told(problems: list[Problem]) -> list[Told]:
    return [(problem.code, problem.place.line, problem.place.path) for problem in problems]


@pytest.fixture
def minimal(tmp_path: Path) -> Path:
    """`test.yaml` with the five required lines: additions begin on line 6."""
    path = tmp_path / "test.yaml"
    path.write_text(MINIMAL)
    return path


@pytest.fixture
def loaded(minimal: Path) -> Callable[[str], Environment]:
    """The minimal file once some lines are added."""

    def with_lines(lines: str) -> Environment:
        minimal.write_text(MINIMAL + lines)
        return load(minimal, SETTINGS)

    return with_lines


@pytest.fixture
def problems(loaded: Callable[[str], Environment]) -> Problems:
    """Return the problems of the minimal file with added lines."""

    def with_lines(lines: str) -> list[Problem]:
        with pytest.raises(SettingsError) as error:
            loaded(lines)
        return list(error.value.problems)

    return with_lines
