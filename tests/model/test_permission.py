"""The item actions, places and partition keys that follow from a consumer's patterns."""

from datetime import timedelta
from typing import Any

import pytest

from dynawright.model import (
    AccessPattern,
    BatchGet,
    BatchWrite,
    ConditionCheck,
    Consumer,
    Delete,
    DeleteItem,
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
from dynawright.model.operation import Write
from dynawright.model.permission import Permission, permissions
from tests.model.builders import API, ORDER, table

ITEM: dict[str, Any] = {"PK": "CUSTOMER#{customerId}", "SK": "ORDER#{orderId}"}
BY: dict[str, Any] = {"used_by": [API]}
CUSTOMERS = ("CUSTOMER#*",)
SETTINGS = Entity("SETTINGS", PK="SETTINGS", SK="CURRENT")
ANYTHING = Entity("ANYTHING", PK="{id}", SK="{part}")
BY_STATUS = Index("ByStatus", Key("GSI1PK"), Key("SK"))
BY_AMOUNT = LocalIndex("ByAmount", Key("amount", "N"))


def found(*patterns: AccessPattern, consumer: Consumer = API, **parts: Any) -> list[Permission]:
    return permissions(table(access_patterns=patterns, **parts), consumer)


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        (Get("P1", "?", **ITEM, **BY), Permission("P1", "GetItem", None, CUSTOMERS)),
        (BatchGet("P1", "?", **ITEM, **BY), Permission("P1", "BatchGetItem", None, CUSTOMERS)),
        (Query("P1", "?", PK=ITEM["PK"], **BY), Permission("P1", "Query", None, CUSTOMERS)),
        (Query("P1", "?", PK=ITEM["PK"], SK=begins_with("ORDER#"), **BY), Permission("P1", "Query", None, CUSTOMERS)),
        (Scan("P1", "?", **BY), Permission("P1", "Scan")),
        (Put("P1", "?", entity="ORDER", **BY), Permission("P1", "PutItem", None, CUSTOMERS)),
        (Update("P1", "?", **ITEM, update="REMOVE tags", **BY), Permission("P1", "UpdateItem", None, CUSTOMERS)),
        (Delete("P1", "?", **ITEM, **BY), Permission("P1", "DeleteItem", None, CUSTOMERS)),
        (BatchWrite("P1", "?", entities=["ORDER"], **BY), Permission("P1", "BatchWriteItem", None, CUSTOMERS)),
    ],
    ids=lambda given: type(given).__name__,
)
def test_each_kind_of_pattern_needs_one_action(pattern: AccessPattern, expected: Permission) -> None:
    assert found(pattern) == [expected]


def test_a_transaction_of_writes_is_authorized_as_the_item_actions_it_consists_of() -> None:
    items: list[Write] = [
        PutItem("SETTINGS"),
        UpdateItem("REMOVE tags", **ITEM),
        DeleteItem(PK="CUSTOMER#{customerId}", SK="ORDER#old"),
        ConditionCheck("attribute_exists(PK)", PK="SETTINGS", SK="CURRENT"),
    ]
    assert found(TransactWrite("P1", "?", items=items, **BY), entities=[ORDER, SETTINGS]) == [
        Permission("P1", "PutItem", None, ("SETTINGS",), in_transaction=True),
        Permission("P1", "UpdateItem", None, CUSTOMERS, in_transaction=True),
        Permission("P1", "DeleteItem", None, CUSTOMERS, in_transaction=True),
        Permission("P1", "ConditionCheckItem", None, ("SETTINGS",), in_transaction=True),
    ]


@pytest.mark.parametrize(
    ("pattern", "returns"),
    [
        (Put("P1", "?", entity="ORDER", returns="ALL_OLD", **BY), "ALL_OLD"),
        (Update("P1", "?", **ITEM, update="REMOVE tags", returns="UPDATED_NEW", **BY), "UPDATED_NEW"),
        (Delete("P1", "?", **ITEM, returns="ALL_OLD", **BY), "ALL_OLD"),
        (Delete("P1", "?", **ITEM, **BY), "NONE"),
    ],
    ids=lambda given: given if isinstance(given, str) else type(given).__name__,
)
def test_a_write_carries_what_it_returns(pattern: AccessPattern, returns: str) -> None:
    assert [permission.returns for permission in found(pattern)] == [returns]


def test_a_transaction_of_reads_is_authorized_as_gets() -> None:
    items = [GetItem(**ITEM), GetItem(PK="SETTINGS", SK="CURRENT")]
    assert found(TransactGet("P1", "?", items=items, **BY), entities=[ORDER, SETTINGS]) == [
        Permission("P1", "GetItem", None, CUSTOMERS),
        Permission("P1", "GetItem", None, ("SETTINGS",)),
    ]


def test_a_query_of_an_index_leads_with_that_indexs_partition_key() -> None:
    query = Query("P1", "?", index="ByStatus", GSI1PK="STATUS#{status}", **BY)
    assert found(query, indexes=[BY_STATUS]) == [Permission("P1", "Query", "ByStatus", ("STATUS#*",))]


def test_a_query_of_a_local_index_leads_with_the_tables_partition_key() -> None:
    query = Query("P1", "?", index="ByAmount", PK="CUSTOMER#{customerId}", **BY)
    assert found(query, local_indexes=[BY_AMOUNT]) == [Permission("P1", "Query", "ByAmount", CUSTOMERS)]


def test_a_scan_of_an_index_names_it() -> None:
    assert found(Scan("P1", "?", index="ByStatus", **BY), indexes=[BY_STATUS]) == [Permission("P1", "Scan", "ByStatus")]


@pytest.mark.parametrize(
    "pattern",
    [
        Get("P1", "?", **ITEM, attributes=["status", "amount"], **BY),
        BatchGet("P1", "?", **ITEM, attributes=["status", "amount"], **BY),
        Query("P1", "?", PK=ITEM["PK"], attributes=["status", "amount"], **BY),
        Scan("P1", "?", attributes=["status", "amount"], **BY),
    ],
    ids=lambda given: type(given).__name__,
)
def test_a_read_carries_the_attributes_it_fixes(pattern: AccessPattern) -> None:
    assert [permission.attributes for permission in found(pattern)] == [("status", "amount")]


@pytest.mark.parametrize(
    ("key", "leading"),
    [
        ("CUSTOMER#{customerId}", ("CUSTOMER#*",)),
        ("{customerId}#CUSTOMER", ("*#CUSTOMER",)),
        ("A#{customerId}#B#{orderId}", ("A#*#B#*",)),
        ("SETTINGS", ("SETTINGS",)),
        ("{customerId}", ()),
        ("{customerId}{orderId}", ()),
        ("WHAT?#{customerId}", ("WHAT${?}#*",)),
        ("ALL*", ("ALL${*}",)),
        ("*", ("${*}",)),
    ],
)
def test_places_become_wildcards_and_a_keys_own_wildcards_stay_what_they_are(key: str, leading: tuple[str, ...]) -> None:
    entity = Entity("E", PK=key, SK="ORDER#{orderId}")
    get = Get("P1", "?", PK=key, SK="ORDER#{orderId}", **BY)
    assert found(get, entities=[entity]) == [Permission("P1", "GetItem", None, leading)]


def test_a_batch_of_writes_leads_with_the_keys_of_all_its_entities() -> None:
    batch = BatchWrite("P1", "?", entities=["SETTINGS", "ORDER"], **BY)
    assert found(batch, entities=[ORDER, SETTINGS]) == [
        Permission("P1", "BatchWriteItem", None, ("CUSTOMER#*", "SETTINGS")),
    ]


def test_the_keys_of_a_batch_are_in_order_whatever_the_order_of_its_entities() -> None:
    entities = [Entity(f"E{number}", PK=f"E{number}#{{id}}", SK="METADATA") for number in range(8)]
    batch = BatchWrite("P1", "?", entities=[entity.name for entity in reversed(entities)], **BY)
    (permission,) = found(batch, entities=entities)
    assert permission.leading_keys == tuple(f"E{number}#*" for number in range(8))


def test_a_batch_of_writes_with_one_free_key_is_not_limited_by_the_others() -> None:
    batch = BatchWrite("P1", "?", entities=["ORDER", "ANYTHING"], **BY)
    assert found(batch, entities=[ORDER, ANYTHING]) == [Permission("P1", "BatchWriteItem")]


def test_only_the_patterns_that_name_the_consumer_count() -> None:
    other = Consumer("other", "for tests")
    patterns = [Get("P1", "?", **ITEM, **BY), Scan("P2", "?", used_by=[other]), Delete("P3", "?", **ITEM, used_by=[API, other])]
    assert [permission.pattern for permission in found(*patterns)] == ["P1", "P3"]
    assert [permission.pattern for permission in found(*patterns, consumer=other)] == ["P2", "P3"]


def test_whoever_uses_nothing_needs_nothing() -> None:
    assert found(Get("P1", "?", **ITEM, **BY), consumer=Consumer("other", "for tests")) == []


TENANT = Consumer("tenant", "for tests", tenant_key="CUSTOMER#{customerId}")
NOTE = Entity(
    "NOTE",
    PK="CUSTOMER#{customerId}",
    SK="NOTE#{noteId}",
    GSI1PK="NOTES#{customerId}",
    attributes={"customerId": "S", "noteId": "S", "text": "S"},
    optional=["text"],
    expires_after=timedelta(days=1),
)
OF_A_NOTE = ("GSI1PK", "PK", "SK", "customerId", "expiresAt", "noteId", "text")
OF_AN_ORDER = ("PK", "SK", "address", "amount", "customerId", "lines", "orderId", "status", "tags")
OWN: dict[str, Any] = {"used_by": [TENANT]}


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        (Put("P1", "?", entity="NOTE", **OWN), [OF_A_NOTE]),
        (Put("P1", "?", entity="ORDER", **OWN), [OF_AN_ORDER]),
        (Update("P1", "?", **ITEM, update="REMOVE tags", **OWN), [OF_AN_ORDER]),
        (BatchWrite("P1", "?", entities=["NOTE", "ORDER"], **OWN), [tuple(sorted({*OF_A_NOTE, *OF_AN_ORDER}))]),
        (TransactWrite("P1", "?", items=[PutItem("NOTE"), DeleteItem(**ITEM)], **OWN), [OF_A_NOTE, ()]),
        (Get("P1", "?", **ITEM, **OWN), [()]),
        (Delete("P1", "?", **ITEM, **OWN), [()]),
        (Put("P1", "?", entity="NOTE", **BY), []),
    ],
    ids=lambda given: type(given).__name__,
)
def test_a_tenant_writes_what_the_written_entities_have_and_nothing_else(
    pattern: AccessPattern, expected: list[tuple[str, ...]]
) -> None:
    indexes = [Index("ByCustomer", Key("GSI1PK")), Index("Everybodys", Key("GSI2PK"))]
    model = {"entities": [ORDER, NOTE], "indexes": indexes, "ttl": "expiresAt"}
    assert [one.written for one in found(pattern, consumer=TENANT, **model)] == expected


def test_others_may_write_any_attribute() -> None:
    assert [one.written for one in found(Put("P1", "?", entity="ORDER", **BY))] == [()]


@pytest.mark.parametrize(
    "pattern",
    [
        Put("P1", "?", entity="ORDER", condition="attribute_not_exists(GSI2PK) OR expiresAt < {now:N}", **OWN),
        Update("P1", "?", **ITEM, update="SET expiresAt = if_not_exists(GSI2PK, {now:N})", **OWN),
        Update("P1", "?", **ITEM, update="REMOVE expiresAt", condition="size(GSI2PK) > {none:N}", **OWN),
        TransactWrite("P1", "?", items=[PutItem("ORDER", condition="GSI2PK = expiresAt")], **OWN),
    ],
    ids=lambda given: type(given).__name__,
)
def test_a_tenant_may_touch_what_its_own_condition_or_update_names(pattern: AccessPattern) -> None:
    model = {"entities": [ORDER], "indexes": [Index("Other", Key("GSI2PK"))], "ttl": "expiresAt"}
    assert [one.written for one in found(pattern, consumer=TENANT, **model)] == [
        tuple(sorted({*OF_AN_ORDER, "GSI2PK", "expiresAt"}))
    ]
