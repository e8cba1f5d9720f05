"""Names and keys: what DynamoDB accepts, and Terraform would learn half-way through an apply."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dynawright.model import Entity, Index, Key, LocalIndex, TableModel
from dynawright.model.key import key_value
from tests.model.builders import problems, table

KEYS = st.builds(Key, st.sampled_from("abcdefgh"))


@pytest.mark.parametrize("name", ["abc", "a" * 255, "A-Z_a.z-0_9", "..."])
def test_a_table_name_of_allowed_length_and_characters_is_taken(name: str) -> None:
    assert problems(table(name)) == []


@pytest.mark.parametrize("name", ["", "ab", "a" * 256, "my orders", "orders/2", "ordersé", "orders\n"])
def test_a_table_name_that_dynamodb_refuses_is_refused(name: str) -> None:
    assert problems(table(name)) == [("DW202", f"table {name}", name)]


@pytest.mark.parametrize("key", [Key("k"), Key("k" * 255), Key("é" * 127), Key("k", "S"), Key("a key-#1")])
def test_a_key_name_of_allowed_length_is_taken(key: Key) -> None:
    keys: dict[str, Any] = {key.name: "{x}"}

    assert problems(table(partition_key=key, sort_key=None, entities=[Entity("E", **keys)])) == []


@pytest.mark.parametrize("name", ["", "k" * 256, "é" * 128])
def test_a_key_name_too_short_or_too_long_is_refused(name: str) -> None:
    assert problems(table(partition_key=Key(name))) == [("DW202", "table orders", name)]


@pytest.mark.parametrize(
    ("parts", "place"),
    [
        ({"partition_key": Key("metadata.project_id")}, "table orders"),
        ({"sort_key": Key("metadata.project_id")}, "table orders"),
        ({"indexes": [Index("ProjectIndex", Key("metadata.project_id"))]}, "index ProjectIndex"),
        ({"indexes": [Index("ProjectIndex", Key("day"), Key("metadata.project_id"))]}, "index ProjectIndex"),
        ({"local_indexes": [LocalIndex("ByProject", Key("metadata.project_id"))]}, "index ByProject"),
    ],
)
def test_a_key_inside_another_attribute_is_refused(parts: dict[str, Any], place: str) -> None:
    assert problems(table(**parts)) == [("DW206", place, "metadata.project_id")]


@pytest.mark.parametrize("type", ["BOOL", "M", "SS", "s", ""])
def test_a_key_of_a_type_that_keys_can_not_have_is_refused(type: Any) -> None:
    assert problems(table(sort_key=Key("SK", type))) == [("DW214", "table orders", type)]


@pytest.mark.parametrize("type", ["S", "N", "B"])
def test_a_key_of_each_type_is_taken(type: Any) -> None:
    entity = Entity("E", PK="{x}", SK="{y}", attributes={"x": "S", "y": type})

    assert problems(table(sort_key=Key("SK", type), entities=[entity])) == []


@pytest.mark.parametrize(
    ("parts", "place"),
    [
        ({"sort_key": Key("PK", "N")}, "table orders"),
        ({"indexes": [Index("GSI1", Key("PK", "N"))]}, "index GSI1"),
        ({"indexes": [Index("GSI1", Key("day"), Key("PK", "N"))]}, "index GSI1"),
        ({"local_indexes": [LocalIndex("LSI1", Key("PK", "N"))]}, "index LSI1"),
    ],
)
def test_one_attribute_with_two_types_is_refused(parts: dict[str, Any], place: str) -> None:
    assert problems(table(**parts))[0] == ("DW214", place, "N")


def test_one_attribute_with_one_type_may_be_in_several_keys() -> None:
    assert problems(table(indexes=[Index("Inverted", Key("SK"), Key("PK"))])) == []


def test_a_partition_key_that_is_the_sort_key_is_refused() -> None:
    assert problems(table(sort_key=Key("PK"))) == [("DW206", "table orders", "PK")]


def test_every_problem_of_the_keys_is_reported() -> None:
    assert problems(table("a b", partition_key=Key("a.b"), sort_key=Key("", "N"))) == [
        ("DW202", "table a b", "a b"),
        ("DW206", "table a b", "a.b"),
        ("DW202", "table a b", ""),
    ]


@given(KEYS, st.none() | KEYS, st.lists(st.tuples(KEYS, st.none() | KEYS)), st.lists(KEYS))
def test_the_key_types_are_those_of_exactly_the_keys(
    partition: Key, sort: Key | None, global_keys: list[tuple[Key, Key | None]], local_keys: list[Key]
) -> None:
    model = TableModel(
        "orders",
        partition_key=partition,
        sort_key=sort,
        indexes=[Index(f"GSI{i}", *keys) for i, keys in enumerate(global_keys)],
        local_indexes=[LocalIndex(f"LSI{i}", key) for i, key in enumerate(local_keys)],
    )

    keys = {partition, sort, *local_keys, *(key for pair in global_keys for key in pair)} - {None}
    assert {Key(name, type) for name, type in model.key_types.items()} == keys


def test_the_key_of_an_index_is_its_own_and_that_of_a_local_one_begins_like_the_tables() -> None:
    model = table(
        indexes=[Index("GSI1", Key("a"), Key("b", "N")), Index("GSI2", Key("c"))], local_indexes=[LocalIndex("LSI1", Key("d"))]
    )

    assert model.index_keys == {"GSI1": (Key("a"), Key("b", "N")), "GSI2": (Key("c"),), "LSI1": (Key("PK"), Key("d"))}


@pytest.mark.parametrize(("type", "value"), [("S", "12"), ("N", Decimal(12)), ("B", b"12")])
def test_the_text_of_a_key_becomes_a_value_of_its_type(type: Any, value: object) -> None:
    assert key_value(type, "12") == value
