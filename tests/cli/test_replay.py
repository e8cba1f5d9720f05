import time
from collections.abc import Mapping
from typing import Any

import pytest

from dynawright.emulator.emulator import Emulator
from dynawright.emulator.streams.destination import RETRIES_EXHAUSTED, FailedBatch, FailureBucket
from tests.cli.conftest import REGION, Dynawright, example

BUCKET = "orders-failures"
ARN = f"arn:aws:lambda:{REGION}:444444444444:function:orders-order-log-production"


@pytest.fixture
def key(cloud: Emulator) -> str:
    """Put one failed batch into the bucket; return its key."""
    s3 = cloud.client("s3", REGION)
    if BUCKET not in {bucket["Name"] for bucket in s3.list_buckets()["Buckets"]}:
        s3.create_bucket(Bucket=BUCKET, CreateBucketConfiguration={"LocationConstraint": REGION})
        keys = {"PK": {"S": "CUSTOMER#1"}, "SK": {"S": "ORDER#1"}}
        record: dict[str, Any] = {
            "eventID": "1",
            "eventName": "INSERT",
            "eventSourceARN": f"arn:aws:dynamodb:{REGION}:444444444444:table/orders-production/stream/1",
            "dynamodb": {"Keys": keys, "SequenceNumber": "1", "ApproximateCreationDateTime": time.time()},
        }
        keep = FailureBucket(s3, BUCKET, mapping_id="m", function_arn=ARN)
        keep(FailedBatch([record], "shard-1", RETRIES_EXHAUSTED, 4, None, time.time()))
    (one,) = s3.list_objects_v2(Bucket=BUCKET)["Contents"]
    return str(one["Key"])


def test_list_counts_records(dynawright: Dynawright, aws: Mapping[str, str], key: str) -> None:
    done = dynawright(*example("replay list"), **aws)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "1 batches, 1 records not replayed yet"), done.stderr
    assert key in done.stdout


def test_show_takes_the_end_of_a_key(dynawright: Dynawright, aws: Mapping[str, str], key: str) -> None:
    words = [*example("replay show")[:-1], key[-20:]]
    done = dynawright(*words, **aws)
    assert (done.returncode, '"SequenceNumber": "1"' in done.stdout) == (0, True), done.stderr


def test_a_dry_run_replays_nothing(dynawright: Dynawright, aws: Mapping[str, str], key: str) -> None:
    done = dynawright(*example("replay run"), **aws)
    assert (done.returncode, done.stdout) == (0, f"would replay 1 records of {key} through {ARN}\n"), done.stderr


@pytest.mark.parametrize("words", [[], ["x", "--all"]])
def test_batches_are_named_or_all(dynawright: Dynawright, words: list[str]) -> None:
    done = dynawright("replay", "run", "--bucket", BUCKET, *words)
    assert (done.returncode, done.stderr.startswith("error[DW803] ")) == (2, True)
