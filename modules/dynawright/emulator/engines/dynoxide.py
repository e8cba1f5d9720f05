"""dynoxide: an independent engine in Rust; npm has it for Linux on x86-64 only."""

import contextlib
import platform
import sys
from collections.abc import Iterator
from pathlib import Path

from dynawright import project
from dynawright.emulator.engines.engine import Engine, server
from dynawright.errors import Problem, UserError

PACKAGE = "@dynoxide/linux-x64"


def program() -> Path:
    """Return the path where `npm ci` installs the program."""
    return project.root() / "node_modules" / PACKAGE / "dynoxide"


def _unsupported() -> str:
    machine = f"{sys.platform}-{platform.machine()}"
    return "" if machine == "linux-x86_64" else f"npm has no program for {machine}"


@contextlib.contextmanager
def _start() -> Iterator[str]:
    if not program().is_file():
        raise UserError([Problem("DW601", f"npm's {PACKAGE} is not installed", value=PACKAGE, fix="run `npm ci`")])
    command = [sys.executable, "-m", "dynawright.emulator.engines.dynoxide_server", str(program())]
    with server(command, name="dynoxide") as endpoint_url:
        yield endpoint_url


DYNOXIDE = Engine("dynoxide", unsupported=_unsupported, start=_start)
