"""The emulator's restores and exports refuse, or forget, as AWS does."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from time import sleep
from typing import Any

import pytest
from botocore.exceptions import ClientError

from dynawright.emulator.emulator import Emulator
from tests.whole_tables import items_of

REGION = "ap-northeast-1"


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with Emulator("111111111111") as emulator:
        yield emulator.client("dynamodb", REGION)


@pytest.fixture
def table(client: Any, request: pytest.FixtureRequest) -> str:
    name = re.sub("[^a-z_]", "-", request.node.name)
    client.create_table(
        TableName=name,
        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
        AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
        BillingMode="PAY_PER_REQUEST",
    )
    return name


def recoverable(client: Any, table: str, *, enabled: bool = True) -> None:
    client.update_continuous_backups(TableName=table, PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": enabled})


def put(client: Any, table: str, id: str) -> dict[str, Any]:
    return {"Put": {"TableName": table, "Item": {"id": {"S": id}}}}


def ids(client: Any, table: str) -> list[str]:
    return sorted(item["id"]["S"] for item in items_of(client, table).values())


def refused(operation: Any, **request: Any) -> str:
    with pytest.raises(ClientError) as error:
        operation(**request)
    return str(error.value.response["Error"]["Code"])


def whole_second() -> datetime:
    """A moment after everything written so far and before everything written later."""
    sleep(1.1)
    moment = datetime.now(UTC).replace(microsecond=0)
    sleep(1.1)
    return moment


def test_items_from_before_recovery_was_on_and_every_kind_of_write_are_remembered(client: Any, table: str) -> None:
    client.transact_write_items(TransactItems=[put(client, table, "old"), put(client, table, "updated")])
    recoverable(client, table)
    client.transact_write_items(TransactItems=[put(client, table, "in-transaction")])
    client.batch_write_item(RequestItems={table: [{"PutRequest": {"Item": {"id": {"S": "in-batch"}}}}]})
    update = {"UpdateExpression": "SET a = :a", "ExpressionAttributeValues": {":a": {"N": "1"}}}
    client.update_item(TableName=table, Key={"id": {"S": "updated"}}, **update)
    expected = items_of(client, table)
    moment = whole_second()
    for id in ("old", "in-transaction", "in-batch"):
        client.delete_item(TableName=table, Key={"id": {"S": id}})
    client.update_item(
        TableName=table,
        Key={"id": {"S": "updated"}},
        UpdateExpression="SET a = :a",
        ExpressionAttributeValues={":a": {"N": "2"}},
    )
    client.restore_table_to_point_in_time(SourceTableName=table, TargetTableName=f"{table}-2", RestoreDateTime=moment)
    assert items_of(client, f"{table}-2") == expected
    client.restore_table_to_point_in_time(SourceTableName=table, TargetTableName=f"{table}-3", UseLatestRestorableTime=True)
    assert items_of(client, f"{table}-3") == items_of(client, table)


def test_a_transaction_that_failed_is_not_remembered(client: Any, table: str) -> None:
    recoverable(client, table)
    check = {"TableName": table, "Key": {"id": {"S": "none"}}, "ConditionExpression": "attribute_exists(id)"}
    wrong = [put(client, table, "ghost"), {"ConditionCheck": check}]
    assert refused(client.transact_write_items, TransactItems=wrong) == "TransactionCanceledException"
    client.put_item(TableName=table, Item={"id": {"S": "real"}})
    client.restore_table_to_point_in_time(SourceTableName=table, TargetTableName=f"{table}-2", UseLatestRestorableTime=True)
    assert ids(client, f"{table}-2") == ["real"]


def test_a_table_without_recovery_is_neither_restored_nor_exported(client: Any, table: str) -> None:
    arn = client.describe_table(TableName=table)["Table"]["TableArn"]
    recoverable(client, table)
    recoverable(client, table, enabled=False)
    restore = {"SourceTableName": table, "TargetTableName": f"{table}-2", "UseLatestRestorableTime": True}
    assert refused(client.restore_table_to_point_in_time, **restore) == "PointInTimeRecoveryUnavailableException"
    assert (
        refused(client.export_table_to_point_in_time, TableArn=arn, S3Bucket="any") == "PointInTimeRecoveryUnavailableException"
    )


@pytest.mark.parametrize("shift", [timedelta(days=-1), timedelta(days=1)], ids=["yesterday", "tomorrow"])
def test_a_time_without_a_history_is_refused(client: Any, table: str, shift: timedelta) -> None:
    recoverable(client, table)
    arn = client.describe_table(TableName=table)["Table"]["TableArn"]
    time = datetime.now(UTC) + shift
    restore = {"SourceTableArn": arn, "TargetTableName": f"{table}-2", "RestoreDateTime": time}
    assert refused(client.restore_table_to_point_in_time, **restore) == "InvalidRestoreTimeException"
    export = {"TableArn": arn, "S3Bucket": "any", "ExportTime": time}
    assert refused(client.export_table_to_point_in_time, **export) == "InvalidExportTimeException"


@pytest.mark.parametrize(
    ("hours", "code"), [(0.2, "ValidationException"), (25, "ValidationException"), (24, None)], ids=["short", "long", "a day"]
)
def test_an_increment_spans_fifteen_minutes_to_a_day(client: Any, table: str, hours: float, code: str | None) -> None:
    recoverable(client, table)
    start = datetime.now(UTC) + timedelta(seconds=1)
    request = {
        "TableArn": client.describe_table(TableName=table)["Table"]["TableArn"],
        "S3Bucket": "any",
        "ExportType": "INCREMENTAL_EXPORT",
        "IncrementalExportSpecification": {"ExportFromTime": start, "ExportToTime": start + timedelta(hours=hours)},
    }
    if code is None:
        client.export_table_to_point_in_time(**request)
    else:
        assert refused(client.export_table_to_point_in_time, **request) == code


def test_a_token_stands_for_one_request(client: Any, table: str) -> None:
    recoverable(client, table)
    arn = client.describe_table(TableName=table)["Table"]["TableArn"]
    request = {"TableArn": arn, "S3Bucket": "any", "ClientToken": "one"}
    first, second = (client.export_table_to_point_in_time(**request)["ExportDescription"]["ExportArn"] for _ in range(2))
    assert first == second
    assert refused(client.export_table_to_point_in_time, **{**request, "S3Bucket": "other"}) == "ExportConflictException"


def test_an_unknown_export_is_not_found(client: Any) -> None:
    arn = f"arn:aws:dynamodb:{REGION}:111111111111:table/orders/export/0"
    assert refused(client.describe_export, ExportArn=arn) == "ExportNotFoundException"


def test_backups_are_listed_by_their_kind(client: Any, table: str) -> None:
    recoverable(client, table)
    client.create_backup(TableName=table, BackupName="mine")
    client.delete_table(TableName=table)
    listed = {
        kind: [backup["BackupName"] for backup in client.list_backups(TableName=table, BackupType=kind)["BackupSummaries"]]
        for kind in ("USER", "SYSTEM", "ALL")
    }
    assert listed == {
        "USER": ["mine"],
        "SYSTEM": [f"{table}$DeletedTableBackup"],
        "ALL": ["mine", f"{table}$DeletedTableBackup"],
    }


def test_a_restored_table_has_what_aws_restores_and_nothing_else(client: Any) -> None:
    stream = {"StreamEnabled": True, "StreamViewType": "NEW_IMAGE"}
    client.create_table(
        TableName="settings",
        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
        AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
        BillingMode="PAY_PER_REQUEST",
        TableClass="STANDARD_INFREQUENT_ACCESS",
        OnDemandThroughput={"MaxReadRequestUnits": 5, "MaxWriteRequestUnits": 5},
        SSESpecification={"Enabled": True, "SSEType": "KMS"},
        StreamSpecification=stream,
        DeletionProtectionEnabled=True,
        Tags=[{"Key": "team", "Value": "a"}],
    )
    recoverable(client, "settings")
    client.update_time_to_live(TableName="settings", TimeToLiveSpecification={"Enabled": True, "AttributeName": "ttl"})
    backup = client.create_backup(TableName="settings", BackupName="mine")["BackupDetails"]["BackupArn"]
    client.restore_table_from_backup(BackupArn=backup, TargetTableName="settings-2")
    client.restore_table_to_point_in_time(SourceTableName="settings", TargetTableName="settings-3", UseLatestRestorableTime=True)
    source = client.describe_table(TableName="settings")["Table"]
    for name in ("settings-2", "settings-3"):
        restored = client.describe_table(TableName=name)["Table"]
        for same in ("BillingModeSummary", "TableClassSummary", "OnDemandThroughput", "SSEDescription"):
            assert restored[same] == source[same]
        assert "LatestStreamArn" not in restored
        assert restored["DeletionProtectionEnabled"] is False
        assert client.list_tags_of_resource(ResourceArn=restored["TableArn"])["Tags"] == []
        assert client.describe_time_to_live(TableName=name)["TimeToLiveDescription"]["TimeToLiveStatus"] == "DISABLED"
        recovery = client.describe_continuous_backups(TableName=name)["ContinuousBackupsDescription"]
        assert recovery["PointInTimeRecoveryDescription"]["PointInTimeRecoveryStatus"] == "DISABLED"
