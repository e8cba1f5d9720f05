"""Warnings: what works, yet costs money or sleep."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest

from dynawright.model import (
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
from dynawright.model.advice import read_entities
from tests.model import builders
from tests.model.builders import API, ORDER, table

ITEM: dict[str, Any] = {"PK": "CUSTOMER#{customerId}", "SK": "ORDER#{orderId}"}
BY: dict[str, Any] = {"used_by": [API]}
READ = Get("P1", "?", **ITEM, **BY)
CUSTOMER = Entity("CUSTOMER", PK="CUSTOMER#{customerId}", SK="METADATA", GSI1PK="COUNTRY#{country}")
BY_COUNTRY = Index("ByCountry", Key("GSI1PK"))


def warnings(*patterns: AccessPattern, **parts: Any) -> Sequence[str]:
    """Of a table whose entities are all written."""
    names = [entity.name for entity in parts.get("entities", [ORDER])]
    return builders.warnings(*patterns, BatchWrite("W1", "?", entities=names, **BY), **parts)


def by_status(partition_key: str) -> list[Entity]:
    attributes: dict[str, Any] = dict.fromkeys(("customerId", "orderId", "status", "type", "day"), "S")
    return [Entity("ORDER", **ITEM, GSI1PK=partition_key, attributes=attributes)]


def asking(**key: Any) -> AccessPattern:
    return Query("P2", "?", index="ByStatus", **key, **BY)


def test_a_model_whose_every_part_is_used_has_no_warnings() -> None:
    customers = Query("P2", "?", index="ByCountry", GSI1PK="COUNTRY#{country}", **BY)

    assert warnings(READ, customers, indexes=[BY_COUNTRY], entities=[ORDER, CUSTOMER]) == []


@pytest.mark.parametrize(
    "parts",
    [{"indexes": [Index("Unused", Key("GSI1PK"))]}, {"local_indexes": [LocalIndex("Unused", Key("LSI1SK"))]}],
)
def test_an_index_that_serves_no_pattern_is_named(parts: dict[str, Any]) -> None:
    assert warnings(READ, **parts)[0] == (
        "sales/orders: index 'Unused' serves no pattern, yet each write to it costs: declare the pattern, or drop the index"
    )


def test_local_indexes_come_with_a_limit_of_their_own() -> None:
    by_status = Query("P2", "?", index="ByStatus", PK="CUSTOMER#{customerId}", **BY)
    order = Entity("ORDER", **ITEM, status="{status}", attributes=dict.fromkeys(("customerId", "orderId", "status"), "S"))
    assert warnings(READ, by_status, local_indexes=[LocalIndex("ByStatus", Key("status"))], entities=[order]) == [
        "sales/orders: local index 'ByStatus' limits the items under one partition key, with their index entries, to 10 GB: "
        "beyond, writes fail; use a global index if a partition can grow so far"
    ]


STALE = (
    "sales/orders: pattern P3 changes status, from which 'ORDER' builds GSI1PK: index 'ByStatus' would find the item by its old value; "
    "set GSI1PK in the same update"
)


@pytest.mark.parametrize(
    ("update", "found"),
    [
        ("SET status = {status}", [STALE]),
        ("REMOVE status", [STALE]),
        ("SET status = {status}, GSI1PK = {key}", []),
        ("SET day = {day}, GSI1PK = {key}", []),
        ("SET note = {note}", []),
    ],
)
def test_an_update_that_leaves_the_key_of_an_index_behind_is_named(update: str, found: list[str]) -> None:
    attributes: dict[str, Any] = dict.fromkeys(("customerId", "orderId", "status", "day", "note"), "S")
    order = Entity("ORDER", **ITEM, GSI1PK="{status}#{day}", attributes=attributes)
    parts: dict[str, Any] = {"indexes": [Index("ByStatus", Key("GSI1PK"))], "entities": [order]}
    asked = asking(GSI1PK="{status}#{day}")
    assert warnings(READ, asked, Update("P3", "?", **ITEM, update=update, **BY), **parts) == found
    transaction = TransactWrite("P3", "?", items=[UpdateItem(update, **ITEM)], **BY)
    assert warnings(READ, asked, transaction, **parts) == found


def test_an_update_of_an_attribute_that_is_itself_the_key_leaves_nothing_behind() -> None:
    order = Entity(
        "ORDER", **ITEM, orderedBy="{orderedBy}", attributes=dict.fromkeys(("customerId", "orderId", "orderedBy"), "S")
    )
    asked = Query("P2", "?", index="ByPerson", orderedBy="{orderedBy}", **BY)
    update = Update("P3", "?", **ITEM, update="SET orderedBy = {orderedBy}", **BY)
    assert warnings(READ, asked, update, indexes=[Index("ByPerson", Key("orderedBy"))], entities=[order]) == []


def test_an_index_that_is_only_scanned_serves_a_pattern() -> None:
    assert warnings(READ, Scan("P2", "?", index="Scanned", **BY), indexes=[Index("Scanned", Key("GSI1PK"))]) == []


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
    assert warnings(*patterns) == [
        "sales/orders: entity 'ORDER' is read by no pattern: declare the pattern that reads it, or drop the entity"
    ]


@pytest.mark.parametrize(
    "pattern",
    [
        READ,
        Query("P1", "?", PK="CUSTOMER#{customerId}", **BY),
        BatchGet("P1", "?", **ITEM, **BY),
        TransactGet("P1", "?", items=[GetItem(**ITEM)], **BY),
        Scan("P1", "?", **BY),
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
    ) == ["sales/orders: entity 'ORDER' is written by no pattern, so no role may store it: declare the pattern that writes it"]


@pytest.mark.parametrize(
    "pattern",
    [
        Put("P2", "?", entity="ORDER", **BY),
        BatchWrite("P2", "?", entities=["ORDER"], **BY),
        Update("P2", "?", **ITEM, update=SET, **BY),
        Update("P2", "?", **ITEM, update=SET, condition=NEWER, **BY),
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
        (Put("P1", "?", entity="ORDER", **BY), []),
    ],
)
def test_a_pattern_reads_the_entities_its_key_can_find(pattern: AccessPattern, names: list[str]) -> None:
    model = table(indexes=[BY_COUNTRY], entities=[ORDER, CUSTOMER])

    assert [entity.name for entity in read_entities(model, pattern)] == names


@pytest.mark.parametrize("key", ["{status}", "STATUS#{status}", "{type}#{status}", "ALL_ORDERS"])
def test_an_index_key_of_few_values_is_a_hot_partition(key: str) -> None:
    index = Index("ByStatus", Key("GSI1PK"))

    assert warnings(READ, asking(GSI1PK=key), indexes=[index], entities=by_status(key)) == [
        f"sales/orders: index 'ByStatus' puts 'ORDER' into one partition per '{key}', which takes few values: "
        "a hot partition under load; add a shard or a date to the key"
    ]


@pytest.mark.parametrize("key", ["STATUS#{status}#{day}", "{customerId}"])
def test_an_index_key_of_many_values_is_none(key: str) -> None:
    index = Index("ByStatus", Key("GSI1PK"))

    assert warnings(READ, asking(GSI1PK=key), indexes=[index], entities=by_status(key)) == []


def test_a_ttl_by_which_nothing_expires_is_named() -> None:
    assert warnings(READ, ttl="expiresAt") == [
        "sales/orders: TTL is on for 'expiresAt', but no entity expires: give one expires_after=, or drop ttl"
    ]


@pytest.mark.parametrize(
    "entity",
    [
        Entity("ORDER", **ITEM, expires_after=timedelta(days=1)),
        Entity("ORDER", **ITEM, attributes={"customerId": "S", "orderId": "S", "expiresAt": "N"}),
    ],
)
def test_a_ttl_that_an_entity_fills_is_not_named(entity: Entity) -> None:
    assert warnings(READ, ttl="expiresAt", entities=[entity]) == []
