"""Items as applications write them."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dynawright.model import Declared, Entity
from dynawright.model.item import item_of, ttl_of
from tests.model.builders import ORDER, problems, table
from tests.problems import Told, refused

NOW = 1_700_000_000
EVENT = Entity("EVENT", PK="DAY#{day}#{shard}", SK="{id}", shards={"shard": 4}, expires_after=timedelta(hours=1))
MODEL = table(entities=[EVENT], ttl="ends")


def test_keys_shard_and_expiry_follow_from_the_declaration() -> None:
    shard = EVENT.shard("shard", {"day": "2026-01-01", "id": "e1"})
    assert item_of(MODEL, EVENT, {"day": "2026-01-01", "id": "e1", "note": "x"}, NOW) == {
        "day": "2026-01-01",
        "id": "e1",
        "note": "x",
        "PK": f"DAY#2026-01-01#{shard}",
        "SK": "e1",
        "ends": Decimal(NOW + 3600),
    }


@given(st.integers(0, 2**40), st.integers(1, 10**8))
def test_the_expiry_is_so_many_whole_seconds_after_the_writing(now: int, seconds: int) -> None:
    entity = Entity("EVENT", PK="{id}", SK="S", expires_after=timedelta(seconds=seconds))
    assert item_of(MODEL, entity, {"id": "e1"}, now)["ends"] == now + seconds


def test_an_entity_that_does_not_expire_has_no_ttl() -> None:
    attributes = {"customerId": "c", "orderId": "o"}
    assert item_of(table(ttl="ends"), ORDER, attributes, NOW) == {**attributes, "PK": "CUSTOMER#c", "SK": "ORDER#o"}


def test_an_update_sets_the_same_ttl_as_a_put() -> None:
    assert ttl_of(MODEL, EVENT, NOW) == {"ends": Decimal(NOW + 3600)}
    assert ttl_of(table(ttl="ends"), ORDER, NOW) == {}


def test_the_attributes_that_were_given_stay_as_they_were() -> None:
    given = {"day": "d", "id": "e1"}
    item_of(MODEL, EVENT, given, NOW)
    assert given == {"day": "d", "id": "e1"}


def report(**parts: Any) -> Entity:
    attributes: dict[str, Declared] = {"id": "S", "completed_at": "S", "updated_at": "S", "ms": "N", "note": "M"}
    declared = {"expires_after": timedelta(days=90), "expires_from": ["completed_at", "ms", "updated_at"]}
    return Entity("REPORT", PK="{id}", SK="S", attributes=attributes, **{**declared, **parts})


@pytest.mark.parametrize(
    ("times", "start"),
    [
        ({"completed_at": "2026-01-01T00:00:00Z", "updated_at": "2030-01-01T00:00:00Z"}, 1_767_225_600),
        ({"updated_at": "2026-01-01T00:00:00Z"}, 1_767_225_600),
        ({"updated_at": "2026-01-01T09:00:00.999+09:00"}, 1_767_225_600),
        ({"updated_at": "2026-01-01T00:00:00"}, 1_767_225_600),
        ({"ms": Decimal(1_767_225_600_999), "updated_at": "2030-01-01T00:00:00Z"}, 1_767_225_600),
        ({}, NOW),
    ],
)
def test_an_expiry_counts_from_the_first_of_the_named_attributes_that_is_there(times: dict[str, Any], start: int) -> None:
    assert item_of(MODEL, report(), {"id": "r1", **times}, NOW)["ends"] == start + 90 * 86_400


@pytest.mark.parametrize("time", ["yesterday", "", None])
def test_a_time_that_is_none_is_refused(time: Any) -> None:
    assert refused(lambda: item_of(MODEL, report(), {"id": "r1", "updated_at": time}, NOW)) == [("DW241", "entity REPORT", time)]


@pytest.mark.parametrize(
    ("parts", "problem"),
    [
        (
            {"expires_from": ["update_at"]},
            ("DW211", "entity REPORT", "update_at"),
        ),
        ({"expires_from": ["note"]}, ("DW216", "entity REPORT", "M")),
        (
            {"expires_from": ["updated_at"], "expires_after": None},
            ("DW216", "entity REPORT", "updated_at"),
        ),
    ],
)
def test_what_no_expiry_can_be_counted_from_is_refused(parts: dict[str, Any], problem: Told) -> None:
    assert problems(table(entities=[report(**parts)], ttl="ends")) == [problem]
