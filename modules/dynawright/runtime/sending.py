"""Messages that are sent once, although nothing makes sending one transaction with its marker.

The marker says STARTED before the message is sent and DONE after. An attempt that is cut off in between leaves STARTED, and
nobody can know from here whether the message is out. So it is never guessed: it is sent again only while its receiver drops
repeats by itself. After that the record fails as in doubt, again and again, until it lies in the failure destination: there somebody
who has looked at the receiver says which it was (`dynawright replay run --sent … --not-sent …`).
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from dynawright.runtime.attributes import wire
from dynawright.runtime.clients import client
from dynawright.runtime.errors import InDoubtError, certainly_refused, error_code
from dynawright.runtime.log import log
from dynawright.runtime.markers import DONE, STARTED, expiry
from dynawright.runtime.settled import Settled
from dynawright.runtime.transactions import pause

TRIES = 4  # within one attempt


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


@dataclass(frozen=True)
class Attempt:
    """The first one to send a message that is not known to have failed; `mine` if it is this one."""

    name: str
    started_at: int
    mine: bool


def send_once(message: Message, settled: Settled) -> None:
    """Returns when the message is certainly out, once; raises InDoubtError if it may be out and can't be sent again safely."""
    if message.id in settled.sent:  # somebody has seen it, whatever its marker says
        _finish(message)
        return
    mine, now = os.urandom(4).hex(), int(time.time())
    attempt = _begin(message, mine, now)
    if attempt is None:
        return
    if not attempt.mine and settled.not_sent(message.id, attempt.name):
        _take_over(message, attempt.name, mine, now)
        attempt = Attempt(mine, now, mine=True)
    if not attempt.mine and not attempt.started_at <= now < _resend_until(message, attempt):
        raise _doubt(message, attempt)
    _send(message, attempt)
    try:
        _finish(message)
    except Exception as error:
        text = f"message {message.id} was sent, but that could not be noted: replay this record with --sent {message.id}"
        raise InDoubtError(message.id, attempt.name, text) from error


def _resend_until(message: Message, attempt: Attempt) -> int:
    return attempt.started_at + message.repeats_dropped_seconds


def _doubt(message: Message, attempt: Attempt) -> InDoubtError:
    when = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(attempt.started_at))
    return InDoubtError(
        message.id,
        attempt.name,
        f"message {message.id} may have been sent at {when} UTC: look for it where messages arrive, "
        f"then replay this record with --sent {message.id} or --not-sent {message.id}@{attempt.name}",
    )


def _send(message: Message, attempt: Attempt) -> None:
    """Again where nothing can have happened, or where a repeat is dropped. The client itself must not: it can't tell these apart."""
    unsure = False
    for number in range(1, TRIES + 1):
        try:
            message.send()
            return
        except Exception as error:
            refused, resendable = certainly_refused(error), time.time() < _resend_until(message, attempt)
            unsure = unsure or not refused
            if number < TRIES and ("Throttl" in error_code(error) if refused else resendable):
                pause(number + 2)
                continue
            if unsure and not resendable:
                raise _doubt(message, attempt) from error
            if not unsure and attempt.mine:
                _forget(message, attempt.name)
            raise


# The marker, step by step


def _begin(message: Message, mine: str, now: int) -> Attempt | None:
    """None if the message was sent before."""
    try:
        before = _update(
            message,
            "SET #status = :started, StartedAt = if_not_exists(StartedAt, :now), StartedBy = if_not_exists(StartedBy, :mine), "
            "TriedBy = :mine, ExpiresAt = if_not_exists(ExpiresAt, :expiry)" + _about(message),
            condition="attribute_not_exists(#status) OR #status = :started",
            returns="ALL_OLD",
            started=STARTED,
            now=now,
            mine=mine,
            expiry=expiry(),
            **message.about,
        )
    except Exception as error:
        if error_code(error) == "ConditionalCheckFailedException":
            return None
        if not certainly_refused(error):
            _forget(message, mine)
        raise
    started_at = int(before.get("StartedAt", now))
    # An answer of DynamoDB that got lost lets botocore ask again, which then finds what it wrote itself.
    if "Status" not in before or (before.get("StartedBy") == mine and started_at == now):
        return Attempt(mine, now, mine=True)
    return Attempt(before.get("StartedBy", mine), started_at, mine=False)


def _take_over(message: Message, theirs: str, mine: str, now: int) -> None:
    """What was said of an attempt holds once: if this one is cut off as well, it is in doubt itself."""
    _update(
        message,
        "SET StartedAt = :now, StartedBy = :mine, TriedBy = :mine",
        condition="StartedBy = :theirs AND #status = :started",
        started=STARTED,
        now=now,
        mine=mine,
        theirs=theirs,
    )


def _forget(message: Message, mine: str) -> None:
    """It is certain that the message is not out, so the next attempt may send it; unless somebody else has tried meanwhile."""
    try:
        _update(
            message,
            "REMOVE #status, StartedAt, StartedBy, TriedBy",
            condition="StartedBy = :mine AND TriedBy = :mine AND #status = :started",
            mine=mine,
            started=STARTED,
        )
    except Exception as error:  # what the message was refused for is the error to tell; this one leaves it in doubt
        log("WARNING", "a refused message stays in doubt", marker=message.marker, reason=str(error))


def _finish(message: Message) -> None:
    update = "SET #status = :done, ExpiresAt = if_not_exists(ExpiresAt, :expiry)" + _about(message)
    _update(message, update, done=DONE, expiry=expiry(), **message.about)


def _about(message: Message) -> str:
    return "".join(f", {name} = :{name}" for name in message.about)


def _update(message: Message, update: str, condition: str | None = None, returns: str = "NONE", **values: Any) -> dict[str, str]:
    """Change the marker, and return what is asked for of it, the values as text."""
    answer = client("dynamodb").update_item(
        TableName=message.table,
        Key=wire({"PK": message.marker}),
        UpdateExpression=update,
        ExpressionAttributeNames={"#status": "Status"},
        ExpressionAttributeValues=wire({f":{name}": value for name, value in values.items()}),
        ReturnValues=returns,
        **({"ConditionExpression": condition} if condition else {}),
    )
    return {name: str(next(iter(value.values()))) for name, value in answer.get("Attributes", {}).items()}
