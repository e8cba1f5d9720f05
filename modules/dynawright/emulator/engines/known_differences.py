"""Differences between an engine and AWS's documentation, which the emulator follows.

The comparison ignores these.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class KnownDifference:
    """`operation` and `aspect` (answer, units, refusal, pages) of `engine` are not compared."""

    engine: str
    operation: str
    aspect: str
    what: str
    why: str
    source: str


_API = "https://docs.aws.amazon.com/amazondynamodb/latest/APIReference"
_GUIDE = "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide"

KNOWN_DIFFERENCES = (
    KnownDifference(
        "DynamoDB Local",
        "batch_get_item",
        "units",
        "a key without an item costs nothing",
        "AWS bills the least read unit for it; dynoxide agrees",
        f"{_API}/API_BatchGetItem.html",
    ),
    KnownDifference(
        "DynamoDB Local",
        "query",
        "units",
        "a page without items costs nothing",
        "AWS documents the least read unit for reading an item that does not exist; dynoxide bills an empty page alike",
        f"{_GUIDE}/read-write-operations.html",
    ),
    KnownDifference(
        "DynamoDB Local",
        "query",
        "pages",
        "a full page that ends at the last key of a range has no start key",
        "AWS documents a start key whenever the limit is reached; dynoxide agrees",
        f"{_API}/API_Query.html",
    ),
    KnownDifference(
        "DynamoDB Local",
        "transact_write_items",
        "units",
        "some small items cost four units, and their index entries two to four",
        "AWS documents two units for each kilobyte of an item, and nothing about its index entries; dynoxide agrees",
        f"{_GUIDE}/transaction-apis.html",
    ),
)
