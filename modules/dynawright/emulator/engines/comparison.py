"""Compare the emulator's answers with another engine's: items, units, refusals, pages."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from typing import Any, Literal

from dynawright.emulator.engines.canonical import canonical_answer
from dynawright.emulator.engines.known_differences import KNOWN_DIFFERENCES, KnownDifference
from dynawright.emulator.engines.moto import MOTO
from dynawright.emulator.engines.recording import Call
from dynawright.emulator.engines.run import PatternRun, run_patterns
from dynawright.model import System

Aspect = Literal["requests", "refusal", "answer", "units", "pages"]


@dataclass(frozen=True)
class Difference:
    """A difference between an engine and the emulator on one call of a pattern."""

    engine: str
    pattern: str
    operation: str
    aspect: Aspect
    emulator: Any
    other: Any

    def __str__(self) -> str:
        return (
            f"{self.pattern}, {self.operation}: {self.aspect} differ; "
            f"moto {self.emulator!r:.300}, {self.engine} {self.other!r:.300}"
        )


@dataclass(frozen=True)
class Comparison:
    """The runs of each engine, and all unknown differences from the emulator."""

    runs: dict[str, list[PatternRun]]
    differences: list[Difference]

    @property
    def problems(self) -> list[str]:
        """Return every wrong answer of every engine, and every difference."""
        wrong = [
            f"{engine}: {run.name}: {problem}"
            for engine, runs in self.runs.items()
            for run in runs
            for problem in run.outcome.problems
        ]
        return [*wrong, *map(str, self.differences)]


def compare_engines(endpoints: dict[str, str], systems: Collection[System], *, now: int) -> Comparison:
    """Run all patterns on all engines concurrently; the emulator must be among them."""
    with ThreadPoolExecutor(len(endpoints)) as pool:
        run = partial(run_patterns, systems=systems, now=now)
        runs = dict(zip(endpoints, pool.map(run, endpoints.values()), strict=True))
    differences = [
        difference
        for engine, theirs in runs.items()
        if engine != MOTO.name
        for difference in differences_between(runs[MOTO.name], theirs, engine=engine)
    ]
    return Comparison(runs, differences)


def differences_between(
    emulator: Iterable[PatternRun],
    other: Iterable[PatternRun],
    *,
    engine: str,
    known: tuple[KnownDifference, ...] = KNOWN_DIFFERENCES,
) -> Iterator[Difference]:
    """Yield unknown differences between two runs of the same patterns."""
    accepted = {(row.operation, row.aspect) for row in known if row.engine == engine}
    for ours, theirs in zip(emulator, other, strict=True):
        for operation, aspect, mine, their in _disagreements(ours.calls, theirs.calls):
            if (operation, aspect) not in accepted:
                yield Difference(engine, ours.name, operation, aspect, mine, their)


def _disagreements(ours: list[Call], theirs: list[Call]) -> Iterator[tuple[str, Aspect, Any, Any]]:
    """Yield operation, aspect and both answers; stop after the first request that differs."""
    for mine, their in zip_longest(ours, theirs):
        if mine is None or their is None or (mine.operation, mine.arguments) != (their.operation, their.arguments):
            yield (mine or their).operation, "requests", mine, their
            return
        pairs: list[tuple[Aspect, Any, Any]] = [
            ("refusal", mine.refusal, their.refusal),
            ("answer", canonical_answer(mine.answer), canonical_answer(their.answer)),
            ("units", mine.units, their.units),
            ("pages", mine.pages, their.pages),
        ]
        for aspect, answered, answered_them in pairs:
            if answered != answered_them:
                yield mine.operation, aspect, answered, answered_them
