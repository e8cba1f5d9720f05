"""Attributes whose names DynamoDB reserves are reported once."""

import pytest
from moto.dynamodb.parsing.reserved_keywords import ReservedKeywords

from dynawright.model import Entity, Get, Index, Key, Put, Query, System
from dynawright.model.dynamodb_words import is_reserved_word
from tests.model.builders import API, table
from tests.problems import told

PATTERNS = [
    Get("P1", "an order", PK="{orderId}", SK="METADATA", used_by=[API]),
    Query("P2", "orders by status", index="ByStatus", status="{status}", used_by=[API]),
    Put("P3", "save an order", entity="ORDER", used_by=[API]),
]
ORDER = Entity(
    "ORDER",
    PK="{orderId}",
    SK="METADATA",
    status="{status}",
    attributes={"orderId": "S", "status": "S", "Name": "S", "address": {"zone": "S", "street": "S", "of": {"user": "S"}}},
)


def test_the_words_are_those_that_dynamodb_reserves() -> None:
    words = ReservedKeywords.get_reserved_keywords()
    assert len(words) == 573
    assert [word for word in words if not is_reserved_word(word)] == []
    assert [name for name in ("PK", "orderId", "statuses", "") if is_reserved_word(name)] == []


@pytest.mark.parametrize("count", [1, 2])
def test_reserved_words_are_told_once_wherever_they_are(count: int) -> None:
    parts = {"entities": [ORDER], "indexes": [Index("ByStatus", Key("status"))], "ttl": "TTL"}
    tables = [table(f"orders{n}", access_patterns=PATTERNS if n == 0 else [], **parts) for n in range(count)]
    found = told(System("sales", tables).warnings)
    names = "Name, TTL, address.of, address.of.user, address.zone, status"
    assert [one for one in found if one[0] == "DW273"] == [("DW273", "system sales", names)]
