"""Products, orders and stock; stock changes stream to Lambdas."""

from datetime import timedelta

from dynawright.model import (
    Consumer,
    Entity,
    Get,
    Index,
    Key,
    MessageMarkers,
    Put,
    PutItem,
    Query,
    Stream,
    System,
    TableModel,
    TransactWrite,
    Update,
    UpdateItem,
    begins_with,
)

API = Consumer("api", "the shop's HTTP API")
WAREHOUSE = Consumer("warehouse", "receives goods and raises the stock")
AUDIT_LOG = Consumer("audit-log", "the stream function that keeps every change")
STREAM_JOBS = Consumer("stream-jobs", "the stream function that alerts, adds up sales and feeds the search index")
SUPPORT = Consumer("support", "the support desk's tool: what happened to an item, what the stream functions did")

SHOP = TableModel(
    "DynamoDBShop",
    partition_key=Key("PK"),
    sort_key=Key("SK"),
    indexes=[Index("GSI1", Key("GSI1PK"), Key("GSI1SK"))],
    stream=Stream.NEW_AND_OLD_IMAGES,  # low stock is a change: both images are needed
    entities=[
        Entity(
            "PRODUCT",
            PK="PRODUCT#{ProductId}",
            SK="METADATA",
            GSI1PK="CATEGORY#{Category}",
            GSI1SK="PRODUCT#{ProductId}",
            attributes={"EntityType": ("PRODUCT",), "ProductId": "S", "Name": "S", "Stock": "N", "Price": "N", "Category": "S"},
        ),
        Entity(
            "CUSTOMER",
            PK="CUSTOMER#{CustomerId}",
            SK="METADATA",
            attributes={"EntityType": ("CUSTOMER",), "CustomerId": "S", "Name": "S"},
        ),
        Entity(
            "ORDER",
            PK="CUSTOMER#{CustomerId}",
            SK="ORDER#{OrderId}",
            GSI1PK="ORDERS#{OrderDate}",
            GSI1SK="ORDER#{OrderId}",
            attributes={
                "EntityType": ("ORDER",),
                "CustomerId": "S",
                "OrderId": "S",
                "ProductId": "S",
                "Quantity": "N",
                "Amount": "N",
                "OrderDate": "S",
            },
        ),
        Entity(
            "DAILY_SALES",
            PK="SALES#{OrderDate}",
            SK="SUMMARY",
            attributes={"EntityType": ("DAILY_SALES",), "OrderDate": "S", "Total": "N", "Orders": "N"},
        ),
    ],
    access_patterns=[
        Get("PS1", "a product", PK="PRODUCT#{ProductId}", SK="METADATA", used_by=[API]),
        Query("PS2", "products of a category", index="GSI1", GSI1PK="CATEGORY#{Category}", used_by=[API]),
        Query("PS3", "a customer's orders", PK="CUSTOMER#{CustomerId}", SK=begins_with("ORDER#"), used_by=[API]),
        Query("PS4", "orders of a day", index="GSI1", GSI1PK="ORDERS#{OrderDate}", used_by=[API]),
        TransactWrite(
            "PS5",
            "place an order, if the stock suffices",
            items=[
                PutItem("ORDER", condition="attribute_not_exists(PK)"),
                UpdateItem(
                    "SET Stock = Stock - {Quantity}", PK="PRODUCT#{ProductId}", SK="METADATA", condition="Stock >= {Quantity}"
                ),
            ],
            used_by=[API],
        ),
        Get("PS6", "a day's sales", PK="SALES#{OrderDate}", SK="SUMMARY", used_by=[API]),
        Update(
            "PS7",
            "restock",
            PK="PRODUCT#{ProductId}",
            SK="METADATA",
            update="ADD Stock {Quantity:N}",
            condition="attribute_exists(PK)",  # stock of an unknown product must not create a product
            used_by=[WAREHOUSE],
        ),
        Update(
            "PS8",
            "add an order to its day's sales",
            PK="SALES#{OrderDate}",
            SK="SUMMARY",
            update="SET EntityType = {EntityType}, OrderDate = {OrderDate} ADD Total {Amount:N}, Orders {one:N}",
            in_transaction=True,  # in a transaction with the sale's marker
            used_by=[STREAM_JOBS],
        ),
        Put(
            "PS19",
            "add a product",
            entity="PRODUCT",
            condition="attribute_not_exists(PK)",  # otherwise its stock would be reset
            used_by=[API],
        ),
        Put("PS20", "save a customer", entity="CUSTOMER", used_by=[API]),
        Get("PS21", "a customer", PK="CUSTOMER#{CustomerId}", SK="METADATA", used_by=[API]),
    ],
)

AUDIT = TableModel(
    "DynamoDBShopAudit",
    partition_key=Key("PK"),
    sort_key=Key("SK"),
    entities=[
        Entity(
            "AUDIT_ENTRY",
            PK="ITEM#{ItemKey}",
            SK="CHANGE#{Order}#{EventId}",
            attributes={
                "ItemKey": "S",
                "Order": "S",
                "EventId": "S",
                "EventName": ("INSERT", "MODIFY", "REMOVE"),
                "ByTtl": "BOOL",
                "ChangedAt": "S",
                "Images": "S",
                "Pieces": "N",
            },
        ),
        Entity(  # further pieces of images that are too long for one item
            "AUDIT_PIECE",
            PK="ITEM#{ItemKey}",
            SK="CHANGE#{Order}#{EventId}#PIECE#{Piece}",
            attributes={"ItemKey": "S", "Order": "S", "EventId": "S", "Piece": "S", "Images": "S"},
        ),
    ],
    access_patterns=[
        Put(
            "PS9",
            "keep a change",
            entity="AUDIT_ENTRY",
            condition="attribute_not_exists(PK)",
            in_transaction=True,  # in a transaction with its pieces: see runtime/transactions.py
            used_by=[AUDIT_LOG],
        ),
        Put(
            "PS10",
            "keep the rest of a long change",
            entity="AUDIT_PIECE",
            condition="attribute_not_exists(PK)",
            in_transaction=True,
            used_by=[AUDIT_LOG],
        ),
        Query(
            "PS11",
            "what happened to an item",
            name="item_history",
            PK="ITEM#{ItemKey}",
            SK=begins_with("CHANGE#"),
            used_by=[SUPPORT],
        ),
    ],
)

ALERTS_SENT = MessageMarkers(
    used_by=[STREAM_JOBS],
    read_by=[SUPPORT],
    patterns=("PS12", "PS13"),
    entity_name="ALERT_MARKER",
    key="ALERT#{NotificationId}",
    message="a notification",
)
PROCESSED = TableModel(
    "DynamoDBShopProcessed",
    partition_key=Key("PK"),
    ttl="ExpiresAt",
    entities=[
        ALERTS_SENT.entity,
        Entity(
            "SALE_MARKER",
            PK="SALE#{EventId}",
            attributes={"EventId": "S", "Status": ("DONE",), "StartedAt": "N"},
            expires_after=timedelta(days=42),  # as long as a record can be repeated: see runtime/markers.py
        ),
        Entity(
            "SEARCH_POSITION",
            PK="SEARCH#{Document}",
            attributes={"Document": "S", "Newest": "S", "Version": "N", "ExpiresAt": "N"},
            optional=["ExpiresAt"],
        ),
    ],
    access_patterns=[
        *ALERTS_SENT.access_patterns,
        Put(
            "PS14",
            "mark a sale as counted",
            entity="SALE_MARKER",
            condition="attribute_not_exists(PK)",
            in_transaction=True,  # in a transaction with the day's sales
            used_by=[STREAM_JOBS],
        ),
        Update(
            "PS15a",
            "advance a search document",
            PK="SEARCH#{Document}",
            update="SET Document = {Document}, Newest = {Newest} REMOVE ExpiresAt ADD Version {one:N}",
            condition="attribute_not_exists(PK) OR Newest <= {Newest}",
            returns="UPDATED_NEW",  # the document's version in the index
            used_by=[STREAM_JOBS],
        ),
        Update(
            "PS15b",
            "a search document is gone, and its position may go",
            PK="SEARCH#{Document}",
            update="SET Document = {Document}, Newest = {Newest}, ExpiresAt = {ExpiresAt:N} ADD Version {one:N}",
            condition="attribute_not_exists(PK) OR Newest <= {Newest}",
            returns="UPDATED_NEW",
            used_by=[STREAM_JOBS],
        ),
        Get("PS17", "whether a sale was counted", PK="SALE#{EventId}", used_by=[SUPPORT]),
        Get(
            "PS18",
            "how far the search index is with a document",
            name="search_position",
            PK="SEARCH#{Document}",
            used_by=[SUPPORT],
        ),
    ],
)

SYSTEM = System("shop", [SHOP, AUDIT, PROCESSED]).accepting("DW273", because="the team's document names them so")
