"""Entities: their keys can be built, are told apart, and fit the table's."""

from datetime import timedelta
from typing import Any

import pytest

from dynawright.model import Entity, Index, Key, LocalIndex
from dynawright.model.template import Template
from tests.model.builders import ORDER, problems, table

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
            f"declares 'z' with type 'STRING': a type is one of {TYPES}",
        ),
        (
            Entity("E", PK="A#{x}"),
            "lacks the table's key 'SK': give SK='...'",
        ),
        (
            Entity("E", **KEYS, GSI1PK="DAY#{y}"),
            "gives GSI1PK but not GSI1SK: without both, its items are not in index 'ByDay'",
        ),
        (
            Entity("E", **KEYS, GSI1SK="DAY#{y}"),
            "gives GSI1SK but not GSI1PK: without both, its items are not in index 'ByDay'",
        ),
        (
            Entity("E", **KEYS, GSI9PK="DAY#{y}"),
            "gives 'GSI9PK', which is no key of the table or an index; did you mean 'GSI1PK'?",
        ),
        (
            Entity("E", **KEYS, owner="{y}"),
            "gives 'owner', which is no key of the table or an index; there is 'PK', 'SK', 'GSI1PK', 'GSI1SK'",
        ),
        (
            Entity("E", PK="A#{x", SK="B"),
            "key PK 'A#{x' has an unpaired brace; write a place as {name}",
        ),
        (
            Entity("E", PK="A#{x}", SK=""),
            "key SK is empty: a key value can't be",
        ),
        (
            Entity("E", **KEYS, attributes={"xx": "S", "y": "S"}),
            "builds PK from '{x}', which it does not declare as an attribute; did you mean 'xx'?",
        ),
        (
            Entity("E", PK="A#{x}", SK="B", attributes={}),
            "builds PK from '{x}', which it does not declare as an attribute; there is none",
        ),
        (
            Entity("E", PK="A#{PK}", SK="B"),
            "builds PK from '{PK}', itself a key built as 'A#{PK}': build it from attributes",
        ),
        (
            Entity("E", PK="A#{SK}", SK="B#{y}"),
            "builds PK from '{SK}', itself a key built as 'B#{y}': build it from attributes",
        ),
        (
            Entity("E", **KEYS, attributes={"x": "M", "y": "S"}),
            "builds PK from 'x' of type M: a key is built from attributes of type S or N",
        ),
        (
            Entity("E", **KEYS, attributes={"x": "S", "y": "B"}),
            "builds SK from 'y' of type B: a key is built from attributes of type S or N",
        ),
        (
            Entity("E", **KEYS, attributes={"x": "S", "y": "S", "PK": "N"}),
            "declares 'PK' as N, but that key is of type S",
        ),
        (
            Entity("E", **KEYS, attributes={"x": "S", "y": "S", "GSI1PK": "N"}),  # not built, yet DynamoDB refuses the item
            "declares 'GSI1PK' as N, but that key is of type S",
        ),
        (
            Entity("E", **KEYS, attributes={"x": "S", "y": "S", "expiresAt": "S"}),
            "declares the TTL attribute 'expiresAt' as S: TTL needs a Number of seconds since 1970",
        ),
        (
            Entity("E", **KEYS, expires_after=timedelta(0)),
            "expires after 0:00:00: it must be a positive time",
        ),
        (
            Entity("E", **KEYS, expires_after=timedelta(days=-1)),
            "expires after -1 day, 0:00:00: it must be a positive time",
        ),
    ],
)
def test_an_unsound_entity_is_refused(entity: Entity, problem: str) -> None:
    assert problems(table(entities=[entity], indexes=[BY_DAY], ttl="expiresAt")) == [f"sales/orders: entity 'E' {problem}"]


def test_an_entity_that_expires_needs_a_ttl_attribute() -> None:
    assert problems(table(entities=[Entity("E", **KEYS, expires_after=timedelta(days=1))])) == [
        "sales/orders: entity 'E' expires, but the table has no TTL attribute: give the table ttl='...'"
    ]


@pytest.mark.parametrize("type", ["N", "B"])
def test_a_key_that_is_no_string_is_one_place_of_its_type(type: Any) -> None:
    entity = Entity("E", PK="A#{x}", SK="{time}", attributes={"x": "S", "time": type})

    assert problems(table(entities=[entity], sort_key=Key("SK", type))) == []


@pytest.mark.parametrize("text", ["T#{time}", "0", "{time}{time}"])
def test_a_number_that_is_not_one_place_is_refused(text: str) -> None:
    entity = Entity("E", PK="A#{x}", SK=text, attributes={"x": "S", "time": "N"})

    assert problems(table(entities=[entity], sort_key=Key("SK", "N"))) == [
        f"sales/orders: entity 'E' builds SK, of type N, from '{text}': only one place, such as '{{SK}}', gives that type"
    ]


@pytest.mark.parametrize(("key_type", "type"), [("N", "S"), ("B", "S"), ("N", "M"), ("B", "N")])
def test_a_key_built_from_an_attribute_of_another_type_is_refused(key_type: Any, type: Any) -> None:
    entity = Entity("E", PK="A#{x}", SK="{time}", attributes={"x": "S", "time": type})

    assert problems(table(entities=[entity], sort_key=Key("SK", key_type))) == [
        f"sales/orders: entity 'E' builds SK, of type {key_type}, from 'time' of type {type}: declare it as {key_type}"
    ]


def test_an_entity_may_leave_an_index_out_and_share_the_tables_key_with_it() -> None:
    indexes = [BY_DAY, Index("Inverted", Key("SK"), Key("PK")), Index("ByOwner", Key("owner"), Key("SK"))]
    local = [LocalIndex("ByStatus", Key("status"))]
    entities = [Entity("E", **KEYS), Entity("F", PK="F#{x}", SK="F", owner="{owner}", status="{status}")]

    assert problems(table(indexes=indexes, local_indexes=local, entities=entities)) == []


def test_a_table_without_entities_is_refused() -> None:
    assert problems(table(entities=[])) == [
        "sales/orders: has no entities: declare at least one Entity, so that policies, tests and documentation know its items"
    ]


def test_entities_of_one_name_are_refused() -> None:
    assert problems(table(entities=[Entity("E", PK=f"{i}#{{x}}", SK="S") for i in range(3)])) == [
        "sales/orders: 3 entities are named 'E': each needs a name of its own"
    ]


@pytest.mark.parametrize(("partition", "sort"), [("A#{x}", "B#{y}"), ("A#{y}", "B#{x}"), ("A#{user}", "B#{order}")])
def test_entities_whose_keys_nothing_tells_apart_are_refused(partition: str, sort: str) -> None:
    assert problems(table(entities=[Entity("E", **KEYS), Entity("F", PK=partition, SK=sort)])) == [
        f"sales/orders: entities 'E' and 'F' have the same key {partition} / {sort}: one would overwrite the other"
    ]


@pytest.mark.parametrize(("partition", "sort"), [("A#{x}", "C#{y}"), ("B#{x}", "B#{y}"), ("A#{x}", "B#{x}"), ("A#{x}", "B#")])
def test_entities_of_different_keys_are_taken(partition: str, sort: str) -> None:
    assert problems(table(entities=[Entity("E", **KEYS), Entity("F", PK=partition, SK=sort)])) == []


def test_every_problem_of_every_entity_is_reported() -> None:
    entities = [Entity("E", PK="A#{x}", nosuch="{x}"), Entity("F", **KEYS, expires_after=timedelta(days=1))]

    assert problems(table(entities=entities)) == [
        "sales/orders: entity 'E' lacks the table's key 'SK': give SK='...'",
        "sales/orders: entity 'E' gives 'nosuch', which is no key of the table or an index; there is 'PK', 'SK'",
        "sales/orders: entity 'F' expires, but the table has no TTL attribute: give the table ttl='...'",
    ]
