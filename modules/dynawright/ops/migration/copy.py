"""Scan, transform, write, then checkpoint: a crash repeats one page per segment and loses nothing."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from dynawright.ops.migration.output import Output, RejectedError
from dynawright.ops.migration.source import Record, Source, Transform
from dynawright.ops.migration.state import State
from dynawright.ops.migration.value import key_from
from dynawright.ops.migration.write import Write


@dataclass
class Outcome:
    """Counts of some source items, by result."""

    counts: Counter[str] = field(default_factory=Counter)
    rejects: dict[str, str] = field(default_factory=dict)


class Copy:
    def __init__(self, source: Source, transform: Transform, write: Write, state: State) -> None:
        self._source, self._transform, self._write, self._state = source, transform, write, state

    def segment(self, number: int, seen: Callable[[int], None]) -> None:
        """Copy the rest of a segment of the source."""
        start, done = self._state.place(number)
        if done:
            return
        for page in self._source.pages(number, start):
            outcome = self.items(page.items)
            self._state.checkpoint(number, page.next, outcome.counts, outcome.rejects)
            seen(len(page.items))

    def sample(self, items: int) -> None:
        """Transform the first items of each segment."""
        each = math.ceil(items / max(self._source.segments, 1))
        for number in range(self._source.segments):
            first = itertools.chain.from_iterable(page.items for page in self._source.pages(number))
            outcome = self.items(list(itertools.islice(first, each)))
            self._state.settle((), outcome.counts, outcome.rejects)

    def rejects(self) -> int:
        """Try the items that an earlier run rejected again, as the source has them now.

        Returns their number.
        """
        tried = 0
        for rejects in self._state.rejects():
            records = [self._source.get(key_from(source)) for source in rejects]
            outcome = self.items([item for item in records if item is not None])
            outcome.counts["read"] = 0  # they were counted before
            self._state.settle(rejects, outcome.counts, outcome.rejects)
            tried += len(rejects)
        return tried

    def items(self, items: Sequence[Record]) -> Outcome:
        outcome = Outcome(Counter(read=len(items)))
        made: dict[str, list[Output]] = {}
        for item in items:
            source = self._source.key_text(item)
            try:
                made[source] = self._transform(item)
            except RejectedError as error:
                outcome.rejects[source] = str(error)
        for source, other in self._state.claim({source: [output.key for output in made[source]] for source in made}).items():
            keys = ", ".join(output.key for output in made.pop(source))
            outcome.rejects[source] = f"conflict: {other} of the source has the same key in the target; here it would be {keys}"
        outputs = [(source, output) for source, outputs in made.items() for output in outputs]
        written = self._write([output for _, output in outputs])
        for place, reason in written.refused.items():
            outcome.rejects[outputs[place][0]] = reason
        outcome.counts.update(copied=written.copied, kept=written.kept, dropped=sum(not outputs for outputs in made.values()))
        return outcome
