"""The audit trail: every change, whole, once."""

import json
from typing import Any

import pytest

from stacks.shop.model import AUDIT
from tests.functions.declared import problems
from tests.runtime.records import record
from tests.stacks.shop.functions.records import order, product


@pytest.fixture
def audit(deploy: Any) -> Any:
    return deploy("shop", "audit_log")


def entries(audit: Any) -> list[Any]:
    return sorted(audit.items("DynamoDBShopAudit"), key=lambda item: item["SK"])


def test_a_change_is_kept_with_both_images(audit: Any) -> None:
    change = product(1, 11, 9)
    assert audit(change) == []
    (entry,) = entries(audit)
    assert (entry["PK"], entry["EventName"], entry["ByTtl"]) == ("ITEM#PRODUCT#1|METADATA", "MODIFY", False)
    stream = change["dynamodb"]
    assert json.loads(entry["Images"]) == {"before": stream["OldImage"], "after": stream["NewImage"]}


def test_a_record_that_comes_twice_is_kept_once(audit: Any) -> None:
    assert audit(product(1, 11, 9), product(1, 11, 9)) == []
    assert len(entries(audit)) == 1


def test_a_removal_by_ttl_is_marked(audit: Any) -> None:
    removed = product(1, 5, None)
    removed["userIdentity"] = {"type": "Service", "principalId": "dynamodb.amazonaws.com"}
    audit(removed, product(2, 5, None))
    assert [(entry["EventName"], entry["ByTtl"]) for entry in entries(audit)] == [("REMOVE", True), ("REMOVE", False)]


def test_an_items_changes_are_in_the_order_they_were_made(audit: Any) -> None:
    audit(product(10, 9, 8), product(9, 10, 9), order(100, "1"))
    keys = [entry["SK"] for entry in entries(audit) if entry["ItemKey"] == "PRODUCT#1|METADATA"]
    assert [int(key.split("#")[1]) for key in keys] == [9, 10]


def test_images_of_400_kb_are_kept_whole_in_pieces(audit: Any) -> None:
    large = {"PK": {"S": "a"}, "text": {"S": "é\u0001" * 65_000}, "bytes": {"B": "QUJD" * 60_000}}
    change = record(1, eventName="MODIFY", NewImage=large, OldImage={**large, "n": {"N": "1"}})
    assert audit(change) == []
    assert audit(change) == []
    found = entries(audit)
    assert len(found) == found[0]["Pieces"] > 10
    assert [problem for entry in found for problem in problems(AUDIT, entry)] == []
    images = json.loads("".join(entry["Images"] for entry in found))
    assert images == {"before": change["dynamodb"]["OldImage"], "after": large}


def test_a_key_that_is_too_long_for_a_partition_key_is_hashed(audit: Any) -> None:
    keys = {"PK": {"S": "p" * 1500}, "SK": {"S": "s" * 1000}}
    assert audit(record(1, Keys=keys, NewImage=keys)) == []
    (entry,) = entries(audit)
    assert entry["ItemKey"].startswith("sha256:")
    assert entry["PK"] == f"ITEM#{entry['ItemKey']}"
    assert json.loads(entry["Images"])["after"] == keys
