"""What is stored or paid for, and not used."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest

from dynawright.model import (
    KEYS_ONLY,
    AccessPattern,
    BatchGet,
    BatchWrite,
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
    begins_with,
)
from dynawright.model.reach import read_entities
from tests.model import builders
from tests.model.builders import API, ORDER, table
from tests.problems import Told

ITEM: dict[str, Any] = {"PK": "CUSTOMER#{customerId}", "SK": "ORDER#{orderId}"}
BY: dict[str, Any] = {"used_by": [API]}
READ = Get("P1", "?", **ITEM, **BY)
CUSTOMER = Entity("CUSTOMER", PK="CUSTOMER#{customerId}", SK="METADATA", GSI1PK="COUNTRY#{country}")
BY_COUNTRY = Index("ByCountry", Key("GSI1PK"))
CUSTOMERS = Query("P2", "customers of a country", index="ByCountry", GSI1PK="COUNTRY#{country}", **BY)


def warnings(*patterns: AccessPattern, **parts: Any) -> Sequence[Told]:
    """For a table whose entities are all written; writers' reads are test_writes.py's matter."""
    names = [entity.name for entity in parts.get("entities", [ORDER])]
    kept = [*patterns, BatchWrite("W1", "?", entities=names, **BY)]
    return [warning for warning in builders.warnings(*kept, **parts) if warning[0] != "DW269"]


def test_a_model_whose_every_part_is_used_has_no_warnings() -> None:
    assert warnings(READ, CUSTOMERS, indexes=[BY_COUNTRY], entities=[ORDER, CUSTOMER]) == []


@pytest.mark.parametrize(
    "parts",
    [{"indexes": [Index("Unused", Key("GSI1PK"))]}, {"local_indexes": [LocalIndex("Unused", Key("LSI1SK"))]}],
)
def test_an_index_that_serves_no_pattern_is_named(parts: dict[str, Any]) -> None:
    assert warnings(READ, **parts)[0] == ("DW261", "index Unused", "Unused")


def test_an_index_that_is_only_scanned_serves_a_pattern() -> None:
    assert warnings(READ, Scan("P2", "?", index="Scanned", **BY), indexes=[Index("Scanned", Key("GSI1PK"))]) == []


BY_ORDER = {"indexes": [BY_COUNTRY], "entities": [Entity("ORDER", **ITEM, GSI1PK="DAY#{day}"), CUSTOMER]}


def test_an_entry_of_an_index_that_no_pattern_reads_is_named() -> None:
    assert warnings(READ, CUSTOMERS, **BY_ORDER) == [("DW261", "entity ORDER", "ByCountry")]


@pytest.mark.parametrize(
    "pattern",
    [
        Query("P3", "orders of a day", index="ByCountry", GSI1PK="DAY#{day}", **BY),
        Scan("P3", "all that is in the index", index="ByCountry", **BY),
    ],
)
def test_an_entry_that_a_query_or_a_scan_of_the_index_reads_is_not_named(pattern: AccessPattern) -> None:
    assert warnings(READ, CUSTOMERS, pattern, **BY_ORDER) == []


def test_an_item_is_in_an_index_by_its_attributes_alone() -> None:
    """DynamoDB asks for no declaration: an item that has the attributes of the key has an entry."""
    notes = Index("Notes", Key("day"), Key("kind"), projection=KEYS_ONLY)
    order = Entity("ORDER", **ITEM, attributes=dict.fromkeys(("customerId", "orderId", "day", "kind"), "S"))
    note = Entity("NOTE", PK="NOTE#{noteId}", SK="METADATA", day="{day}", kind="NOTE")
    of_a_day = Query("P2", "notes of a day", index="Notes", day="{day}", kind="NOTE", **BY)
    assert warnings(READ, of_a_day, indexes=[notes], entities=[order, note]) == [
        ("DW261", "entity ORDER", "Notes"),
    ]


@pytest.mark.parametrize(
    "patterns",
    [
        [],
        [Put("P1", "?", entity="ORDER", **BY)],
        [BatchWrite("P1", "?", entities=["ORDER"], **BY)],
        [Update("P1", "?", **ITEM, update="REMOVE tags", **BY), Delete("P2", "?", **ITEM, **BY)],
    ],
)
def test_an_entity_that_is_only_written_is_named(patterns: list[AccessPattern]) -> None:
    assert warnings(*patterns) == [("DW262", "entity ORDER", "ORDER")]


@pytest.mark.parametrize(
    "pattern",
    [
        READ,
        Query("P1", "?", PK="CUSTOMER#{customerId}", **BY),
        BatchGet("P1", "?", **ITEM, **BY),
        TransactGet("P1", "?", items=[GetItem(**ITEM)], **BY),
        Scan("P1", "?", **BY),
        Update("P1", "?", **ITEM, update="REMOVE tags", returns="ALL_OLD", **BY),
    ],
)
def test_an_entity_that_a_pattern_reads_is_not_named(pattern: AccessPattern) -> None:
    assert warnings(pattern) == []


EXISTS = "attribute_exists(PK)"
NEWER = "attribute_not_exists(PK) OR amount < {amount}"
SET = "SET amount = {amount}"


@pytest.mark.parametrize(
    "pattern",
    [
        READ,
        Delete("P2", "?", **ITEM, **BY),
        Update("P2", "?", **ITEM, update=SET, condition=EXISTS, **BY),
        Update("P2", "?", **ITEM, update=SET, condition="amount < {amount}", **BY),
        Update("P2", "?", **ITEM, update=SET, condition=f"{EXISTS} AND attribute_not_exists(amount)", **BY),
        TransactWrite("P2", "?", items=[UpdateItem(SET, condition=EXISTS, **ITEM), PutItem("CUSTOMER")], **BY),
    ],
)
def test_an_entity_that_no_pattern_stores_is_named(pattern: AccessPattern) -> None:
    others = [Put("P3", "?", entity="CUSTOMER", **BY), Query("P4", "?", PK="CUSTOMER#{customerId}", **BY)]
    assert builders.warnings(
        pattern, *others, entities=[ORDER, Entity("CUSTOMER", PK="CUSTOMER#{customerId}", SK="METADATA")]
    ) == [("DW263", "entity ORDER", "ORDER")]


@pytest.mark.parametrize(
    "pattern",
    [
        Put("P2", "?", entity="ORDER", **BY),
        BatchWrite("P2", "?", entities=["ORDER"], **BY),
        Update("P2", "?", **ITEM, update=SET, **BY),
        Update("P2", "?", **ITEM, update=SET, condition=NEWER, **BY),
        Update("P2", "?", **ITEM, update=SET, condition="NOT attribute_exists(PK)", **BY),
        Update("P2", "?", **ITEM, update=SET, condition="attribute_not_exists(amount) AND NOT amount = {amount}", **BY),
        TransactWrite("P2", "?", items=[PutItem("ORDER")], **BY),
        TransactWrite("P2", "?", items=[UpdateItem(SET, **ITEM)], **BY),
    ],
)
def test_an_entity_that_a_pattern_stores_is_not_named(pattern: AccessPattern) -> None:
    assert builders.warnings(READ, pattern) == []


@pytest.mark.parametrize(
    ("pattern", "names"),
    [
        (Query("P1", "?", PK="CUSTOMER#{customerId}", **BY), ["ORDER", "CUSTOMER"]),
        (Query("P1", "?", PK="CUSTOMER#{customerId}", SK=begins_with("ORDER#"), **BY), ["ORDER"]),
        (Get("P1", "?", PK="CUSTOMER#{customerId}", SK="METADATA", **BY), ["CUSTOMER"]),
        (Scan("P1", "?", **BY), ["ORDER", "CUSTOMER"]),
        (Scan("P1", "?", index="ByCountry", **BY), ["CUSTOMER"]),
        (Query("P1", "?", index="ByAmount", status="{status}", **BY), []),  # an order has a status, but no rank
        (Put("P1", "?", entity="ORDER", **BY), []),
    ],
)
def test_a_pattern_reads_the_entities_its_key_can_find(pattern: AccessPattern, names: list[str]) -> None:
    by_amount = Index("ByAmount", Key("status"), Key("rank", "N"))
    model = table(indexes=[BY_COUNTRY, by_amount], entities=[ORDER, CUSTOMER])

    assert [entity.name for entity in read_entities(model, pattern)] == names


def test_a_ttl_by_which_nothing_expires_is_named() -> None:
    assert warnings(READ, ttl="expiresAt") == [("DW265", "table orders", "expiresAt")]


@pytest.mark.parametrize(
    "entity",
    [
        Entity("ORDER", **ITEM, expires_after=timedelta(days=1)),
        Entity("ORDER", **ITEM, attributes={"customerId": "S", "orderId": "S", "expiresAt": "N"}),
    ],
)
def test_a_ttl_that_an_entity_fills_is_not_named(entity: Entity) -> None:
    assert warnings(READ, ttl="expiresAt", entities=[entity]) == []
