"""Entities: their keys can be built, are told apart, and fit the table's."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

from dynawright.model import Entity, Index, Key, LocalIndex
from dynawright.model.item import item_of
from dynawright.model.template import Template
from tests.model.builders import ORDER, problems, table
from tests.problems import Told

BY_DAY = Index("ByDay", Key("GSI1PK"), Key("GSI1SK"))
KEYS: dict[str, Any] = {"PK": "A#{x}", "SK": "B#{y}"}
TYPES = "S, N, B, BOOL, NULL, M, L, SS, NS, BS"


def test_an_entity_without_declared_attributes_has_those_of_its_keys() -> None:
    entity = Entity("E", PK="A#{x}#{y}", SK="B#{x}")

    assert entity.attributes == {"x": "S", "y": "S"}
    assert entity.keys == {"PK": Template("A#{x}#{y}"), "SK": Template("B#{x}")}
    assert entity.expires_after is None


def test_an_entity_is_found_by_its_name() -> None:
    assert table(entities=[Entity("OTHER", **KEYS), ORDER]).entity("ORDER") == ORDER


@pytest.mark.parametrize(
    "entity",
    [
        Entity("E", **KEYS),
        Entity("E", **KEYS, GSI1PK="DAY#{y}", GSI1SK="{x}"),
        Entity("E", **KEYS, attributes={"x": "S", "y": "N", "m": "M", "l": "L", "b": "BOOL", "n": "NULL", "bs": "BS"}),
        Entity("E", PK="{PK}", SK="B#{PK}"),  # a key that is an attribute under its own name
        Entity("E", **KEYS, expires_after=timedelta(seconds=1)),
        Entity("E", **KEYS, attributes={"x": "S", "y": "S", "expiresAt": "N", "PK": "S", "GSI1PK": "S"}),
        Entity("E", PK="CONFIGURATION", SK="CURRENT"),
    ],
)
def test_a_sound_entity_is_taken(entity: Entity) -> None:
    assert problems(table(entities=[entity], indexes=[BY_DAY], ttl="expiresAt")) == []


@pytest.mark.parametrize(
    ("entity", "problem"),
    [
        (
            Entity("E", **KEYS, attributes={"x": "S", "y": "S", "z": "STRING"}),  # type: ignore[dict-item]
            ("DW215", "entity E", "STRING"),
        ),
        (
            Entity("E", PK="A#{x}"),
            ("DW212", "entity E", "SK"),
        ),
        (
            Entity("E", **KEYS, GSI1PK="DAY#{y}"),
            ("DW212", "entity E", "GSI1SK"),
        ),
        (
            Entity("E", **KEYS, GSI1SK="DAY#{y}"),
            ("DW212", "entity E", "GSI1PK"),
        ),
        (
            Entity("E", **KEYS, GSI9PK="DAY#{y}"),
            ("DW211", "entity E", "GSI9PK"),
        ),
        (
            Entity("E", **KEYS, owner="{y}"),
            ("DW211", "entity E", "owner"),
        ),
        (
            Entity("E", PK="A#{x", SK="B"),
            ("DW213", "entity E", "A#{x"),
        ),
        (
            Entity("E", PK="A#{x}", SK=""),
            ("DW213", "entity E", ""),
        ),
        (
            Entity("E", **KEYS, attributes={"xx": "S", "y": "S"}),
            ("DW211", "entity E", "x"),
        ),
        (
            Entity("E", PK="A#{x}", SK="B", attributes={}),
            ("DW211", "entity E", "x"),
        ),
        (
            Entity("E", PK="A#{PK}", SK="B"),
            ("DW212", "entity E", "PK"),
        ),
        (
            Entity("E", PK="A#{SK}", SK="B#{y}"),
            ("DW212", "entity E", "SK"),
        ),
        (
            Entity("E", **KEYS, attributes={"x": "M", "y": "S"}),
            ("DW214", "entity E", "M"),
        ),
        (
            Entity("E", **KEYS, attributes={"x": "S", "y": "B"}),
            ("DW214", "entity E", "B"),
        ),
        (
            Entity("E", **KEYS, attributes={"x": "S", "y": "S", "PK": "N"}),
            ("DW214", "entity E", "N"),
        ),
        (
            Entity("E", **KEYS, attributes={"x": "S", "y": "S", "GSI1PK": "N"}),  # not built, yet DynamoDB refuses the item
            ("DW214", "entity E", "N"),
        ),
        (
            Entity("E", **KEYS, attributes={"x": "S", "y": "S", "expiresAt": "S"}),
            ("DW209", "entity E", "S"),
        ),
        (
            Entity("E", **KEYS, expires_after=timedelta(0)),
            ("DW216", "entity E", timedelta(0)),
        ),
        (
            Entity("E", **KEYS, expires_after=timedelta(days=-1)),
            ("DW216", "entity E", timedelta(days=-1)),
        ),
    ],
)
def test_an_unsound_entity_is_refused(entity: Entity, problem: Told) -> None:
    assert problems(table(entities=[entity], indexes=[BY_DAY], ttl="expiresAt")) == [problem]


def test_an_entity_that_expires_needs_a_ttl_attribute() -> None:
    assert problems(table(entities=[Entity("E", **KEYS, expires_after=timedelta(days=1))])) == [("DW216", "entity E", None)]


@pytest.mark.parametrize("type", ["N", "B"])
def test_a_key_that_is_no_string_is_one_place_of_its_type(type: Any) -> None:
    entity = Entity("E", PK="A#{x}", SK="{time}", attributes={"x": "S", "time": type})

    assert problems(table(entities=[entity], sort_key=Key("SK", type))) == []


@pytest.mark.parametrize(("type", "text"), [("N", "T#{time}"), ("N", "{time}{time}"), ("N", "none"), ("B", "0")])
def test_a_key_that_is_neither_one_place_nor_a_number_is_refused(type: Any, text: str) -> None:
    entity = Entity("E", PK="A#{x}", SK=text, attributes={"x": "S", "time": type})

    assert problems(table(entities=[entity], sort_key=Key("SK", type))) == [("DW214", "entity E", text)]


@pytest.mark.parametrize("text", ["0", "-1", "1.5"])
def test_a_number_may_be_the_same_for_all_items_of_an_entity(text: str) -> None:
    reports = Entity("REPORT", PK="A#{x}", SK="{time}", attributes={"x": "S", "time": "N"})
    latest = Entity("LATEST", PK="A#{x}", SK=text, attributes={"x": "S"})
    model = table(entities=[reports, latest], sort_key=Key("SK", "N"))

    assert problems(model) == []
    assert item_of(model, latest, {"x": "1"}, 0) == {"x": "1", "PK": "A#1", "SK": Decimal(text)}


@pytest.mark.parametrize(("key_type", "type"), [("N", "S"), ("B", "S"), ("N", "M"), ("B", "N")])
def test_a_key_built_from_an_attribute_of_another_type_is_refused(key_type: Any, type: Any) -> None:
    entity = Entity("E", PK="A#{x}", SK="{time}", attributes={"x": "S", "time": type})

    assert problems(table(entities=[entity], sort_key=Key("SK", key_type))) == [("DW214", "entity E", type)]


def test_an_entity_may_leave_an_index_out_and_share_the_tables_key_with_it() -> None:
    indexes = [BY_DAY, Index("Inverted", Key("SK"), Key("PK")), Index("ByOwner", Key("owner"), Key("SK"))]
    local = [LocalIndex("ByStatus", Key("status"))]
    entities = [Entity("E", **KEYS), Entity("F", PK="F#{x}", SK="F", owner="{owner}", status="{status}")]

    assert problems(table(indexes=indexes, local_indexes=local, entities=entities)) == []


def test_a_table_without_entities_is_refused() -> None:
    assert problems(table(entities=[])) == [("DW204", "table orders", None)]


def test_entities_of_one_name_are_refused() -> None:
    assert problems(table(entities=[Entity("E", PK=f"{i}#{{x}}", SK="S") for i in range(3)])) == [
        ("DW203", "entity E", "E"),
        ("DW203", "entity E", "E"),
    ]


@pytest.mark.parametrize(("partition", "sort"), [("A#{x}", "B#{y}"), ("A#{y}", "B#{x}"), ("A#{user}", "B#{order}")])
def test_entities_whose_keys_nothing_tells_apart_are_refused(partition: str, sort: str) -> None:
    assert problems(table(entities=[Entity("E", **KEYS), Entity("F", PK=partition, SK=sort)])) == [
        ("DW212", "entity F", f"{partition} / {sort}")
    ]


@pytest.mark.parametrize(("partition", "sort"), [("A#{x}", "C#{y}"), ("B#{x}", "B#{y}"), ("A#{x}", "B#{x}"), ("A#{x}", "B#")])
def test_entities_of_different_keys_are_taken(partition: str, sort: str) -> None:
    assert problems(table(entities=[Entity("E", **KEYS), Entity("F", PK=partition, SK=sort)])) == []


def test_every_problem_of_every_entity_is_reported() -> None:
    entities = [Entity("E", PK="A#{x}", nosuch="{x}"), Entity("F", **KEYS, expires_after=timedelta(days=1))]

    assert problems(table(entities=entities)) == [
        ("DW212", "entity E", "SK"),
        ("DW211", "entity E", "nosuch"),
        ("DW216", "entity F", None),
    ]
