"""Messages that are sent once, although nothing makes sending one transaction with its marker.

The marker says STARTED before the message is sent and DONE after. An attempt that is cut off in between leaves STARTED, and
nobody can know from here whether the message is out. So it is never guessed: it is sent again only while its receiver drops
repeats by itself. After that the record fails as in doubt, again and again, until it lies in the failure destination: there somebody
who has looked at the receiver says which it was (`python -m ops replay run --sent … --not-sent …`).
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from runtime.attributes import wire
from runtime.clients import client
from runtime.errors import InDoubtError, certainly_refused, error_code
from runtime.log import log
from runtime.markers import DONE, STARTED, expiry
from runtime.settled import Settled
from runtime.transactions import pause

ATTEMPTS = 4  # within one invocation


@dataclass(frozen=True)
class Message:
    """`send` raises if the message was not, or not certainly, accepted. `about` are attributes that say what its marker is for.

    For `repeats_dropped_seconds` after a message its receiver ignores others of the same id.
    """

    id: str
    table: str
    marker: str
    about: Mapping[str, str]
    send: Callable[[], None]
    repeats_dropped_seconds: int = 0

    @property
    def key(self) -> dict[str, Any]:
        return wire({"PK": self.marker})


def send_once(message: Message, settled: Settled) -> None:
    """Returns when the message is certainly out, once; raises InDoubtError if it may be out and can't be sent again safely."""
    mine = os.urandom(8).hex()
    now = time.time()
    before = _begin(message, mine, int(now))
    if before is None:
        return
    # An answer of DynamoDB that got lost lets botocore ask again, which then finds what it wrote itself.
    first = "Status" not in before or before.get("StartedBy") == mine
    started_at = int(now) if first else int(before["StartedAt"])
    resend_until = started_at + message.repeats_dropped_seconds
    decision = None if first else settled.says(message.id)
    if not first and decision is None and now >= resend_until:
        raise InDoubtError(message.id, started_at)
    if decision != "sent":
        try:
            _send(message, resend_until)
        except Exception as error:
            if first and certainly_refused(error):
                _forget(message, mine)
            raise
    _finish(message)


def _begin(message: Message, mine: str, now: int) -> dict[str, str] | None:
    """The marker as it was before, its values as text; None if it was DONE."""
    values = {":started": STARTED, ":now": now, ":expiry": expiry(), ":mine": mine}
    try:
        answer = client("dynamodb").update_item(
            TableName=message.table,
            Key=message.key,
            UpdateExpression="SET #status = :started, StartedAt = if_not_exists(StartedAt, :now), "
            "StartedBy = if_not_exists(StartedBy, :mine), TriedBy = :mine, ExpiresAt = if_not_exists(ExpiresAt, :expiry)"
            + "".join(f", {name} = :{name}" for name in message.about),
            ConditionExpression="attribute_not_exists(#status) OR #status = :started",
            ExpressionAttributeNames={"#status": "Status"},
            ExpressionAttributeValues=wire(values | {f":{name}": value for name, value in message.about.items()}),
            ReturnValues="ALL_OLD",
        )
    except Exception as error:
        if error_code(error) != "ConditionalCheckFailedException":
            raise
        return None
    return {name: str(next(iter(value.values()))) for name, value in answer.get("Attributes", {}).items()}


def _send(message: Message, resend_until: float) -> None:
    """Again where nothing can have happened, or where a repeat is dropped. The client itself must not: it can't tell these apart."""
    unsure: Exception | None = None
    for attempt in range(ATTEMPTS):
        try:
            message.send()
            return
        except Exception as error:
            refused = certainly_refused(error)
            unsure = unsure or (None if refused else error)
            again = "Throttl" in error_code(error) if refused else time.time() < resend_until
            if not again or attempt + 1 == ATTEMPTS:
                raise unsure or error from None
        pause(attempt + 2)


def _forget(message: Message, mine: str) -> None:
    """It is certain that the message is not out, so the next attempt may send it; unless somebody else has tried meanwhile."""
    try:
        client("dynamodb").update_item(
            TableName=message.table,
            Key=message.key,
            UpdateExpression="REMOVE #status, StartedAt, StartedBy, TriedBy",
            ConditionExpression="TriedBy = :mine",
            ExpressionAttributeNames={"#status": "Status"},
            ExpressionAttributeValues=wire({":mine": mine}),
        )
    except Exception as error:  # what the message was refused for is the error to tell; this one leaves it in doubt
        log("WARNING", "a refused message stays in doubt", marker=message.marker, reason=str(error))


def _finish(message: Message) -> None:
    client("dynamodb").update_item(
        TableName=message.table,
        Key=message.key,
        UpdateExpression="SET #status = :done",
        ExpressionAttributeNames={"#status": "Status"},
        ExpressionAttributeValues=wire({":done": DONE}),
    )
