"""Items as applications write them."""

from datetime import timedelta
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from modules.model import Entity
from modules.model.item import item_of, ttl_of
from tests.modules.model.builders import ORDER, table

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
