"""Runs a command: mistakes of users are printed without a traceback."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NoReturn

from dynawright import project
from dynawright.errors.problem import Place, Problem
from dynawright.errors.user_error import UserError


def warn(text: str) -> None:
    """Print a warning; the command goes on."""
    print(f"warning: {text}", file=sys.stderr)


def run(command: Callable[[], int | None]) -> NoReturn:
    """Run the command and end the process; a mistake of the user ends it with status 2."""
    try:
        sys.exit(command())
    except UserError as error:
        _print(error.found)
    except KeyboardInterrupt:
        print("\ninterrupted: everything that was started has been stopped", file=sys.stderr)
        sys.exit(130)
    except Exception as error:
        place = _users_line(error)
        if place is None or sys.flags.dev_mode:
            raise
        words = error.msg if isinstance(error, SyntaxError) else error
        fix = "`python -X dev main.py` shows the traceback"
        _print([Problem("DW001", f"{type(error).__name__}: {words}", place, fix=fix)])
    sys.exit(2)


def _print(problems: Iterable[Problem]) -> None:
    print(*(f"error[{problem.code}] {problem}" for problem in problems), sep="\n", file=sys.stderr)


def _users_line(error: BaseException) -> Place | None:
    """Return the last line of the traceback in a model or stack; None if the mistake is not in one."""
    lines = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError) and error.filename:
        lines.append((error.filename, error.lineno))  # a file with a syntax error never ran
    root = project.root()
    theirs = [(Path(name), line) for name, line in lines if name.startswith(str(project.stacks_folder()))]
    theirs = [(path, line) for path, line in theirs if path.name in ("model.py", "stack.py", "settings.py")]
    return Place(theirs[-1][0].relative_to(root).as_posix(), theirs[-1][1]) if theirs else None
