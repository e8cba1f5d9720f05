"""The parts of problems that tests compare: code, subject and value; the catalogue has the wording."""

import re
from collections.abc import Callable, Iterable

import pytest

from dynawright.errors import Problem, UserError
from dynawright.errors.problem import NOT_GIVEN

Told = tuple[str, str, object]
"""A problem's code, the path of its place, and the value; None where it is not about one value."""


def told(problems: Iterable[Problem]) -> list[Told]:
    return [(problem.code, problem.place.path, None if problem.value is NOT_GIVEN else problem.value) for problem in problems]


def refused(make: Callable[[], object]) -> list[Told]:
    """Return what a call is refused for."""
    with pytest.raises(UserError) as raised:
        make()
    return told(raised.value.problems)


def codes(stderr: str) -> list[str]:
    """Return the codes of the errors that a command printed."""
    return re.findall(r"^error\[(DW\d{3})\] ", stderr, flags=re.MULTILINE)
