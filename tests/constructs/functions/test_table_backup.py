"""The export function on the emulator: nothing twice, no foreign backups, no lost export."""

import base64
import gzip
import json
import logging
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from time import sleep
from typing import Any, ClassVar

import pytest

from dynawright.constructs.functions.table_backup.handler import FailedError, check, handler
from dynawright.emulator.emulator import Emulator
from tests.whole_tables import Difference, Items, compare, in_order, items_of

REGION = "ap-northeast-1"
BUCKET = "exports"
KEY = f"arn:aws:kms:{REGION}:111111111111:key/00000000-0000-0000-0000-000000000000"
SETTLED = timedelta(minutes=10)
Run = Callable[..., None]


@pytest.fixture(scope="module")
def emulator() -> Iterator[Emulator]:
    with Emulator("111111111111") as running:
        yield running


@pytest.fixture(scope="module")
def dynamodb(emulator: Emulator) -> Any:
    return emulator.client("dynamodb", REGION)


@pytest.fixture(scope="module")
def s3(emulator: Emulator) -> Any:
    client = emulator.client("s3", REGION)
    client.create_bucket(Bucket=BUCKET, CreateBucketConfiguration={"LocationConstraint": REGION})
    return client


@pytest.fixture
def table(dynamodb: Any, request: pytest.FixtureRequest) -> str:
    """A new table for each test, with point-in-time recovery; its ARN."""
    name = request.node.name[:200]
    made = dynamodb.create_table(
        TableName=name,
        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
        AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
        BillingMode="PAY_PER_REQUEST",
    )
    recovery = {"PointInTimeRecoveryEnabled": True, "RecoveryPeriodInDays": 35}
    dynamodb.update_continuous_backups(TableName=name, PointInTimeRecoverySpecification=recovery)
    return str(made["TableDescription"]["TableArn"])


@pytest.fixture
def run(emulator: Emulator, s3: Any, table: str, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Calls the function as Scheduler would have at a time."""
    variables = {"TABLE_ARNS": table, "BUCKET": BUCKET, "BUCKET_OWNER": "111111111111"}
    variables |= {"BACKUP_RETENTION_DAYS": "98", "BACKUP_NAME_PREFIX": "acme-weekly-"}
    aws = {name: value for name, value in emulator.environ.items() if name.startswith("AWS_")}
    for name, value in {**variables, **aws, "AWS_DEFAULT_REGION": REGION, "KEY_ARN": KEY}.items():
        monkeypatch.setenv(name, value)

    def at(task: str, time: datetime, **changed: str) -> None:
        for name, value in changed.items():
            monkeypatch.setenv(name, value)
        handler({"task": task, "scheduled_time": f"{time:%Y-%m-%dT%H:%M:%SZ}"}, None)

    return at


def now() -> datetime:
    return datetime.now(UTC).replace(microsecond=0)


def wait_until(time: datetime) -> None:
    sleep(max(0.0, (time - datetime.now(UTC)).total_seconds()))


def backups(dynamodb: Any, table: str) -> list[str]:
    return sorted(backup["BackupName"] for backup in dynamodb.list_backups(TableName=table)["BackupSummaries"])


def put(dynamodb: Any, table: str, *ids: str, text: str = "first") -> None:
    for id in ids:
        item = {"id": {"S": id}, "text": {"S": text}, "bytes": {"B": b"\x00\xff"}, "numbers": {"NS": ["2", "1"]}}
        dynamodb.put_item(TableName=table, Item=item)


def exported(s3: Any, table: str, kind: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The only export of that kind: its summary, and the lines of the files that its manifest lists."""
    name = table.rpartition("/")[2]
    keys = [entry["Key"] for entry in s3.list_objects_v2(Bucket=BUCKET, Prefix=f"{name}/{kind}/").get("Contents", [])]
    (summary_key,) = [key for key in keys if key.endswith("manifest-summary.json")]
    summary = json.loads(s3.get_object(Bucket=BUCKET, Key=summary_key)["Body"].read())
    manifest = s3.get_object(Bucket=BUCKET, Key=summary["manifestFilesS3Key"])["Body"].read().decode()
    lines = []
    for file in map(json.loads, manifest.splitlines()):
        data = s3.get_object(Bucket=BUCKET, Key=file["dataFileS3Key"])
        assert (data["ServerSideEncryption"], data["SSEKMSKeyId"]) == ("aws:kms", KEY)
        lines += [json.loads(line) for line in gzip.decompress(data["Body"].read()).splitlines()]
    return summary, lines


def test_a_backup_is_named_after_its_schedule_and_made_once(dynamodb: Any, table: str, run: Run) -> None:
    run("backup", datetime(2026, 11, 15, 18, tzinfo=UTC))
    run("backup", datetime(2026, 11, 15, 18, tzinfo=UTC))
    assert backups(dynamodb, table) == ["acme-weekly-20261115T180000Z"]


def test_of_old_backups_it_deletes_its_own_and_no_others(dynamodb: Any, table: str, run: Run) -> None:
    others = ["before-migration", "acme-weekly", "acme-weekly-20200101T000000Z-kept", "weekly-20200101T000000Z"]
    for name in others:
        dynamodb.create_backup(TableName=table, BackupName=name)
    time = datetime(2026, 11, 15, 18, tzinfo=UTC)
    for days in (200, 99, 98, 7):
        run("backup", time - timedelta(days=days), BACKUP_RETENTION_DAYS="3653")
    run("backup", time, BACKUP_RETENTION_DAYS="98")
    kept = [f"acme-weekly-{time - timedelta(days=days):%Y%m%d}T180000Z" for days in (98, 7, 0)]
    assert backups(dynamodb, table) == sorted([*others, *kept])


def test_backups_of_other_tables_stay(dynamodb: Any, table: str, run: Run) -> None:
    other = dynamodb.create_table(
        TableName="a-neighbour",
        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
        AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
        BillingMode="PAY_PER_REQUEST",
    )["TableDescription"]["TableArn"]
    dynamodb.create_backup(TableName=other, BackupName="acme-weekly-20200101T000000Z")
    run("backup", datetime(2026, 11, 15, 18, tzinfo=UTC))
    assert backups(dynamodb, other) == ["acme-weekly-20200101T000000Z"]


def test_a_late_repetition_keeps_what_it_made(dynamodb: Any, table: str, run: Run) -> None:
    """However old its own time is."""
    run("backup", datetime(2020, 1, 1, tzinfo=UTC))
    assert backups(dynamodb, table) == ["acme-weekly-20200101T000000Z"]


def test_a_table_that_fails_is_told_and_does_not_keep_others_from_being_saved(dynamodb: Any, table: str, run: Run) -> None:
    missing = f"{table}-missing"
    with pytest.raises(FailedError) as error:
        run("backup", datetime(2026, 11, 15, 18, tzinfo=UTC), TABLE_ARNS=f"{missing},{table}")
    assert str(error.value).startswith(f"backup of {missing}: ")
    assert "TableNotFoundException" in str(error.value)
    assert backups(dynamodb, table) == ["acme-weekly-20261115T180000Z"]


def test_where_no_backup_can_be_made_none_is_deleted(dynamodb: Any, table: str, run: Run) -> None:
    run("backup", datetime(2020, 1, 1, tzinfo=UTC))
    dynamodb.delete_table(TableName=table)
    with pytest.raises(FailedError):
        run("backup", datetime(2026, 11, 15, 18, tzinfo=UTC))
    assert "acme-weekly-20200101T000000Z" in backups(dynamodb, table)


def test_a_full_export_holds_every_item_and_is_made_once(dynamodb: Any, s3: Any, table: str, run: Run) -> None:
    put(dynamodb, table, *(f"item-{number}" for number in range(30)))
    time = now() + timedelta(seconds=1) + SETTLED
    wait_until(time - SETTLED)
    run("full_export", time)
    run("full_export", time)
    summary, lines = exported(s3, table, "full")
    assert (summary["exportType"], summary["itemCount"], summary["tableArn"]) == ("FULL_EXPORT", 30, table)
    assert compare(items_of(dynamodb, table), items_in(lines)) == Difference([], [], [])


def items_in(lines: list[dict[str, Any]]) -> Items:
    """As DynamoDB returns them: in JSON, bytes are base64."""
    items = [in_order(line["Item"]) for line in lines]
    for item in items:
        item["bytes"]["B"] = base64.b64decode(item["bytes"]["B"])
    return {(str(item["id"]),): item for item in items}


def test_a_full_export_holds_what_was_there_at_its_time(dynamodb: Any, s3: Any, table: str, run: Run) -> None:
    put(dynamodb, table, "before")
    time = now() + timedelta(seconds=1)
    wait_until(time + timedelta(seconds=1))
    put(dynamodb, table, "after")
    run("full_export", time + SETTLED)
    _, lines = exported(s3, table, "full")
    assert [line["Item"]["id"]["S"] for line in lines] == ["before"]


def test_an_incremental_export_holds_each_change_with_both_images(dynamodb: Any, s3: Any, table: str, run: Run) -> None:
    """Tomorrow's run: the emulator's tables have no yesterday."""
    put(dynamodb, table, "changed", "deleted", "untouched")
    time = now() + timedelta(seconds=1)
    wait_until(time + timedelta(seconds=1))
    put(dynamodb, table, "changed", text="second")
    put(dynamodb, table, "new")
    dynamodb.delete_item(TableName=table, Key={"id": {"S": "deleted"}})
    for _ in range(2):
        run("incremental_export", time + timedelta(days=1) + SETTLED)
    summary, lines = exported(s3, table, "incremental")
    assert summary["exportType"] == "INCREMENTAL_EXPORT"
    images = {
        line["Keys"]["id"]["S"]: tuple(line.get(image, {}).get("text", {}).get("S") for image in ("OldImage", "NewImage"))
        for line in lines
    }
    assert images == {"changed": ("first", "second"), "new": (None, "first"), "deleted": ("first", None)}


def test_consecutive_incremental_exports_leave_no_gap(dynamodb: Any, table: str, run: Run) -> None:
    first = now() + timedelta(days=1, minutes=11)
    run("incremental_export", first)
    run("incremental_export", first + timedelta(days=1))
    found = [
        dynamodb.describe_export(ExportArn=export["ExportArn"])["ExportDescription"]["IncrementalExportSpecification"]
        for export in dynamodb.list_exports(TableArn=table)["ExportSummaries"]
    ]
    assert found[0]["ExportToTime"] == found[1]["ExportFromTime"]
    assert {window["ExportToTime"] - window["ExportFromTime"] for window in found} == {timedelta(days=1)}
    assert {window["ExportViewType"] for window in found} == {"NEW_AND_OLD_IMAGES"}


def test_a_table_younger_than_a_day_has_no_incremental_export_yet(
    dynamodb: Any, table: str, run: Run, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        run("incremental_export", now())
    assert dynamodb.list_exports(TableArn=table)["ExportSummaries"] == []
    assert "its changes are exported from tomorrow on" in caplog.text


def test_an_export_that_failed_after_it_was_accepted_is_found(dynamodb: Any, table: str, run: Run) -> None:
    time = now() + SETTLED
    run("full_export", time, BUCKET="no-such-bucket")
    with pytest.raises(FailedError, match="S3NoSuchBucket The bucket does not exist"):
        run("check", time + timedelta(hours=6))


def test_a_failure_is_told_of_for_two_days(dynamodb: Any, table: str, run: Run) -> None:
    """It may have come after the first day's check."""
    time = now() + SETTLED
    run("full_export", time, BUCKET="no-such-bucket")
    with pytest.raises(FailedError, match="S3NoSuchBucket"):
        run("check", time + timedelta(days=1, hours=6))
    run("check", time + timedelta(days=2, hours=6))


class Endless:
    """DynamoDB with one export that has been in progress ever since; the emulator's are done at once."""

    started = datetime(2026, 11, 15, 18, tzinfo=UTC)
    export: ClassVar = {"ExportArn": "the-export", "ExportStatus": "IN_PROGRESS"}

    def list_exports(self, **_: str) -> dict[str, Any]:
        return {"ExportSummaries": [self.export]}

    def describe_export(self, **_: str) -> dict[str, Any]:
        return {"ExportDescription": {**self.export, "StartTime": self.started}}


def test_an_export_without_an_end_has_failed_after_a_day() -> None:
    check(Endless(), "arn", Endless.started + timedelta(hours=6))
    for days in (1, 30):
        with pytest.raises(FailedError, match=r"^the-export: in progress since 2026-11-15T18:00:00Z, for more than a day$"):
            check(Endless(), "arn", Endless.started + timedelta(days=days, hours=6))


def test_changes_of_a_table_without_recovery_are_missed_aloud(dynamodb: Any, table: str, run: Run) -> None:
    off = {"PointInTimeRecoveryEnabled": False}
    dynamodb.update_continuous_backups(TableName=table, PointInTimeRecoverySpecification=off)
    with pytest.raises(FailedError, match="point-in-time recovery is off, so that nothing can be exported: switch it on"):
        run("incremental_export", now())


def test_exports_that_went_well_raise_nothing(table: str, run: Run) -> None:
    time = now() + SETTLED
    run("full_export", time)
    run("check", time + timedelta(hours=6))


def test_without_a_key_of_ours_s3_encrypts(dynamodb: Any, table: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KEY_ARN")
    run("full_export", now() + SETTLED)
    (export,) = dynamodb.list_exports(TableArn=table)["ExportSummaries"]
    described = dynamodb.describe_export(ExportArn=export["ExportArn"])["ExportDescription"]
    assert (described["S3SseAlgorithm"], "S3SseKmsKeyId" in described) == ("AES256", False)
