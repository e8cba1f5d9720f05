"""What attributes may hold: allowed values, maps, optional ones."""

from typing import Any

import pytest

from dynawright.model import Declared, Entity, Index, Key, Query
from dynawright.model.attribute import in_words, type_of
from dynawright.model.item import item_of
from dynawright.model.sample import items
from tests.model.builders import API, problems, problems_of, table, warnings
from tests.problems import Told

STATES = ("open", "paid", "sent")
BY_STATE = Index("ByState", Key("state"))


def entity(**parts: Any) -> Entity:
    attributes: dict[str, Declared] = {
        "EntityType": ("INVOICE",),
        "id": "S",
        "state": STATES,
        "note": "S",
        "sums": {"net": "N", "tax": {"rate": "N"}},
    }
    return Entity("INVOICE", PK="INVOICE#{id}", SK="METADATA", **{"attributes": attributes, "optional": ["note"], **parts})


@pytest.mark.parametrize(
    ("declared", "type", "words"),
    [
        ("N", "N", "x N"),
        (("a", "b"), "S", "x a | b"),
        ({"y": "N", "z": {"a": ("b",)}}, "M", "x {y N, z {a b}}"),
    ],
)
def test_a_declaration_has_a_type_and_words(declared: Declared, type: str, words: str) -> None:
    assert type_of(declared) == type
    assert in_words("x", declared) == words


def test_what_is_optional_has_a_question_mark() -> None:
    assert in_words("note", "S", optional=True) == "note? S"


def test_samples_hold_what_is_declared() -> None:
    found = items(table(entities=[entity()]), entity(), 0)

    assert {item["EntityType"] for item in found} == {"INVOICE"}
    assert {item["state"] for item in found} <= {*STATES}
    assert all({*item["sums"]} == {"net", "tax"} and {*item["sums"]["tax"]} == {"rate"} for item in found)


def test_some_samples_lack_what_is_optional_and_none_lacks_anything_else() -> None:
    found = items(table(entities=[entity()]), entity(), 0)

    assert {"note" in item for item in found} == {True, False}
    assert {frozenset(item) - {"note"} for item in found} == {frozenset({"PK", "SK", "EntityType", "id", "state", "sums"})}


def test_an_item_has_its_constants_without_being_told() -> None:
    assert item_of(table(), entity(), {"id": "1", "state": "open"}, 0)["EntityType"] == "INVOICE"


def test_a_part_of_a_map_agrees_with_the_attribute_of_its_name() -> None:
    both = Entity("E", PK="{id}", SK="{state}", attributes={"id": "S", "state": "S", "data": {"state": "S"}})
    assert all(item["data"]["state"] == item["state"] for item in items(table(entities=[both]), both, 0))


@pytest.mark.parametrize(
    ("declared", "problem"),
    [
        ((), ("DW215", "entity INVOICE", ())),
        (("a", ""), ("DW215", "entity INVOICE", ("a", ""))),
        (("a", "a"), ("DW215", "entity INVOICE", ("a", "a"))),
        ({}, ("DW215", "entity INVOICE", "state")),
        (
            {"inner": {"x": "Z"}},
            ("DW215", "entity INVOICE", "Z"),
        ),
    ],
)
def test_a_declaration_that_nothing_can_satisfy_is_refused(declared: Any, problem: Told) -> None:
    assert problems(table(entities=[entity(attributes={"id": "S", "state": declared}, optional=[])])) == [problem]


@pytest.mark.parametrize(
    ("optional", "problem"),
    [
        ("notes", ("DW211", "entity INVOICE", "notes")),
        ("id", ("DW215", "entity INVOICE", "id")),
        ("EntityType", ("DW215", "entity INVOICE", "EntityType")),
    ],
)
def test_what_can_not_be_optional_is_refused(optional: str, problem: Told) -> None:
    assert problems(table(entities=[entity(optional=[optional])])) == [problem]


def test_a_constant_key_is_one_of_the_allowed_values() -> None:
    fixed = entity(state="lost")
    assert problems(table(entities=[fixed], indexes=[BY_STATE])) == [("DW212", "entity INVOICE", "lost")]


@pytest.mark.parametrize("state", STATES)
def test_a_pattern_may_ask_for_any_allowed_value(state: str) -> None:
    asked = Query("P1", "?", index="ByState", state=state, used_by=[API])
    assert problems_of(asked, entities=[entity(state="{state}")], indexes=[BY_STATE]) == []


def test_a_pattern_that_asks_for_another_value_finds_nothing() -> None:
    asked = Query("P1", "?", index="ByState", state="lost", used_by=[API])
    assert problems_of(asked, entities=[entity(state="{state}")], indexes=[BY_STATE]) == [("DW222", "pattern P1", "state = lost")]


def test_an_index_by_an_attribute_of_few_values_is_a_hot_one() -> None:
    asked = Query("P1", "?", index="ByStep", step="{step}", used_by=[API])
    steps = entity(step="{step}", attributes={"id": "S", "step": ("one", "two")}, optional=[])
    found = warnings(asked, entities=[steps], indexes=[Index("ByStep", Key("step"))])
    assert ("DW264", "entity INVOICE", "{step}") in found
