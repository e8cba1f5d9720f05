"""Access patterns on documents in folders, one of each kind."""

from typing import Any

from dynawright.model import (
    BatchGet,
    BatchWrite,
    Delete,
    Get,
    GetItem,
    Put,
    PutItem,
    Query,
    Scan,
    TransactGet,
    TransactWrite,
    Update,
    UpdateItem,
    begins_with,
)
from tests.emulator.patterns.tables import ANYBODY

BY: dict[str, Any] = {"used_by": [ANYBODY]}
ITEM: dict[str, Any] = {"PK": "FOLDER#{folder}", "SK": "DOC#{name}"}
FOLDER: dict[str, Any] = {"PK": "FOLDER#{folder}", "SK": "METADATA"}
CURRENT: dict[str, Any] = {"PK": "SETTINGS", "SK": "CURRENT"}

GET = Get("P1", "?", **ITEM, **BY)
QUERY = Query("P1", "?", PK="FOLDER#{folder}", SK=begins_with("DOC#"), **BY)
LATEST = Query("P1", "?", PK="FOLDER#{folder}", SK=begins_with("DOC#"), descending=True, limit=2, **BY)
SCAN = Scan("P1", "?", **BY)
CREATE = Put("P1", "?", entity="DOCUMENT", condition="attribute_not_exists(PK)", **BY)
RENAME = Update("P1", "?", **ITEM, update="SET title = {title}", condition="attribute_exists(PK)", **BY)
DELETE = Delete("P1", "?", **ITEM, condition="attribute_exists(PK)", **BY)
BATCH_GET = BatchGet("P1", "?", **ITEM, **BY)
BATCH_WRITE = BatchWrite("P1", "?", entities=["DOCUMENT", "FOLDER"], **BY)
TRANSACT_GET = TransactGet("P1", "?", items=[GetItem(**ITEM), GetItem(**CURRENT)], **BY)
ADD_DOCUMENT = TransactWrite(
    "P1",
    "?",
    items=[
        PutItem("DOCUMENT", condition="attribute_not_exists(PK)"),
        UpdateItem("ADD documents {one:N}", condition="documents < {most:N}", **FOLDER),
    ],
    **BY,
)

NOW: dict[str, Any] = {"PK": "JOB#{job}", "SK": "0"}
STATE = "SET status = {status}, at = {at}"
HISTORY = (
    Query("H1", "?", PK="JOB#{job}", descending=True, limit=1, **BY),
    Query("H2", "?", index="ByStatus", status="{status}", **BY),
    Get("H3", "?", **NOW, **BY),
    Update("H4", "?", **NOW, update=STATE, condition="attribute_not_exists(PK) OR at <= {at}", **BY),
    Put("H5", "?", entity="LATEST", **BY),
    TransactWrite("H6", "?", items=[PutItem("REPORT"), UpdateItem(STATE, **NOW)], **BY),
)
"""Access patterns on reports of jobs, and on each job's current state."""
