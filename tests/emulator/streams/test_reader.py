"""The emulator's stream in Lambda's form."""

from collections.abc import Iterator
from typing import Any

import pytest

from dynawright.emulator.emulator import Emulator
from dynawright.emulator.streams.reader import StreamReader, lambda_record

REGION = "ap-northeast-1"


@pytest.fixture(scope="module")
def emulator() -> Iterator[Emulator]:
    with Emulator("111122223333") as emulator:
        yield emulator


@pytest.fixture
def table(emulator: Emulator, request: pytest.FixtureRequest) -> str:
    name = request.node.name[:60]
    emulator.client("dynamodb", REGION).create_table(
        TableName=name,
        KeySchema=[{"AttributeName": "PK", "KeyType": "HASH"}],
        AttributeDefinitions=[{"AttributeName": "PK", "AttributeType": "S"}],
        BillingMode="PAY_PER_REQUEST",
        StreamSpecification={"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"},
    )
    return str(name)


def reader(emulator: Emulator, table: str, *, from_start: bool = True) -> StreamReader:
    arn = emulator.client("dynamodb", REGION).describe_table(TableName=table)["Table"]["LatestStreamArn"]
    return StreamReader(emulator.client("dynamodbstreams", REGION), arn, from_start=from_start)


def test_records_have_lambdas_shape(emulator: Emulator, table: str) -> None:
    dynamodb = emulator.client("dynamodb", REGION)
    item: dict[str, Any] = {
        "PK": {"S": "a"},
        "bytes": {"B": b"hi"},
        "more": {"M": {"set": {"BS": [b"hi"]}, "list": {"L": [{"N": "1"}]}}},
    }
    dynamodb.put_item(TableName=table, Item=item)
    ((shard, record),) = reader(emulator, table).read()
    assert shard.startswith("shardId-")
    assert (record["eventName"], record["awsRegion"], record["eventSource"]) == ("INSERT", REGION, "aws:dynamodb")
    assert f":table/{table}/stream/" in record["eventSourceARN"]
    assert record["dynamodb"]["NewImage"] == {
        "PK": {"S": "a"},
        "bytes": {"B": "aGk="},
        "more": {"M": {"set": {"BS": ["aGk="]}, "list": {"L": [{"N": "1"}]}}},
    }
    assert isinstance(record["dynamodb"]["ApproximateCreationDateTime"], float)


def test_reading_goes_on_where_it_stopped(emulator: Emulator, table: str) -> None:
    dynamodb, stream = emulator.client("dynamodb", REGION), reader(emulator, table)
    dynamodb.put_item(TableName=table, Item={"PK": {"S": "a"}})
    dynamodb.delete_item(TableName=table, Key={"PK": {"S": "a"}})
    assert [record["eventName"] for _, record in stream.read()] == ["INSERT", "REMOVE"]
    assert list(stream.read()) == []
    dynamodb.put_item(TableName=table, Item={"PK": {"S": "b"}})
    assert [record["dynamodb"]["Keys"] for _, record in stream.read()] == [{"PK": {"S": "b"}}]


def test_the_latest_position_leaves_out_what_was_before(emulator: Emulator, table: str) -> None:
    dynamodb = emulator.client("dynamodb", REGION)
    dynamodb.put_item(TableName=table, Item={"PK": {"S": "a"}})
    stream = reader(emulator, table, from_start=False)
    dynamodb.put_item(TableName=table, Item={"PK": {"S": "b"}})
    assert [record["dynamodb"]["Keys"] for _, record in stream.read()] == [{"PK": {"S": "b"}}]


def test_an_update_that_makes_an_item_is_one_insert(emulator: Emulator, table: str) -> None:
    """moto writes two records, which emulator/gaps fixes."""
    emulator.client("dynamodb", REGION).update_item(
        TableName=table, Key={"PK": {"S": "a"}}, UpdateExpression="ADD n :one", ExpressionAttributeValues={":one": {"N": "1"}}
    )
    ((_, record),) = reader(emulator, table).read()
    assert (record["eventName"], record["dynamodb"]["NewImage"]) == ("INSERT", {"PK": {"S": "a"}, "n": {"N": "1"}})


def test_an_expiry_says_who_removed_the_item() -> None:
    from datetime import UTC, datetime

    raw = {
        "eventID": "1",
        "eventName": "REMOVE",
        "eventVersion": "1.1",
        "eventSource": "aws:dynamodb",
        "dynamodb": {"ApproximateCreationDateTime": datetime(2026, 1, 1, tzinfo=UTC), "Keys": {"PK": {"S": "a"}}},
        "userIdentity": {"PrincipalId": "dynamodb.amazonaws.com", "Type": "Service"},
    }
    found = lambda_record(raw, "arn:aws:dynamodb:eu-west-1:111111111111:table/t/stream/1")
    assert found["userIdentity"] == {"type": "Service", "principalId": "dynamodb.amazonaws.com"}
