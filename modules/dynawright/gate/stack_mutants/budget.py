"""How long a trial of mutants may take, and how far it is."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

from dynawright.steps import counting

Mutant = TypeVar("Mutant")


class Budget:
    """Minutes for several trials together; without a number they run to their end."""

    def __init__(self, minutes: float | None = None) -> None:
        self._ends = None if minutes is None else time.monotonic() + minutes * 60
        self.left_out = 0
        """How many mutants there was no time for."""

    def within(self, text: str, mutants: Iterable[Mutant]) -> Iterator[Mutant]:
        """Yield mutants until the time is up, with a progress bar on a terminal."""
        every = list(mutants)
        with counting(text, len(every)) as progress:
            for number, mutant in enumerate(every):
                if self._ends is not None and time.monotonic() > self._ends:
                    self.left_out += len(every) - number
                    return
                yield mutant
                progress(1)
