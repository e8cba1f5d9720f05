"""The command `dynawright`.

Each command parses arguments, calls a function of the package and prints its result.
"""

from __future__ import annotations

import os
import sys
from typing import NoReturn

from dynawright.errors import run

INTERRUPTED = 130


def main() -> NoReturn:
    """Run the command line and end the process."""
    run(_command)


def _command() -> int:
    if not sys.stdout.isatty():  # typer would print coloured help on GitHub's runners
        os.environ["_TYPER_FORCE_DISABLE_TERMINAL"] = "1"
    import typer

    from dynawright.bindings.engine.node import choose_node
    from dynawright.cli.app import app
    from dynawright.errors import Problem, UserError

    choose_node(os.environ)  # before a command imports cdktf
    try:
        status = app(prog_name="dynawright", standalone_mode=False)
        sys.stdout.flush()
    except typer.TyperException as error:
        if not error.format_message():  # no arguments: typer has shown the help
            return error.exit_code
        context = getattr(error, "ctx", None)
        path = context.command_path if context else "dynawright"
        raise UserError([Problem("DW802", error.format_message().rstrip("."), fix=f"see `{path} --help`")]) from None
    except typer.Abort:
        return 1
    except BrokenPipeError:  # the reader closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    if status == INTERRUPTED:  # typer's exit at Ctrl-C
        raise KeyboardInterrupt
    return int(status or 0)
