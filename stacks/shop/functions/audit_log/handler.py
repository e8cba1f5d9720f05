"""Append every change with both images to the audit table, under a key from the record.

The same record always makes the same items, each put only if it is not there yet. Configured by AUDIT_TABLE: see function.json.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from dynawright.runtime import Batch, Record, Response, respond
from dynawright.runtime.pieces import pieces, short
from dynawright.runtime.settings import text
from dynawright.runtime.transactions import append_once

_encoded = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":")).encode


def handler(event: Mapping[str, Any], context: Any) -> Response:
    return respond(event, context, run)


def run(batch: Batch) -> None:
    if batch.records:
        table = text("AUDIT_TABLE")
        batch.each(lambda record: append_once(table, entries(record)))


def entries(record: Record) -> list[dict[str, Any]]:
    """The entry, and the further pieces of its images where they are long."""
    stream = record.raw["dynamodb"]
    first, *rest = pieces(_encoded({"before": stream.get("OldImage"), "after": stream.get("NewImage")}))
    item_key, order, event_id = record.item_key, record.order, record.event_id
    key = {"PK": f"ITEM#{short(item_key)}", "SK": f"CHANGE#{order}#{event_id}"}
    source = {"ItemKey": item_key, "EventId": event_id, "Order": order}
    entry = {
        **key,
        **source,
        "EventName": record.name,
        "ByTtl": record.expired,
        "ChangedAt": record.changed_at.isoformat(),
        "Images": first,
        "Pieces": 1 + len(rest),
    }
    further = [
        {**key, **source, "SK": f"{key['SK']}#PIECE#{number:03}", "Piece": f"{number:03}", "Images": piece}
        for number, piece in enumerate(rest, start=2)
    ]
    return [entry, *further]
