"""Weekly backup and exports as deployed, run with the deployed code and its variables."""

import base64
import hashlib
import importlib.util
import json
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from botocore.exceptions import ClientError

from tests.applied.conftest import Durable

FUNCTION = "arn:aws:lambda:ap-northeast-1:111111111111:function:drill-export-drill"
QUEUE = "arn:aws:sqs:ap-northeast-1:111111111111:drill-export-failed-drill"
SCHEDULES = {
    "backup": "cron(0 18 ? * SUN *)",
    "full-export": "cron(10 18 ? * SUN *)",
    "incremental-export": "cron(20 18 * * ? *)",
    "check": "cron(0 0 * * ? *)",
}


GROUP = "arn:aws:scheduler:ap-northeast-1:111111111111:schedule-group/drill-export-drill"


def schedule(durable: Durable, task: str) -> Any:
    return durable.client("scheduler").get_schedule(GroupName="drill-export-drill", Name=f"drill-export-{task}-drill")


@pytest.mark.parametrize(("task", "cron"), SCHEDULES.items(), ids=SCHEDULES.keys())
def test_each_schedule_calls_the_function_and_has_a_queue_for_what_fails(durable: Durable, task: str, cron: str) -> None:
    found = schedule(durable, task)
    assert (found["ScheduleExpression"], found["ScheduleExpressionTimezone"], found["State"]) == (cron, "UTC", "ENABLED")
    assert found["KmsKeyArn"].startswith("arn:aws:kms:")
    target = found["Target"]
    assert (target["Arn"], target["DeadLetterConfig"]) == (FUNCTION, {"Arn": QUEUE})
    assert target["RoleArn"] == "arn:aws:iam::111111111111:role/drill-export-schedules-drill"
    assert target["RetryPolicy"] == {"MaximumEventAgeInSeconds": 3600, "MaximumRetryAttempts": 10}
    expected = {"task": task.replace("-", "_"), "scheduled_time": "<aws.scheduler.scheduled-time>"}
    assert json.loads(target["Input"]) == expected


def test_the_function_runs_once_at_a_time_and_sends_what_fails_to_the_queue(durable: Durable) -> None:
    client = durable.client("lambda")
    found = client.get_function_configuration(FunctionName=durable.outputs["function_name"])
    assert (found["FunctionArn"], found["Runtime"], found["Timeout"]) == (FUNCTION, "python3.13", 300)
    assert found["DeadLetterConfig"] == {"TargetArn": QUEUE}
    assert found["LoggingConfig"]["LogGroup"] == "/aws/lambda/drill-export-drill"
    concurrency = client.get_function_concurrency(FunctionName=durable.outputs["function_name"])
    assert concurrency["ReservedConcurrentExecutions"] == 1


def test_the_queue_for_failures_is_encrypted_and_keeps_messages_for_two_weeks(durable: Durable) -> None:
    sqs = durable.client("sqs")
    url = sqs.get_queue_url(QueueName=QUEUE.rpartition(":")[2])["QueueUrl"]
    found = sqs.get_queue_attributes(QueueUrl=url, AttributeNames=["All"])["Attributes"]
    assert (found["QueueArn"], found["MessageRetentionPeriod"]) == (QUEUE, "1209600")
    assert found["KmsMasterKeyId"].startswith("arn:aws:kms:")


def test_the_bucket_is_versioned_closed_encrypted_and_grows_colder(durable: Durable) -> None:
    s3, bucket = durable.client("s3"), durable.outputs["bucket"]
    assert bucket == "drill-exports-drill-111111111111"
    assert s3.get_bucket_versioning(Bucket=bucket)["Status"] == "Enabled"
    assert set(s3.get_public_access_block(Bucket=bucket)["PublicAccessBlockConfiguration"].values()) == {True}
    (rule,) = s3.get_bucket_encryption(Bucket=bucket)["ServerSideEncryptionConfiguration"]["Rules"]
    assert rule["ApplyServerSideEncryptionByDefault"]["SSEAlgorithm"] == "aws:kms"
    (refusal,) = json.loads(s3.get_bucket_policy(Bucket=bucket)["Policy"])["Statement"]
    assert (refusal["Effect"], refusal["Condition"]) == ("Deny", {"Bool": {"aws:SecureTransport": "false"}})
    (lifecycle,) = s3.get_bucket_lifecycle_configuration(Bucket=bucket)["Rules"]
    transitions = {transition["StorageClass"]: transition["Days"] for transition in lifecycle["Transitions"]}
    assert (transitions, lifecycle["Expiration"]["Days"]) == ({"STANDARD_IA": 30, "GLACIER": 90}, 2557)


@pytest.fixture
def deployed(durable: Durable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[dict[str, str], None], None]:
    """The handler from the uploaded zip with its variables, under its execution role."""
    found = durable.client("lambda").get_function_configuration(FunctionName=durable.outputs["function_name"])
    (package,) = (durable.terraform.folder / "assets").glob("table_backup-*.zip")
    assert base64.b64encode(hashlib.sha256(package.read_bytes()).digest()).decode() == found["CodeSha256"]
    with zipfile.ZipFile(package) as archive:
        assert archive.namelist() == ["handler.py"]
        archive.extractall(tmp_path)
    role = durable.acting("drill-export", "lambda", FUNCTION)
    aws = {name: value for name, value in durable.emulator.environ_as(role).items() if name.startswith("AWS_")}
    for name, value in {**aws, "AWS_DEFAULT_REGION": "ap-northeast-1", **found["Environment"]["Variables"]}.items():
        monkeypatch.setenv(name, value)
    spec = importlib.util.spec_from_file_location("deployed", tmp_path / "handler.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    run: Callable[[dict[str, str], None], None] = module.handler
    return run


def event(durable: Durable, task: str, time: datetime) -> dict[str, str]:
    """Return what Scheduler sends for a task that was due at a time."""
    text = schedule(durable, task)["Target"]["Input"].replace("<aws.scheduler.scheduled-time>", f"{time:%Y-%m-%dT%H:%M:%SZ}")
    sent: dict[str, str] = json.loads(text)
    return sent


def test_the_deployed_code_makes_a_backup_and_an_export_of_each_table(
    durable: Durable, deployed: Callable[[dict[str, str], None], None]
) -> None:
    time = datetime.now(UTC).replace(microsecond=0)
    in_ten_minutes = time + timedelta(minutes=10)  # an export shows the table as it was ten minutes before
    for task, at in (("backup", time), ("full-export", in_ten_minutes), ("incremental-export", in_ten_minutes), ("check", time)):
        deployed(event(durable, task, at), None)
    dynamodb, bucket = durable.client("dynamodb"), durable.outputs["bucket"]
    keys = [entry["Key"] for entry in durable.client("s3").list_objects_v2(Bucket=bucket)["Contents"]]
    for table in ("ledger-drill", "tasks-drill"):
        backups = dynamodb.list_backups(TableName=table, BackupType="USER")["BackupSummaries"]
        assert f"acme-weekly-{time:%Y%m%dT%H%M%SZ}" in [backup["BackupName"] for backup in backups]
        assert [key for key in keys if key.startswith(f"{table}/full/{time:%Y}") and key.endswith("manifest-summary.json")]


def test_the_deployed_code_deletes_its_own_old_backups_only(
    durable: Durable, deployed: Callable[[dict[str, str], None], None]
) -> None:
    dynamodb, now = durable.client("dynamodb"), datetime.now(UTC)
    kept = dynamodb.create_backup(TableName="ledger-drill", BackupName="by-hand")["BackupDetails"]["BackupArn"]
    for days in (1, 1 + 99):  # a day more than backups are kept
        deployed(event(durable, "backup", now + timedelta(days=days)), None)
    names = {backup["BackupName"] for backup in dynamodb.list_backups(TableName="ledger-drill")["BackupSummaries"]}
    assert f"acme-weekly-{now + timedelta(days=100):%Y%m%dT%H%M%SZ}" in names
    assert f"acme-weekly-{now + timedelta(days=1):%Y%m%dT%H%M%SZ}" not in names
    assert "by-hand" in names
    dynamodb.delete_backup(BackupArn=kept)


@pytest.fixture
def scheduler(durable: Durable) -> Callable[[str], Any]:
    """Scheduler's clients, under the role of the schedules."""
    role = durable.acting("drill-export-schedules", "scheduler", GROUP)
    return lambda service: durable.client(service, role)


def queue_url(durable: Durable) -> str:
    url: str = durable.client("sqs").get_queue_url(QueueName=QUEUE.rpartition(":")[2])["QueueUrl"]
    return url


def decryption(durable: Durable, scheduler: Callable[[str], Any], arn: str) -> str:
    """Return KMS's answer to Scheduler decrypting a payload; the text is not KMS ciphertext."""
    key, context = schedule(durable, "backup")["KmsKeyArn"], {"aws:scheduler:schedule:arn": arn}
    blob = key.rpartition("/")[2].encode() + b"x" * 64
    with pytest.raises(ClientError) as refusal:
        scheduler("kms").decrypt(KeyId=key, CiphertextBlob=blob, EncryptionContext=context)
    code: str = refusal.value.response["Error"]["Code"]
    return code


def test_the_schedules_may_read_what_they_send_call_the_function_and_keep_what_fails(
    durable: Durable, scheduler: Callable[[str], Any]
) -> None:
    found = schedule(durable, "backup")
    assert decryption(durable, scheduler, found["Arn"]) == "InvalidCiphertextException"
    target = found["Target"]
    called = scheduler("lambda").invoke(FunctionName=target["Arn"], InvocationType="DryRun", Payload=target["Input"])
    assert called["StatusCode"] == 204
    scheduler("sqs").send_message(QueueUrl=queue_url(durable), MessageBody="given up")


def test_the_schedules_may_do_nothing_else(durable: Durable, scheduler: Callable[[str], Any]) -> None:
    assert decryption(durable, scheduler, schedule(durable, "backup")["Arn"].replace("drill", "other")) == "AccessDeniedException"
    for service, call, parameters in (
        ("lambda", "invoke", {"FunctionName": f"{FUNCTION}-2", "InvocationType": "DryRun"}),
        ("sqs", "receive_message", {"QueueUrl": queue_url(durable)}),
        ("dynamodb", "create_backup", {"TableName": "ledger-drill", "BackupName": "mine"}),
    ):
        with pytest.raises(ClientError, match="AccessDenied"):
            getattr(scheduler(service), call)(**parameters)


def test_requests_to_the_exports_are_logged_into_the_log_bucket(durable: Durable) -> None:
    s3, bucket = durable.client("s3"), durable.outputs["bucket"]
    logging = s3.get_bucket_logging(Bucket=bucket)["LoggingEnabled"]
    target = "acme-access-logs-drill-111111111111"
    assert (logging["TargetBucket"], logging["TargetPrefix"]) == (target, f"{bucket}/")
    assert "LoggingEnabled" not in s3.get_bucket_logging(Bucket=target)
    encryption = s3.get_bucket_encryption(Bucket=target)["ServerSideEncryptionConfiguration"]["Rules"][0]
    assert encryption["ApplyServerSideEncryptionByDefault"]["SSEAlgorithm"] == "AES256"
