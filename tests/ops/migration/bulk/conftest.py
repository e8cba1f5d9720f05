"""An emulator as the AWS of `dynawright migrate --via`, with a bucket and the emulator's exports."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from dynawright.emulator.emulator import Emulator
from dynawright.ops.migration.bulk import load, store
from dynawright.ops.migration.bulk.lines import item_of
from dynawright.ops.migration.value import text
from tests.ops.adopt.conftest import on

REGION, BUCKET = "ap-northeast-1", "items"
TRANSFORMS = "tests.ops.migration.transforms"
Item = dict[str, Any]


class Aws:
    """The emulator's clients, with common requests of the tests."""

    def __init__(self, emulator: Emulator) -> None:
        self.dynamodb, self.s3 = emulator.client("dynamodb", REGION), emulator.client("s3", REGION)

    def table(self, name: str, *keys: str) -> str:
        self.dynamodb.create_table(
            TableName=name,
            KeySchema=[{"AttributeName": key, "KeyType": kind} for key, kind in zip(keys, ("HASH", "RANGE"), strict=False)],
            AttributeDefinitions=[{"AttributeName": key, "AttributeType": "S"} for key in keys],
            BillingMode="PAY_PER_REQUEST",
        )
        return name

    def put(self, table: str, *items: Item) -> None:
        for item in items:
            self.dynamodb.put_item(TableName=table, Item=item)

    def items(self, table: str) -> list[str]:
        """Return all items as text, in order."""
        pages = self.dynamodb.get_paginator("scan").paginate(TableName=table)
        return sorted(text(item) for page in pages for item in page["Items"])

    def export(self, table: str) -> str:
        """Export the table as AWS does; return the export's location."""
        on_ = {"PointInTimeRecoveryEnabled": True}
        self.dynamodb.update_continuous_backups(TableName=table, PointInTimeRecoverySpecification=on_)
        arn = self.dynamodb.describe_table(TableName=table)["Table"]["TableArn"]
        export = self.dynamodb.export_table_to_point_in_time(TableArn=arn, S3Bucket=BUCKET, S3Prefix="exports")
        id = export["ExportDescription"]["ExportArn"].rpartition("/")[2]
        return f"s3://{BUCKET}/exports/AWSDynamoDB/{id}"


@pytest.fixture(scope="module")
def emulator() -> Iterator[Emulator]:
    with Emulator("111111111111") as emulator:
        emulator.client("s3", REGION).create_bucket(Bucket=BUCKET, CreateBucketConfiguration={"LocationConstraint": REGION})
        yield emulator


@pytest.fixture
def aws(emulator: Emulator, monkeypatch: pytest.MonkeyPatch) -> Iterator[Aws]:
    store._s3.cache_clear()
    monkeypatch.setattr(load, "ASK_EVERY_SECONDS", 0.01)
    with on(emulator, AWS_DEFAULT_REGION=REGION):
        yield Aws(emulator)
    store._s3.cache_clear()


@pytest.fixture
def named(request: pytest.FixtureRequest) -> str:
    """A name that no other test uses."""
    return re.sub("[^a-z]", "-", request.node.name)


@pytest.fixture
def migrate(ops: Callable[..., int], application: Path, tmp_path: Path) -> Callable[..., int]:
    """Run `dynawright migrate <action> --from … --to … --via …` with more options; return its status."""

    def migrate(action: str, source: str, target: str, via: str, *more: str) -> int:
        given = ("--from", source, "--to", target, "--via", via, "--state", str(tmp_path / "m.state"), "--segments", "2")
        return ops("migrate", action, *given, *more)

    return migrate


def lines(folder: Path) -> list[str]:
    """Return all lines of the parts of a folder, in order."""
    return sorted(line for part in folder.glob("data/*.json.gz") for line in gzip.open(part, "rt").read().splitlines())


def items(folder: Path) -> list[str]:
    return [text(item_of(line)) for line in lines(folder)]


def findings(folder: Path) -> list[tuple[str, str, str | None, str]]:
    found = [json.loads(line) for file in folder.glob("rejects/*.jsonl") for line in file.read_text().splitlines()]
    return sorted((message["kind"], message["source"], message["target"], message["reason"]) for message in found)
