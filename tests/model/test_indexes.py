"""Secondary indexes, what they carry, and the TTL attribute."""

from typing import Any

import pytest

from dynawright.model import ALL, KEYS_ONLY, Entity, Index, Key, LocalIndex, include
from dynawright.model.index import Projection
from tests.model.builders import ORDER, problems, table

NAME_RULE = "3 to 255 characters of A-Z, a-z, 0-9, '_', '.', '-'"


def global_indexes(count: int) -> list[Index]:
    return [Index(f"GSI{i}", Key(f"GSI{i}PK")) for i in range(count)]


def local_indexes(count: int) -> list[LocalIndex]:
    return [LocalIndex(f"LSI{i}", Key(f"LSI{i}SK")) for i in range(count)]


def including(*counts: int) -> list[Index]:
    """Indexes that include so many attributes each."""
    return [Index(f"GSI{i}", Key("GSI"), projection=include(*names(count))) for i, count in enumerate(counts)]


def names(count: int) -> list[str]:
    return [f"attribute{i}" for i in range(count)]


WIDE = Entity("WIDE", PK="WIDE#{id}", SK="METADATA", attributes=dict.fromkeys(("id", "a" * 255, *names(21)), "S"))


@pytest.mark.parametrize(
    "parts",
    [
        {"indexes": global_indexes(20)},
        {"local_indexes": local_indexes(5)},
        {"indexes": global_indexes(20), "local_indexes": local_indexes(5)},
        {"indexes": including(20)},
        {"indexes": including(20, 20, 20, 20, 20)},
        {"indexes": [Index("abc", Key("GSI1PK")), Index("a" * 255, Key("GSI1PK"))]},
        {"indexes": [Index("GSI1", Key("GSI1PK"), projection=include("a" * 255))]},
        {"local_indexes": [LocalIndex("LSI1", Key("status"), KEYS_ONLY)]},
    ],
)
def test_indexes_up_to_dynamodbs_limits_are_taken(parts: dict[str, Any]) -> None:
    assert problems(table(**{"entities": [ORDER, WIDE], **parts})) == []


@pytest.mark.parametrize(
    ("parts", "problem"),
    [
        (
            {"indexes": global_indexes(21)},
            "21 global indexes: at most 20 are allowed; share an index between entities",
        ),
        (
            {"local_indexes": local_indexes(6)},
            "6 local indexes: at most 5 are allowed; use global ones",
        ),
        (
            {"indexes": including(21)},
            "index 'GSI0' includes 21 attributes: at most 20 in one index are allowed; project ALL where most are needed",
        ),
        (
            {"indexes": including(20, 20, 20, 20, 20, 1)},  # an attribute included twice counts twice
            "the indexes include 101 attributes: at most 100 over all indexes are allowed; project ALL where most are needed",
        ),
        (
            {"indexes": including(20, 20, 20, 20, 20), "local_indexes": [LocalIndex("LSI1", Key("status"), include("amount"))]},
            "the indexes include 101 attributes: at most 100 over all indexes are allowed; project ALL where most are needed",
        ),
        (
            {"indexes": [Index("GSI1", Key("a")), Index("GSI1", Key("b"))]},
            "2 indexes are named 'GSI1': global and local indexes share one set of names",
        ),
        (
            {"indexes": [Index("ByDay", Key("day"))], "local_indexes": [LocalIndex("ByDay", Key("day"))]},
            "2 indexes are named 'ByDay': global and local indexes share one set of names",
        ),
        (
            {"indexes": [Index("GSI1", Key("GSI1PK"), Key("GSI1PK"))]},
            "index 'GSI1' has 'GSI1PK' as both keys: the two must be different attributes",
        ),
        (
            {"indexes": [Index("GSI1", Key("GSI1PK"), projection=include())]},
            "index 'GSI1' includes nothing: name attributes in include(...), or use KEYS_ONLY",
        ),
        (
            {"indexes": [Index("GSI1", Key("GSI1PK"), projection=include("amount", "status", "amount"))]},
            "index 'GSI1' includes 'amount' 2 times",
        ),
        (
            {"indexes": [Index("GSI1", Key("GSI1PK"), projection=include("GSI1PK"))]},
            "index 'GSI1' includes the key 'GSI1PK': keys are always projected; leave it out",
        ),
        (
            {"indexes": [Index("GSI1", Key("GSI1PK"), projection=include("SK"))]},
            "index 'GSI1' includes the key 'SK': keys are always projected; leave it out",
        ),
        (
            {"indexes": [Index("GSI1", Key("GSI1PK"), projection=include("address.city"))]},
            "index 'GSI1' includes 'address.city': only top-level attributes can be projected",
        ),
        (
            {"indexes": [Index("GSI1", Key("GSI1PK"), projection=include(""))]},
            "index 'GSI1' includes a name of 0 bytes: 1 to 255 are allowed",
        ),
        (
            {"indexes": [Index("GSI1", Key("GSI1PK"), projection=include("é" * 128))]},
            "index 'GSI1' includes a name of 256 bytes: 1 to 255 are allowed",
        ),
        (
            {"sort_key": None, "local_indexes": [LocalIndex("LSI1", Key("status"))]},
            "local index 'LSI1' needs a table with a sort key; add one, or make it a global index",
        ),
        (
            {"local_indexes": [LocalIndex("LSI1", Key("SK"))]},
            "local index 'LSI1' sorts by 'SK', which the table's key has already: choose another attribute",
        ),
        (
            {"local_indexes": [LocalIndex("LSI1", Key("PK"))]},
            "local index 'LSI1' sorts by 'PK', which the table's key has already: choose another attribute",
        ),
    ],
)
def test_an_index_that_dynamodb_refuses_is_refused(parts: dict[str, Any], problem: str) -> None:
    assert problems(table(**{"entities": [ORDER, WIDE], **parts})) == [f"sales/orders: {problem}"]


@pytest.mark.parametrize("name", ["", "ab", "a" * 256, "my index", "orders\n"])
def test_an_index_name_that_dynamodb_refuses_is_refused(name: str) -> None:
    refused = [f"sales/orders: the index name '{name}' is not allowed: {NAME_RULE}"]

    assert problems(table(indexes=[Index(name, Key("GSI1PK"))])) == refused
    assert problems(table(local_indexes=[LocalIndex(name, Key("status"))])) == refused


@pytest.mark.parametrize("ttl", [None, "t", "expiresAt", "t" * 255])
def test_a_ttl_attribute_of_its_own_is_taken(ttl: str | None) -> None:
    assert problems(table(ttl=ttl)) == []


@pytest.mark.parametrize(
    ("ttl", "problem"),
    [
        ("SK", "the TTL attribute 'SK' is a key: TTL needs an attribute of its own, a Number of seconds"),
        ("day", "the TTL attribute 'day' is a key: TTL needs an attribute of its own, a Number of seconds"),
        ("", "the TTL attribute has a name of 0 bytes: 1 to 255 are allowed"),
        ("t" * 256, "the TTL attribute has a name of 256 bytes: 1 to 255 are allowed"),
        (
            "details.ttl",
            "the TTL attribute 'details.ttl' is inside another: TTL needs a top-level attribute; store ttl at the top of the item",
        ),
    ],
)
def test_a_ttl_attribute_that_could_not_work_is_refused(ttl: str, problem: str) -> None:
    assert problems(table(ttl=ttl, indexes=[Index("ByDay", Key("day", "N"))])) == [f"sales/orders: {problem}"]


def test_every_problem_of_the_indexes_is_reported() -> None:
    unsound = [Index("G", Key("GSI1PK"), projection=include("PK", "a.b"))]

    assert problems(table(indexes=unsound, ttl="PK")) == [
        f"sales/orders: the index name 'G' is not allowed: {NAME_RULE}",
        "sales/orders: index 'G' includes the key 'PK': keys are always projected; leave it out",
        "sales/orders: index 'G' includes 'a.b': only top-level attributes can be projected",
        "sales/orders: the TTL attribute 'PK' is a key: TTL needs an attribute of its own, a Number of seconds",
    ]


@pytest.mark.parametrize(
    ("projection", "carried"),
    [(ALL, "PK SK LSI amount status"), (KEYS_ONLY, "PK SK LSI"), (include("amount"), "PK SK LSI amount")],
)
def test_an_index_carries_its_keys_the_tables_keys_and_what_it_projects(projection: Projection, carried: str) -> None:
    model = table(local_indexes=[LocalIndex("ByDay", Key("LSI"), projection)])

    assert [name for name in ("PK", "SK", "LSI", "amount", "status") if model.carries("ByDay", name)] == carried.split()


def test_an_index_is_found_by_its_name() -> None:
    day, hour = Index("ByDay", Key("day")), LocalIndex("ByHour", Key("hour"))
    model = table(indexes=[day], local_indexes=[hour])

    assert (model.index("ByDay"), model.index("ByHour"), model.all_indexes) == (day, hour, [day, hour])


def test_an_attribute_that_no_entity_declares_can_not_be_included() -> None:
    index = Index("GSI1", Key("GSI1PK"), projection=include("amuont"))
    assert problems(table(indexes=[index])) == [
        "sales/orders: index 'GSI1' includes 'amuont', which no entity declares; did you mean 'amount'?"
    ]


def test_what_items_have_besides_their_attributes_can_be_included() -> None:
    indexes = [Index("GSI1", Key("GSI1PK"), projection=include("GSI2PK", "ttl")), Index("GSI2", Key("GSI2PK"))]
    assert problems(table(indexes=indexes, ttl="ttl")) == []
