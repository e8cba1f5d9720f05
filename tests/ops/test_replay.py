"""Replay: what failed is listed, shown and processed once more; twice is harmless."""

import io
import json
import os
import time
from collections.abc import Callable, Iterator
from typing import Any

import boto3
import pytest
from botocore.exceptions import ClientError
from moto import mock_aws

from harness.streams.destination import RETRIES_EXHAUSTED, FailedBatch, FailureBucket
from ops import processing
from ops.failures import FailureBucket as FailedBatches
from runtime import clients
from stacks.shop.model import SYSTEM
from tests.functions.moto_cloud import MotoCloud
from tests.functions.shop_records import BAD_STOCK, order, product

BUCKET = "shop-failures-local"
ARN = "arn:aws:lambda:ap-northeast-1:111111111111:function:shop-stream-jobs-local"
Ops = Callable[..., int]


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Returns what puts failed batches into the bucket: add([record, …], shard, days_ago, arn)."""
    for name, value in {"AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b", "AWS_DEFAULT_REGION": "us-east-1"}.items():
        monkeypatch.setenv(name, value)
    with mock_aws():
        s3 = boto3.client("s3")
        s3.create_bucket(Bucket=BUCKET)

        def add(records: list[Any], shard: str = "shard-1", days_ago: float = 0, arn: str = ARN) -> None:
            keep = FailureBucket(s3, BUCKET, mapping_id="m", function_arn=arn)
            for record in records:
                record["dynamodb"]["ApproximateCreationDateTime"] = time.time() - days_ago * 86400
            keep(FailedBatch(records, shard, RETRIES_EXHAUSTED, 4, None, time.time()))

        yield add
    clients.client.cache_clear()


@pytest.fixture
def shop(bucket: Any, monkeypatch: pytest.MonkeyPatch) -> MotoCloud:
    clients.client.cache_clear()
    monkeypatch.setenv("AWS_DEFAULT_REGION", "ap-northeast-1")
    monkeypatch.setattr(os, "environ", dict(os.environ))
    named = {"SHOP_TABLE": "DynamoDBShop", "PROCESSED_TABLE": "DynamoDBShopProcessed"}
    cloud = MotoCloud(SYSTEM)
    os.environ.update({**named, "ALERT_TOPIC_ARN": cloud.topic_arn})
    return cloud


class Lambda:
    """What the function in AWS would do: processes all but the sequence numbers in `bad`; a batch with one in `fatal` fails whole."""

    def __init__(self) -> None:
        self.invoked: list[list[str]] = []
        self.bad: set[str] = set()
        self.fatal: set[str] = set()
        self.refused: set[str] = set()
        self.settings: dict[str, Any] = {}
        self.payloads: list[bytes] = []

    def invoke(self, *, FunctionName: str, InvocationType: str, Payload: bytes) -> Any:  # noqa: N803
        assert (FunctionName, InvocationType) == (ARN, "RequestResponse")
        numbers = [record["dynamodb"]["SequenceNumber"] for record in json.loads(Payload)["Records"]]
        self.invoked.append(numbers)
        self.payloads.append(Payload)
        if self.refused & set(numbers):
            raise ClientError({"Error": {"Code": "TooManyRequestsException", "Message": "Rate Exceeded."}}, "Invoke")
        if self.fatal & set(numbers):
            return {"FunctionError": "Unhandled", "Payload": io.BytesIO(b'{"errorMessage": "no"}')}
        failures = [{"itemIdentifier": number} for number in numbers if number in self.bad]
        return {"Payload": io.BytesIO(json.dumps({"batchItemFailures": failures}).encode())}


@pytest.fixture
def function(bucket: Any, monkeypatch: pytest.MonkeyPatch) -> Lambda:
    lambda_ = Lambda()

    def made(service: str, **settings: Any) -> Lambda:
        assert service == "lambda"
        lambda_.settings = settings
        return lambda_

    monkeypatch.setattr(processing, "client", made)
    return lambda_


def test_an_empty_bucket_says_so(ops: Ops, bucket: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert ops("replay", "list", "--bucket", BUCKET) == 0
    assert capsys.readouterr().out == "the bucket holds no failed batches\n"


def test_batches_are_listed_with_what_is_left_to_do(ops: Ops, bucket: Any, capsys: pytest.CaptureFixture[str]) -> None:
    bucket([order(3, "1"), order(4, "1")])
    bucket([order(1, "1")])
    assert ops("replay", "list", "--bucket", BUCKET) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["first", "record", "function", "condition", "records", "replayed", "key"]
    assert [line.split()[2:6] for line in lines[2:4]] == [
        ["shop-stream-jobs-local", "RetryAttemptsExhausted", "1", "no"],
        ["shop-stream-jobs-local", "RetryAttemptsExhausted", "2", "no"],
    ]
    assert lines[4] == "2 batches, 3 records not replayed yet"


def test_one_batch_is_shown_with_its_records(ops: Ops, bucket: Any, capsys: pytest.CaptureFixture[str]) -> None:
    bucket([order(3, "1")])
    key = boto3.client("s3").list_objects_v2(Bucket=BUCKET)["Contents"][0]["Key"]
    assert ops("replay", "show", "--bucket", BUCKET, key[-12:]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["payload"]["Records"][0]["dynamodb"]["SequenceNumber"] == "3"
    assert shown["DDBStreamBatchInfo"]["batchSize"] == 1


def test_a_dry_run_does_nothing(ops: Ops, bucket: Any, function: Lambda, capsys: pytest.CaptureFixture[str]) -> None:
    bucket([order(3, "1"), order(4, "1")])
    assert ops("replay", "run", "--bucket", BUCKET, "--all", "--dry-run") == 0
    assert function.invoked == []
    said = capsys.readouterr().out
    assert said.startswith("would replay 2 records of aws/lambda/m/shard-1/")
    assert said.endswith(f" through {ARN}\n")


def test_batches_go_back_to_the_function_in_the_order_of_the_stream(
    ops: Ops, bucket: Any, function: Lambda, capsys: pytest.CaptureFixture[str]
) -> None:
    bucket([order(10, "1"), order(11, "1")])
    bucket([order(1, "1")], "shard-2")
    bucket([order(9, "1")])
    assert ops("replay", "run", "--bucket", BUCKET, "--all") == 0
    assert function.invoked == [["9"], ["10", "11"], ["1"]]
    assert capsys.readouterr().out == "4 records of 3 batches replayed, 0 failed again\n"


def test_a_second_run_leaves_out_what_was_replayed(
    ops: Ops, bucket: Any, function: Lambda, capsys: pytest.CaptureFixture[str]
) -> None:
    bucket([order(1, "1")])
    ops("replay", "run", "--bucket", BUCKET, "--all")
    assert ops("replay", "run", "--bucket", BUCKET, "--all") == 0
    assert "1 batches were replayed before: --again replays them once more\n0 records of 0 batches" in capsys.readouterr().out
    assert len(function.invoked) == 1
    ops("replay", "run", "--bucket", BUCKET, "--all", "--again")
    assert len(function.invoked) == 2
    ops("replay", "list", "--bucket", BUCKET)
    assert "1 batches, 0 records not replayed yet" in capsys.readouterr().out


def test_what_fails_again_is_said_and_stays_open(
    ops: Ops, bucket: Any, function: Lambda, capsys: pytest.CaptureFixture[str]
) -> None:
    bucket([order(1, "1"), order(2, "1")])
    function.bad = {"2"}
    assert ops("replay", "run", "--bucket", BUCKET, "--all") == 1
    assert capsys.readouterr().out == "2 records of 1 batches replayed, 1 failed again\n"
    ops("replay", "list", "--bucket", BUCKET)
    assert "1 failed again" in capsys.readouterr().out
    function.bad = set()
    assert ops("replay", "run", "--bucket", BUCKET, "--all") == 0


def test_a_batch_that_fails_as_a_whole_is_tried_record_by_record(
    ops: Ops, bucket: Any, function: Lambda, capsys: pytest.CaptureFixture[str]
) -> None:
    bucket([order(1, "1"), order(2, "1"), order(3, "1")])
    function.fatal = {"2"}
    assert ops("replay", "run", "--bucket", BUCKET, "--all") == 1
    assert function.invoked == [["1", "2", "3"], ["1"], ["2"], ["3"]]
    assert "3 records of 1 batches replayed, 1 failed again" in capsys.readouterr().out


def test_a_record_of_the_replay_lies_beside_the_batch(ops: Ops, bucket: Any, function: Lambda) -> None:
    bucket([order(1, "1")])
    s3 = boto3.client("s3")
    before = s3.list_objects_v2(Bucket=BUCKET)["Contents"][0]
    ops("replay", "run", "--bucket", BUCKET, "--all")
    after = {one["Key"]: one for one in s3.list_objects_v2(Bucket=BUCKET)["Contents"]}
    assert after.pop(before["Key"])["ETag"] == before["ETag"]
    ((key, _),) = after.items()
    assert key.startswith(f"replayed/{before['Key']}/")
    record = json.loads(s3.get_object(Bucket=BUCKET, Key=key)["Body"].read())
    assert (record["replayOf"], record["through"], record["failed"]) == (before["Key"], ARN, [])


def test_a_function_on_this_machine_processes_them_once(
    ops: Ops, bucket: Any, shop: MotoCloud, capsys: pytest.CaptureFixture[str]
) -> None:
    bucket([order(1, "5"), product(2, 11, 9, Stock=BAD_STOCK), order(3, "5")])
    for again in ((), ("--again",)):
        assert ops("replay", "run", "--bucket", BUCKET, "--all", "--through", "shop/stream_jobs", *again) == 1
    assert [(item["Total"], item["Orders"]) for item in shop.items("DynamoDBShop")] == [(10, 2)]
    assert "3 records of 1 batches replayed, 1 failed again" in capsys.readouterr().out


def test_batches_of_another_function_can_be_left_out(ops: Ops, bucket: Any, function: Lambda) -> None:
    bucket([order(1, "1")])
    assert ops("replay", "run", "--bucket", BUCKET, "--all", "--function", "another") == 0
    assert function.invoked == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["run"], "name the batches to replay (`replay list` shows their keys), or give --all; not both"),
        (["run", "x", "--all"], "name the batches to replay (`replay list` shows their keys), or give --all; not both"),
        (["run", "nothing"], "there is no failed batch 'nothing' in the bucket: `replay list` shows them"),
        (
            ["run", "--all", "--sent", "e1", "--not-sent", "e1"],
            "'e1' is said to be sent and not to be: give it to --sent or to --not-sent\n"
            "error: --not-sent e1: name the attempt as well, as `replay run` does (ID@ATTEMPT), or say all",
        ),
        (["show", "nothing"], "there is no failed batch 'nothing' in the bucket: `replay list` shows them"),
    ],
)
def test_a_mistake_is_said_in_one_line(
    ops: Ops, bucket: Any, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert ops("replay", *arguments, "--bucket", BUCKET) == 2
    assert capsys.readouterr().err == f"error: {message}\n"


def test_a_missing_bucket_is_said_in_one_line(ops: Ops, bucket: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert ops("replay", "list", "--bucket", "nothing") == 2
    assert capsys.readouterr().err == "error: AWS refused ListObjectsV2: NoSuchBucket: The specified bucket does not exist\n"


def test_records_older_than_their_markers_are_not_replayed_by_accident(
    ops: Ops, bucket: Any, function: Lambda, capsys: pytest.CaptureFixture[str]
) -> None:
    bucket([order(1, "1")], days_ago=41)
    assert ops("replay", "run", "--bucket", BUCKET, "--all") == 2
    assert "is older than 40 days: the markers that keep its records from a second effect may be gone" in capsys.readouterr().err
    assert function.invoked == []
    assert ops("replay", "run", "--bucket", BUCKET, "--all", "--older") == 0


def test_objects_that_are_no_batches_are_named_and_left_alone(
    ops: Ops, bucket: Any, function: Lambda, capsys: pytest.CaptureFixture[str]
) -> None:
    bucket([order(1, "1")])
    boto3.client("s3").put_object(Bucket=BUCKET, Key="aws/lambda/other", Body=b"{}")
    assert ops("replay", "list", "--bucket", BUCKET) == 0
    said = capsys.readouterr()
    assert "warning: aws/lambda/other is no batch of a DynamoDB stream with its records" in said.err
    assert "1 batches, 1 records not replayed yet" in said.out
    assert ops("replay", "run", "--bucket", BUCKET, "--all") == 0


@pytest.mark.parametrize("through", ["shop/search_sync", "shop/audit_log", "feature_flags/flag_audit"])
def test_batches_go_through_no_function_but_their_own(
    ops: Ops, bucket: Any, shop: MotoCloud, capsys: pytest.CaptureFixture[str], through: str
) -> None:
    """A job of the dispatcher would leave its other jobs undone, and the batch would count as replayed."""
    bucket([order(1, "5")])
    assert ops("replay", "run", "--bucket", BUCKET, "--all", "--through", through) == 2
    assert "is a batch of 'shop-stream-jobs-local', not of '" in capsys.readouterr().err
    ops("replay", "list", "--bucket", BUCKET)
    assert "1 batches, 1 records not replayed yet" in capsys.readouterr().out


def test_batches_of_another_environment_are_refused_here(
    ops: Ops, bucket: Any, shop: MotoCloud, capsys: pytest.CaptureFixture[str]
) -> None:
    bucket([order(1, "5")])
    assert ops("replay", "run", "--bucket", BUCKET, "--all", "--through", "shop/stream_jobs", "--env", "dev") == 2
    assert (
        "not of 'shop-stream-jobs-dev': name its own function in --through, its environment in --env" in capsys.readouterr().err
    )


def test_the_tables_of_a_function_here_are_those_of_the_environment(
    ops: Ops, bucket: Any, shop: MotoCloud, capsys: pytest.CaptureFixture[str]
) -> None:
    bucket([order(1, "5")])
    del os.environ["SHOP_TABLE"], os.environ["ALERT_TOPIC_ARN"]
    run = ("replay", "run", "--bucket", BUCKET, "--all", "--through", "shop/stream_jobs")
    assert ops(*run) == 2
    assert "error: ALERT_TOPIC_ARN is not set: the SNS topic of notifications" in capsys.readouterr().err
    os.environ["ALERT_TOPIC_ARN"] = shop.topic_arn
    assert ops(*run, "--dry-run") == 0
    assert os.environ["SHOP_TABLE"] == "DynamoDBShop-local"


def test_a_function_that_is_not_configured_ends_the_run_and_replays_nothing(
    ops: Ops, bucket: Any, shop: MotoCloud, capsys: pytest.CaptureFixture[str]
) -> None:
    bucket([order(1, "5"), product(2, 11, 9)])
    os.environ["LOW_STOCK_THRESHOLD"] = "few"
    assert ops("replay", "run", "--bucket", BUCKET, "--all", "--through", "shop/stream_jobs") == 2
    assert "stream_jobs is not configured, nothing of aws/lambda/m/" in capsys.readouterr().err
    assert len(boto3.client("s3").list_objects_v2(Bucket=BUCKET)["Contents"]) == 1


def test_an_invocation_is_waited_for_and_made_once(ops: Ops, bucket: Any, function: Lambda) -> None:
    ops("replay", "run", "--bucket", BUCKET, "--all")
    assert function.settings == {"read_timeout": 910, "retries": {"total_max_attempts": 1}, "tcp_keepalive": True}


def test_a_batch_that_is_too_large_for_an_invocation_goes_in_halves(ops: Ops, bucket: Any, function: Lambda) -> None:
    bucket([order(number, "1", Note={"S": "日" * 130_000}) for number in range(1, 31)])
    assert ops("replay", "run", "--bucket", BUCKET, "--all") == 0
    assert [number for numbers in function.invoked for number in numbers] == [str(number) for number in range(1, 31)]
    assert len(function.invoked) == 2  # text as UTF-8: escaped, it would be twice as long
    assert max(map(len, function.payloads)) <= 6_000_000


def test_a_refused_batch_does_not_end_the_run_and_stays_open(
    ops: Ops, bucket: Any, function: Lambda, capsys: pytest.CaptureFixture[str]
) -> None:
    bucket([order(1, "1"), order(2, "1")])
    bucket([order(3, "1")])
    function.refused = {"1"}
    assert ops("replay", "run", "--bucket", BUCKET, "--all") == 1
    said = capsys.readouterr()
    assert function.invoked == [["1", "2"], ["3"]]
    assert said.out == "1 records of 2 batches replayed, 0 failed again; 2 records were refused and not replayed\n"
    assert "was not replayed: An error occurred (TooManyRequestsException)" in said.err
    ops("replay", "list", "--bucket", BUCKET)
    assert "2 batches, 2 records not replayed yet" in capsys.readouterr().out


def test_figures_are_those_of_the_function_that_was_asked_for(
    ops: Ops, bucket: Any, function: Lambda, capsys: pytest.CaptureFixture[str]
) -> None:
    bucket([order(1, "1")])
    bucket([order(2, "1"), order(3, "1")], arn=f"{ARN}2")
    ops("replay", "list", "--bucket", BUCKET, "--function", "shop-stream-jobs-local")
    assert "1 batches, 1 records not replayed yet" in capsys.readouterr().out
    ops("replay", "run", "--bucket", BUCKET, "--all", "--function", "shop-stream-jobs-local")
    ops("replay", "run", "--bucket", BUCKET, "--all", "--function", "shop-stream-jobs-local2", "--dry-run")
    assert "were replayed before" not in capsys.readouterr().out


def test_only_what_a_command_is_about_is_read(ops: Ops, bucket: Any, function: Lambda, monkeypatch: pytest.MonkeyPatch) -> None:
    read, document = list[str](), FailedBatches._document

    def noted(self: FailedBatches, key: str) -> dict[str, Any]:
        read.append(key)
        return document(self, key)

    def keys() -> set[str]:
        return {one["Key"] for one in boto3.client("s3").list_objects_v2(Bucket=BUCKET)["Contents"]}

    bucket([order(1, "1")])
    ops("replay", "run", "--bucket", BUCKET, "--all")
    before = keys()
    bucket([order(2, "1")])
    monkeypatch.setattr(FailedBatches, "_document", noted)
    (new,) = keys() - before
    ops("replay", "show", "--bucket", BUCKET, new)
    assert read == [new]
    read.clear()
    ops("replay", "run", "--bucket", BUCKET, "--all", "--dry-run")
    assert sorted(read) == [new, *(key for key in before if key.startswith("replayed/"))]


def test_junk_among_the_records_of_replays_is_named(
    ops: Ops, bucket: Any, function: Lambda, capsys: pytest.CaptureFixture[str]
) -> None:
    bucket([order(1, "1")])
    s3 = boto3.client("s3")
    key = s3.list_objects_v2(Bucket=BUCKET)["Contents"][0]["Key"]
    s3.put_object(Bucket=BUCKET, Key=f"replayed/{key}/x.json", Body=b"junk")
    s3.put_object(Bucket=BUCKET, Key=f"replayed/{key}/y.json", Body=b"[]")
    assert ops("replay", "list", "--bucket", BUCKET) == 0
    said = capsys.readouterr()
    assert f"warning: replayed/{key}/x.json is no record of a replay (JSONDecodeError: " in said.err
    assert f"warning: replayed/{key}/y.json is no record of a replay (TypeError: " in said.err
    assert "1 batches, 1 records not replayed yet" in said.out


@pytest.fixture
def in_doubt(bucket: Any, shop: MotoCloud) -> list[str]:
    """Three alerts whose first attempts were cut off long ago; what is published from now on."""
    for number in (1, 2, 3):
        marker = {"PK": f"ALERT#e{number}-LOW_STOCK", "NotificationId": f"e{number}-LOW_STOCK", "Status": "STARTED"}
        shop.put(
            "DynamoDBShopProcessed", {**marker, "StartedAt": 5, "StartedBy": "first", "TriedBy": "first", "ExpiresAt": 2**40}
        )
    bucket([product(number, 11, 9) for number in (1, 2, 3)])
    published: list[str] = []
    clients.client("sns", attempts=1).meta.events.register(
        "before-call.sns.Publish", lambda params, **_: published.append(params["body"]["MessageDeduplicationId"])
    )
    return published


RUN = ("replay", "run", "--bucket", BUCKET, "--all", "--through", "shop/stream_jobs")


def test_a_message_in_doubt_is_told_of_and_settled_by_whoever_has_looked(
    ops: Ops, in_doubt: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert ops(*RUN) == 1
    said = capsys.readouterr()
    assert "warning: message e1-LOW_STOCK may have been sent at 1970-01-01 00:00:05 UTC" in said.err
    assert said.out.endswith("3 records of 1 batches replayed, 3 failed again\n")
    assert in_doubt == []
    assert ops(*RUN, "--sent", "e1-LOW_STOCK", "--not-sent", "e2-LOW_STOCK@first", "--not-sent", "e3-LOW_STOCK@another") == 1
    assert in_doubt == ["e2-LOW_STOCK"]
    said = capsys.readouterr()
    assert "e3-LOW_STOCK@first" in said.err
    assert "e1-LOW_STOCK may" not in said.err


@pytest.mark.parametrize(
    ("arguments", "published"),
    [
        (["--sent", "all"], []),
        (["--not-sent", "all"], ["e1-LOW_STOCK", "e2-LOW_STOCK", "e3-LOW_STOCK"]),
        (["--sent", "all", "--not-sent", "e2-LOW_STOCK@first"], ["e2-LOW_STOCK"]),
        (["--not-sent", "all", "--sent", "e2-LOW_STOCK"], ["e1-LOW_STOCK", "e3-LOW_STOCK"]),
    ],
)
def test_what_is_said_of_all_is_said_of_the_rest(
    ops: Ops, in_doubt: list[str], arguments: list[str], published: list[str]
) -> None:
    assert ops(*RUN, *arguments) == 0
    assert ops(*RUN, "--again", *arguments) == 0
    assert in_doubt == published


def test_the_function_in_aws_hears_what_is_settled(ops: Ops, bucket: Any, function: Lambda) -> None:
    bucket([order(1, "1")])
    assert ops("replay", "run", "--bucket", BUCKET, "--all", "--sent", "a", "--sent", "b", "--not-sent", "c@1") == 0
    assert json.loads(function.payloads[0])["settled"] == {"sent": ["a", "b"], "notSent": ["c@1"]}
