"""Store each change of an order once, under a key derived from the record."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from orders_client import ConditionFailed, OrderLog

from dynawright.runtime import Batch, Record, Response, respond
from dynawright.runtime.clients import client
from dynawright.runtime.settings import text


def handler(event: Mapping[str, Any], context: Any) -> Response:
    return respond(event, context, run)


def run(batch: Batch) -> None:
    if batch.records:
        batch.each(partial(_append, OrderLog(tables={"order-log": text("LOG_TABLE")}, client=client("dynamodb"))))


def _append(log: OrderLog, record: Record) -> None:
    with suppress(ConditionFailed):  # it is there since an earlier attempt
        log.keep_change(item=record.item_key, order=record.order, eventId=record.event_id, change=record.name)
