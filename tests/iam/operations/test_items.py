"""IAM requests for items: leading keys, attributes, select, return values, and the table's key."""

from __future__ import annotations

from typing import Any

import pytest

from dynawright.iam.operations.ask import UntranslatableError
from tests.iam.operations.made import ACCOUNT, KEY, TABLE, Account, asked


def test_a_read_names_its_key_and_what_it_projects() -> None:
    (get,) = asked(
        "dynamodb",
        "GetItem",
        TableName="notes",
        Key={"pk": {"S": "a"}, "sk": {"S": "b"}},
        ProjectionExpression="title, #b.c",
        ExpressionAttributeNames={"#b": "body"},
    )
    assert (get.action, get.resource) == ("dynamodb:GetItem", TABLE)
    assert get.context == {
        "dynamodb:LeadingKeys": ["a"],
        "dynamodb:Attributes": ["pk", "sk", "title", "body"],
        "dynamodb:Select": "SPECIFIC_ATTRIBUTES",
    }


def test_a_read_without_a_projection_selects_everything() -> None:
    (get,) = asked("dynamodb", "GetItem", TableName=TABLE, Key={"pk": {"S": "a"}})
    assert (get.resource, get.context["dynamodb:Select"]) == (TABLE, "ALL_ATTRIBUTES")


def test_a_query_names_the_partition_key_of_its_index() -> None:
    (query,) = asked(
        "dynamodb",
        "Query",
        TableName="notes",
        IndexName="by-owner",
        KeyConditionExpression="#o = :o AND begins_with(created, :c)",
        FilterExpression="attribute_exists(title) AND size(body) > :n",
        ExpressionAttributeNames={"#o": "owner"},
        ExpressionAttributeValues={":o": {"S": "ann"}, ":c": {"S": "2026"}, ":n": {"N": "1"}},
    )
    assert query.resource == f"{TABLE}/index/by-owner"
    assert query.context == {
        "dynamodb:LeadingKeys": ["ann"],
        "dynamodb:Attributes": ["title", "body", "owner", "created"],
        "dynamodb:Select": "ALL_PROJECTED_ATTRIBUTES",
    }


def test_a_scan_has_no_leading_keys() -> None:
    (scan,) = asked("dynamodb", "Scan", TableName="notes", Select="COUNT")
    assert scan.context == {"dynamodb:Select": "COUNT"}


@pytest.mark.parametrize(("given", "returned"), [({}, "NONE"), ({"ReturnValues": "ALL_NEW"}, "ALL_NEW")])
def test_a_write_says_what_it_returns(given: dict[str, Any], returned: str) -> None:
    (update,) = asked(
        "dynamodb",
        "UpdateItem",
        TableName="notes",
        Key={"pk": {"S": "a"}},
        UpdateExpression="SET title = if_not_exists(old_title, :t), body.part[0] = :b REMOVE draft",
        ConditionExpression="attribute_not_exists(locked) OR NOT locked = :l",
        **given,
    )
    assert update.context["dynamodb:ReturnValues"] == returned
    assert update.context["dynamodb:Attributes"] == ["pk", "locked", "title", "old_title", "body", "draft"]


def test_a_batch_asks_once_per_table_with_all_its_keys() -> None:
    (batch,) = asked(
        "dynamodb",
        "BatchWriteItem",
        RequestItems={
            "notes": [
                {"PutRequest": {"Item": {"pk": {"S": "a"}, "title": {"S": "t"}}}},
                {"DeleteRequest": {"Key": {"pk": {"S": "b"}}}},
            ]
        },
    )
    assert batch.action == "dynamodb:BatchWriteItem"
    assert batch.context == {"dynamodb:LeadingKeys": ["a", "b"], "dynamodb:Attributes": ["pk", "title"]}


def test_a_transaction_asks_for_each_parts_own_action() -> None:
    parts = asked(
        "dynamodb",
        "TransactWriteItems",
        TransactItems=[
            {"Put": {"TableName": "notes", "Item": {"pk": {"S": "a"}}}},
            {"ConditionCheck": {"TableName": "notes", "Key": {"pk": {"S": "b"}}, "ConditionExpression": "attribute_exists(pk)"}},
            {"Delete": {"TableName": "notes", "Key": {"pk": {"S": "c"}}, "ReturnValuesOnConditionCheckFailure": "ALL_OLD"}},
        ],
    )
    assert [(part.action, part.context["dynamodb:LeadingKeys"]) for part in parts] == [
        ("dynamodb:PutItem", ["a"]),
        ("dynamodb:ConditionCheckItem", ["b"]),
        ("dynamodb:DeleteItem", ["c"]),
    ]
    assert parts[0].context["dynamodb:EnclosingOperation"] == "TransactWriteItems"
    assert parts[2].context["dynamodb:ReturnValues"] == "ALL_OLD"


def test_the_key_of_an_encrypted_table_decrypts_for_the_caller_through_dynamodb() -> None:
    _, decrypt = asked("dynamodb", "PutItem", account=Account({"table_key": KEY}), TableName="notes", Item={"pk": {"S": "a"}})
    assert (decrypt.action, decrypt.resource) == ("kms:Decrypt", KEY)
    assert decrypt.context == {
        "kms:ViaService": "dynamodb.eu-west-1.amazonaws.com",
        "kms:CallerAccount": ACCOUNT,
        "kms:EncryptionContext:aws:dynamodb:tableName": "notes",
        "kms:EncryptionContext:aws:dynamodb:subscriberId": ACCOUNT,
    }


MINE, OTHERS = {"pk": {"S": "mine"}}, {"pk": {"S": "others"}}


@pytest.mark.parametrize(
    ("operation", "parameters"),
    [
        ("UpdateItem", {"TableName": "notes", "Item": MINE, "Key": OTHERS}),
        ("PutItem", {"TableName": "notes", "Item": OTHERS, "Key": MINE}),
        ("BatchWriteItem", {"RequestItems": {"notes": [{"DeleteRequest": {"Item": MINE, "Key": OTHERS}}]}}),
        ("TransactWriteItems", {"TransactItems": [{"Delete": {"TableName": "notes", "Item": MINE, "Key": OTHERS}}]}),
    ],
)
def test_the_item_is_the_one_that_the_operation_writes(operation: str, parameters: dict[str, Any]) -> None:
    (write,) = asked("dynamodb", operation, **parameters)
    assert write.context["dynamodb:LeadingKeys"] == ["others"]


def test_parameters_of_a_query_say_nothing_about_a_read_of_an_item() -> None:
    (get,) = asked("dynamodb", "GetItem", TableName="notes", Key=MINE, Select="SPECIFIC_ATTRIBUTES", IndexName="by-owner")
    assert (get.resource, get.context["dynamodb:Select"]) == (TABLE, "ALL_ATTRIBUTES")


def test_a_query_has_one_condition_on_its_key() -> None:
    with pytest.raises(UntranslatableError):
        asked(
            "dynamodb",
            "Query",
            TableName="notes",
            KeyConditions={"pk": {"ComparisonOperator": "EQ", "AttributeValueList": [{"S": "mine"}]}},
            KeyConditionExpression="pk = :pk",
            ExpressionAttributeValues={":pk": {"S": "others"}},
        )
