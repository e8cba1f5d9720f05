"""What one request of a pattern consumes, of the table and of each index."""

from typing import Any

import pytest

from dynawright.model import (
    KEYS_ONLY,
    AccessPattern,
    BatchGet,
    BatchWrite,
    Chunks,
    ConditionCheck,
    Delete,
    Entity,
    Get,
    GetItem,
    Index,
    Key,
    LocalIndex,
    Put,
    PutItem,
    Query,
    Scan,
    TransactGet,
    TransactWrite,
    Update,
    UpdateItem,
    include,
)
from dynawright.model.consumption import Consumption, Units, consumption
from dynawright.model.load import Load
from dynawright.model.operation import Write
from tests.model.builders import API, table

ORDER = Entity(
    "ORDER",
    PK="CUSTOMER#{customer}",
    SK="ORDER#{order}",
    status="{status}",
    day="{day}",
    attributes={"customer": "S", "order": "S", "status": "S", "day": "S", "amount": "N", "note": "S"},
)
CUSTOMER = Entity("CUSTOMER", PK="CUSTOMER#{customer}", SK="METADATA", attributes={"customer": "S"})
INDEXES = [Index("ByStatus", Key("status")), Index("ByDay", Key("day"), projection=KEYS_ONLY)]
KEY: dict[str, Any] = {"PK": "CUSTOMER#{customer}", "SK": "ORDER#{order}"}
BIG = Load(item_bytes={"ORDER": 5000})
"""An order is five write units and two of reads."""


def of(pattern: AccessPattern, load: Load = BIG, **parts: Any) -> Consumption:
    return consumption(table(**{"entities": [ORDER, CUSTOMER], "indexes": INDEXES, **parts}), pattern, load)


def test_reads_round_up_by_four_kilobytes_and_cost_half_unless_consistent() -> None:
    assert of(Get("P1", "an order", used_by=[API], **KEY), Load()).reads == {None: 0.5}
    assert of(Get("P1", "an order", used_by=[API], **KEY)).reads == {None: 1}
    assert of(Get("P1", "an order", consistent=True, used_by=[API], **KEY)).reads == {None: 2}


def test_a_transaction_reads_at_double_the_consistent_price_item_by_item() -> None:
    pattern = TransactGet("P1", "both", items=[GetItem(**KEY), GetItem(PK="CUSTOMER#{customer}", SK="METADATA")], used_by=[API])
    assert of(pattern).reads == {None: 4 + 2}


def test_a_batch_rounds_each_item_a_query_the_sum() -> None:
    load = Load(items_per_request={"P1": 10})
    assert of(BatchGet("P1", "orders", used_by=[API], **KEY), load).reads == {None: 5}
    assert of(Query("P1", "orders", PK="CUSTOMER#{customer}", used_by=[API]), load).reads == {None: 0.5}


@pytest.mark.parametrize(("limit", "units"), [(None, 7), (4, 2.5), (100, 7)])
def test_a_query_reads_what_it_finds_up_to_its_limit(limit: int | None, units: float) -> None:
    load = Load(items_per_request={"P1": 11}, item_bytes={"ORDER": 5000})
    assert of(Query("P1", "orders", PK="CUSTOMER#{customer}", limit=limit, used_by=[API]), load).reads == {None: units}


def test_a_query_of_an_index_reads_what_the_index_carries_from_its_own_capacity() -> None:
    assert of(Query("P1", "by status", index="ByStatus", status="{status}", used_by=[API])).reads == {"ByStatus": 1}
    assert of(Query("P1", "by day", index="ByDay", day="{day}", used_by=[API])).reads == {"ByDay": 0.5}


def test_a_local_index_uses_the_tables_capacity() -> None:
    local: dict[str, Any] = {"indexes": [], "local_indexes": [LocalIndex("ByStatus", Key("status"))]}
    query = Query("P1", "by status", index="ByStatus", PK="CUSTOMER#{customer}", status="{status}", used_by=[API])
    assert of(query, **local).reads == {None: 1}
    assert of(Put("P1", "save", entity="ORDER", used_by=[API]), **local).writes == {None: 10}


@pytest.mark.parametrize(("items", "units"), [(1, 4 * 0.5), (40, 4 * 0.5 * 13)])
def test_a_sharded_query_asks_every_shard(items: int, units: float) -> None:
    entity = Entity(
        "EVENT",
        PK="EVENT#{id}",
        SK="METADATA",
        day="{date}#{shard}",
        attributes={"id": "S", "date": "S"},
        shards={"shard": 4},
    )
    load = Load(items_per_request={"P1": items}, item_bytes={"EVENT": 5000})
    query = Query("P1", "a day's events", index="ByDay", day="{date}#{shard}", used_by=[API])
    assert of(query, load, entities=[entity], indexes=[Index("ByDay", Key("day"))]).reads == {"ByDay": units}


def test_a_scan_reads_everything_stored() -> None:
    load = Load(item_bytes={"ORDER": 4096}, stored_items={"ORDER": 100, "CUSTOMER": 0})
    assert of(Scan("P1", "all", used_by=[API]), load).reads == {None: 50}
    assert of(Scan("P1", "all of an index", index="ByStatus", used_by=[API]), load).reads == {"ByStatus": 50}


def test_a_put_writes_to_the_indexes_that_carry_the_entity_as_much_as_they_carry() -> None:
    assert of(Put("P1", "save", entity="ORDER", used_by=[API])).writes == {None: 5, "ByStatus": 5, "ByDay": 1}
    assert of(Put("P1", "save", entity="CUSTOMER", used_by=[API])).writes == {None: 1}


@pytest.mark.parametrize(
    ("update", "indexes"),
    [
        ("SET note = {note}", {"ByStatus": 5}),  # in one index under the same key; the other carries keys only
        ("SET status = {status}", {"ByStatus": 10}),  # deleted and put again
        ("SET day = {day}", {"ByStatus": 5, "ByDay": 2}),
        ("REMOVE day", {"ByStatus": 5, "ByDay": 1}),
        ("ADD amount {one:N}", {"ByStatus": 5}),
        ("SET day = if_not_exists(day, {day})", {}),  # the item has one, which stays
        ("SET day = if_not_exists(note, {day})", {"ByStatus": 5, "ByDay": 2}),
    ],
)
def test_an_update_costs_in_an_index_by_what_it_changes(update: str, indexes: Units) -> None:
    assert of(Update("P1", "change", update=update, used_by=[API], **KEY)).writes == {None: 5, **indexes}


def test_an_update_of_what_no_index_carries_costs_in_none() -> None:
    index = [Index("ByStatus", Key("status"), projection=include("amount"))]
    assert of(Update("P1", "change", update="SET note = {note}", used_by=[API], **KEY), indexes=index).writes == {None: 5}


def test_a_delete_removes_the_entries_too() -> None:
    assert of(Delete("P1", "cancel", used_by=[API], **KEY)).writes == {None: 5, "ByStatus": 5, "ByDay": 1}


def test_a_batch_writes_so_many_of_each_entity() -> None:
    load = Load(item_bytes={"ORDER": 5000}, items_per_request={"P1": 3})
    assert of(BatchWrite("P1", "save", entities=["ORDER", "CUSTOMER"], used_by=[API]), load).writes == {
        None: 3 * 6,
        "ByStatus": 15,
        "ByDay": 3,
    }


def test_a_transaction_costs_double_in_the_table_and_a_check_as_a_write() -> None:
    items: list[Write] = [
        PutItem("CUSTOMER"),
        UpdateItem("SET note = {note}", **KEY),
        ConditionCheck("attribute_exists(PK)", PK="CUSTOMER#{other}", SK="ORDER#{order}"),
    ]
    found = of(TransactWrite("P1", "all or none", items=items, used_by=[API]))
    assert found.writes == {None: 2 + 10 + 10, "ByStatus": 5}


def test_a_value_in_chunks_costs_all_of_them() -> None:
    result = Entity(
        "RESULT",
        PK="RESULT#{id}",
        SK="CHUNK#{Chunk}",
        attributes={"id": "S", "Body": "B"},
        chunks=Chunks("Body", at_most=25),
    )
    load = Load(item_bytes={"RESULT": 1_000_000})
    written = of(BatchWrite("P1", "keep", entities=["RESULT"], used_by=[API]), load, entities=[result], indexes=[])
    assert written.writes == {None: 3 * 321 + 17}  # three chunks of 320 KB and their attributes, and the rest
    read = Query("P1", "the result", PK="RESULT#{id}", SK="CHUNK#{Chunk}", used_by=[API])
    assert of(read, load, entities=[result], indexes=[]).reads == {None: 122.5}
