"""A load: what a model can't know."""

from datetime import timedelta

from dynawright.model import BatchWrite, Entity, Put, PutItem, TransactWrite
from dynawright.model.load import SECONDS_A_MONTH, Load
from dynawright.model.size import item_size
from tests.model.builders import API, ORDER, table

HALF_A_MONTH = timedelta(seconds=SECONDS_A_MONTH / 2)
EVENT = Entity("EVENT", PK="EVENT#{id}", SK="METADATA", attributes={"id": "S"}, expires_after=HALF_A_MONTH)
MODEL = table(
    entities=[ORDER, EVENT],
    ttl="ttl",
    access_patterns=[
        Put("P1", "one", entity="EVENT", used_by=[API]),
        BatchWrite("P2", "many", entities=["EVENT"], used_by=[API]),
        TransactWrite("P3", "both", items=[PutItem("EVENT"), PutItem("ORDER")], used_by=[API]),
    ],
)


def test_what_expires_is_stored_for_its_life() -> None:
    load = Load(requests={"P1": 100, "P2": 10, "P3": 6}, items_per_request={"P2": 25})
    assert load.stored(MODEL, EVENT) == (100 + 250 + 6) / 2


def test_what_is_said_goes_before_what_is_computed() -> None:
    assert Load(requests={"P1": 100}, stored_items={"EVENT": 7}).stored(MODEL, EVENT) == 7


def test_nobody_knows_how_many_are_stored_of_what_does_not_expire_or_is_not_put() -> None:
    assert Load(requests={"P3": 100}).stored(MODEL, ORDER) is None
    assert Load().stored(MODEL, EVENT) is None


def test_an_item_is_as_large_as_said() -> None:
    (item,) = Load(item_bytes={"ORDER": 3000}).examples(MODEL, ORDER)
    assert item_size(item) == 3000
