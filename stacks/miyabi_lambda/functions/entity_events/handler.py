"""Publish every change of an entity as an event on EventBridge; `detail.id` is the change's id.

Configured by EVENT_BUS_NAME and PROCESSED_TABLE: see function.json.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dynawright.runtime import (
    BadRecordError,
    Batch,
    Message,
    Record,
    Response,
    SentMessages,
    publish_once,
    respond,
    to_event_bus,
)
from dynawright.runtime.plain import as_json
from dynawright.runtime.settings import text

SOURCE = "miyabi.data"
CHANGES = {"INSERT": "created", "MODIFY": "updated", "REMOVE": "deleted"}
MAX_DETAIL_BYTES = 240_000  # events are limited to 256 KB, items to 400


def handler(event: Mapping[str, Any], context: Any) -> Response:
    return respond(event, context, run)


def run(batch: Batch) -> None:
    batch.each(lambda record: publish_once(_event(record), SentMessages(text("PROCESSED_TABLE"), "EVENT#{eventId}")))


def _event(record: Record) -> Message:
    """Return the change, with the whole item if it fits into an event."""
    entity = record.image.get("EntityType")
    if not isinstance(entity, str):
        raise BadRecordError("the item has no EntityType")
    change = "expired" if record.expired else CHANGES[record.name]
    old, new = record.old or {}, record.new or {}
    detail = {
        "order": record.order,
        "entity": entity,
        "change": change,
        "keys": record.keys,
        "changedAttributes": sorted(name for name in {*old, *new} if old.get(name) != new.get(name)),
    }
    whole = {**detail, "item": record.image}
    fits = len(as_json(whole).encode()) <= MAX_DETAIL_BYTES
    return to_event_bus(
        text("EVENT_BUS_NAME"),
        record.event_id,
        whole if fits else {**detail, "itemOmitted": True},
        source=SOURCE,
        detail_type=f"{entity} {change}",
        time=record.changed_at,
    )
