"""A large value is cut into items and put together again: whole, or not at all."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from decimal import Decimal
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dynawright.model import Chunks, Entity
from dynawright.model.chunks import CHUNK_BYTES, TornValueError, join, leftovers, split
from dynawright.model.item import Item
from dynawright.model.limits import MAX_ITEM_BYTES
from dynawright.model.size import item_size
from tests.model.builders import ORDER, table
from tests.problems import refused, told

NOW = 1_700_000_000
RESULT = Entity(
    "RESULT",
    PK="EXEC#{id}",
    SK="CHUNK#{Chunk}",
    attributes={"id": "S", "note": "S", "Body": "B"},
    chunks=Chunks("Body", at_most=12),
    expires_after=timedelta(days=1),
)
MODEL = table(entities=[RESULT], ttl="ends")


def random_bytes(size: int, seed: int = 0) -> bytes:
    return Random(seed).randbytes(size)


def chunks(body: bytes, id: str = "e1", note: str = "n") -> list[Item]:
    return split(MODEL, RESULT, {"id": id, "note": note, "Body": body}, NOW)


def is_torn(items: Sequence[Item]) -> bool:
    with pytest.raises(TornValueError) as error:
        join(RESULT, items)
    return told(error.value.problems) == [("DW243", "entity RESULT", None)]


# lengths on both sides of each edge, as well as any
SIZES = st.integers(0, 3 * CHUNK_BYTES + 1) | st.builds(
    lambda count, more: max(0, count * CHUNK_BYTES + more), st.integers(0, 4), st.sampled_from([-1, 0, 1])
)
BODIES = st.binary(max_size=200) | st.builds(random_bytes, SIZES, st.integers(0, 99))


@settings(deadline=None)
@given(BODIES, st.randoms(use_true_random=False))
def test_any_bytes_come_back_whatever_the_order_of_the_chunks(body: bytes, random: Random) -> None:
    items = chunks(body)
    random.shuffle(items)
    assert join(RESULT, items) == body


@settings(deadline=None)
@given(BODIES)
def test_every_chunk_can_be_stored_and_only_the_last_may_be_short(body: bytes) -> None:
    items = chunks(body)
    assert all(item_size(item) <= MAX_ITEM_BYTES for item in items)
    assert [len(item["Body"]) for item in items[:-1]] == [CHUNK_BYTES] * (len(items) - 1)


@settings(deadline=None)
@given(st.data(), st.builds(random_bytes, SIZES, st.just(1)), st.builds(random_bytes, SIZES, st.just(2)))
def test_a_value_that_is_being_overwritten_is_read_as_the_old_one_or_the_new_one_or_not_at_all(
    data: st.DataObject, old: bytes, new: bytes
) -> None:
    """New chunks may partly exist: neither batches nor a query's pages are atomic."""
    stored = {item["SK"]: item for item in chunks(old)}
    for item in chunks(new):
        if data.draw(st.booleans()):
            stored[item["SK"]] = item
    with suppress(TornValueError):
        assert join(RESULT, stored.values()) in (old, new)


@settings(deadline=None)
@given(st.builds(random_bytes, SIZES, st.just(1)), st.builds(random_bytes, SIZES, st.just(2)))
def test_once_it_is_overwritten_the_new_value_is_read_although_the_old_one_was_longer(old: bytes, new: bytes) -> None:
    stored = {item["SK"]: item for item in [*chunks(old), *chunks(new)]}
    assert join(RESULT, stored.values()) == new


@settings(deadline=None)
@given(st.builds(random_bytes, SIZES, st.just(1)), st.builds(random_bytes, SIZES, st.just(2)))
def test_without_what_a_longer_value_left_behind_there_is_just_the_new_one(old: bytes, new: bytes) -> None:
    stored = {item["SK"]: item for item in [*chunks(old), *chunks(new)]}
    for item in leftovers(stored.values()):
        assert stored.pop(item["SK"]) in chunks(old)
    assert list(stored.values()) == chunks(new)


def test_chunks_have_keys_that_sort_by_their_number() -> None:
    items = chunks(bytes(11 * CHUNK_BYTES))
    keys = [item["SK"] for item in items]
    assert keys == sorted(keys)
    assert (keys[0], keys[10]) == ("CHUNK#000", "CHUNK#010")
    assert {item["PK"] for item in items} == {"EXEC#e1"}


def test_each_chunk_says_which_it_is_of_how_many_and_has_the_other_attributes() -> None:
    first, second = chunks(bytes(CHUNK_BYTES + 5))
    assert {name: value for name, value in second.items() if name != "Checksum"} == {
        "PK": "EXEC#e1",
        "SK": "CHUNK#001",
        "id": "e1",
        "note": "n",
        "Body": bytes(5),
        "Chunk": Decimal(1),
        "Chunks": Decimal(2),
        "ends": Decimal(NOW + 86_400),
    }
    assert first["Checksum"] == second["Checksum"]


def test_an_empty_value_is_one_chunk() -> None:
    assert [item["Body"] for item in chunks(b"")] == [b""]


@pytest.mark.parametrize("left", [[], [1, 2], [0, 2], [0, 1]])
def test_a_missing_chunk_is_refused(left: list[int]) -> None:
    items = chunks(random_bytes(2 * CHUNK_BYTES + 1))
    assert is_torn([items[number] for number in left])


def test_a_chunk_that_is_read_twice_does_no_harm() -> None:
    body = random_bytes(2 * CHUNK_BYTES)
    assert join(RESULT, [*chunks(body), *chunks(body)]) == body


def test_a_chunk_of_another_writing_is_refused() -> None:
    (first, _), (_, other) = chunks(random_bytes(CHUNK_BYTES + 1, 1)), chunks(random_bytes(CHUNK_BYTES + 1, 2))
    assert is_torn([first, other])


def test_chunks_of_two_values_are_refused_even_if_one_of_them_is_whole() -> None:
    assert is_torn([*chunks(b"a"), *chunks(b"b", id="e2")])


def test_a_value_with_more_chunks_than_declared_is_refused() -> None:
    assert len(chunks(bytes(12 * CHUNK_BYTES))) == 12
    size = 12 * CHUNK_BYTES + 1
    assert refused(lambda: chunks(bytes(size))) == [("DW242", "entity RESULT", size)]


def test_other_attributes_that_fill_the_item_are_refused() -> None:
    room = MAX_ITEM_BYTES - item_size(chunks(bytes(CHUNK_BYTES), note="")[0])
    assert chunks(bytes(CHUNK_BYTES), note="x" * room)
    large = "x" * (room + 1)
    assert refused(lambda: chunks(bytes(CHUNK_BYTES), note=large)) == [("DW242", "entity RESULT", MAX_ITEM_BYTES + 1)]


def test_an_entity_that_is_one_item_is_neither_cut_nor_joined() -> None:
    assert refused(lambda: split(table(), ORDER, {}, NOW)) == [("DW244", "entity ORDER", None)]
    assert refused(lambda: join(ORDER, [])) == [("DW244", "entity ORDER", None)]
