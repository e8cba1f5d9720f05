"""Indexes that become hot, stale or too large."""

from typing import Any

import pytest

from dynawright.model import AccessPattern, Entity, Get, Index, Key, LocalIndex, Put, Query, TransactWrite, Update, UpdateItem
from tests.model.builders import API, warnings
from tests.problems import Told

ITEM: dict[str, Any] = {"PK": "CUSTOMER#{customerId}", "SK": "ORDER#{orderId}"}
BY: dict[str, Any] = {"used_by": [API]}
READ = Get("P1", "?", **ITEM, **BY)
WRITTEN = Put("W1", "?", entity="ORDER", **BY)
BY_STATUS = Index("ByStatus", Key("GSI1PK"))


def by_status(partition_key: str) -> list[Entity]:
    attributes: dict[str, Any] = dict.fromkeys(("customerId", "orderId", "status", "type", "day"), "S")
    return [Entity("ORDER", **ITEM, GSI1PK=partition_key, attributes=attributes)]


def asking(**key: Any) -> AccessPattern:
    return Query("P2", "?", index="ByStatus", **key, **BY)


@pytest.mark.parametrize("key", ["{status}", "STATUS#{status}", "{type}#{status}", "ALL_ORDERS"])
def test_an_index_key_of_few_values_is_a_hot_partition(key: str) -> None:
    found = warnings(READ, WRITTEN, asking(GSI1PK=key), indexes=[BY_STATUS], entities=by_status(key))
    assert found == [("DW264", "entity ORDER", key)]


@pytest.mark.parametrize("key", ["STATUS#{status}#{day}", "{customerId}"])
def test_an_index_key_of_many_values_is_none(key: str) -> None:
    assert warnings(READ, WRITTEN, asking(GSI1PK=key), indexes=[BY_STATUS], entities=by_status(key)) == []


STALE: list[Told] = [("DW266", "pattern P3", "GSI1PK")]


@pytest.mark.parametrize(
    ("update", "found"),
    [
        ("SET status = {status}", STALE),
        ("REMOVE status", STALE),
        ("SET status = {status}, GSI1PK = {key}", []),
        ("SET day = {day}, GSI1PK = {key}", []),
        ("SET note = {note}", []),
    ],
)
def test_an_update_that_leaves_the_key_of_an_index_behind_is_named(update: str, found: list[Told]) -> None:
    attributes: dict[str, Any] = dict.fromkeys(("customerId", "orderId", "status", "day", "note"), "S")
    parts: dict[str, Any] = {
        "indexes": [BY_STATUS],
        "entities": [Entity("ORDER", **ITEM, GSI1PK="{status}#{day}", attributes=attributes)],
    }
    asked = asking(GSI1PK="{status}#{day}")
    assert warnings(READ, WRITTEN, asked, Update("P3", "?", **ITEM, update=update, **BY), **parts) == found
    transaction = TransactWrite("P3", "?", items=[UpdateItem(update, **ITEM)], **BY)
    assert warnings(READ, WRITTEN, asked, transaction, **parts) == found


def test_an_update_of_an_attribute_that_is_itself_the_key_leaves_nothing_behind() -> None:
    attributes: dict[str, Any] = dict.fromkeys(("customerId", "orderId", "orderedBy"), "S")
    order = Entity("ORDER", **ITEM, orderedBy="{orderedBy}", attributes=attributes)
    asked = Query("P2", "?", index="ByPerson", orderedBy="{orderedBy}", **BY)
    update = Update("P3", "?", **ITEM, update="SET orderedBy = {orderedBy}", **BY)
    assert warnings(READ, WRITTEN, asked, update, indexes=[Index("ByPerson", Key("orderedBy"))], entities=[order]) == []


def test_local_indexes_come_with_a_limit_of_their_own() -> None:
    by_status = Query("P2", "?", index="ByStatus", PK="CUSTOMER#{customerId}", **BY)
    order = Entity("ORDER", **ITEM, status="{status}", attributes=dict.fromkeys(("customerId", "orderId", "status"), "S"))
    parts: dict[str, Any] = {"local_indexes": [LocalIndex("ByStatus", Key("status"))], "entities": [order]}
    assert warnings(READ, WRITTEN, by_status, **parts) == [("DW267", "index ByStatus", "ByStatus")]
