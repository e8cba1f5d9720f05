"""CloudTrail events, as AWS's pages show them."""

import json
from typing import Any

import pytest

from dynawright.ops.explain.events import read_events, refusal_of
from dynawright.ops.explain.refusal import Kind

TABLE = "arn:aws:dynamodb:ap-northeast-1:111122223333:table/orders-production"
EVENT: dict[str, Any] = {
    "eventVersion": "1.08",
    "userIdentity": {
        "type": "AssumedRole",
        "arn": "arn:aws:sts::111122223333:assumed-role/orders-api-production/web",
        "accountId": "111122223333",
    },
    "eventSource": "dynamodb.amazonaws.com",
    "eventName": "UpdateItem",
    "awsRegion": "ap-northeast-1",
    "errorCode": "ConditionalCheckFailedException",
    "errorMessage": "The conditional request failed",
    "requestParameters": {
        "tableName": "orders-production",
        "key": {"PK": "CUSTOMER#1", "SK": "ORDER#1"},
        "updateExpression": "SET #A = :a",
        "expressionAttributeNames": {"#A": "amount"},
        "returnValues": "ALL_NEW",
    },
}


@pytest.mark.parametrize(
    "document",
    [
        EVENT,
        [EVENT],
        {"Records": [EVENT]},
        {"Events": [{"EventId": "1", "CloudTrailEvent": json.dumps(EVENT)}]},
        {"detail-type": "AWS API Call via CloudTrail", "detail": EVENT},
    ],
)
def test_an_event_is_found_wherever_it_comes_from(document: object) -> None:
    assert read_events(json.dumps(document)) == [EVENT]


def test_an_event_tells_key_attributes_and_what_is_returned() -> None:
    refusal = refusal_of(EVENT)
    assert refusal is not None
    assert (refusal.kind, refusal.operation, refusal.tables) == (Kind.CONDITION, "UpdateItem", ("orders-production",))
    assert (refusal.resource, refusal.key) == (TABLE, {"PK": "CUSTOMER#1", "SK": "ORDER#1"})
    assert refusal.context == {"dynamodb:Attributes": ["PK", "SK", "amount"], "dynamodb:ReturnValues": "ALL_NEW"}


def test_a_query_tells_its_index_and_that_it_asks_for_everything() -> None:
    query = {"tableName": "orders-production", "indexName": "ByDay", "keyConditionExpression": "#D = :d",
             "expressionAttributeNames": {"#D": "day"}}  # fmt: skip
    refusal = refusal_of({**EVENT, "eventName": "Query", "errorCode": "AccessDenied", "requestParameters": query})
    assert refusal is not None
    assert (refusal.kind, refusal.action, refusal.resource) == (Kind.DENIED, "dynamodb:Query", f"{TABLE}/index/ByDay")
    assert refusal.context == {"dynamodb:Attributes": ["day"], "dynamodb:Select": "ALL_PROJECTED_ATTRIBUTES"}


def test_a_denial_without_parameters_is_read_from_its_message() -> None:
    message = f"User: {EVENT['userIdentity']['arn']} is not authorized to perform: dynamodb:Scan on resource: {TABLE} because no identity-based policy allows the dynamodb:Scan action"
    refusal = refusal_of(
        {**EVENT, "eventName": "Scan", "errorCode": "AccessDenied", "errorMessage": message, "requestParameters": None}
    )
    assert refusal is not None
    assert (refusal.action, refusal.resource, refusal.policy) == ("dynamodb:Scan", TABLE, "identity-based policy")


def test_a_canceled_transaction_names_its_tables() -> None:
    message = "Transaction cancelled, please refer cancellation reasons for specific reasons [ConditionalCheckFailed, None]"
    items = [{"operation": "Put", "tableName": "orders-production"}, {"operation": "Put", "tableName": "order-log-production"}]
    event = {**EVENT, "eventName": "TransactWriteItems", "errorCode": "TransactionCanceledException", "errorMessage": message}
    refusal = refusal_of({**event, "requestParameters": {"requestItems": items}})
    assert refusal is not None
    assert (refusal.kind, refusal.canceled) == (Kind.CANCELED, ("ConditionalCheckFailed", "None"))
    assert refusal.tables == ("orders-production", "order-log-production")


def test_a_request_that_was_answered_is_no_refusal() -> None:
    assert refusal_of({name: value for name, value in EVENT.items() if name != "errorCode"}) is None


@pytest.mark.parametrize("text", ["{", "[]", "1", '{"a": 1}', '"text"', '{"Records": {"a": 1}}'])
def test_other_json_has_no_events(text: str) -> None:
    assert read_events(text) is None
