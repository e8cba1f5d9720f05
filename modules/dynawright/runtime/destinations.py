"""Messages to SNS topics and EventBridge buses, each with an id."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Any

from dynawright.runtime.clients import client
from dynawright.runtime.errors import NotTakenError
from dynawright.runtime.plain import as_json
from dynawright.runtime.publishing import Message
from dynawright.runtime.transactions import pause

TRIES = 4
"""Attempts for an event that the bus rejects before its record fails."""


def to_topic(
    arn: str,
    id: str,
    content: Mapping[str, Any],
    *,
    subject: str | None = None,
    attributes: Mapping[str, str] = {},
    group: str = "all",
) -> Message:
    """Return a JSON message to an SNS topic; a FIFO topic keeps the order within `group`."""
    request = {
        "TopicArn": arn,
        "Message": as_json({**content, "id": id}),
        "MessageAttributes": {
            name: {"DataType": "String", "StringValue": value} for name, value in {**attributes, "id": id}.items()
        },
        **({"Subject": subject} if subject else {}),
        **(_fifo(group, id) if arn.endswith(".fifo") else {}),
    }
    return Message(id, lambda: client("sns").publish(**request))


def to_event_bus(name: str, id: str, detail: Mapping[str, Any], *, source: str, detail_type: str, time: datetime) -> Message:
    """Return an event for an EventBridge bus."""
    entry = {
        "EventBusName": name,
        "Source": source,
        "DetailType": detail_type,
        "Detail": as_json({**detail, "id": id}),
        "Time": time,
    }
    return Message(id, partial(_put, entry))


def _fifo(group: str, id: str) -> dict[str, str]:
    """Return the arguments that only FIFO topics accept, and require; a group has letters and digits."""
    safe = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in group)
    return {"MessageGroupId": safe[:128], "MessageDeduplicationId": id}


def _put(entry: Mapping[str, Any]) -> None:
    """Send an event; PutEvents returns 200 even if it rejected the event, so botocore does not retry."""
    code = ""
    for attempt in range(TRIES):
        (answer,) = client("events").put_events(Entries=[entry])["Entries"]
        if "EventId" in answer:
            return
        code = str(answer.get("ErrorCode"))
        if not code.startswith(("Throttling", "Internal")):
            break
        pause(attempt + 3)
    raise NotTakenError(code)
