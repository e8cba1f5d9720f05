"""Shards spread a hot key: where an item goes follows from its keys alone."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dynawright.model import Entity
from tests.model.builders import problems, table
from tests.problems import Told

SHARDED = Entity("EVENT", PK="DAY#{day}#{shard}", SK="{id}", attributes={"day": "S", "id": "S", "note": "S"}, shards={"shard": 4})


def refused(**parts: Any) -> list[Told]:
    return list(problems(table(entities=[Entity("EVENT", **{"PK": "DAY#{day}#{shard}", "SK": "{id}", **parts})])))


@given(st.text(), st.text())
def test_the_same_key_is_always_in_the_same_shard(day: str, id: str) -> None:
    assert SHARDED.shard("shard", {"day": day, "id": id}) == SHARDED.shard("shard", {"id": id, "day": day})


@given(st.text(), st.text(), st.text())
def test_attributes_that_are_in_no_key_do_not_move_an_item(day: str, id: str, note: str) -> None:
    assert SHARDED.shard("shard", {"day": day, "id": id, "note": note}) == SHARDED.shard("shard", {"day": day, "id": id})


@given(st.text(), st.integers(2, 200))
def test_a_shard_is_one_of_those_declared(id: str, count: int) -> None:
    entity = Entity("EVENT", PK="DAY#{shard}", SK="{id}", shards={"shard": count})
    assert 0 <= entity.shard("shard", {"id": id}) < count


def test_a_known_item_is_where_it_was_in_the_last_release() -> None:
    """Stored items stay where they are: another shard for the same key would hide them."""
    assert [SHARDED.shard("shard", {"day": "2026-01-01", "id": f"e{number}"}) for number in range(8)] == [3, 1, 3, 1, 2, 0, 2, 0]


@pytest.mark.parametrize("count", [2, 3, 4, 10, 200])
def test_items_are_spread_evenly(count: int) -> None:
    entity = Entity("EVENT", PK="DAY#{day}#{shard}", SK="{id}", shards={"shard": count})
    found = Counter(entity.shard("shard", {"day": "2026-01-01", "id": f"event-{number}"}) for number in range(count * 500))
    assert set(found) == set(range(count))
    assert max(found.values()) < 1.5 * min(found.values())


def test_values_that_read_alike_when_joined_are_told_apart() -> None:
    entity = Entity("EVENT", PK="{a}#{shard}", SK="{b}", shards={"shard": 200})
    assert entity.shard("shard", {"a": "1", "b": "23"}) != entity.shard("shard", {"a": "12", "b": "3"})


def test_a_shard_is_no_attribute_of_the_item() -> None:
    inferred = Entity("EVENT", PK="DAY#{day}#{shard}", SK="{id}", shards={"shard": 4})
    assert inferred.attributes == {"day": "S", "id": "S"}
    assert inferred.key_attributes == ("day", "id")


@pytest.mark.parametrize("count", [2, 200])
def test_a_sound_shard_is_taken(count: int) -> None:
    assert refused(shards={"shard": count}) == []


@pytest.mark.parametrize("count", [-1, 0, 1, 201])
def test_too_few_or_too_many_shards_are_refused(count: int) -> None:
    assert refused(shards={"shard": count}) == [("DW217", "entity EVENT", count)]


def test_a_shard_that_is_also_an_attribute_is_refused() -> None:
    assert refused(attributes={"day": "S", "id": "S", "shard": "N"}, shards={"shard": 4}) == [("DW217", "entity EVENT", "shard")]


def test_a_shard_that_no_key_uses_is_refused() -> None:
    assert refused(PK="DAY#{day}", shards={"shard": 4}) == [("DW217", "entity EVENT", "shard")]


def test_a_place_that_is_neither_attribute_nor_shard_is_refused() -> None:
    assert refused(attributes={"day": "S", "id": "S"}) == [("DW211", "entity EVENT", "shard")]


def test_every_problem_of_a_shard_is_told_at_once() -> None:
    assert len(refused(PK="DAY#{day}", attributes={"day": "S", "id": "S", "shard": "N"}, shards={"shard": 1})) == 3
