"""Orders by customer and by day; a function keeps each change of them."""

from datetime import timedelta

from dynawright.model import Consumer, Entity, Get, Index, Key, Put, Query, Stream, System, TableModel, begins_with

API = Consumer("api", "the site's HTTP API", cache="reads")
ORDER_LOG = Consumer("order-log", "the stream function that keeps every change")

ORDERS = TableModel(
    "orders",
    partition_key=Key("PK"),
    sort_key=Key("SK"),
    indexes=[Index("ByDay", Key("day"), Key("SK"))],
    stream=Stream.NEW_AND_OLD_IMAGES,
    entities=[
        Entity(
            "ORDER",
            PK="CUSTOMER#{customerId}",
            SK="ORDER#{orderId}",
            day="{day}",
            attributes={"customerId": "S", "orderId": "S", "day": "S", "amount": "N"},
        )
    ],
    access_patterns=[
        Get("PO1", "an order", PK="CUSTOMER#{customerId}", SK="ORDER#{orderId}", used_by=[API]),
        Query("PO2", "a customer's orders", PK="CUSTOMER#{customerId}", SK=begins_with("ORDER#"), used_by=[API]),
        Query("PO3", "the orders of a day", index="ByDay", day="{day}", used_by=[API]),
        Put("PO4", "place an order", entity="ORDER", condition="attribute_not_exists(PK)", used_by=[API]),
    ],
)

LOG = TableModel(
    "order-log",
    partition_key=Key("PK"),
    sort_key=Key("SK"),
    ttl="expiresAt",
    entities=[
        Entity(
            "CHANGE",
            PK="ITEM#{item}",
            SK="CHANGE#{order}#{eventId}",
            attributes={"item": "S", "order": "S", "eventId": "S", "change": ("INSERT", "MODIFY", "REMOVE")},
            expires_after=timedelta(days=42),
        )
    ],
    access_patterns=[
        Put("PO5", "keep a change", entity="CHANGE", condition="attribute_not_exists(PK)", used_by=[ORDER_LOG]),
        Query("PO6", "what happened to an order", PK="ITEM#{item}", SK=begins_with("CHANGE#"), used_by=[API]),
    ],
)

ARCHIVE = TableModel(
    "order-archive",
    partition_key=Key("PK"),
    optional=True,
    entities=[Entity("ARCHIVED", PK="ORDER#{orderId}", attributes={"orderId": "S", "amount": "N"})],
    access_patterns=[
        Get("PO7", "an archived order", PK="ORDER#{orderId}", used_by=[API]),
        Put("PO8", "archive an order", entity="ARCHIVED", used_by=[API]),
    ],
)

SYSTEM = System("orders", [ORDERS, LOG, ARCHIVE]).accepting("DW273", because="an application with a reserved word or two")
