"""`dynawright` in this process in the small application, with a failure bucket and function."""

import os
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import boto3
import pytest
from moto import mock_aws

from dynawright.cli import main
from dynawright.emulator.streams.destination import RETRIES_EXHAUSTED, FailedBatch, FailureBucket
from dynawright.ops import processing
from dynawright.runtime import clients
from tests.applications import complete, inside
from tests.complete.stacks.library.model import SYSTEM
from tests.functions.moto_cloud import MotoCloud
from tests.ops.failed import ARN, BUCKET, Lambda

Ops = Callable[..., int]


@pytest.fixture
def in_library() -> Iterator[None]:
    """Make the small application the project."""
    with inside(complete()):
        yield


@pytest.fixture
def ops(monkeypatch: pytest.MonkeyPatch) -> Ops:
    """Run a command in this process and return its exit status; errors are printed as for users."""
    monkeypatch.delenv("DYNAWRIGHT_ENV", raising=False)  # make sets it

    def command(*arguments: str) -> int:
        monkeypatch.setattr(sys, "argv", ["ops", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
        return int(ended.value.code or 0)

    return command


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Return a function that puts failed batches into the bucket: add([record, …], shard, days_ago, arn)."""
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
def library(bucket: Any, in_library: None, monkeypatch: pytest.MonkeyPatch) -> MotoCloud:
    """The library's tables and its topic, and the variables of its function."""
    clients.client.cache_clear()
    monkeypatch.setenv("AWS_DEFAULT_REGION", "ap-northeast-1")
    monkeypatch.setattr(os, "environ", dict(os.environ))
    cloud = MotoCloud(SYSTEM)
    tables = {"HISTORY_TABLE": "library-history", "NOTICES_TABLE": "library-notices"}
    os.environ.update({**tables, "TOPIC_ARN": cloud.topic_arn})
    return cloud


@pytest.fixture
def function(bucket: Any, monkeypatch: pytest.MonkeyPatch) -> Lambda:
    lambda_ = Lambda()

    def made(service: str, **settings: Any) -> Lambda:
        assert service == "lambda"
        lambda_.settings = settings
        return lambda_

    monkeypatch.setattr(processing, "client", made)
    return lambda_
