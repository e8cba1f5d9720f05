"""The shared table, with two items."""

from __future__ import annotations

from typing import Any

from dynawright.emulator.conformance.case import TABLE, key, number, text

DEFINITION: dict[str, Any] = {
    "TableName": TABLE,
    "AttributeDefinitions": [
        {"AttributeName": "PK", "AttributeType": "S"},
        {"AttributeName": "SK", "AttributeType": "S"},
        {"AttributeName": "kind", "AttributeType": "S"},
        {"AttributeName": "rank", "AttributeType": "N"},
    ],
    "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}],
    "GlobalSecondaryIndexes": [
        {
            "IndexName": "ByKind",
            "KeySchema": [{"AttributeName": "kind", "KeyType": "HASH"}, {"AttributeName": "rank", "KeyType": "RANGE"}],
            "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["title"]},
        }
    ],
    "LocalSecondaryIndexes": [
        {
            "IndexName": "ByRank",
            "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "rank", "KeyType": "RANGE"}],
            "Projection": {"ProjectionType": "KEYS_ONLY"},
        }
    ],
    "BillingMode": "PAY_PER_REQUEST",
}
FIRST: dict[str, Any] = {
    **key("a", "1"),
    "kind": text("x"),
    "rank": number(5),
    "title": text("first"),
    "count": number(3),
    "tags": {"L": [text("p"), text("q"), text("r")]},
    "map": {"M": {"list": {"L": [{"M": {"b": number(1)}}, {"M": {"b": number(2)}}]}, "part": text("o")}},
    "names": {"SS": ["m", "n"]},
}
SECOND: dict[str, Any] = {**key("a", "2"), "kind": text("x"), "rank": number(7), "title": text("second"), "count": number(4)}
