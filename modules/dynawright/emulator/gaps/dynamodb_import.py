"""DynamoDB: imports and bulk puts from S3.

moto's import runs in a thread, without the checks of tables, and it has no bulk put.
"""

from __future__ import annotations

import base64
import copy
import gzip
import json
import secrets
from collections.abc import Iterator
from typing import Any

from moto.core.exceptions import JsonRESTError
from moto.core.responses import ActionResult
from moto.core.utils import utcnow
from moto.dynamodb.exceptions import ERROR_TYPE_PREFIX
from moto.dynamodb.responses import DynamoHandler
from moto.s3.models import s3_backends
from moto.utilities.utils import get_partition

SUMMARY = ("ImportArn", "ImportStatus", "TableArn", "StartTime", "EndTime", "InputFormat")


class _FailedError(Exception):
    """An error that ends the whole load."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def install() -> None:
    DynamoHandler.import_table = _import
    DynamoHandler.describe_import = _describe_import
    DynamoHandler.list_imports = _list_imports
    DynamoHandler.start_bulk_put_items = _bulk_put
    DynamoHandler.describe_bulk_operation = _describe_bulk
    DynamoHandler.list_bulk_operations = _list_bulk


def _import(handler: Any) -> Any:
    request = handler.body
    done = _done(handler, "ImportConflictException")
    if done is not None:
        return _import_answer(done)
    wanted, source = request["TableCreationParameters"], request["S3BucketSource"]
    _as(handler, wanted).create_table()
    table = handler.dynamodb_backend.get_table(wanted["TableName"])
    description = {
        **{name: value for name, value in request.items() if name != "ClientToken"},
        "ImportArn": f"{table.table_arn}/import/{_id()}",
        "TableArn": table.table_arn,
        "StartTime": utcnow(),
        "EndTime": utcnow(),
    }
    try:
        put, failed, size = _put(handler, table.name, source, request)
        counts = {"ImportedItemCount": put, "ErrorCount": failed, "ProcessedItemCount": put + failed, "ProcessedSizeBytes": size}
        description |= {"ImportStatus": "COMPLETED", **counts}
    except _FailedError as error:
        handler.dynamodb_backend.delete_table(table.name)
        description |= {"ImportStatus": "FAILED", "FailureCode": error.code, "FailureMessage": str(error)}
    _keep(handler, "imports", description["ImportArn"], description)
    return _import_answer({**description, "ImportStatus": "IN_PROGRESS"})


def _bulk_put(handler: Any) -> Any:
    request = handler.body
    done = _done(handler, "IdempotentParameterMismatchException")
    if done is not None:
        return _bulk_answer(done)
    table = handler.dynamodb_backend.get_table(request["TableName"])
    description = {
        **request,
        "BulkOperationArn": f"{table.table_arn}/bulk-operation/{_id()}",
        "TableDetails": [{"TableName": table.name}],
        "StartTime": utcnow(),
        "EndTime": utcnow(),
    }
    try:
        put, failed, size = _put(handler, table.name, request["InputS3Configuration"], request["InputS3Configuration"])
        status = "COMPLETED_WITH_ERRORS" if failed else "COMPLETED"
        counts = {"ProcessedItemCount": put + failed, "FailedItemCount": failed, "ProcessedInputBytes": size}
        description |= {"BulkOperationStatus": status, **counts}
    except _FailedError as error:
        description |= {"BulkOperationStatus": "FAILED", "FailureCode": error.code, "FailureMessage": str(error)}
    _keep(handler, "bulk_operations", description["BulkOperationArn"], description)
    return _bulk_answer({**description, "BulkOperationStatus": "IN_PROGRESS"})


def _describe_import(handler: Any) -> Any:
    return _import_answer(_kept(handler, "imports", handler.body["ImportArn"], "ImportNotFoundException"))


def _list_imports(handler: Any) -> Any:
    arn = handler.body.get("TableArn")
    loads = [load for load in _all(handler, "imports").values() if arn in (None, load["TableArn"])]
    return ActionResult({"ImportSummaryList": [{name: load[name] for name in SUMMARY if name in load} for load in loads]})


def _describe_bulk(handler: Any) -> Any:
    return _bulk_answer(_kept(handler, "bulk_operations", handler.body["BulkOperationArn"], "ResourceNotFoundException"))


def _list_bulk(handler: Any) -> Any:
    return ActionResult({"BulkOperationSummaries": [_shown(load) for load in _all(handler, "bulk_operations").values()]})


def _put(handler: Any, table: str, source: dict[str, Any], format: dict[str, Any]) -> tuple[int, int, int]:
    """Put every item; return how many were put, how many refused, and the bytes of all lines."""
    put = failed = size = 0
    for line in _lines(handler, source, format):
        size += len(line) + 1
        try:
            item = {name: _typed(value) for name, value in json.loads(line)["Item"].items()}
            _as(handler, {"TableName": table, "Item": item}).put_item()
            put += 1
        except (JsonRESTError, ValueError, KeyError, AttributeError):
            failed += 1
    return put, failed, size


def _lines(handler: Any, source: dict[str, Any], format: dict[str, Any]) -> Iterator[bytes]:
    if format["InputFormat"] != "DYNAMODB_JSON" or format.get("InputCompressionType") == "ZSTD":
        raise _FailedError("UNSUPPORTED", "this emulator reads DYNAMODB_JSON, as it is or as GZIP")
    s3 = s3_backends[handler.current_account][get_partition(handler.region)]
    if source["S3Bucket"] not in s3.buckets:
        raise _FailedError("S3NoSuchBucket", "The specified bucket does not exist")
    keys = [key for key in s3.buckets[source["S3Bucket"]].keys if key.startswith(source.get("S3KeyPrefix", ""))]
    if not keys:
        raise _FailedError("ItemValidationError", "No objects were found under the prefix")
    for key in keys:
        content = s3.get_object(source["S3Bucket"], key).value
        yield from (gzip.decompress(content) if format.get("InputCompressionType") == "GZIP" else content).splitlines()


def _typed(value: dict[str, Any]) -> dict[str, Any]:
    """Return a value in the form of a parsed request."""
    ((tag, inner),) = value.items()
    match tag:
        case "B":
            return {"B": base64.b64decode(inner)}
        case "BS":
            return {"BS": [base64.b64decode(member) for member in inner]}
        case "M":
            return {"M": {name: _typed(member) for name, member in inner.items()}}
        case "L":
            return {"L": [_typed(member) for member in inner]}
    return value


def _as(handler: Any, body: dict[str, Any]) -> Any:
    """Return a handler for another request of the same caller, with the same checks and streams."""
    other = copy.copy(handler)
    other.body = other.params = body
    return other


def _done(handler: Any, conflict: str) -> dict[str, Any] | None:
    """Return what the same request started before; refuse a different request with its token."""
    tokens = handler.dynamodb_backend.__dict__.setdefault("load_tokens", {})
    token = handler.body.get("ClientToken")
    if token in tokens and tokens[token][0] != handler.body:
        raise _error(conflict, "The token was used before, for another request")
    previous: dict[str, Any] | None = tokens[token][1] if token in tokens else None
    return previous


def _keep(handler: Any, kind: str, arn: str, description: dict[str, Any]) -> None:
    _all(handler, kind)[arn] = description
    if token := handler.body.get("ClientToken"):
        handler.dynamodb_backend.load_tokens[token] = (handler.body, description)


def _kept(handler: Any, kind: str, arn: str, missing: str) -> dict[str, Any]:
    if arn not in _all(handler, kind):
        raise _error(missing, f"not found: {arn}")
    return _all(handler, kind)[arn]


def _all(handler: Any, kind: str) -> dict[str, dict[str, Any]]:
    loads: dict[str, dict[str, Any]] = handler.dynamodb_backend.__dict__.setdefault(f"loaded_{kind}", {})
    return loads


def _import_answer(description: dict[str, Any]) -> Any:
    return ActionResult({"ImportTableDescription": description})


def _bulk_answer(description: dict[str, Any]) -> Any:
    return ActionResult({"BulkOperationDescription": _shown(description)})


def _shown(description: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in description.items() if name != "TableName"}


def _id() -> str:
    return f"{secrets.randbelow(10**14):014}-{secrets.token_hex(4)}"


def _error(kind: str, message: str) -> JsonRESTError:
    return JsonRESTError(ERROR_TYPE_PREFIX + kind, message)
