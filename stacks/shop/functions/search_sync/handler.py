"""Products in the search index: indexed when they appear or change, deleted when they go.

Off unless SEARCH_ENDPOINT is set.

Each document has a position in PROCESSED_TABLE: the newest change that reached it, and a version that grows with it. A change older
than that (a replay) is skipped, and the index itself refuses a version older than its own. See function.json.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from dynawright.runtime import BadRecordError, Batch, Record, Response, respond
from dynawright.runtime.attributes import wire
from dynawright.runtime.clients import client
from dynawright.runtime.errors import error_code
from dynawright.runtime.markers import expiry
from dynawright.runtime.plain import as_json
from dynawright.runtime.search import RefusedError, send
from dynawright.runtime.settings import optional_text, text

MAX_REQUEST_BYTES = 5_000_000
MAX_ID_BYTES = 512  # OpenSearch refuses a whole request for one longer id
NEWER, MISSING = 409, 404  # the index's status where it holds a newer version, or has no such document or index

# The position of a document that exists is kept: its version must not restart. That of a deleted one may go.
INDEXED = "SET #document = :document, Newest = :order REMOVE ExpiresAt ADD Version :one"
DELETED = "SET #document = :document, Newest = :order, ExpiresAt = :expiry ADD Version :one"


@dataclass(frozen=True)
class Change:
    """A record, and its two lines (one for a deletion) of a bulk request."""

    record: Record
    lines: str


def handler(event: Mapping[str, Any], context: Any) -> Response:
    return respond(event, context, run)


def run(batch: Batch) -> None:
    if optional_text("SEARCH_ENDPOINT") is None:
        return
    products = [record for record in batch.records if str(record.keys.get("PK", "")).startswith("PRODUCT#")]
    changes = [change for record in products if (change := batch.attempt(record, partial(_change, record)))]
    for request in _requests(changes):
        _deliver(batch, request)


def _deliver(batch: Batch, request: Sequence[Change]) -> None:
    """One bulk request; where it is refused for what one record may hold, each record goes alone."""
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


def _change(record: Record) -> Change | None:
    """None where a newer change of the document was here before."""
    if len(record.item_key.encode()) > MAX_ID_BYTES:
        raise BadRecordError(f"the item's key is longer than the {MAX_ID_BYTES} bytes of a document's id")
    version = _version(record)
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


def _version(record: Record) -> int | None:
    """A version above all earlier ones of a document; sequence numbers exceed the index's 63 bits."""
    values: dict[str, Any] = {":document": record.item_key, ":order": record.order, ":one": 1}
    if record.new is None:
        values[":expiry"] = expiry()
    try:
        done = client("dynamodb").update_item(
            TableName=text("PROCESSED_TABLE"),
            Key=wire({"PK": f"SEARCH#{record.item_key}"}),
            UpdateExpression=DELETED if record.new is None else INDEXED,
            ConditionExpression="attribute_not_exists(PK) OR Newest <= :order",
            ExpressionAttributeNames={"#document": "Document"},
            ExpressionAttributeValues=wire(values),
            ReturnValues="UPDATED_NEW",
        )
    except Exception as error:
        if error_code(error) != "ConditionalCheckFailedException":
            raise
        return None
    return int(done["Attributes"]["Version"]["N"])


def _requests(changes: Sequence[Change]) -> list[list[Change]]:
    """Bulk requests in order, none much longer than an index takes."""
    requests: list[list[Change]] = []
    size = MAX_REQUEST_BYTES
    for change in changes:
        if size + len(change.lines) > MAX_REQUEST_BYTES:
            requests.append([])
            size = 0
        requests[-1].append(change)
        size += len(change.lines)
    return requests
