"""Tell of a loan that is overdue, once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from dynawright.runtime import Batch, Record, Response, respond
from dynawright.runtime.clients import client
from dynawright.runtime.sending import Message, send_once
from dynawright.runtime.settings import text, whole_number


def handler(event: Mapping[str, Any], context: Any) -> Response:
    return respond(event, context, run)


def run(batch: Batch) -> None:
    days = whole_number("OVERDUE_DAYS", default=1)
    for record in batch.records:
        if record.new is not None and int(str(record.new.get("daysLate", 0))) >= days:
            batch.attempt(record, partial(send_once, _notice(record), batch.settled))


def _notice(record: Record) -> Message:
    id = record.event_id
    fifo = {"MessageGroupId": "loans", "MessageDeduplicationId": id}
    send = partial(client("sns", attempts=1).publish, TopicArn=text("TOPIC_ARN"), Message=id, **fifo)
    return Message(id, text("NOTICES_TABLE"), f"NOTICE#{id}", {"noticeId": id}, send)
