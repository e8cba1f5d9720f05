"""Failed batches are listed, shown and processed again; doing it twice is harmless."""

import json
import os
from typing import Any

import boto3
import pytest

from dynawright.ops.failures import FailureBucket as FailedBatches
from dynawright.runtime import clients
from tests.complete.loans import BAD, loan
from tests.functions.moto_cloud import MotoCloud
from tests.ops.conftest import Ops
from tests.ops.failed import ARN, BUCKET, Lambda
from tests.problems import codes


def test_an_empty_bucket_says_so(ops: Ops, bucket: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert ops("replay", "list", "--bucket", BUCKET) == 0
    assert capsys.readouterr().out == "the bucket holds no failed batches\n"


def test_batches_are_listed_with_what_is_left_to_do(ops: Ops, bucket: Any, capsys: pytest.CaptureFixture[str]) -> None:
    bucket([loan(3), loan(4)])
    bucket([loan(1)])
    assert ops("replay", "list", "--bucket", BUCKET) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["first", "record", "function", "condition", "records", "replayed", "key"]
    assert [line.split()[2:6] for line in lines[2:4]] == [
        ["library-loan-history-local", "RetryAttemptsExhausted", "1", "no"],
        ["library-loan-history-local", "RetryAttemptsExhausted", "2", "no"],
    ]
    assert lines[4] == "2 batches, 3 records not replayed yet"


def test_one_batch_is_shown_with_its_records(ops: Ops, bucket: Any, capsys: pytest.CaptureFixture[str]) -> None:
    bucket([loan(3)])
    key = boto3.client("s3").list_objects_v2(Bucket=BUCKET)["Contents"][0]["Key"]
    assert ops("replay", "show", "--bucket", BUCKET, key[-12:]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["payload"]["Records"][0]["dynamodb"]["SequenceNumber"] == "3"
    assert shown["DDBStreamBatchInfo"]["batchSize"] == 1


def test_a_dry_run_does_nothing(ops: Ops, bucket: Any, function: Lambda, capsys: pytest.CaptureFixture[str]) -> None:
    bucket([loan(3), loan(4)])
    assert ops("replay", "run", "--bucket", BUCKET, "--all", "--dry-run") == 0
    assert function.invoked == []
    output = capsys.readouterr().out
    assert output.startswith("would replay 2 records of aws/lambda/m/shard-1/")
    assert output.endswith(f" through {ARN}\n")


def test_batches_go_back_to_the_function_in_the_order_of_the_stream(
    ops: Ops, bucket: Any, function: Lambda, capsys: pytest.CaptureFixture[str]
) -> None:
    bucket([loan(10), loan(11)])
    bucket([loan(1)], "shard-2")
    bucket([loan(9)])
    assert ops("replay", "run", "--bucket", BUCKET, "--all") == 0
    assert function.invoked == [["9"], ["10", "11"], ["1"]]
    assert capsys.readouterr().out == "4 records of 3 batches replayed, 0 failed again\n"


def test_a_second_run_leaves_out_what_was_replayed(
    ops: Ops, bucket: Any, function: Lambda, capsys: pytest.CaptureFixture[str]
) -> None:
    bucket([loan(1)])
    ops("replay", "run", "--bucket", BUCKET, "--all")
    assert ops("replay", "run", "--bucket", BUCKET, "--all") == 0
    assert "1 batches were replayed before: --again repeats that\n0 records of 0 batches" in capsys.readouterr().out
    assert len(function.invoked) == 1
    ops("replay", "run", "--bucket", BUCKET, "--all", "--again")
    assert len(function.invoked) == 2
    ops("replay", "list", "--bucket", BUCKET)
    assert "1 batches, 0 records not replayed yet" in capsys.readouterr().out


def test_what_fails_again_is_said_and_stays_open(
    ops: Ops, bucket: Any, function: Lambda, capsys: pytest.CaptureFixture[str]
) -> None:
    bucket([loan(1), loan(2)])
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
    bucket([loan(1), loan(2), loan(3)])
    function.fatal = {"2"}
    assert ops("replay", "run", "--bucket", BUCKET, "--all") == 1
    assert function.invoked == [["1", "2", "3"], ["1"], ["2"], ["3"]]
    assert "3 records of 1 batches replayed, 1 failed again" in capsys.readouterr().out


def test_a_record_of_the_replay_lies_beside_the_batch(ops: Ops, bucket: Any, function: Lambda) -> None:
    bucket([loan(1)])
    s3 = boto3.client("s3")
    before = s3.list_objects_v2(Bucket=BUCKET)["Contents"][0]
    ops("replay", "run", "--bucket", BUCKET, "--all")
    after = {entry["Key"]: entry for entry in s3.list_objects_v2(Bucket=BUCKET)["Contents"]}
    assert after.pop(before["Key"])["ETag"] == before["ETag"]
    ((key, _),) = after.items()
    assert key.startswith(f"replayed/{before['Key']}/")
    record = json.loads(s3.get_object(Bucket=BUCKET, Key=key)["Body"].read())
    assert (record["replayOf"], record["through"], record["failed"]) == (before["Key"], ARN, [])


def test_a_function_on_this_machine_processes_them_once(
    ops: Ops, bucket: Any, library: MotoCloud, capsys: pytest.CaptureFixture[str]
) -> None:
    bucket([loan(1), loan(2, **BAD), loan(3)])
    for again in ((), ("--again",)):
        assert ops("replay", "run", "--bucket", BUCKET, "--all", "--through", "library/loan_history", *again) == 1
    assert sorted(item["loanId"] for item in library.items("library-history")) == ["1", "3"]
    assert "3 records of 1 batches replayed, 1 failed again" in capsys.readouterr().out


def test_a_message_that_was_sent_is_not_sent_again_and_one_that_was_cut_off_is(ops: Ops, bucket: Any, library: MotoCloud) -> None:
    """The marker of e1 says that it was sent; that of e2 is by an earlier release, which was cut off."""
    for id, status in (("e1", "DONE"), ("e2", "STARTED")):
        library.put("library-notices", {"PK": f"NOTICE#{id}", "noticeId": id, "Status": status, "ExpiresAt": 2**40})
    bucket([loan(number, days_late=3) for number in (1, 2, 3)])
    published: list[str] = []
    clients.client("sns").meta.events.register(
        "before-call.sns.Publish", lambda params, **_: published.append(params["body"]["MessageDeduplicationId"])
    )
    for _ in range(2):
        assert ops("replay", "run", "--bucket", BUCKET, "--all", "--again", "--through", "library/loan_history") == 0
    assert published == ["e2", "e3"]


def test_batches_of_another_function_can_be_left_out(ops: Ops, bucket: Any, function: Lambda) -> None:
    bucket([loan(1)])
    assert ops("replay", "run", "--bucket", BUCKET, "--all", "--function", "another") == 0
    assert function.invoked == []


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["run"], ["DW803"]),
        (["run", "x", "--all"], ["DW803"]),
        (["run", "nothing"], ["DW711"]),
        (["show", "nothing"], ["DW711"]),
    ],
)
def test_a_mistake_is_said_in_one_line(
    ops: Ops, bucket: Any, capsys: pytest.CaptureFixture[str], arguments: list[str], expected: list[str]
) -> None:
    assert ops("replay", *arguments, "--bucket", BUCKET) == 2
    errors = capsys.readouterr().err
    assert (codes(errors), errors.count("\n")) == (expected, len(expected))


def test_a_missing_bucket_is_said_in_one_line(ops: Ops, bucket: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert ops("replay", "list", "--bucket", "nothing") == 2
    errors = capsys.readouterr().err
    assert (codes(errors), errors.count("\n")) == (["DW701"], 1)


def test_records_older_than_their_markers_are_not_replayed_by_accident(
    ops: Ops, bucket: Any, function: Lambda, capsys: pytest.CaptureFixture[str]
) -> None:
    bucket([loan(1)], days_ago=41)
    assert ops("replay", "run", "--bucket", BUCKET, "--all") == 2
    assert "is older than 40 days: the markers that keep its records from a second effect may be gone" in capsys.readouterr().err
    assert function.invoked == []
    assert ops("replay", "run", "--bucket", BUCKET, "--all", "--older") == 0


def test_objects_that_are_no_batches_are_named_and_left_alone(
    ops: Ops, bucket: Any, function: Lambda, capsys: pytest.CaptureFixture[str]
) -> None:
    bucket([loan(1)])
    boto3.client("s3").put_object(Bucket=BUCKET, Key="aws/lambda/other", Body=b"{}")
    assert ops("replay", "list", "--bucket", BUCKET) == 0
    captured = capsys.readouterr()
    assert "warning: aws/lambda/other is not a batch of a DynamoDB stream with its records" in captured.err
    assert "1 batches, 1 records not replayed yet" in captured.out
    assert ops("replay", "run", "--bucket", BUCKET, "--all") == 0


@pytest.mark.parametrize("through", ["library/overdue_notices"])
def test_batches_go_through_no_function_but_their_own(
    ops: Ops, bucket: Any, library: MotoCloud, capsys: pytest.CaptureFixture[str], through: str
) -> None:
    """A dispatcher's job would skip its other jobs, and the batch would count as replayed."""
    bucket([loan(1)])
    assert ops("replay", "run", "--bucket", BUCKET, "--all", "--through", through) == 2
    errors = capsys.readouterr().err
    assert codes(errors) == ["DW714"]
    assert "'library-loan-history-local'" in errors
    ops("replay", "list", "--bucket", BUCKET)
    assert "1 batches, 1 records not replayed yet" in capsys.readouterr().out


def test_batches_of_another_environment_are_refused_here(
    ops: Ops, bucket: Any, library: MotoCloud, capsys: pytest.CaptureFixture[str]
) -> None:
    bucket([loan(1)])
    assert (
        ops("replay", "run", "--bucket", BUCKET, "--all", "--through", "library/loan_history", "--environment", "production") == 2
    )
    errors = capsys.readouterr().err
    assert codes(errors) == ["DW714"]
    assert "'library-loan-history-production'" in errors


def test_the_tables_of_a_function_here_are_those_of_the_environment(
    ops: Ops, bucket: Any, library: MotoCloud, capsys: pytest.CaptureFixture[str]
) -> None:
    bucket([loan(1)])
    del os.environ["HISTORY_TABLE"], os.environ["TOPIC_ARN"]
    run = ("replay", "run", "--bucket", BUCKET, "--all", "--through", "library/loan_history")
    assert ops(*run) == 2
    assert "error[DW709] TOPIC_ARN: " in capsys.readouterr().err
    os.environ["TOPIC_ARN"] = library.topic_arn
    assert ops(*run, "--dry-run") == 0
    assert os.environ["HISTORY_TABLE"] == "library-history-local"


def test_a_function_that_is_not_configured_ends_the_run_and_replays_nothing(
    ops: Ops, bucket: Any, library: MotoCloud, capsys: pytest.CaptureFixture[str]
) -> None:
    bucket([loan(1), loan(2, days_late=3)])
    os.environ["OVERDUE_DAYS"] = "few"
    assert ops("replay", "run", "--bucket", BUCKET, "--all", "--through", "library/loan_history") == 2
    assert "error[DW709] function loan_history: " in capsys.readouterr().err
    assert len(boto3.client("s3").list_objects_v2(Bucket=BUCKET)["Contents"]) == 1


def test_an_invocation_is_waited_for_and_made_once(ops: Ops, bucket: Any, function: Lambda) -> None:
    ops("replay", "run", "--bucket", BUCKET, "--all")
    assert function.settings == {"read_timeout": 910, "retries": {"total_max_attempts": 1}, "tcp_keepalive": True}


def test_a_batch_that_is_too_large_for_an_invocation_goes_in_halves(ops: Ops, bucket: Any, function: Lambda) -> None:
    bucket([loan(number, Note={"S": "日" * 130_000}) for number in range(1, 31)])
    assert ops("replay", "run", "--bucket", BUCKET, "--all") == 0
    assert [number for numbers in function.invoked for number in numbers] == [str(number) for number in range(1, 31)]
    assert len(function.invoked) == 2  # text as UTF-8: escaped, it would be twice as long
    assert max(map(len, function.payloads)) <= 6_000_000


def test_a_refused_batch_does_not_end_the_run_and_stays_open(
    ops: Ops, bucket: Any, function: Lambda, capsys: pytest.CaptureFixture[str]
) -> None:
    bucket([loan(1), loan(2)])
    bucket([loan(3)])
    function.refused = {"1"}
    assert ops("replay", "run", "--bucket", BUCKET, "--all") == 1
    captured = capsys.readouterr()
    assert function.invoked == [["1", "2"], ["3"]]
    assert captured.out == "1 records of 2 batches replayed, 0 failed again; 2 records were refused and not replayed\n"
    assert "was not replayed: An error occurred (TooManyRequestsException)" in captured.err
    ops("replay", "list", "--bucket", BUCKET)
    assert "2 batches, 2 records not replayed yet" in capsys.readouterr().out


def test_figures_are_those_of_the_function_that_was_asked_for(
    ops: Ops, bucket: Any, function: Lambda, capsys: pytest.CaptureFixture[str]
) -> None:
    bucket([loan(1)])
    bucket([loan(2), loan(3)], arn=f"{ARN}2")
    ops("replay", "list", "--bucket", BUCKET, "--function", "library-loan-history-local")
    assert "1 batches, 1 records not replayed yet" in capsys.readouterr().out
    ops("replay", "run", "--bucket", BUCKET, "--all", "--function", "library-loan-history-local")
    ops("replay", "run", "--bucket", BUCKET, "--all", "--function", "library-loan-history-local2", "--dry-run")
    assert "were replayed before" not in capsys.readouterr().out


def test_only_what_a_command_is_about_is_read(ops: Ops, bucket: Any, function: Lambda, monkeypatch: pytest.MonkeyPatch) -> None:
    read, document = list[str](), FailedBatches._document

    def noted(self: FailedBatches, key: str) -> dict[str, Any]:
        read.append(key)
        return document(self, key)

    def keys() -> set[str]:
        return {entry["Key"] for entry in boto3.client("s3").list_objects_v2(Bucket=BUCKET)["Contents"]}

    bucket([loan(1)])
    ops("replay", "run", "--bucket", BUCKET, "--all")
    before = keys()
    bucket([loan(2)])
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
    bucket([loan(1)])
    s3 = boto3.client("s3")
    key = s3.list_objects_v2(Bucket=BUCKET)["Contents"][0]["Key"]
    s3.put_object(Bucket=BUCKET, Key=f"replayed/{key}/x.json", Body=b"junk")
    s3.put_object(Bucket=BUCKET, Key=f"replayed/{key}/y.json", Body=b"[]")
    assert ops("replay", "list", "--bucket", BUCKET) == 0
    captured = capsys.readouterr()
    assert f"warning: replayed/{key}/x.json is no record of a replay (JSONDecodeError: " in captured.err
    assert f"warning: replayed/{key}/y.json is no record of a replay (TypeError: " in captured.err
    assert "1 batches, 1 records not replayed yet" in captured.out
