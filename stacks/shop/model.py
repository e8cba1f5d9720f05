"""Products, orders and stock; stock changes stream to Lambdas."""

from modules.model import (
    Consumer,
    Entity,
    Get,
    Index,
    Key,
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

SHOP = TableModel(
    "DynamoDBShop",
    partition_key=Key("PK"),
    sort_key=Key("SK"),
    indexes=[Index("GSI1", Key("GSI1PK"), Key("GSI1SK"))],
    stream=Stream.NEW_AND_OLD_IMAGES,  # low stock is a change: both sides are needed
    entities=[
        Entity(
            "PRODUCT",
            PK="PRODUCT#{ProductId}",
            SK="METADATA",
            GSI1PK="CATEGORY#{Category}",
            GSI1SK="PRODUCT#{ProductId}",
            attributes={"EntityType": "S", "ProductId": "S", "Name": "S", "Stock": "N", "Price": "N", "Category": "S"},
        ),
        Entity(
            "CUSTOMER", PK="CUSTOMER#{CustomerId}", SK="METADATA", attributes={"EntityType": "S", "CustomerId": "S", "Name": "S"}
        ),
        Entity(
            "ORDER",
            PK="CUSTOMER#{CustomerId}",
            SK="ORDER#{OrderId}",
            GSI1PK="ORDERS#{OrderDate}",
            GSI1SK="ORDER#{OrderId}",
            attributes={
                "EntityType": "S",
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
            attributes={"EntityType": "S", "OrderDate": "S", "Total": "N", "Orders": "N"},
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
            condition="attribute_exists(PK)",  # goods of an unknown product are not a product
            used_by=[WAREHOUSE],
        ),
    ],
)

SYSTEM = System("shop", [SHOP])
