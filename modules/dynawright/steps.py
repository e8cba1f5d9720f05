"""Shows steps, their duration and the remaining work."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO


class Steps:
    """The steps of a command: a live line for each on a terminal, plain lines elsewhere."""

    def __init__(self, total: int | None = None) -> None:
        self._total, self._number = total, 0
        self._started = time.perf_counter()

    @contextmanager
    def step(self, text: str) -> Iterator[list[str]]:
        """Show `text`, then the seconds and the notes that the block appends to the yielded list."""
        self._number += 1
        label = f"step {self._number} of {self._total}: {text}" if self._total else text
        started = time.perf_counter()
        said: list[str] = []
        with _live(label) if is_live(sys.stdout) else _line(label) as end:
            try:
                yield said
            except BaseException:
                end("failed")
                raise
            end(", ".join([*said, f"{time.perf_counter() - started:.1f} s"]))

    @property
    def seconds(self) -> float:
        """Return the time so far."""
        return time.perf_counter() - self._started

    @property
    def total(self) -> str:
        return f"It took {self.seconds:.0f} s."


@contextmanager
def counting(text: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show a progress bar if standard error is a terminal; yield a function that sets the progress."""
    if not is_live(sys.stderr):
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task(text, total=total)
        yield lambda done: progress.advance(task, done)


def is_live(stream: TextIO) -> bool:
    """Return whether lines on the stream can be redrawn."""
    return stream.isatty() and os.environ.get("TERM", "dumb") != "dumb"


@contextmanager
def _line(label: str) -> Iterator[Callable[[str], None]]:
    print(f"• {label} … ", end="", flush=True)
    yield lambda outcome: print(outcome, flush=True)


@contextmanager
def _live(label: str) -> Iterator[Callable[[str], None]]:
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    console = Console(highlight=False)
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    outcomes: list[str] = []
    try:
        with Progress(*columns, console=console, transient=True) as progress:
            progress.add_task(escape(label), total=None)
            yield outcomes.append
    finally:
        failed = outcomes == ["failed"]
        mark = "[red]✗[/red]" if failed else "[green]✓[/green]"
        console.print(f"{mark} {escape(label)} [dim]{escape(', '.join(outcomes))}[/dim]")
