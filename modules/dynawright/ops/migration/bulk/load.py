"""Make DynamoDB load files from S3: into a new table, or in bulk into an existing one."""

from __future__ import annotations

import json
from typing import Any

from dynawright.errors import Place, Problem, UserError, warn
from dynawright.ops.migration.bulk.export import SUMMARY
from dynawright.ops.migration.bulk.store import Bucket, Store
from dynawright.ops.migration.clock import Clock

ASK_EVERY_SECONDS = 5.0
LEAST_UNITS = 1024  # units per second of a bulk put
BULK_PUT = "StartBulkPutItems"


def written(store: Store) -> dict[str, Any]:
    """Return the summary of the files to load; raise if they are incomplete, or not in S3."""
    if not isinstance(store, Bucket):
        text, fix = (
            "is a folder, and DynamoDB reads S3 only",
            "copy it with `aws s3 cp --recursive`, then `migrate load --via s3://…`",
        )
        raise UserError([Problem("DW735", text, Place(store.location), store.location, "s3://bucket/prefix", fix)])
    try:
        with store.open(SUMMARY) as file:
            summary: dict[str, Any] = json.loads(file.read())
    except FileNotFoundError:
        text, fix = f"has no {SUMMARY}: it is not written to its end", "remove it and write it again with `migrate run --via`"
        raise UserError([Problem("DW735", text, Place(store.location), store.location, fix=fix)]) from None
    return summary


def can_bulk_put(client: Any) -> bool:
    """Whether the installed botocore has the operation, which was added in 2026."""
    return BULK_PUT in client.meta.service_model.operation_names


def bulk_put_missing() -> UserError:
    import botocore

    text = f"the installed botocore {botocore.__version__} has no {BULK_PUT}, which loads a table that is there"
    fix = "upgrade boto3; or leave --via away; or load into a new table"
    return UserError([Problem("DW736", text, value=botocore.__version__, fix=fix)])


def import_new(client: Any, store: Bucket, parameters: Any, token: str, clock: Clock) -> int:
    """Import into a new table; return the number of rejected items."""
    started = client.import_table(
        ClientToken=token,
        S3BucketSource={"S3Bucket": store.bucket, "S3KeyPrefix": store.key("data/")},
        InputFormat="DYNAMODB_JSON",
        InputCompressionType="GZIP",
        TableCreationParameters=parameters,
    )["ImportTableDescription"]
    while started["ImportStatus"] == "IN_PROGRESS":
        clock.pause(ASK_EVERY_SECONDS)
        started = client.describe_import(ImportArn=started["ImportArn"])["ImportTableDescription"]
    _must_have("COMPLETED", started["ImportStatus"], parameters["TableName"], started)
    print(f"imported: {started['ImportedItemCount']:,} items into the new table {parameters['TableName']}")
    return _refused(started.get("ErrorCount", 0), "in the import's log group in CloudWatch, /aws-dynamodb/imports")


def bulk_put(client: Any, store: Bucket, table: str, token: str, write_units: float | None, clock: Clock) -> int:
    """Put all items into a table, replacing existing ones; return the number of rejected items."""
    most = {"MaxWriteRequestUnits": max(LEAST_UNITS, round(write_units))} if write_units else {}
    if write_units and write_units < LEAST_UNITS:
        warn(f"a bulk put takes {LEAST_UNITS:,} write units a second at least")
    started = client.start_bulk_put_items(
        ClientToken=token,
        TableName=table,
        InputS3Configuration={
            "S3Bucket": store.bucket,
            "S3KeyPrefix": store.key("data/"),
            "InputFormat": "DYNAMODB_JSON",
            "InputCompressionType": "GZIP",
        },
        OutputS3Configuration={"S3Bucket": store.bucket, "S3KeyPrefix": store.key("report/"), "OutputType": ["ERROR"]},
        **most,
    )["BulkOperationDescription"]
    while started["BulkOperationStatus"] in ("IN_PROGRESS", "CANCELLING"):
        clock.pause(ASK_EVERY_SECONDS)
        arn = started["BulkOperationArn"]
        started = client.describe_bulk_operation(BulkOperationArn=arn)["BulkOperationDescription"]
    status = started["BulkOperationStatus"]
    _must_have("COMPLETED" if status != "COMPLETED_WITH_ERRORS" else status, status, table, started)
    failed = started.get("FailedItemCount", 0)
    print(f"put in bulk: {started['ProcessedItemCount'] - failed:,} items into {table}")
    return _refused(failed, f"{store.location}/report")


def _refused(count: int, place: str) -> int:
    if count:
        print(f"{count:,} were refused: see {place}")
    return count


def _must_have(wanted: str, status: str, table: str, answer: Any) -> None:
    if status != wanted:
        reason = f"{answer.get('FailureCode')}: {answer.get('FailureMessage')}"
        text, fix = f"the load ended as {status} ({reason})", "fix the cause, then run `migrate load` again"
        raise UserError([Problem("DW736", text, Place(path=f"table {table}"), status, fix=fix)])
