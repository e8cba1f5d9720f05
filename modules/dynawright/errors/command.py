"""Runs a command and prints mistakes of users without a traceback."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from typing import NoReturn

from dynawright.errors.problem import Problem
from dynawright.errors.source import raised_in_system
from dynawright.errors.user_error import UserError

EXTRAS = {"boto3": "ops", "botocore": "ops", "moto": "emulator", "psycopg": "postgres"}
"""Packages that only some commands need, and the extra that installs them."""


def missing_extra(extra: str) -> Problem:
    """Return the problem of a package that is missing because an extra is not installed."""
    fix = "in a project, run `.venv/bin/dynawright` or `make`; else install dynawright[emulator,ops]"
    return Problem("DW004", f"this command needs dynawright's extra '{extra}', which is not installed", value=extra, fix=fix)


def warn(problem: Problem | str) -> None:
    """Print a warning; the command continues."""
    kind = f"warning[{problem.code}]" if isinstance(problem, Problem) else "warning:"
    print(f"{kind} {problem}", file=sys.stderr)


def run(command: Callable[[], int | None]) -> NoReturn:
    """Run the command and end the process, with status 2 after a mistake of the user."""
    try:
        sys.exit(command())
    except KeyboardInterrupt:
        print("\ninterrupted: everything that was started has been stopped", file=sys.stderr)
        sys.exit(130)
    except Exception as error:
        problems = problems_of(error)
        if not problems:
            raise
        print(*(f"error[{problem.code}] {problem}" for problem in problems), sep="\n", file=sys.stderr)
    sys.exit(2)


def problems_of(error: Exception) -> list[Problem]:
    """Return the problems of an error; none if it is not a mistake of the user.

    A problem without a file gets the line of the system's code that caused it.
    """
    line = raised_in_system(error)
    if isinstance(error, ModuleNotFoundError) and line is None and (extra := EXTRAS.get((error.name or "").partition(".")[0])):
        return [missing_extra(extra)]
    if isinstance(error, UserError):
        return [
            problem if problem.place.file or not line else problem.at(replace(line, path=problem.place.path))
            for problem in error.problems
        ]
    if line is None or sys.flags.dev_mode:
        return []
    words = error.msg if isinstance(error, SyntaxError) else error
    fix = "`python -X dev main.py` shows the traceback"
    return [Problem("DW001", f"{type(error).__name__}: {words}", line, fix=fix)]
