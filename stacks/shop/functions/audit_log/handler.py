"""Append every change with both images to the audit table, under a key from the record.

The same record always gives the same items, each put only if it does not exist. Configured by AUDIT_TABLE: see function.json.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from typing import Any

from shop_client import AuditLog

from dynawright.runtime import Batch, Record, Response, respond
from dynawright.runtime.clients import client
from dynawright.runtime.pieces import pieces, short
from dynawright.runtime.settings import text
from dynawright.runtime.transactions import transact

_encoded = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":")).encode


def handler(event: Mapping[str, Any], context: Any) -> Response:
    return respond(event, context, run)


def run(batch: Batch) -> None:
    if batch.records:
        audit = AuditLog(tables={"DynamoDBShopAudit": text("AUDIT_TABLE")}, client=client("dynamodb"))
        batch.each(partial(_keep, audit))


def _keep(audit: AuditLog, record: Record) -> None:
    """Append the entry, and the further pieces of its images where they are long."""
    stream = record.raw["dynamodb"]
    first, *rest = pieces(_encoded({"before": stream.get("OldImage"), "after": stream.get("NewImage")}))
    item_key, order, event_id = short(record.item_key), record.order, record.event_id
    entry = audit.keep_change(
        ItemKey=item_key,
        Order=order,
        EventId=event_id,
        EventName=record.name,
        ByTtl=record.expired,
        ChangedAt=record.changed_at.isoformat(),
        Images=first,
        Pieces=1 + len(rest),
    )
    further = [
        audit.keep_rest_of_long_change(ItemKey=item_key, Order=order, EventId=event_id, Piece=f"{number:03}", Images=piece)
        for number, piece in enumerate(rest, start=2)
    ]
    transact(lambda: audit.transact(entry, *further))  # refused as a whole if they are there
