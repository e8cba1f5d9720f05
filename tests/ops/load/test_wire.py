"""The client without boto3's work behaves like boto3."""

from collections.abc import Iterator
from typing import Any

import pytest

from dynawright.emulator.client import client
from dynawright.emulator.engines import StartedEngines
from dynawright.ops.load.settings import LoadTest
from dynawright.ops.load.target import REGION, client_of
from dynawright.ops.load.wire import WireClient, wire_name

TABLE = "wire-client"
ITEM = {
    "id": {"S": "grün \N{ROCKET}"},
    "bytes": {"B": b"\x00\xff"},
    "several": {"BS": [b"a", b"\xfe"]},
    "B": {"M": {"B": {"B": b"below"}, "BS": {"L": [{"N": "1.50"}]}}},
}
KEY = {"id": ITEM["id"]}
UNLESS_THERE = {"TableName": TABLE, "Item": ITEM, "ConditionExpression": "attribute_not_exists(id)"}


@pytest.fixture
def clients(engines: StartedEngines) -> Iterator[tuple[Any, WireClient]]:
    """Return boto3's client and ours, of one engine with an empty table."""
    endpoint_url = engines.endpoints.get("dynoxide") or engines.endpoints["moto"]
    boto3 = client("dynamodb", endpoint_url=endpoint_url, region=REGION)
    boto3.create_table(
        TableName=TABLE,
        AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
        BillingMode="PAY_PER_REQUEST",
    )
    yield boto3, WireClient(endpoint_url, REGION)
    boto3.delete_table(TableName=TABLE)


def answer(client: Any, operation: str, arguments: dict[str, Any]) -> Any:
    found = {**getattr(client, operation)(**arguments)}
    found.pop("ResponseMetadata", None)
    for item in (found.get("Item"), *found.get("Items", ())):
        if item:
            item["several"]["BS"].sort()
    return found


@pytest.mark.parametrize(
    ("operation", "arguments"),
    [
        ("put_item", {"TableName": TABLE, "Item": ITEM, "ReturnConsumedCapacity": "TOTAL"}),
        ("get_item", {"TableName": TABLE, "Key": KEY, "ReturnConsumedCapacity": "TOTAL"}),
        ("get_item", {"TableName": TABLE, "Key": {"id": {"S": "another"}}}),
        ("query", {"TableName": TABLE, "KeyConditionExpression": "id = :i", "ExpressionAttributeValues": {":i": ITEM["id"]}}),
        ("scan", {"TableName": TABLE}),
        ("delete_item", {"TableName": TABLE, "Key": KEY}),
    ],
)
def test_answers_are_those_of_boto3(clients: tuple[Any, WireClient], operation: str, arguments: dict[str, Any]) -> None:
    boto3, wire = clients
    wire.put_item(TableName=TABLE, Item=ITEM)
    assert answer(wire, operation, arguments) == answer(boto3, operation, arguments)


@pytest.mark.parametrize(
    ("operation", "arguments"),
    [
        ("put_item", {**UNLESS_THERE, "ReturnValuesOnConditionCheckFailure": "ALL_OLD"}),
        ("transact_write_items", {"TransactItems": [{"Put": UNLESS_THERE}]}),
        ("get_item", {"TableName": "another-table", "Key": KEY}),
        ("get_item", {"TableName": TABLE, "Key": {"id": {"N": "1"}}}),
    ],
)
def test_errors_are_those_of_boto3(clients: tuple[Any, WireClient], operation: str, arguments: dict[str, Any]) -> None:
    found = []
    for each in clients:
        each.put_item(TableName=TABLE, Item=ITEM)
        with pytest.raises(clients[0].exceptions.ClientError) as raised:
            getattr(each, operation)(**arguments)
        response = raised.value.response
        error = response["Error"]
        found.append((error["Code"], error["Message"], response.get("CancellationReasons"), sorted(response.get("Item", ()))))
    assert found[0] == found[1]


def test_a_connection_is_used_again(clients: tuple[Any, WireClient]) -> None:
    wire = clients[1]
    for _ in range(3):
        wire.put_item(TableName=TABLE, Item=ITEM)
    assert len(wire.idle) == 1


def test_operations_have_the_names_of_the_protocol() -> None:
    assert [wire_name(name) for name in ("get_item", "batch_write_item")] == ["GetItem", "BatchWriteItem"]


def test_an_endpoint_of_ones_own_is_asked_by_boto3() -> None:
    test = LoadTest("orders", "", {}, "http://127.0.0.1:8000", REGION, 1, 1, 1, 1, 0, False, None, "")
    assert not isinstance(client_of(test), WireClient)
