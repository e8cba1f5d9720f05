"""DynamoDB: exports with AWS's layout in S3.

moto writes the current items to one file, without increments and client tokens.
"""

import gzip
import hashlib
import json
import secrets
from typing import Any

from moto.core.exceptions import JsonRESTError
from moto.core.responses import ActionResult
from moto.core.utils import unix_time, utcnow
from moto.dynamodb.exceptions import ERROR_TYPE_PREFIX
from moto.dynamodb.models.utilities import dynamo_json_dump
from moto.dynamodb.responses import DynamoHandler
from moto.s3.models import s3_backends
from moto.utilities.utils import get_partition

from dynawright.emulator.gaps.dynamodb_history import History, Write, history_of

SHORTEST_SECONDS, LONGEST_SECONDS = 15 * 60, 24 * 3600
SUMMARY = ("ExportArn", "ExportStatus", "ExportType")


def install() -> None:
    DynamoHandler.export_table_to_point_in_time = _export
    DynamoHandler.describe_export = _describe_export
    DynamoHandler.list_exports = _list_exports


def _export(handler: Any) -> Any:
    request = handler.body
    exports = _exports(handler)
    for export in exports.values():
        if export["ClientToken"] == request.get("ClientToken"):
            if export["request"] != request:
                raise _error("ExportConflictException", "There was a conflict when starting the export.")
            return _answer(export)
    table = handler.dynamodb_backend.get_table(request["TableArn"])
    history = history_of(table)
    id = f"{int(unix_time() * 1000):014}-{secrets.token_hex(4)}"
    export = {
        **{name: value for name, value in request.items() if name != "ClientToken"},
        "ExportArn": f"{table.table_arn}/export/{id}",
        "ExportType": request.get("ExportType", "FULL_EXPORT"),
        "StartTime": utcnow(),
        "ClientToken": request.get("ClientToken"),
        "request": dict(request),
    }
    incremental = export["ExportType"] == "INCREMENTAL_EXPORT"
    lines = _changes(table, history, request) if incremental else _items(history, request)
    exports[export["ExportArn"]] = export
    buckets = s3_backends[handler.current_account][get_partition(handler.region)].buckets
    if request["S3Bucket"] not in buckets:  # detected only after the request was accepted
        export |= {"ExportStatus": "FAILED", "FailureCode": "S3NoSuchBucket", "FailureMessage": "The bucket does not exist"}
    else:
        _write(handler, export, id, lines, incremental=incremental)
        export |= {"ExportStatus": "COMPLETED", "EndTime": utcnow(), "ItemCount": len(lines)}
    return _answer({**export, "ExportStatus": "IN_PROGRESS"})


def _describe_export(handler: Any) -> Any:
    arn = handler.body["ExportArn"]
    if arn not in _exports(handler):
        raise _error("ExportNotFoundException", f"Export not found: {arn}")
    return _answer(_exports(handler)[arn])


def _list_exports(handler: Any) -> Any:
    arn = handler.body.get("TableArn")
    exports = [export for export in _exports(handler).values() if arn in (None, export["TableArn"])]
    return ActionResult({"ExportSummaries": [{name: export[name] for name in SUMMARY} for export in exports]})


def _items(history: History, request: dict[str, Any]) -> list[str]:
    time = unix_time(request.get("ExportTime"))
    if not history.start - 1 <= time <= unix_time():
        raise _error("InvalidExportTimeException", "The specified ExportTime is outside of the point in time recovery window.")
    return [dynamo_json_dump({"Item": item.to_json()["Attributes"]}) for item in history.at(time).values()]


def _changes(table: Any, history: History, request: dict[str, Any]) -> list[str]:
    """Return a line for each changed item: before the window, and at its end."""
    window = request["IncrementalExportSpecification"]
    start, end = unix_time(window["ExportFromTime"]), unix_time(window["ExportToTime"])
    if not SHORTEST_SECONDS <= end - start <= LONGEST_SECONDS:
        raise _error("ValidationException", "The period of an incremental export is from 15 minutes to 24 hours")
    if start < history.start - 1:
        raise _error(
            "InvalidExportTimeException", "The specified ExportFromTime is outside of the point in time recovery window."
        )
    before, after = history.at(start), history.at(end)
    last: dict[Any, Write] = {write.key: write for write in history.writes if start < write.time <= end}
    return [dynamo_json_dump(_change(table, write, before.get(key), after.get(key))) for key, write in last.items()]


def _change(table: Any, write: Write, old: Any, new: Any) -> dict[str, Any]:
    item = (new or write.old).to_json()["Attributes"]
    change = {
        "Metadata": {"WriteTimestampMicros": {"N": str(int(write.time * 1_000_000))}},
        "Keys": {name: item[name] for name in table.table_key_attrs},
    }
    images = {"OldImage": old, "NewImage": new}
    return change | {name: image.to_json()["Attributes"] for name, image in images.items() if image is not None}


def _write(handler: Any, export: dict[str, Any], id: str, lines: list[str], *, incremental: bool) -> None:
    """Write a data file, the manifest that lists it, the summary that names the manifest, and checksums."""
    root = "/".join(filter(None, (export.get("S3Prefix"), "AWSDynamoDB")))
    folder = f"{root}/{id}"
    data_key = f"{root if incremental else folder}/data/{secrets.token_hex(13)}.json.gz"
    data = gzip.compress("".join(f"{line}\n" for line in lines).encode(), mtime=0)
    checksum = hashlib.md5(data, usedforsecurity=False).hexdigest()
    files = {"itemCount": len(lines), "md5Checksum": checksum, "etag": checksum, "dataFileS3Key": data_key}
    summary = {
        "version": "2023-08-01",
        "exportArn": export["ExportArn"],
        "startTime": f"{export['StartTime'].isoformat()}Z",
        "tableArn": export["TableArn"],
        "s3Bucket": export["S3Bucket"],
        "s3Prefix": export.get("S3Prefix"),
        "s3SseAlgorithm": export.get("S3SseAlgorithm"),
        "s3SseKmsKeyId": export.get("S3SseKmsKeyId"),
        "manifestFilesS3Key": f"{folder}/manifest-files.json",
        "itemCount": len(lines),
        "outputFormat": export.get("ExportFormat", "DYNAMODB_JSON"),
        "exportType": export["ExportType"],
    }
    contents = {"manifest-files.json": json.dumps(files) + "\n", "manifest-summary.json": json.dumps(summary), "_started": ""}
    objects = {data_key: data} | {f"{folder}/{name}": content.encode() for name, content in contents.items()}
    for name in ("manifest-files", "manifest-summary"):
        digest = hashlib.md5(objects[f"{folder}/{name}.json"], usedforsecurity=False).hexdigest()
        objects[f"{folder}/{name}.md5"] = digest.encode()
    s3 = s3_backends[handler.current_account][get_partition(handler.region)]
    for key, content in objects.items():
        encryption = "aws:kms" if export.get("S3SseAlgorithm") == "KMS" else "AES256"
        s3.put_object(export["S3Bucket"], key, content, encryption=encryption, kms_key_id=export.get("S3SseKmsKeyId"))


def _answer(export: dict[str, Any]) -> Any:
    return ActionResult({"ExportDescription": {name: value for name, value in export.items() if name != "request"}})


def _exports(handler: Any) -> dict[str, dict[str, Any]]:
    exports: dict[str, dict[str, Any]] = handler.dynamodb_backend.table_exports
    return exports


def _error(kind: str, message: str) -> JsonRESTError:
    return JsonRESTError(ERROR_TYPE_PREFIX + kind, message)
