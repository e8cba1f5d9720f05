"""Markers of effects: a record that comes twice finds its marker and has no second effect.

An effect in DynamoDB is written in one transaction with its marker. A message has no transaction with anything, so
its marker has two states: started before it is sent, done after. A crash in between leaves "started": the message is
sent again under the same id, by which its receiver (a FIFO topic by itself, within five minutes) knows it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from runtime.attributes import wire
from runtime.clients import client
from runtime.log import log

# A record can come again while its stream keeps it (1 day), while its mapping retries it (1 day at most) and while
# somebody may replay it from the failure bucket.
REPLAY_DAYS = 40
MARKER_DAYS = 1 + 1 + REPLAY_DAYS

STARTED, DONE = "STARTED", "DONE"


def marker_put(table: str, key: str, **about: str) -> dict[str, Any]:
    """The part of a transaction that lets it happen only once; `about` are attributes that say what the marker is for."""
    return {
        "Put": {
            "TableName": table,
            "Item": wire({"PK": key, **about, "Status": DONE, "StartedAt": int(time.time()), "ExpiresAt": expiry()}),
            "ConditionExpression": "attribute_not_exists(PK)",
        }
    }


def send_once(table: str, key: str, send: Callable[[bool], None], **about: str) -> None:
    """Calls `send` unless it is known to have succeeded; with True where an earlier attempt may have succeeded unseen."""
    dynamodb = client("dynamodb")
    values = {
        ":started": STARTED,
        ":now": int(time.time()),
        ":expiry": expiry(),
        **{f":{name}": one for name, one in about.items()},
    }
    before = dynamodb.update_item(
        TableName=table,
        Key=wire({"PK": key}),
        UpdateExpression="SET #status = if_not_exists(#status, :started), StartedAt = if_not_exists(StartedAt, :now), "
        "ExpiresAt = if_not_exists(ExpiresAt, :expiry)" + "".join(f", {name} = :{name}" for name in about),
        ExpressionAttributeNames={"#status": "Status"},
        ExpressionAttributeValues=wire(values),
        ReturnValues="ALL_OLD",
    ).get("Attributes", {})
    status = before.get("Status", {}).get("S")
    if status == DONE:
        return
    if status == STARTED:
        log("WARNING", "a message may have been sent before; it is sent again under the same id", marker=key)
    send(status == STARTED)
    dynamodb.update_item(
        TableName=table,
        Key=wire({"PK": key}),
        UpdateExpression="SET #status = :done",
        ExpressionAttributeNames={"#status": "Status"},
        ExpressionAttributeValues=wire({":done": DONE}),
    )


def expiry() -> int:
    """The second from which DynamoDB may delete a marker that is written now."""
    return int(time.time()) + MARKER_DAYS * 24 * 3600
