"""Runs a command: mistakes of users are printed without a traceback."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import NoReturn

from dynawright.errors.problem import Problem
from dynawright.errors.source import raised_in_system
from dynawright.errors.user_error import UserError
from dynawright.signals import start_children_with_default_signals


def warn(text: str) -> None:
    """Print a warning; the command goes on."""
    print(f"warning: {text}", file=sys.stderr)


def run(command: Callable[[], int | None]) -> NoReturn:
    """Run the command and end the process; a mistake of the user ends it with status 2."""
    start_children_with_default_signals()
    try:
        sys.exit(command())
    except UserError as error:
        _print(placed(error))
    except KeyboardInterrupt:
        print("\ninterrupted: everything that was started has been stopped", file=sys.stderr)
        sys.exit(130)
    except Exception as error:
        place = raised_in_system(error)
        if place is None or sys.flags.dev_mode:
            raise
        words = error.msg if isinstance(error, SyntaxError) else error
        fix = "`python -X dev main.py` shows the traceback"
        _print([Problem("DW001", f"{type(error).__name__}: {words}", place, fix=fix)])
    sys.exit(2)


def placed(error: UserError) -> list[Problem]:
    """Return the problems; one without a file gets the line of the system that led to it."""
    line = raised_in_system(error)
    if line is None:
        return list(error.found)
    return [one if one.place.file else one.at(replace(line, path=one.place.path)) for one in error.found]


def _print(problems: Iterable[Problem]) -> None:
    print(*(f"error[{problem.code}] {problem}" for problem in problems), sep="\n", file=sys.stderr)
