"""A DynamoDB in this process, with nothing in it."""

from collections.abc import Iterator
from typing import Any

import boto3
import moto
import pytest

from dynawright.emulator import gaps


@pytest.fixture(scope="module")
def dynamodb() -> Iterator[Any]:  # not for longer: moto in tests elsewhere begins with nothing only where none is at work
    gaps.install()
    with moto.mock_aws():
        yield boto3.client("dynamodb", region_name="eu-west-1")


@pytest.fixture
def client(dynamodb: Any) -> Iterator[Any]:
    yield dynamodb
    for name in dynamodb.list_tables()["TableNames"]:
        dynamodb.delete_table(TableName=name)
