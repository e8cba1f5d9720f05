"""Secondary indexes, what they carry, and the TTL attribute."""

from typing import Any

import pytest

from dynawright.model import ALL, KEYS_ONLY, Entity, Index, Key, LocalIndex, include
from dynawright.model.index import Projection
from tests.model.builders import ORDER, problems, table
from tests.problems import Told

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
            ("DW205", "table orders", 21),
        ),
        (
            {"local_indexes": local_indexes(6)},
            ("DW205", "table orders", 6),
        ),
        (
            {"indexes": including(21)},
            ("DW205", "index GSI0", 21),
        ),
        (
            {"indexes": including(20, 20, 20, 20, 20, 1)},  # an attribute included twice counts twice
            ("DW205", "table orders", 101),
        ),
        (
            {"indexes": including(20, 20, 20, 20, 20), "local_indexes": [LocalIndex("LSI1", Key("status"), include("amount"))]},
            ("DW205", "table orders", 101),
        ),
        (
            {"indexes": [Index("GSI1", Key("a")), Index("GSI1", Key("b"))]},
            ("DW203", "index GSI1", "GSI1"),
        ),
        (
            {"indexes": [Index("ByDay", Key("day"))], "local_indexes": [LocalIndex("ByDay", Key("day"))]},
            ("DW203", "index ByDay", "ByDay"),
        ),
        (
            {"indexes": [Index("GSI1", Key("GSI1PK"), Key("GSI1PK"))]},
            ("DW206", "index GSI1", "GSI1PK"),
        ),
        (
            {"indexes": [Index("GSI1", Key("GSI1PK"), projection=include())]},
            ("DW207", "index GSI1", None),
        ),
        (
            {"indexes": [Index("GSI1", Key("GSI1PK"), projection=include("amount", "status", "amount"))]},
            ("DW207", "index GSI1", "amount"),
        ),
        (
            {"indexes": [Index("GSI1", Key("GSI1PK"), projection=include("GSI1PK"))]},
            ("DW207", "index GSI1", "GSI1PK"),
        ),
        (
            {"indexes": [Index("GSI1", Key("GSI1PK"), projection=include("SK"))]},
            ("DW207", "index GSI1", "SK"),
        ),
        (
            {"indexes": [Index("GSI1", Key("GSI1PK"), projection=include("address.city"))]},
            ("DW206", "index GSI1", "address.city"),
        ),
        (
            {"indexes": [Index("GSI1", Key("GSI1PK"), projection=include(""))]},
            ("DW202", "index GSI1", ""),
        ),
        (
            {"indexes": [Index("GSI1", Key("GSI1PK"), projection=include("é" * 128))]},
            (
                "DW202",
                "index GSI1",
                "é" * 128,
            ),
        ),
        (
            {"sort_key": None, "local_indexes": [LocalIndex("LSI1", Key("status"))]},
            ("DW208", "index LSI1", None),
        ),
        (
            {"local_indexes": [LocalIndex("LSI1", Key("SK"))]},
            ("DW208", "index LSI1", "SK"),
        ),
        (
            {"local_indexes": [LocalIndex("LSI1", Key("PK"))]},
            ("DW208", "index LSI1", "PK"),
        ),
    ],
)
def test_an_index_that_dynamodb_refuses_is_refused(parts: dict[str, Any], problem: Told) -> None:
    assert problems(table(**{"entities": [ORDER, WIDE], **parts})) == [problem]


@pytest.mark.parametrize("name", ["", "ab", "a" * 256, "my index", "orders\n"])
def test_an_index_name_that_dynamodb_refuses_is_refused(name: str) -> None:
    assert problems(table(indexes=[Index(name, Key("GSI1PK"))])) == [("DW202", f"index {name}", name)]
    assert problems(table(local_indexes=[LocalIndex(name, Key("status"))])) == [("DW202", f"index {name}", name)]


@pytest.mark.parametrize("ttl", [None, "t", "expiresAt", "t" * 255])
def test_a_ttl_attribute_of_its_own_is_taken(ttl: str | None) -> None:
    assert problems(table(ttl=ttl)) == []


@pytest.mark.parametrize(
    ("ttl", "problem"),
    [
        ("SK", ("DW209", "table orders", "SK")),
        ("day", ("DW209", "table orders", "day")),
        ("", ("DW202", "table orders", "")),
        (
            "t" * 256,
            (
                "DW202",
                "table orders",
                "t" * 256,
            ),
        ),
        (
            "details.ttl",
            ("DW206", "table orders", "details.ttl"),
        ),
    ],
)
def test_a_ttl_attribute_that_could_not_work_is_refused(ttl: str, problem: Told) -> None:
    assert problems(table(ttl=ttl, indexes=[Index("ByDay", Key("day", "N"))])) == [problem]


def test_every_problem_of_the_indexes_is_reported() -> None:
    unsound = [Index("G", Key("GSI1PK"), projection=include("PK", "a.b"))]

    assert problems(table(indexes=unsound, ttl="PK")) == [
        ("DW202", "index G", "G"),
        ("DW207", "index G", "PK"),
        ("DW206", "index G", "a.b"),
        ("DW209", "table orders", "PK"),
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
    assert problems(table(indexes=[index])) == [("DW211", "index GSI1", "amuont")]


def test_what_items_have_besides_their_attributes_can_be_included() -> None:
    indexes = [Index("GSI1", Key("GSI1PK"), projection=include("GSI2PK", "ttl")), Index("GSI2", Key("GSI2PK"))]
    assert problems(table(indexes=indexes, ttl="ttl")) == []
