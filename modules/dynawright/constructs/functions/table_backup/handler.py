"""Make backups and exports of tables, delete its own old backups, and report failed exports.

EventBridge Scheduler sends the task and its scheduled time:

    {"task": "backup", "scheduled_time": "2026-11-15T18:00:00Z"}

A run depends on that time only, never on the clock, so a repeated run does nothing twice.
"""

from __future__ import annotations

import logging
import os
import re
import uuid
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import boto3
from botocore.config import Config

LOG = logging.getLogger()

TIME = r"(\d{8}T\d{6}Z)"

SETTLED = timedelta(minutes=10)
"""DynamoDB can restore and export states that are about five minutes old or older."""

DAY = timedelta(days=1)
"""The longest window of an incremental export: daily runs leave no gap and no overlap."""


class FailedError(Exception):
    """The failures, table by table; Lambda counts an error, which raises the alarm."""


def handler(event: dict[str, str], context: object) -> None:
    """Run the task for each table; a failure of one does not stop the others."""
    tasks: dict[str, Callable[[Any, str, datetime], None]] = {
        "backup": back_up,
        "full_export": export_all,
        "incremental_export": export_changes,
        "check": check,
    }
    task, time = tasks[event["task"]], _time(event["scheduled_time"])
    client = boto3.client("dynamodb", config=Config(retries={"mode": "standard", "max_attempts": 5}))
    problems = []
    for arn in os.environ["TABLE_ARNS"].split(","):
        try:
            task(client, arn, time)
        except Exception as error:
            LOG.exception("%s of %s failed", event["task"], arn)
            problems.append(f"{event['task']} of {arn}: {error}")
    if problems:
        raise FailedError("; ".join(problems))


def back_up(client: Any, arn: str, time: datetime) -> None:
    """Make a backup, then delete old ones; if the backup fails, nothing is deleted."""
    name = f"{_prefix()}{time:%Y%m%dT%H%M%SZ}"
    if name not in _our_backups(client, arn):
        # DynamoDB would make a second backup of the same name.
        client.create_backup(TableName=arn, BackupName=name)
        LOG.info("made the backup %s of %s", name, arn)
    oldest = time - timedelta(days=int(os.environ["BACKUP_RETENTION_DAYS"]))
    for old, backup_arn in _our_backups(client, arn).items():
        if _time_of(old) < oldest:
            client.delete_backup(BackupArn=backup_arn)
            LOG.info("deleted the backup %s of %s", old, arn)


def export_all(client: Any, arn: str, time: datetime) -> None:
    _export(client, arn, time, "full", ExportType="FULL_EXPORT", ExportTime=time - SETTLED)


def export_changes(client: Any, arn: str, time: datetime) -> None:
    """Export the changes of the day before the scheduled time.

    A younger table is skipped: its first full export contains these changes.

    Without point-in-time recovery it would always be skipped.
    """
    window = {"ExportFromTime": time - SETTLED - DAY, "ExportToTime": time - SETTLED}
    recovery = client.describe_continuous_backups(TableName=arn)["ContinuousBackupsDescription"]["PointInTimeRecoveryDescription"]
    if recovery["PointInTimeRecoveryStatus"] != "ENABLED":
        raise FailedError("point-in-time recovery is off, so that nothing can be exported: switch it on")
    if recovery.get("EarliestRestorableDateTime", time) > window["ExportFromTime"]:
        LOG.warning("%s can't be restored to %s: its changes are exported from tomorrow on", arn, window["ExportFromTime"])
        return
    specification = {**window, "ExportViewType": "NEW_AND_OLD_IMAGES"}
    _export(client, arn, time, "incremental", ExportType="INCREMENTAL_EXPORT", IncrementalExportSpecification=specification)


def check(client: Any, arn: str, time: datetime) -> None:
    """Check exports of the last two days and unfinished ones: they can fail long after they start."""
    failures = []
    for summary in _exports(client, arn):
        if summary["ExportStatus"] == "COMPLETED":
            continue
        export = client.describe_export(ExportArn=summary["ExportArn"])["ExportDescription"]
        started = export["StartTime"]
        if export["ExportStatus"] == "FAILED" and started > time - 2 * DAY:
            failures.append(f"{export['ExportArn']}: {export.get('FailureCode')} {export.get('FailureMessage')}")
        if export["ExportStatus"] == "IN_PROGRESS" and started < time - DAY:
            failures.append(f"{export['ExportArn']}: in progress since {started:%Y-%m-%dT%H:%M:%SZ}, for more than a day")
    if failures:
        raise FailedError("; ".join(failures))


def _export(client: Any, arn: str, time: datetime, kind: str, **what: Any) -> None:
    key_arn = os.environ.get("KEY_ARN")
    encryption = {"S3SseAlgorithm": "KMS", "S3SseKmsKeyId": key_arn} if key_arn else {"S3SseAlgorithm": "AES256"}
    table = arn.rpartition("/")[2]
    made = client.export_table_to_point_in_time(
        TableArn=arn,
        S3Bucket=os.environ["BUCKET"],
        S3BucketOwner=os.environ["BUCKET_OWNER"],
        S3Prefix=f"{table}/{kind}/{time:%Y-%m-%d}",
        ExportFormat="DYNAMODB_JSON",
        # DynamoDB treats a second request with the same token as the first one.
        ClientToken=str(uuid.uuid5(uuid.NAMESPACE_URL, f"{arn} {kind} {time.isoformat()}")),
        **encryption,
        **what,
    )
    LOG.info("started the export %s", made["ExportDescription"]["ExportArn"])


def _our_backups(client: Any, arn: str) -> dict[str, str]:
    """Return name → ARN of the backups that this function made."""
    pages = client.get_paginator("list_backups").paginate(TableName=arn, BackupType="USER")
    every = [backup for page in pages for backup in page["BackupSummaries"]]
    return {backup["BackupName"]: backup["BackupArn"] for backup in every if _own_name(backup["BackupName"])}


def _exports(client: Any, arn: str) -> Iterator[dict[str, Any]]:
    """Yield all pages; boto3 has no paginator for these calls."""
    request = {"TableArn": arn}
    while True:
        page = client.list_exports(**request)
        yield from page["ExportSummaries"]
        if "NextToken" not in page:
            return
        request["NextToken"] = page["NextToken"]


def _prefix() -> str:
    """Return the prefix of the weekly backups' names."""
    return os.environ["BACKUP_NAME_PREFIX"]


def _own_name(backup_name: str) -> re.Match[str] | None:
    """Match the names of backups that this function made; others are never deleted."""
    return re.fullmatch(re.escape(_prefix()) + TIME, backup_name)


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)


def _time_of(backup_name: str) -> datetime:
    match = _own_name(backup_name)
    if match is None:
        raise ValueError(f"{backup_name} is not a backup that this function made")
    return datetime.strptime(match[1], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
