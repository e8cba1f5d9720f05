"""Keep products in the search index: index new and changed ones, delete removed ones.

Off unless SEARCH_ENDPOINT is set.

Each document has a position in PROCESSED_TABLE: its newest applied change, and a version that grows with it. Older changes
(a replay) are skipped, and the index itself refuses a version older than its own. See function.json.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from shop_client import ConditionFailed, StreamJobs

from dynawright.runtime import BadRecordError, Batch, Record, Response, respond
from dynawright.runtime.clients import client
from dynawright.runtime.markers import expiry
from dynawright.runtime.plain import as_json
from dynawright.runtime.search import RefusedError, send
from dynawright.runtime.settings import optional_text, text

MAX_REQUEST_BYTES = 5_000_000
MAX_ID_BYTES = 512  # OpenSearch refuses a whole request because of one longer id
NEWER, MISSING = 409, 404  # the index's statuses for a newer version, and for a missing document or index


@dataclass(frozen=True)
class Change:
    """A record, and its two lines (one for a deletion) of a bulk request."""

    record: Record
    lines: str


def handler(event: Mapping[str, Any], context: Any) -> Response:
    return respond(event, context, run)


def run(batch: Batch) -> None:
    products = [record for record in batch.records if str(record.keys.get("PK", "")).startswith("PRODUCT#")]
    if optional_text("SEARCH_ENDPOINT") is None or not products:
        return
    shop = StreamJobs(tables={"DynamoDBShopProcessed": text("PROCESSED_TABLE")}, client=client("dynamodb"))
    changes = [change for record in products if (change := batch.attempt(record, partial(_change, shop, record)))]
    for request in _requests(changes):
        _deliver(batch, request)


def _deliver(batch: Batch, request: Sequence[Change]) -> None:
    """Send a bulk request; if one bad record can be the reason of its refusal, send each record alone."""
    try:
        statuses = send(text("SEARCH_ENDPOINT"), "".join(change.lines for change in request).encode())
    except RefusedError as error:
        if error.may_be_a_records_fault and len(request) > 1:
            for change in request:
                batch.attempt(change.record, partial(_deliver, batch, [change]))
        else:
            _fail(batch, request, error)
    except Exception as error:
        _fail(batch, request, error)
    else:
        for change, status in zip(request, statuses, strict=True):
            if status >= 300 and status != NEWER and not (status == MISSING and change.record.new is None):
                _fail(batch, [change], RuntimeError(f"the search index answered {status}"))


def _fail(batch: Batch, request: Sequence[Change], error: Exception) -> None:
    for change in request:
        batch.fail(change.record.sequence_number, error)


def _change(shop: StreamJobs, record: Record) -> Change | None:
    """None where a newer change of the document was here before."""
    if len(record.item_key.encode()) > MAX_ID_BYTES:
        raise BadRecordError(f"the item's key is longer than the {MAX_ID_BYTES} bytes of a document's id")
    version = _version(shop, record)
    if version is None:
        return None
    place = {
        "_index": optional_text("SEARCH_INDEX") or "products",
        "_id": record.item_key,
        "version": version,
        "version_type": "external_gte",
    }
    if record.new is None:
        return Change(record, f"{json.dumps({'delete': place})}\n")
    return Change(record, f"{json.dumps({'index': place})}\n{as_json(record.new)}\n")


def _version(shop: StreamJobs, record: Record) -> int | None:
    """A version above all earlier ones of a document; sequence numbers exceed the index's 63 bits.

    The position of a document that exists is kept: its version must not restart. That of a deleted one may go.
    """
    document, newest = record.item_key, record.order
    try:
        if record.new is None:
            position = shop.search_document_is_gone(Document=document, Newest=newest, ExpiresAt=expiry(), one=1)
            return int(position["Version"]) if position else None
        position = shop.advance_search_document(Document=document, Newest=newest, one=1)
    except ConditionFailed:
        return None
    return int(position["Version"]) if position else None


def _requests(changes: Sequence[Change]) -> list[list[Change]]:
    """Return bulk requests in order, within the index's limit of size."""
    requests: list[list[Change]] = []
    size = MAX_REQUEST_BYTES
    for change in changes:
        if size + len(change.lines) > MAX_REQUEST_BYTES:
            requests.append([])
            size = 0
        requests[-1].append(change)
        size += len(change.lines)
    return requests
