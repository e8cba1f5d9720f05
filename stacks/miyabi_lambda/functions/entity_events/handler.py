"""Every change of an entity as one event on EventBridge, whose `detail.id` is that of the change.

Configured by EVENT_BUS_NAME and PROCESSED_TABLE: see function.json.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dynawright.runtime import BadRecordError, Batch, Record, Response, respond
from dynawright.runtime.clients import client
from dynawright.runtime.errors import NotTakenError
from dynawright.runtime.plain import as_json
from dynawright.runtime.sending import Message, send_once
from dynawright.runtime.settings import text

SOURCE = "miyabi.data"
CHANGES = {"INSERT": "created", "MODIFY": "updated", "REMOVE": "deleted"}
MAX_DETAIL_BYTES = 240_000  # an event may have 256 KB; an item 400


def handler(event: Mapping[str, Any], context: Any) -> Response:
    return respond(event, context, run)


def run(batch: Batch) -> None:
    batch.each(lambda record: send_once(_event(record), batch.settled))


def _event(record: Record) -> Message:
    entry, events = entry_of(record, text("EVENT_BUS_NAME")), client("events", attempts=1)

    def put() -> None:
        (taken,) = events.put_events(Entries=[entry])["Entries"]
        if "EventId" not in taken:  # PutEvents answers 200 also when it took no event
            raise NotTakenError(taken["ErrorCode"])

    id = record.event_id
    return Message(id, text("PROCESSED_TABLE"), f"EVENT#{id}", {"eventId": id}, put)


def entry_of(record: Record, bus: str) -> dict[str, Any]:
    """The event: what changed, and the whole item as long as an event can hold it."""
    entity = record.image.get("EntityType")
    if not isinstance(entity, str):
        raise BadRecordError("the item has no EntityType")
    change = "expired" if record.expired else CHANGES[record.name]
    old, new = record.old or {}, record.new or {}
    detail = {
        "id": record.event_id,
        "order": record.order,
        "entity": entity,
        "change": change,
        "keys": record.keys,
        "changedAttributes": sorted(name for name in {*old, *new} if old.get(name) != new.get(name)),
    }
    whole = as_json({**detail, "item": record.image})
    return {
        "Time": record.changed_at,
        "Source": SOURCE,
        "DetailType": f"{entity} {change}",
        "Detail": whole if len(whole.encode()) <= MAX_DETAIL_BYTES else as_json({**detail, "itemOmitted": True}),
        "EventBusName": bus,
    }
