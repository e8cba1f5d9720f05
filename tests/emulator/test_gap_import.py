"""The emulator loads items from S3, into new and existing tables."""

import gzip
import json
from collections.abc import Iterator
from typing import Any

import pytest
from botocore.exceptions import ClientError

from dynawright.emulator.emulator import Emulator
from tests.whole_tables import items_of

REGION, BUCKET = "ap-northeast-1", "items"
ITEM = {"id": {"S": "1"}, "photo": {"B": b"\0\1"}, "sizes": {"NS": ["1", "2"]}, "more": {"L": [{"M": {"x": {"NULL": True}}}]}}
LINE = {**ITEM, "photo": {"B": "AAE="}}
TABLE = {
    "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
    "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}, {"AttributeName": "day", "AttributeType": "S"}],
    "BillingMode": "PAY_PER_REQUEST",
    "GlobalSecondaryIndexes": [
        {
            "IndexName": "by-day",
            "KeySchema": [{"AttributeName": "day", "KeyType": "HASH"}],
            "Projection": {"ProjectionType": "KEYS_ONLY"},
        }
    ],
}


@pytest.fixture(scope="module")
def emulator() -> Iterator[Emulator]:
    with Emulator("111111111111") as emulator:
        emulator.client("s3", REGION).create_bucket(Bucket=BUCKET, CreateBucketConfiguration={"LocationConstraint": REGION})
        yield emulator


@pytest.fixture
def client(emulator: Emulator) -> Any:
    return emulator.client("dynamodb", REGION)


def put(emulator: Emulator, prefix: str, *items: Any) -> dict[str, str]:
    content = "".join(json.dumps({"Item": item}) + "\n" for item in items)
    for number in range(2):
        body = gzip.compress(content.encode())
        emulator.client("s3", REGION).put_object(Bucket=BUCKET, Key=f"{prefix}/part-{number}.json.gz", Body=body)
    return {"S3Bucket": BUCKET, "S3KeyPrefix": f"{prefix}/"}


def imported(client: Any, source: dict[str, str], name: str, **more: Any) -> Any:
    started = client.import_table(
        S3BucketSource=source,
        InputFormat="DYNAMODB_JSON",
        InputCompressionType="GZIP",
        TableCreationParameters={"TableName": name, **TABLE},
        **more,
    )["ImportTableDescription"]
    assert started["ImportStatus"] == "IN_PROGRESS"
    return client.describe_import(ImportArn=started["ImportArn"])["ImportTableDescription"]


def bulk(client: Any, source: dict[str, str], table: str, **more: Any) -> Any:
    started = client.start_bulk_put_items(
        TableName=table,
        InputS3Configuration={**source, "InputFormat": "DYNAMODB_JSON", "InputCompressionType": "GZIP"},
        OutputS3Configuration={"S3Bucket": BUCKET, "OutputType": ["ERROR"]},
        **more,
    )["BulkOperationDescription"]
    return client.describe_bulk_operation(BulkOperationArn=started["BulkOperationArn"])["BulkOperationDescription"]


def refused(operation: Any, **request: Any) -> str:
    with pytest.raises(ClientError) as error:
        operation(**request)
    return str(error.value.response["Error"]["Code"])


def test_an_import_makes_a_table_with_items_as_a_put_would(emulator: Emulator, client: Any) -> None:
    done = imported(client, put(emulator, "new", LINE, {"no": {"S": "key"}}), "new")
    assert (done["ImportStatus"], done["ImportedItemCount"], done["ErrorCount"]) == ("COMPLETED", 2, 2)
    assert list(items_of(client, "new").values()) == [ITEM]
    table = client.describe_table(TableName="new")["Table"]
    assert [index["IndexName"] for index in table["GlobalSecondaryIndexes"]] == ["by-day"]
    assert [load["ImportArn"] for load in client.list_imports(TableArn=table["TableArn"])["ImportSummaryList"]] == [
        done["ImportArn"]
    ]


def test_an_import_never_writes_into_a_table_that_is_there(emulator: Emulator, client: Any) -> None:
    source = put(emulator, "there", LINE)
    client.create_table(TableName="there", **TABLE)
    with pytest.raises(ClientError, match="ResourceInUseException"):
        imported(client, source, "there")


def test_an_import_from_no_bucket_leaves_no_table(client: Any) -> None:
    done = imported(client, {"S3Bucket": "nowhere"}, "lost")
    assert (done["ImportStatus"], done["FailureCode"]) == ("FAILED", "S3NoSuchBucket")
    assert refused(client.describe_table, TableName="lost") == "ResourceNotFoundException"


def test_the_same_token_is_the_same_import(emulator: Emulator, client: Any) -> None:
    source = put(emulator, "token", LINE)
    first = imported(client, source, "token", ClientToken="t1")
    assert imported_again(client, source, "token", ClientToken="t1") == first["ImportArn"]
    with pytest.raises(ClientError, match="ImportConflictException"):
        imported_again(client, source, "other", ClientToken="t1")


def imported_again(client: Any, source: dict[str, str], name: str, **more: Any) -> str:
    answer = client.import_table(
        S3BucketSource=source,
        InputFormat="DYNAMODB_JSON",
        InputCompressionType="GZIP",
        TableCreationParameters={"TableName": name, **TABLE},
        **more,
    )
    return str(answer["ImportTableDescription"]["ImportArn"])


def test_a_bulk_put_writes_over_what_is_there_and_counts_what_it_refuses(emulator: Emulator, client: Any) -> None:
    client.create_table(TableName="bulk", **TABLE)
    client.put_item(TableName="bulk", Item={"id": {"S": "1"}, "old": {"BOOL": True}})
    client.put_item(TableName="bulk", Item={"id": {"S": "2"}})
    done = bulk(client, put(emulator, "bulk", LINE, {"id": {"N": "1"}}), "bulk")
    assert (done["BulkOperationStatus"], done["ProcessedItemCount"], done["FailedItemCount"]) == ("COMPLETED_WITH_ERRORS", 4, 2)
    assert sorted(items_of(client, "bulk").values(), key=str) == sorted([ITEM, {"id": {"S": "2"}}], key=str)


def test_a_bulk_put_needs_a_table(emulator: Emulator, client: Any) -> None:
    source = put(emulator, "refused", LINE)
    with pytest.raises(ClientError, match="ResourceNotFoundException"):
        bulk(client, source, "no-table")
