"""Keep every change of a loan and report overdue books: two jobs of one stream reader."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import Any

from library_client import ConditionFailed, LoanHistory

from dynawright.runtime import Batch, Record, Response, respond
from dynawright.runtime.clients import client
from dynawright.runtime.errors import BadRecordError
from dynawright.runtime.settings import text


def handler(event: Mapping[str, Any], context: Any) -> Response:
    return respond(event, context, run, _notices)


def run(batch: Batch) -> None:
    if batch.records:
        batch.each(partial(_keep, LoanHistory(tables={"library-history": text("HISTORY_TABLE")}, client=client("dynamodb"))))


def _notices(batch: Batch) -> None:
    import_module("overdue_notices.handler").run(batch)


def _keep(history: LoanHistory, record: Record) -> None:
    loan = record.image.get("loanId")
    if not isinstance(loan, str):
        raise BadRecordError("loanId is missing or no text")
    with suppress(ConditionFailed):  # it is there since an earlier attempt
        history.keep_change(loanId=loan, order=record.order, what=record.name, day=record.changed_at.date().isoformat())
