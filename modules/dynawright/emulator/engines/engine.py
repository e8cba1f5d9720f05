"""A program with DynamoDB's API on loopback."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass

from dynawright.environ import neutral
from dynawright.errors import Problem, UserError


@dataclass(frozen=True)
class Engine:
    """`start` runs the program for the duration of a `with` block and yields its endpoint."""

    name: str
    unsupported: Callable[[], str]
    """Return why this machine can't run it, or an empty string."""
    start: Callable[[], AbstractContextManager[str]]
    """Raise UserError if the machine could run it, but something is missing."""


@dataclass(frozen=True)
class StartedEngines:
    """The endpoint of each running engine, and the reason why others don't run."""

    endpoints: dict[str, str]
    skipped: dict[str, str]


@contextlib.contextmanager
def started(engines: tuple[Engine, ...]) -> Iterator[StartedEngines]:
    """Start all engines that this machine supports; with CI=true, failing to start is an error."""
    endpoints: dict[str, str] = {}
    skipped: dict[str, str] = {}
    with ExitStack() as running:
        for engine in engines:
            if reason := engine.unsupported():
                skipped[engine.name] = reason
                continue
            try:
                endpoints[engine.name] = running.enter_context(engine.start())
            except UserError as error:
                if os.environ.get("CI") == "true":
                    raise
                skipped[engine.name] = str(error)
        yield StartedEngines(endpoints, skipped)


@contextlib.contextmanager
def server(command: list[str], *, name: str) -> Iterator[str]:
    """Run a server that prints its port and ends with its standard input; yield the endpoint.

    The input closes with this process however it ends, so no server is left behind.
    """
    process = subprocess.Popen(
        command,
        env=neutral(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,  # Ctrl-C is for this process, which stops the server
    )
    try:
        port = process.stdout.readline().strip() if process.stdout else ""
        if not port:
            raise UserError([Problem("DW601", f"{name} did not start", value=name, fix="read its own message above")])
        yield f"http://127.0.0.1:{port}"
    finally:
        process.communicate()  # closes its input, and waits for its end
