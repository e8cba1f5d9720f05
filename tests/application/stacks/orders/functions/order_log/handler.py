"""Keep each change of an order once, under a key that follows from the record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dynawright.runtime import Batch, Record, Response, respond
from dynawright.runtime.markers import expiry
from dynawright.runtime.settings import text
from dynawright.runtime.transactions import append_once


def handler(event: Mapping[str, Any], context: Any) -> Response:
    return respond(event, context, run)


def run(batch: Batch) -> None:
    batch.each(_append)


def _append(record: Record) -> None:
    entry = {
        "PK": f"ITEM#{record.item_key}",
        "SK": f"CHANGE#{record.order}#{record.event_id}",
        "item": record.item_key,
        "order": record.order,
        "eventId": record.event_id,
        "change": record.name,
        "expiresAt": expiry(),
    }
    append_once(text("LOG_TABLE"), [entry])
