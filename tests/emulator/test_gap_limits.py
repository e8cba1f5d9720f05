"""What AWS rejects, the emulator rejects too, in the same words."""

import json
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from botocore.exceptions import ClientError

from dynawright.emulator.emulator import Emulator

TABLE: dict[str, Any] = {
    "AttributeDefinitions": [{"AttributeName": name, "AttributeType": kind} for name, kind in (("PK", "S"), ("Rank", "N"))],
    "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}],
    "GlobalSecondaryIndexes": [
        {
            "IndexName": "by-rank",
            "KeySchema": [{"AttributeName": "Rank", "KeyType": "HASH"}],
            "Projection": {"ProjectionType": "ALL"},
        }
    ],
    "BillingMode": "PAY_PER_REQUEST",
}
NUMBERS = count()


@pytest.fixture(scope="module")
def dynamodb() -> Iterator[Any]:
    with Emulator("111122223333") as emulator:
        yield emulator.client("dynamodb", "ap-northeast-1")


@pytest.fixture
def table(dynamodb: Any) -> str:
    """A new table's name."""
    name = f"table-{next(NUMBERS)}"
    dynamodb.create_table(TableName=name, **TABLE)
    return name


def puts(number: int) -> list[dict[str, Any]]:
    return [{"PutRequest": {"Item": {"PK": {"S": str(n)}}}} for n in range(number)]


def transaction(kind: str, table: str, number: int) -> list[dict[str, Any]]:
    what = "Item" if kind == "Put" else "Key"
    return [{kind: {"TableName": table, what: {"PK": {"S": str(n)}}}} for n in range(number)]


@pytest.mark.parametrize(
    ("name", "constraint"),
    [
        ("ab", "Member must have length greater than or equal to 3"),
        ("a" * 256, "Member must have length less than or equal to 255"),
        ("a/b/c", "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+"),
    ],
)
def test_a_bad_table_name_is_rejected(dynamodb: Any, name: str, constraint: str) -> None:
    with pytest.raises(ClientError) as error:
        dynamodb.create_table(TableName=name, **TABLE)
    assert error.value.response["Error"] == {
        "Code": "ValidationException",
        "Message": f"1 validation error detected: Value '{name}' at 'tableName' failed to satisfy constraint: {constraint}",
    }


def test_a_batch_writes_25_items_and_no_more(dynamodb: Any, table: str) -> None:
    dynamodb.batch_write_item(RequestItems={table: puts(25)})
    with pytest.raises(ClientError, match=r"\(ValidationException\).*Member must have length less than or equal to 25"):
        dynamodb.batch_write_item(RequestItems={table: puts(26)})


def test_a_batch_writes_25_items_over_all_its_tables(dynamodb: Any, table: str) -> None:
    dynamodb.create_table(TableName=f"{table}-other", **TABLE)
    with pytest.raises(ClientError, match="Too many items requested for the BatchWriteItem call"):
        dynamodb.batch_write_item(RequestItems={table: puts(13), f"{table}-other": puts(13)})


def test_a_batch_reads_100_items_and_no_more(dynamodb: Any, table: str) -> None:
    keys = [{"PK": {"S": str(n)}} for n in range(101)]
    dynamodb.batch_get_item(RequestItems={table: {"Keys": keys[:100]}})
    with pytest.raises(ClientError, match=r"\(ValidationException\).*Member must have length less than or equal to 100"):
        dynamodb.batch_get_item(RequestItems={table: {"Keys": keys}})


@pytest.mark.parametrize(("operation", "kind"), [("transact_write_items", "Put"), ("transact_get_items", "Get")])
def test_a_transaction_holds_100_items_and_no_more(dynamodb: Any, table: str, operation: str, kind: str) -> None:
    getattr(dynamodb, operation)(TransactItems=transaction(kind, table, 100))
    with pytest.raises(ClientError, match=r"\(ValidationException\).*Member must have length less than or equal to 100"):
        getattr(dynamodb, operation)(TransactItems=transaction(kind, table, 101))


def test_an_update_creates_or_deletes_one_index(dynamodb: Any, table: str) -> None:
    second = {**TABLE["GlobalSecondaryIndexes"][0], "IndexName": "second"}
    with pytest.raises(ClientError) as error:
        dynamodb.update_table(
            TableName=table,
            GlobalSecondaryIndexUpdates=[{"Delete": {"IndexName": "by-rank"}}, {"Create": second}],
        )
    assert error.value.response["Error"] == {
        "Code": "LimitExceededException",
        "Message": "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table",
    }


def test_a_put_needs_index_keys_of_the_declared_type(dynamodb: Any, table: str) -> None:
    dynamodb.put_item(TableName=table, Item={"PK": {"S": "a"}, "Rank": {"N": "1"}})
    with pytest.raises(ClientError) as error:
        dynamodb.put_item(TableName=table, Item={"PK": {"S": "a"}, "Rank": {"S": "1"}})
    assert error.value.response["Error"] == {
        "Code": "ValidationException",
        "Message": "One or more parameter values were invalid: Type mismatch for Index Key Rank Expected: N Actual: S IndexName: by-rank",
    }


def test_a_table_whose_stream_was_switched_off_can_be_written(dynamodb: Any, table: str) -> None:
    dynamodb.update_table(TableName=table, StreamSpecification={"StreamEnabled": True, "StreamViewType": "KEYS_ONLY"})
    dynamodb.update_table(TableName=table, StreamSpecification={"StreamEnabled": False})
    dynamodb.put_item(TableName=table, Item={"PK": {"S": "a"}})
    assert dynamodb.get_item(TableName=table, Key={"PK": {"S": "a"}})["Item"] == {"PK": {"S": "a"}}


def test_a_stream_that_is_on_can_not_be_switched_on(dynamodb: Any, table: str) -> None:
    stream = {"StreamEnabled": True, "StreamViewType": "KEYS_ONLY"}
    dynamodb.update_table(TableName=table, StreamSpecification=stream)
    with pytest.raises(ClientError, match="ResourceInUseException"):
        dynamodb.update_table(TableName=table, StreamSpecification=stream)


def test_a_protected_table_can_not_be_deleted(dynamodb: Any, table: str) -> None:
    dynamodb.update_table(TableName=table, DeletionProtectionEnabled=True)
    with pytest.raises(ClientError, match="ValidationException"):
        dynamodb.delete_table(TableName=table)


def test_a_stream_has_a_policy_beside_its_tables(dynamodb: Any, table: str) -> None:
    stream = {"StreamEnabled": True, "StreamViewType": "KEYS_ONLY"}
    dynamodb.update_table(TableName=table, StreamSpecification=stream)
    described = dynamodb.describe_table(TableName=table)["Table"]
    arns = (described["TableArn"], described["LatestStreamArn"])
    for arn in arns:
        readers = {"Effect": "Allow", "Principal": {"AWS": "222222222222"}, "Action": "dynamodb:Describe*", "Resource": arn}
        dynamodb.put_resource_policy(ResourceArn=arn, Policy=json.dumps({"Version": "2012-10-17", "Statement": [readers]}))
    for arn in arns:
        assert arn in dynamodb.get_resource_policy(ResourceArn=arn)["Policy"]
    dynamodb.delete_resource_policy(ResourceArn=arns[1])
    with pytest.raises(ClientError, match="PolicyNotFoundException"):
        dynamodb.get_resource_policy(ResourceArn=arns[1])
    with pytest.raises(ClientError, match="ResourceNotFoundException"):
        dynamodb.put_resource_policy(ResourceArn=f"{arns[1]}0", Policy="{}")
