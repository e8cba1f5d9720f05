"""The comparison finds every difference, and none that is only a matter of time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dynawright.ops.migration import compare
from dynawright.ops.migration.budget import Budget
from dynawright.ops.migration.compare import Comparison
from dynawright.ops.migration.index import Index
from dynawright.ops.migration.read import Reader
from dynawright.ops.migration.transform import Transform
from dynawright.ops.migration.value import Item
from tests.functions.cloud import typed
from tests.ops.migration.cloud import SOURCE, TARGET, TRANSFORMS, FakeClock
from tests.ops.migration.memory import MemoryTables, table

KEYS = (table(SOURCE, sessionId="S"), replace(table(TARGET, userId="S", sessionId="S"), ttl="TTL"))


def item(session: str, user: str = "u", **more: Any) -> Item:
    return {name: typed(value) for name, value in {"sessionId": session, "userId": user, **more}.items()}


@pytest.fixture
def memory() -> MemoryTables:
    """Ten items, equal in both tables."""
    memory = MemoryTables(*KEYS)
    for number in range(10):
        for name in (SOURCE, TARGET):
            memory.put(name, item(f"s{number}"))
    return memory


@pytest.fixture
def compared(memory: MemoryTables, tmp_path: Path) -> Callable[..., list[tuple[str, str]]]:
    """Return kinds and keys of the findings.

    `between` runs after the target was read, `after` when both were.
    """

    def compared(
        between: Callable[[], None] = lambda: None, after: Callable[[], None] = lambda: None, transform: str = "same"
    ) -> list[tuple[str, str]]:
        budget = Budget(100, FakeClock())
        source, target = (Reader(memory, key, budget, 2) for key in KEYS)
        with closing(Index(tmp_path / f"{time.monotonic_ns()}")) as index:
            comparison = Comparison(source, target, Transform(f"{TRANSFORMS}:{transform}", KEYS[1]), index)
            for number in range(2):
                comparison.target_segment(number, lambda _: None)
            between()
            for number in range(2):
                comparison.source_segment(number, lambda _: None)
            after()
            comparison.finish()
            findings = sorted(
                (finding.kind, finding.source or finding.target or "") for some in index.findings() for finding in some
            )
            sides = [
                ((entity.source, entity.source_digest), (entity.target, entity.target_digest)) for entity in index.compared()
            ]
            assert findings or all(source == target for source, target in sides)
            return findings

    return compared


Compared = Callable[..., list[tuple[str, str]]]


def delete(memory: MemoryTables, name: str, session: str) -> None:
    for key in [key for key in memory.items[name] if f'"{session}"' in key]:
        del memory.items[name][key]


def test_tables_that_are_the_same_show_nothing(compared: Compared) -> None:
    assert compared() == []


def test_what_is_missing_different_or_extra_is_found(memory: MemoryTables, compared: Compared) -> None:
    delete(memory, TARGET, "s1")
    memory.put(TARGET, item("s2", more=1))
    memory.put(TARGET, item("s99"))
    assert compared() == [
        ("different", '{"sessionId":{"S":"s2"}}'),
        ("extra", '{"sessionId":{"S":"s99"},"userId":{"S":"u"}}'),
        ("missing", '{"sessionId":{"S":"s1"}}'),
    ]


def test_a_number_written_otherwise_is_no_difference(memory: MemoryTables, compared: Compared) -> None:
    memory.put(SOURCE, {**item("s1"), "n": {"N": "1.50"}, "set": {"NS": ["1", "2.0"]}})
    memory.put(TARGET, {**item("s1"), "n": {"N": "1.5"}, "set": {"NS": ["2", "1"]}})
    assert compared() == []


def test_items_that_become_one_are_a_conflict(memory: MemoryTables, compared: Compared) -> None:
    memory.items = {SOURCE: {}, TARGET: {}}
    for name in "ab":
        memory.put(SOURCE, {"sessionId": typed(name), "to": typed([1])})
    memory.put(TARGET, {"userId": typed("u1"), "sessionId": typed("s"), "of": typed("a")})
    kinds = [kind for kind, _ in compared(transform="fan_out")]
    assert "conflict" in kinds


def test_an_item_that_can_not_be_transformed_is_found(memory: MemoryTables, compared: Compared) -> None:
    memory.put(SOURCE, {"sessionId": typed("s10")})
    assert compared() == [("rejected", '{"sessionId":{"S":"s10"}}')]


def test_writes_between_the_two_readings_are_no_difference(memory: MemoryTables, compared: Compared) -> None:
    def application() -> None:
        for name in (SOURCE, TARGET):
            memory.put(name, item("new"))
            memory.put(name, item("s3", version=2))
            delete(memory, name, "s4")

    assert compared(between=application) == []


def test_deletes_after_both_readings_are_no_difference(memory: MemoryTables, compared: Compared) -> None:
    memory.put(SOURCE, item("s3", version=2))

    def application() -> None:
        for name in (SOURCE, TARGET):
            delete(memory, name, "s3")

    assert compared(after=application) == []


def test_an_item_that_becomes_another_one_after_both_readings_is_no_difference(memory: MemoryTables, compared: Compared) -> None:
    memory.put(SOURCE, item("s3", version=2))

    def application() -> None:
        for name in (SOURCE, TARGET):
            delete(memory, name, "s3")
            memory.put(name, item("s3", user="moved", version=2))

    assert compared(after=application) == []


def test_both_sides_are_counted_and_digested_by_entity(memory: MemoryTables, tmp_path: Path) -> None:
    delete(memory, TARGET, "s1")
    memory.put(TARGET, item("s2", more=1))
    memory.put(TARGET, item("other"))
    source, target = (Reader(memory, table, Budget(100, FakeClock()), 2) for table in KEYS)
    entities = {session: "EVEN" if int(session[1:]) % 2 == 0 else "ODD" for session in (f"s{number}" for number in range(10))}
    with closing(Index(tmp_path / "index")) as index:
        transform = Transform(f"{TRANSFORMS}:same", KEYS[1])
        comparison = Comparison(source, target, transform, index, lambda one: entities.get(one["sessionId"]["S"], "OTHER"))
        for number in range(2):
            comparison.target_segment(number, lambda _: None)
        for number in range(2):
            comparison.source_segment(number, lambda _: None)
        comparison.finish()
        even, odd, other = index.compared()
    assert [(finding.entity, finding.source, finding.target) for finding in (even, odd, other)] == [
        ("EVEN", 5, 5),
        ("ODD", 5, 4),
        ("OTHER", 0, 1),
    ]
    assert len({even.source_digest, even.target_digest, odd.source_digest, odd.target_digest}) == 4


def test_a_delete_of_the_source_alone_leaves_an_extra_item(memory: MemoryTables, compared: Compared) -> None:
    memory.put(SOURCE, item("s3", version=2))
    assert compared(after=lambda: delete(memory, SOURCE, "s3")) == [("extra", '{"sessionId":{"S":"s3"},"userId":{"S":"u"}}')]


def test_items_that_expire_are_no_difference(memory: MemoryTables, compared: Compared) -> None:
    now = int(time.time())
    memory.put(SOURCE, item("expired", TTL=now - 10))  # the target's is deleted already
    memory.put(TARGET, item("gone", TTL=now - 10))  # the source's is
    assert compared() == []
    memory.put(SOURCE, item("alive", TTL=now + 1000))
    assert compared() == [("missing", '{"sessionId":{"S":"alive"}}')]


def test_with_very_many_differences_none_is_looked_at_twice(
    memory: MemoryTables, compared: Compared, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compare, "LOOKED_AT_TWICE", 3)
    operations: list[str] = []
    memory.step = operations.append
    memory.items[TARGET].clear()
    assert len(compared()) == 10
    assert "GetItem" not in operations


@pytest.fixture(autouse=True)
def nothing_is_written(memory: MemoryTables) -> Iterator[None]:
    operations: list[str] = []
    memory.step = operations.append
    yield
    assert {"PutItem", "BatchWriteItem"}.isdisjoint(operations)
