"""Keep every change of a loan in the history table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dynawright.runtime import Batch, Record, Response, respond
from dynawright.runtime.clients import client
from dynawright.runtime.settings import text


def handler(event: Mapping[str, Any], context: Any) -> Response:
    return respond(event, context, run)


def run(batch: Batch) -> None:
    batch.each(_keep)


def _keep(record: Record) -> None:
    item = {
        "PK": {"S": str(record.keys["SK"])},
        "SK": {"S": f"CHANGE#{record.order}"},
        "what": {"S": record.name},
    }
    client("dynamodb").put_item(TableName=text("HISTORY_TABLE"), Item=item)
