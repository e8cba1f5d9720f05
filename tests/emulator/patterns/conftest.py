"""An empty DynamoDB in this process."""

from collections.abc import Iterator
from typing import Any

import boto3
import moto
import pytest

from dynawright.emulator import gaps


@pytest.fixture(scope="module")
def dynamodb() -> Iterator[Any]:  # per test: moto elsewhere starts empty only if no other mock is active
    gaps.install()
    with moto.mock_aws():
        yield boto3.client("dynamodb", region_name="eu-west-1")


@pytest.fixture
def client(dynamodb: Any) -> Iterator[Any]:
    yield dynamodb
    for name in dynamodb.list_tables()["TableNames"]:
        dynamodb.delete_table(TableName=name)
