"""Stock that falls: logged; a notification when it crosses the threshold, another when nothing is left.

Configured by LOW_STOCK_THRESHOLD, ALERT_TOPIC_ARN and PROCESSED_TABLE: see function.json.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import partial
from typing import Any

from dynawright.runtime import BadRecordError, Batch, Item, Record, Response, respond
from dynawright.runtime.clients import client
from dynawright.runtime.log import log
from dynawright.runtime.plain import as_json
from dynawright.runtime.sending import Message, send_once
from dynawright.runtime.settings import text, whole_number

LOW_STOCK, OUT_OF_STOCK = "LOW_STOCK", "OUT_OF_STOCK"
DROPPED_SECONDS = 240  # a FIFO topic drops repeats for five minutes; a minute is left for sending
SUBJECTS = {LOW_STOCK: "Low stock", OUT_OF_STOCK: "Out of stock"}


def handler(event: Mapping[str, Any], context: Any) -> Response:
    return respond(event, context, run)


def run(batch: Batch) -> None:
    for record in batch.records:
        for notification in batch.attempt(record, partial(_notifications, record)) or ():
            batch.attempt(record, partial(send_once, notification, batch.settled))


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
    topic, id = text("ALERT_TOPIC_ARN"), f"{record.event_id}-{kind}"
    fifo, sns = _fifo(topic, str(record.keys["PK"]), id), client("sns", attempts=1)
    content = {
        "id": id,
        "kind": kind,
        "productId": record.image.get("ProductId"),
        "name": record.image.get("Name"),
        "stock": after,
        "previousStock": before,
        "threshold": threshold,
        "changedAt": record.changed_at.isoformat(),
    }
    request = {
        "TopicArn": topic,
        "Subject": SUBJECTS[kind],
        "Message": as_json(content),
        "MessageAttributes": {name: {"DataType": "String", "StringValue": content[name]} for name in ("kind", "id")},
        **fifo,
    }
    dropped = DROPPED_SECONDS if fifo else 0
    return Message(id, text("PROCESSED_TABLE"), f"ALERT#{id}", {"NotificationId": id}, partial(sns.publish, **request), dropped)


def _fifo(topic: str, group: str, id: str) -> dict[str, str]:
    """A FIFO topic drops a second message of the same id; a standard one takes none of this."""
    if not topic.endswith(".fifo"):
        return {}
    # A group id takes no spaces, a product id may have some; only the order within one product matters.
    safe = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in group)
    return {"MessageGroupId": safe[:128], "MessageDeduplicationId": id}
