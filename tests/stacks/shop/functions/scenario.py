"""The expected effects of the shop's functions on the emulator."""

from __future__ import annotations

from tests.applied.platform import Platform, Scenario
from tests.functions.cloud import Item


def write(platform: Platform) -> None:
    product: Item = {"PK": "PRODUCT#x", "SK": "METADATA", "EntityType": "PRODUCT", "ProductId": "x", "Name": "X", "Stock": 12}
    platform.write("DynamoDBShop", product, {**product, "Stock": 9}, {**product, "Stock": "none"}, {**product, "Stock": 0})
    order: Item = {"PK": "CUSTOMER#x", "EntityType": "ORDER", "OrderDate": "2031-01-01", "GSI1PK": "ORDERS#2031-01-01"}
    platform.write("DynamoDBShop", *({**order, "SK": f"ORDER#{n}", "GSI1SK": f"ORDER#{n}", "Amount": n} for n in (1, 2)))
    platform.dynamodb.delete_item(
        TableName=platform.table("DynamoDBShop"), Key={"PK": {"S": "PRODUCT#x"}, "SK": {"S": "METADATA"}}
    )


def check(platform: Platform) -> None:
    audited = [item["EventName"] for item in platform.items("DynamoDBShopAudit") if item["ItemKey"] == "PRODUCT#x|METADATA"]
    assert sorted(audited) == ["INSERT", "MODIFY", "MODIFY", "MODIFY", "REMOVE"]
    (sales,) = [item for item in platform.items("DynamoDBShop") if item["PK"] == "SALES#2031-01-01"]
    assert (sales["Total"], sales["Orders"]) == (3, 2)
    alerts = [item for item in platform.items("DynamoDBShopProcessed") if item["PK"].startswith("ALERT#")]
    assert [(item["PK"].rsplit("-")[-1], item.get("Status")) for item in alerts if "LOW_STOCK" in item["PK"]][-1] == (
        "LOW_STOCK",
        "DONE",
    )


def _has_no_number(image: Item) -> bool:
    return bool(image.get("Stock") == {"S": "none"})


SCENARIO = Scenario(
    write,
    check,
    poisons={"inventory_alerts": _has_no_number, "stream_jobs": _has_no_number},
    effects=frozenset(
        {
            "messages to SNS",
            "new AUDIT_ENTRY in DynamoDBShopAudit-local",
            "new ALERT_MARKER in DynamoDBShopProcessed-local",
            "new SALE_MARKER in DynamoDBShopProcessed-local",
            "changed DAILY_SALES in DynamoDBShop-local",
        }
    ),
    off=("search_sync",),
)
