"""The one error a user is meant to see, and how every command shows it."""

import sys
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).parent


class UserError(Exception):
    """A mistake in what the user wrote: what is wrong, the value, what is allowed, the fix; all problems found at once."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(self.problems))


def did_you_mean(wrong: str, names: Iterable[str]) -> str:
    """The end of a sentence about a name that there is not; empty if no name comes near."""
    from difflib import get_close_matches  # only the one who made a mistake waits for it

    near = get_close_matches(wrong, list(names), 1)
    return f"; did you mean '{near[0]}'?" if near else ""


def warn(text: str) -> None:
    """What works, yet should be known; a command goes on after it."""
    print(f"warning: {text}", file=sys.stderr)


def run(command: Callable[[], int | None]) -> NoReturn:
    """Runs a command and ends the process: mistakes are printed without a traceback, with status 2."""
    try:
        sys.exit(command())
    except UserError as error:
        _say(error.problems)
    except KeyboardInterrupt:
        print("\ninterrupted: everything that was started has been stopped", file=sys.stderr)
        sys.exit(130)
    except Exception as error:
        line = _line_written_by_the_user(error)
        if line is None or sys.flags.dev_mode:
            raise
        words = error.msg if isinstance(error, SyntaxError) else error
        _say([f"{line}: {type(error).__name__}: {words} (python -X dev shows the traceback)"])
    sys.exit(2)


def _say(problems: Iterable[str]) -> None:
    print(*(f"error: {problem}" for problem in problems), sep="\n", file=sys.stderr)


def _line_written_by_the_user(error: BaseException) -> str | None:
    """file:line of the last frame in a model or stack; None if the mistake is none of theirs."""
    lines = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError) and error.filename:
        lines.append((error.filename, error.lineno))  # it was never run
    theirs = [(Path(name), line) for name, line in lines if name.startswith(str(ROOT / "stacks"))]
    theirs = [(path, line) for path, line in theirs if path.name in ("model.py", "stack.py")]
    return f"{theirs[-1][0].relative_to(ROOT)}:{theirs[-1][1]}" if theirs else None
