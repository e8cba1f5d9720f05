"""Run a how-to page's commands between tables in memory with the current project's code.

`migrated.py <two tables of a stack as JSON> <commands as JSON>`; prints the items of the second table.
"""

import json
import os
import sys
from typing import Any

import boto3
from moto import mock_aws

from dynawright.cli import main

NOTES: list[dict[str, Any]] = [
    {"userId": {"S": "u"}, "noteId": {"S": "a"}},
    {"userId": {"S": "u"}, "noteId": {"S": "b"}, "teamId": {"S": "t"}},
    {"userId": {"S": "u"}, "noteId": {"S": "test-c"}},
]


def create(client: Any, table: dict[str, Any]) -> None:
    keys = [(table["hash_key"], "HASH"), (table.get("range_key"), "RANGE")]
    client.create_table(
        TableName=table["name"],
        KeySchema=[{"AttributeName": name, "KeyType": kind} for name, kind in keys if name],
        AttributeDefinitions=[{"AttributeName": entry["name"], "AttributeType": entry["type"]} for entry in table["attribute"]],
        BillingMode="PAY_PER_REQUEST",
    )


os.environ |= {"AWS_ACCESS_KEY_ID": "memory", "AWS_SECRET_ACCESS_KEY": "memory", "AWS_DEFAULT_REGION": "ap-northeast-1"}
with mock_aws():
    dynamodb = boto3.client("dynamodb")
    old, new = json.loads(sys.argv[1])
    for table in (old, new):
        create(dynamodb, table)
    for note in NOTES:
        dynamodb.put_item(TableName=old["name"], Item=note)
    for command in json.loads(sys.argv[2]):
        sys.argv[1:] = command
        try:
            main()
        except SystemExit as ended:
            if ended.code:
                raise
    items = dynamodb.scan(TableName=new["name"])["Items"]
    print(json.dumps(sorted(items, key=lambda item: item["noteId"]["S"])))
