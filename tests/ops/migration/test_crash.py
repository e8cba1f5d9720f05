"""A migration that dies at any moment, any number of times, loses and duplicates nothing."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dynawright.ops.migration.budget import Budget
from dynawright.ops.migration.copy import Copy
from dynawright.ops.migration.overwrite import Overwrite
from dynawright.ops.migration.read import Reader
from dynawright.ops.migration.segments import in_parallel
from dynawright.ops.migration.state import State
from dynawright.ops.migration.transform import Transform
from dynawright.ops.migration.value import text
from dynawright.ops.migration.write import PutIfAbsent, Write
from tests.functions.cloud import typed, untyped
from tests.ops.migration.cloud import SOURCE, TARGET, TRANSFORMS, Cloud, FakeClock
from tests.ops.migration.memory import MemoryTables, table

IN_MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108  # a process dies here, not the machine: no disk is needed
TABLES = (table(SOURCE, sessionId="S"), table(TARGET, userId="S", sessionId="S"))


class KilledError(BaseException):
    """An exception that `except Exception` doesn't catch."""


class Killer:
    """Stops everything at a step, and all later steps: a dead process does nothing more."""

    def __init__(self, at: int) -> None:
        self.left = at

    def __call__(self, operation: str) -> None:
        self.left -= 1
        if self.left <= 0:
            raise KilledError(operation)


class KillableState(State):
    """Dies right before or after a commit."""

    step: Callable[[str], None]

    def claim(self, *given: Any) -> Any:
        return self._between("claim", lambda: super(KillableState, self).claim(*given))

    def checkpoint(self, *given: Any) -> None:
        self._between("checkpoint", lambda: super(KillableState, self).checkpoint(*given))

    def settle(self, *given: Any) -> None:
        self._between("settle", lambda: super(KillableState, self).settle(*given))

    def _between(self, name: str, do: Callable[[], Any]) -> Any:
        self.step(name)
        done = do()
        self.step(name)
        return done


def migrate(client: Any, path: Path, step: Callable[[str], None], *, overwrite: bool, segments: int) -> State:
    """Run a migration as `run` does, in pages of a few items."""
    clock = FakeClock()
    source, target = TABLES
    reads, writes = Budget(3 * segments, clock), Budget(1000, clock)
    write: Write = Overwrite(client, target, writes, clock) if overwrite else PutIfAbsent(client, target, writes)
    state = KillableState(path, {"segments": str(segments)})
    state.step = step
    try:
        copy = Copy(Reader(client, source, reads, segments), Transform(f"{TRANSFORMS}:fan_out", target), write, state)
        copy.rejects()
        in_parallel(segments, lambda number: copy.segment(number, lambda _: None), clock, lambda: None)
    except BaseException:
        state.close()
        raise
    return state


def filled(sources: dict[str, list[int]]) -> MemoryTables:
    memory = MemoryTables(*TABLES)
    for name, to in sources.items():
        memory.put(SOURCE, {"sessionId": typed(name), "to": typed(to)})
    return memory


def check(sources: dict[str, list[int]], memory: MemoryTables, state: State) -> None:
    """Check that everything is in the target once, or rejected for a conflict, and nothing else."""
    there = {int(item["userId"][1:]): item["of"] for item in map(untyped, memory.items[TARGET].values())}
    rejected = {source for some in state.rejects() for source in some}
    losers = {name for name in sources if f'{{"sessionId":{{"S":"{name}"}}}}' in rejected}
    assert len(losers) == len(rejected)
    assert there == {number: name for name, to in sources.items() if name not in losers for number in to}
    wanted_twice = {number for number, count in Counter(n for to in sources.values() for n in to).items() if count > 1}
    assert all(wanted_twice & set(sources[name]) for name in losers)
    counts = state.counts()
    assert counts["read"] == len(sources)
    assert counts.get("copied", 0) == len(there)
    assert counts.get("kept", 0) == 0


SOURCES = {"a": [1], "b": [2, 3], "c": [], "d": [3], "e": [4], "f": [5, 6, 7], "g": [8]}


def killed_at_each_step(folder: str, *, overwrite: bool, segments: int) -> Iterator[tuple[MemoryTables, Path, str]]:
    """Yield the results of migrations that died at the first, second, … step, until one survives."""
    at = 1
    while True:
        memory, file = filled(SOURCES), Path(folder) / f"{at}.state"
        memory.step = killer = Killer(at)
        try:
            migrate(memory, file, killer, overwrite=overwrite, segments=segments).close()
            return
        except KilledError as death:
            yield memory, file, str(death)
        at += 1


@pytest.mark.parametrize("segments", [1, 3])
@pytest.mark.parametrize("overwrite", [False, True])
def test_death_at_any_step_loses_nothing_and_doubles_nothing(overwrite: bool, segments: int) -> None:
    died_at: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(dir=IN_MEMORY) as folder:
        for memory, file, operation in killed_at_each_step(folder, overwrite=overwrite, segments=segments):
            died_at[operation] += 1
            memory.step = lambda operation: None
            with closing(migrate(memory, file, memory.step, overwrite=overwrite, segments=segments)) as state:
                check(SOURCES, memory, state)
    assert died_at.keys() == {"Scan", "claim", "BatchWriteItem" if overwrite else "PutItem", "checkpoint"}
    assert all(count >= 2 for count in died_at.values())


def test_a_resumed_migration_repeats_no_page_that_was_checkpointed(tmp_path: Path) -> None:
    """Shown by the second run's reads: the first run's last page, and everything after it."""
    memory = filled({f"s{number}": [number] for number in range(20)})
    begun: list[str] = []

    def step(operation: str) -> None:
        begun.append(operation)
        if begun.count("checkpoint") == 3:  # before the second page's
            raise KilledError

    with pytest.raises(KilledError):
        migrate(memory, tmp_path / "state", step, overwrite=False, segments=1)
    read: list[int] = []
    scan = memory.scan

    def counted(**request: Any) -> Any:
        answer = scan(**request)
        read.append(len(answer["Items"]))
        return answer

    memory.scan = counted  # type: ignore[method-assign]
    with closing(migrate(memory, tmp_path / "state", lambda _: None, overwrite=False, segments=1)) as state:
        assert state.counts()["read"] == 20
    assert sum(read) == 17
    assert len(memory.items[TARGET]) == 20


numbers = st.lists(st.integers(0, 12), max_size=3, unique=True)


@settings(max_examples=60)
@given(
    sources=st.dictionaries(st.sampled_from("abcdefghijklmnop"), numbers, max_size=12),
    deaths=st.lists(st.integers(1, 40), max_size=4),
    left_over=st.lists(st.integers(0, 25), max_size=6),
    overwrite=st.booleans(),
    segments=st.integers(1, 3),
)
def test_any_table_survives_any_deaths(
    sources: dict[str, list[int]], deaths: list[int], left_over: list[int], overwrite: bool, segments: int
) -> None:
    memory = filled(sources)
    memory.unprocessed = lambda requests: min(requests, left_over.pop()) if left_over else 0
    with tempfile.TemporaryDirectory(dir=IN_MEMORY) as folder:
        file = Path(folder) / "state"
        for at in deaths:
            memory.step = Killer(at)
            try:
                migrate(memory, file, memory.step, overwrite=overwrite, segments=segments).close()
            except KilledError:
                continue
        memory.step = lambda operation: None
        with closing(migrate(memory, file, memory.step, overwrite=overwrite, segments=segments)) as state:
            check(sources, memory, state)


@pytest.mark.parametrize("overwrite", [False, True])
def test_the_memory_answers_as_moto_does(tmp_path: Path, cloud: Cloud, overwrite: bool) -> None:
    sources = {name: to for name, to in SOURCES.items() if name != "d"}  # the order of a scan decides who wins a conflict
    memory = filled(sources)
    for name, to in sources.items():
        cloud.put(SOURCE, sessionId=name, to=to)
    for again in range(2):
        told = []
        for client, file in ((memory, tmp_path / f"memory{again}"), (cloud.client, tmp_path / f"moto{again}")):
            with closing(migrate(client, file, lambda _: None, overwrite=overwrite, segments=2)) as state:
                told.append((state.counts(), [*state.rejects()]))
        assert told[0] == told[1]
        assert cloud.items(TARGET) == [untyped(item) for item in sorted(memory.items[TARGET].values(), key=text)]
