"""Publish a message about an overdue loan, once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dynawright.runtime import Batch, Record, Response, SentMessages, publish_once, respond, to_topic
from dynawright.runtime.settings import text, whole_number


def handler(event: Mapping[str, Any], context: Any) -> Response:
    return respond(event, context, run)


def run(batch: Batch) -> None:
    batch.each(_tell)


def _tell(record: Record) -> None:
    if record.new is not None and record.new.get("daysLate", 0) >= whole_number("OVERDUE_DAYS", default=1):
        notice = to_topic(text("TOPIC_ARN"), record.event_id, {"loan": record.new["loanId"]})
        publish_once(notice, SentMessages(text("NOTICES_TABLE"), "NOTICE#{noticeId}"))
