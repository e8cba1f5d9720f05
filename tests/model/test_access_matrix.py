"""The access matrix: every right of every consumer, as data that can be written and read."""

import json

from dynawright.model import Consumer, Delete, Entity, Get, Index, Key, Put, Query, System, TableModel
from dynawright.model.access_matrix import Right, access_matrix, from_json, to_json

API, TENANT = Consumer("api", "the API"), Consumer("tenant", "a tenant's session", tenant_key="ORDER#{orderId}")
ORDERS = TableModel(
    "orders",
    partition_key=Key("PK"),
    indexes=[Index("GSI1", Key("GSI1PK"))],
    entities=[Entity("ORDER", PK="ORDER#{orderId}", GSI1PK="DAY#{day}", attributes={"orderId": "S", "day": "S", "total": "N"})],
    access_patterns=[
        Get("PO1", "an order", PK="ORDER#{orderId}", used_by=[API, TENANT]),
        Get("PO2", "an order, to print it", PK="ORDER#{orderId}", used_by=[API]),
        Query("PO3", "the orders of a day", index="GSI1", GSI1PK="DAY#{day}", attributes=["total"], used_by=[API]),
        Put("PO4", "a new order", entity="ORDER", used_by=[TENANT]),
        Delete("PO5", "cancel an order", PK="ORDER#{orderId}", returns="ALL_OLD", used_by=[API]),
    ],
)
SYSTEM = System("orders", [ORDERS])
WRITTEN = ("GSI1PK", "PK", "day", "orderId", "total")


def test_each_right_is_there_once_with_what_limits_it_and_who_needs_it() -> None:
    assert access_matrix(SYSTEM) == (
        Right("api", "GetItem", "orders", leading_keys=("ORDER#*",), patterns=("PO1", "PO2")),
        Right("api", "Query", "orders", "GSI1", leading_keys=("DAY#*",), attributes=("total",), patterns=("PO3",)),
        Right("api", "DeleteItem", "orders", leading_keys=("ORDER#*",), returns="ALL_OLD", patterns=("PO5",)),
        Right("tenant", "GetItem", "orders", tenant_key="ORDER#{orderId}", patterns=("PO1",)),
        Right("tenant", "PutItem", "orders", tenant_key="ORDER#{orderId}", written=WRITTEN, patterns=("PO4",)),
    )


def test_it_is_read_back_as_it_was_written() -> None:
    written = json.dumps(to_json(access_matrix(SYSTEM)))
    assert tuple(from_json(json.loads(written))) == access_matrix(SYSTEM)


def test_people_read_places_and_keys() -> None:
    reads, queries, deletes, session, _ = access_matrix(SYSTEM)
    assert [right.deed for right in (reads, deletes)] == ["GetItem", "DeleteItem, returns ALL_OLD"]
    assert [right.place for right in (reads, queries)] == ["`orders`", "`orders` index `GSI1`"]
    assert reads.partition == "`ORDER#*`"
    assert "`ORDER#{orderId}`" in session.partition
    assert Right("api", "Scan", "orders").partition == "all"
    assert Right("api", "GetItem", "orders").partition == "any"
