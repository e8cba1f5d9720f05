"""Every change with both its images, appended to the audit table under a key that follows from the record.

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


def handler(event: Mapping[str, Any], context: Any) -> Response:
    return respond(event, context, run)


def run(batch: Batch) -> None:
    batch.each(_append)


def _append(record: Record) -> None:
    append_once(text("AUDIT_TABLE"), entries(record))


def entries(record: Record) -> list[dict[str, Any]]:
    """The entry, and the further pieces of its images where they are long."""
    stream = record.raw["dynamodb"]
    images = json.dumps(
        {"before": stream.get("OldImage"), "after": stream.get("NewImage")}, ensure_ascii=False, separators=(",", ":")
    )
    first, *rest = pieces(images)
    key = {"PK": f"ITEM#{short(record.item_key)}", "SK": f"CHANGE#{record.order}#{record.event_id}"}
    source = {"ItemKey": record.item_key, "EventId": record.event_id, "Order": record.order}
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
