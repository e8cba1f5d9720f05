"""Access patterns from a trail: callers, operations and indexes; keys and values never leave it."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from dynawright.errors import UserError
from dynawright.ops.adopt.facts import TableFacts
from dynawright.ops.adopt.model import AdoptedTable, model_text
from dynawright.ops.adopt.names import names_of
from dynawright.ops.adopt.patterns import proposed
from dynawright.ops.adopt.sample import Shape
from dynawright.ops.adopt.trail import told_of
from dynawright.ops.adopt.used import Used
from tests.problems import told

REGION, ACCOUNT = "eu-west-1", "111111111111"
ROLE = {
    "type": "AssumedRole",
    "arn": f"arn:aws:sts::{ACCOUNT}:assumed-role/OrdersApi/session-17",
    "sessionContext": {"sessionIssuer": {"type": "Role", "userName": "OrdersApi"}},
}
FACTS = TableFacts(
    {
        "TableName": "orders",
        "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}],
        "AttributeDefinitions": [{"AttributeName": name, "AttributeType": "S"} for name in ("PK", "SK", "state")],
        "GlobalSecondaryIndexes": [
            {
                "IndexName": "by-state",
                "KeySchema": [{"AttributeName": "state", "KeyType": "HASH"}],
                "Projection": {"ProjectionType": "ALL"},
            }
        ],
    }
)
ORDER = Shape(
    "ORDER",
    {"PK": "CUSTOMER#{customerId}", "SK": "ORDER#{orderId}", "state": "{state}"},
    {"customerId": "S", "orderId": "S", "state": "S", "note": "S", "total": "N"},
    frozenset({"note"}),
)


def event(name: str, who: Any = ROLE, region: str = REGION, error: str = "", **given: Any) -> dict[str, Any]:
    return {
        "eventSource": "dynamodb.amazonaws.com",
        "eventName": name,
        "awsRegion": region,
        "userIdentity": who,
        "requestParameters": {"tableName": "orders", **given},
        **({"errorCode": error} if error else {}),
    }


def written(folder: Path, *events: dict[str, Any]) -> Path:
    (folder / "trail" / "2026" / "11").mkdir(parents=True)
    content = json.dumps({"Records": events}).encode()
    (folder / "trail" / "2026" / "11" / "events.json.gz").write_bytes(gzip.compress(content))
    return folder / "trail"


def used(folder: Path, *events: dict[str, Any]) -> Used:
    return told_of(written(folder, *events), REGION)["orders"].used


KEY = {"PK": "CUSTOMER#ann", "SK": "ORDER#17"}


def test_requests_are_counted_by_operation_index_and_role(tmp_path: Path) -> None:
    result = used(
        tmp_path,
        event("GetItem", key=KEY),
        event("GetItem", key=KEY, tableName=f"arn:aws:dynamodb:{REGION}:{ACCOUNT}:table/orders"),
        event("Query", indexName="by-state"),
        event("Scan", who={"type": "IAMUser", "userName": "report_7"}),
        event("TransactWriteItems", tableName=None, requestItems=[{"operation": "Put", "tableName": "orders", "key": KEY}] * 2),
    )
    assert result.operations == {"GetItem": 2, "Query": 1, "Scan": 1, "TransactWriteItems": 1}
    assert result.indexes == {"by-state": 1}
    assert result.asked_by("GetItem") == ("orders-api",)
    assert result.asked_by("Scan") == ("report-7",)
    assert (result.asked_by("Query", "by-state"), result.asked_by("Query")) == (("orders-api",), ())
    assert result.words == "CloudTrail: GetItem 2, Query 1, Scan 1, TransactWriteItems 1, of by-state 1"


def test_refused_requests_other_regions_and_services_of_aws_do_not_count(tmp_path: Path) -> None:
    service = {"type": "AWSService", "invokedBy": "backup.amazonaws.com"}
    result = used(
        tmp_path,
        event("GetItem"),
        event("PutItem", error="AccessDenied"),
        event("Scan", region="us-east-1"),
        event("Query", who=service),
        event("DescribeTable"),
    )
    assert result.operations == {"GetItem": 1}


@pytest.mark.parametrize(
    ("expression", "names", "expected"),
    [
        ("SET note = :n", {}, [("note",)]),
        ("SET #s = :s, note = if_not_exists(note, :n)", {"#s": "state"}, [("note", "state")]),
        ("SET total = total + :one", {}, [("total",)]),
        ("REMOVE note", {}, []),
        ("SET note = :n REMOVE total", {}, []),
        ("SET place.room = :r", {}, []),
    ],
)
def test_updates_tell_the_attributes_that_they_set(tmp_path: Path, expression: str, names: Any, expected: Any) -> None:
    given = {"key": KEY, "updateExpression": expression, "expressionAttributeNames": names}
    assert [*used(tmp_path, event("UpdateItem", **given)).updates] == expected


def test_patterns_follow_from_what_was_asked_and_the_model_is_sound(tmp_path: Path) -> None:
    update: dict[str, Any] = {
        "key": KEY,
        "updateExpression": "SET note = :n, #t = :t",
        "expressionAttributeNames": {"#t": "total"},
    }
    events = (
        event("GetItem", key=KEY),
        event("PutItem", key=KEY, items=["PK", "SK", "note"]),
        event("UpdateItem", **update),
        event("Query", indexName="by-state"),
        event("BatchGetItem"),
        event("BatchWriteItem"),
        event("Scan", who={"type": "IAMUser", "userName": "Report"}),
    )
    (names,) = names_of(["orders"], "production")
    table = AdoptedTable.fitting(FACTS, names, [ORDER], used(tmp_path, *events))
    text = model_text("sales", [table])
    told = [line.split("used_by")[0].strip() for line in text.splitlines() if "used_by=[" in line]
    assert [line.split("(")[0] for line in told] == ["Get", "BatchGet", "Put", "Update", "Query", "BatchWrite", "Scan"]
    assert 'update="SET note = {note}, total = {total}"' in text
    assert "used_by=[REPORT]" in text
    assert 'ORDERS_API = Consumer("orders-api",' in text
    for value in ("ann", "ORDER#17", ":n", "session-17"):
        assert value not in text


def test_figures_without_a_trail_leave_consumers_to_a_person() -> None:
    counted = Used("CloudWatch", {"GetItem": 3, "Query": 2, "UpdateItem": 9}, {"by-state": 7})
    result = proposed(FACTS, [ORDER], counted)
    assert [(pattern.kind, pattern.consumers) for pattern in result] == [
        ("Get", ("users",)),
        ("Query", ("users",)),
        ("Query", ("users",)),
    ]


def test_a_pattern_that_the_model_can_not_have_is_left_out_and_others_stay(tmp_path: Path) -> None:
    odd = Shape("ITEM", {"PK": "{PK}", "SK": "{SK}"}, {"PK": "S", "SK": "S", "user-id": "S"}, frozenset({"user-id"}))
    (names,) = names_of(["orders"], "production")
    update = event("UpdateItem", key=KEY, updateExpression="SET #u = :u", expressionAttributeNames={"#u": "user-id"})
    table = AdoptedTable.fitting(FACTS, names, [odd], used(tmp_path, update, event("GetItem"), event("DeleteItem")))
    assert [pattern.kind for pattern in table.patterns] == ["Get", "Delete"]


@pytest.mark.parametrize("content", [b"", b"no json", b"{}", b"\xff", b"[]"])
def test_what_is_no_trail_is_told(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "events.json"
    file.write_bytes(content)
    with pytest.raises(UserError) as caught:
        told_of(file, REGION)
    assert [(problem.code, problem.place.file) for problem in caught.value.problems] == [("DW744", str(file))]


def test_a_file_that_is_not_there_and_a_broken_archive_are_told(tmp_path: Path) -> None:
    (tmp_path / "broken.json.gz").write_bytes(b"not gzip")
    for path in (tmp_path, tmp_path / "nothing.json"):
        with pytest.raises(UserError) as caught:
            told_of(path, REGION)
        assert [code for code, _, _ in told(caught.value.problems)] == ["DW744"]
