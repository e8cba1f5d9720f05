"""Log falling stock; notify when it crosses the threshold and when nothing is left.

Configured by LOW_STOCK_THRESHOLD, ALERT_TOPIC_ARN and PROCESSED_TABLE: see function.json.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import partial
from typing import Any

from dynawright.runtime import (
    BadRecordError,
    Batch,
    Item,
    Message,
    Record,
    Response,
    SentMessages,
    publish_once,
    respond,
    to_topic,
)
from dynawright.runtime.log import log
from dynawright.runtime.settings import text, whole_number

LOW_STOCK, OUT_OF_STOCK = "LOW_STOCK", "OUT_OF_STOCK"
SUBJECTS = {LOW_STOCK: "Low stock", OUT_OF_STOCK: "Out of stock"}


def handler(event: Mapping[str, Any], context: Any) -> Response:
    return respond(event, context, run)


def run(batch: Batch) -> None:
    for record in batch.records:
        for notification in batch.attempt(record, partial(_notifications, record)) or ():
            batch.attempt(record, partial(_publish, notification))


def _publish(notification: Message) -> None:
    publish_once(notification, SentMessages(text("PROCESSED_TABLE"), "ALERT#{NotificationId}"))


def _notifications(record: Record) -> list[Message]:
    if record.name != "MODIFY" or record.new is None or record.old is None or not _is_product(record):
        return []
    before, after = _stock(record.old, "OldImage"), _stock(record.new, "NewImage")
    if after >= before:
        return []
    log("INFO", "stock decreased", product=record.item_key, before=str(before), after=str(after))
    threshold = whole_number("LOW_STOCK_THRESHOLD", default=10)
    return [_notification(record, kind, before, after, threshold) for kind in _crossings(before, after, threshold)]


def _is_product(record: Record) -> bool:
    return str(record.keys.get("PK", "")).startswith("PRODUCT#") and record.keys.get("SK") == "METADATA"


def _stock(image: Item, place: str) -> Decimal:
    stock = image.get("Stock")
    if not isinstance(stock, Decimal):
        raise BadRecordError(f"{place}.Stock is missing or no number")
    return stock


def _crossings(before: Decimal, after: Decimal, threshold: int) -> Iterator[str]:
    if before > threshold >= after:
        yield LOW_STOCK
    if before > 0 >= after:
        yield OUT_OF_STOCK


def _notification(record: Record, kind: str, before: Decimal, after: Decimal, threshold: int) -> Message:
    content = {
        "kind": kind,
        "productId": record.image.get("ProductId"),
        "name": record.image.get("Name"),
        "stock": after,
        "previousStock": before,
        "threshold": threshold,
        "changedAt": record.changed_at.isoformat(),
    }
    return to_topic(
        text("ALERT_TOPIC_ARN"),
        f"{record.event_id}-{kind}",
        content,
        subject=SUBJECTS[kind],
        attributes={"kind": kind},
        group=str(record.keys["PK"]),
    )
