"""Add each new order to its day's sales in a transaction with a marker, so it counts once.

Configured by SHOP_TABLE and PROCESSED_TABLE: see function.json.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from dynawright.runtime import BadRecordError, Batch, Item, Record, Response, respond
from dynawright.runtime.attributes import wire
from dynawright.runtime.markers import marker_put
from dynawright.runtime.settings import text
from dynawright.runtime.transactions import transact


def handler(event: Mapping[str, Any], context: Any) -> Response:
    return respond(event, context, run)


def run(batch: Batch) -> None:
    batch.each(_count)


def _count(record: Record) -> None:
    if record.name != "INSERT" or record.new is None or not str(record.keys.get("SK", "")).startswith("ORDER#"):
        return
    day, amount = _day(record.new), _amount(record.new)
    add = {
        "Update": {
            "TableName": text("SHOP_TABLE"),
            "Key": wire({"PK": f"SALES#{day}", "SK": "SUMMARY"}),
            "UpdateExpression": "SET EntityType = :type, OrderDate = :day ADD #total :amount, Orders :one",
            "ExpressionAttributeNames": {"#total": "Total"},
            "ExpressionAttributeValues": wire({":type": "DAILY_SALES", ":day": day, ":amount": amount, ":one": 1}),
        }
    }
    mark = marker_put(text("PROCESSED_TABLE"), f"SALE#{record.event_id}", EventId=record.event_id)
    transact([mark, add])  # refused as a whole if the marker is there, and so the sale


def _day(order: Item) -> str:
    day = order.get("OrderDate")
    if not isinstance(day, str) or not _is_date(day[:10]):
        raise BadRecordError("NewImage.OrderDate is missing or does not begin with a date such as 2026-01-31")
    return day[:10]


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text  # which also reads 2026-W05-6
    except ValueError:
        return False


def _amount(order: Item) -> Decimal:
    amount = order.get("Amount")
    if not isinstance(amount, Decimal):
        raise BadRecordError("NewImage.Amount is missing or no number")
    return amount
