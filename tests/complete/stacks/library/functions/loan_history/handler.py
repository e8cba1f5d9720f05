"""Keep every change of a loan and report overdue books: two jobs of one stream reader."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from dynawright.runtime import Batch, Record, Response, respond
from dynawright.runtime.errors import BadRecordError
from dynawright.runtime.settings import text
from dynawright.runtime.transactions import append_once


def handler(event: Mapping[str, Any], context: Any) -> Response:
    return respond(event, context, run, _notices)


def run(batch: Batch) -> None:
    batch.each(_keep)


def _notices(batch: Batch) -> None:
    import_module("overdue_notices.handler").run(batch)


def _keep(record: Record) -> None:
    loan = record.image.get("loanId")
    if not isinstance(loan, str):
        raise BadRecordError("loanId is missing or no text")
    entry = {"PK": f"LOAN#{loan}", "SK": f"CHANGE#{record.order}", "loanId": loan, "order": record.order, "what": record.name}
    append_once(text("HISTORY_TABLE"), [{**entry, "day": record.changed_at.date().isoformat()}])
