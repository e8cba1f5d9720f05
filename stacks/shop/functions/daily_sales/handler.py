"""Add each new order to its day's sales in a transaction with a marker, so it counts once.

Configured by SHOP_TABLE and PROCESSED_TABLE: see function.json.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from functools import partial
from typing import Any

from shop_client import StreamJobs

from dynawright.runtime import BadRecordError, Batch, Item, Record, Response, respond
from dynawright.runtime.clients import client
from dynawright.runtime.settings import text
from dynawright.runtime.transactions import transact


def handler(event: Mapping[str, Any], context: Any) -> Response:
    return respond(event, context, run)


def run(batch: Batch) -> None:
    orders = [record for record in batch.records if record.name == "INSERT" and _is_order(record)]
    if orders:
        shop = StreamJobs(
            tables={"DynamoDBShop": text("SHOP_TABLE"), "DynamoDBShopProcessed": text("PROCESSED_TABLE")},
            client=client("dynamodb"),
        )
        batch.each(partial(_count, shop), orders)


def _is_order(record: Record) -> bool:
    return str(record.keys.get("SK", "")).startswith("ORDER#")


def _count(shop: StreamJobs, record: Record) -> None:
    mark = shop.mark_sale_as_counted(EventId=record.event_id, StartedAt=int(time.time()))
    add = shop.add_order_to_day_sales(OrderDate=_day(record.image), Amount=_amount(record.image), one=1)
    transact(lambda: shop.transact(mark, add))  # refused as a whole if the marker is there, and so the sale


def _day(order: Item) -> str:
    day = order.get("OrderDate")
    if not isinstance(day, str) or not _is_date(day[:10]):
        raise BadRecordError("NewImage.OrderDate is missing or does not begin with a date such as 2026-01-31")
    return day[:10]


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text  # fromisoformat also accepts 2026-W05-6
    except ValueError:
        return False


def _amount(order: Item) -> Decimal:
    amount = order.get("Amount")
    if not isinstance(amount, Decimal):
        raise BadRecordError("NewImage.Amount is missing or no number")
    return amount
