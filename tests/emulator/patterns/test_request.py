"""Conversion of a pattern and values to the arguments of a boto3 call."""

from decimal import Decimal
from typing import Any

import pytest

from dynawright.emulator.patterns.request import Expressions, from_wire, rendered_key, to_wire
from dynawright.model import at_least, at_most, begins_with, between, greater_than, less_than
from dynawright.model.condition import KeyCondition, equals
from dynawright.model.limits import ATTRIBUTE_TYPES
from dynawright.model.sample import value
from dynawright.model.template import Template
from tests.emulator.patterns.tables import table

VALUES = {"x": "1", "y": "2"}


def test_an_item_of_every_type_comes_back_from_the_wire_as_it_was() -> None:
    item = {type: value(type, "x", 7) for type in ATTRIBUTE_TYPES} | {"nested": [{"b": b"x", "s": {b"y"}}]}

    assert from_wire(to_wire(item)) == item
    assert type(from_wire(to_wire({"b": b"x"}))["b"]) is bytes


def test_the_wire_names_types() -> None:
    assert to_wire({"a": "x", "b": Decimal(7)}) == {"a": {"S": "x"}, "b": {"N": "7"}}


def test_a_key_is_rendered_in_its_types() -> None:
    key = {"PK": Template("FOLDER#{f}"), "rank": Template("{r}"), "hash": Template("{h}")}

    assert rendered_key(table(), key, {"f": "a", "r": 7, "h": "b"}) == {"PK": "FOLDER#a", "rank": Decimal(7), "hash": b"b"}


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        (equals("{x}"), "#rank_1 = :rank_1_0"),
        (less_than("{x}"), "#rank_1 < :rank_1_0"),
        (at_most("{x}"), "#rank_1 <= :rank_1_0"),
        (greater_than("{x}"), "#rank_1 > :rank_1_0"),
        (at_least("{x}"), "#rank_1 >= :rank_1_0"),
        (begins_with("{x}"), "begins_with(#rank_1, :rank_1_0)"),
        (between("{x}", "{y}"), "#rank_1 BETWEEN :rank_1_0 AND :rank_1_1"),
    ],
)
def test_a_key_condition_is_written_with_names_and_typed_values(condition: KeyCondition, text: str) -> None:
    expressions = Expressions()
    expressions.key_condition(table(), {"PK": equals("FOLDER#{y}"), "rank": condition}, VALUES)

    values = {":PK_0_0": {"S": "FOLDER#2"}, ":rank_1_0": {"N": "1"}, ":rank_1_1": {"N": "2"}}
    assert expressions.all() == {
        "KeyConditionExpression": f"#PK_0 = :PK_0_0 AND {text}",
        "ExpressionAttributeNames": {"#PK_0": "PK", "#rank_1": "rank"},
        "ExpressionAttributeValues": {
            name: wire for name, wire in values.items() if name in expressions.all()["KeyConditionExpression"]
        },
    }


def test_a_projection_names_its_attributes_and_none_is_no_argument() -> None:
    some, none = Expressions(), Expressions()
    some.projection(("owner", "my-title"))
    none.projection(())

    assert some.all() == {
        "ProjectionExpression": "#owner_0, #my_title_1",
        "ExpressionAttributeNames": {"#owner_0": "owner", "#my_title_1": "my-title"},
    }
    assert none.all() == {}


@pytest.mark.parametrize(
    ("text", "sent"),
    [
        ("owner = {x}", "#owner_0 = :x"),
        ("owner = {x} AND owner <> {y:N}", "#owner_0 = :x AND #owner_0 <> :y"),
        ("attribute_not_exists(owner)", "attribute_not_exists(#owner_0)"),
        ("size(size) = {x}", "size(#size_0) = :x"),
        ("a.b[0].a = {x}", "#a_0.#b_1[0].#a_0 = :x"),
        ("SET a = if_not_exists(a, {x}) + {y} REMOVE b", "SET #a_0 = if_not_exists(#a_0, :x) + :y REMOVE #b_1"),
    ],
)
def test_an_expression_is_sent_with_every_attribute_as_a_name(text: str, sent: str) -> None:
    expressions = Expressions()
    expressions.add("ConditionExpression", text, VALUES)

    assert expressions.all()["ConditionExpression"] == sent
    assert {*expressions.all()["ExpressionAttributeNames"]} == {
        word for word in ("#owner_0", "#size_0", "#a_0", "#b_1") if word in sent
    }
    assert expressions.all().get("ExpressionAttributeValues", {}) == {
        f":{name}": {"S": value} for name, value in VALUES.items() if f":{name}" in sent
    }


def test_an_empty_expression_is_no_argument() -> None:
    expressions = Expressions()
    expressions.add("ConditionExpression", "", {})

    assert expressions.all() == {}


def test_the_expressions_of_a_request_share_names_and_values() -> None:
    expressions = Expressions()
    expressions.add("UpdateExpression", "SET stock = stock - {x}", VALUES)
    expressions.add("ConditionExpression", "stock >= {x}", VALUES)

    assert expressions.all() == {
        "UpdateExpression": "SET #stock_0 = #stock_0 - :x",
        "ConditionExpression": "#stock_0 >= :x",
        "ExpressionAttributeNames": {"#stock_0": "stock"},
        "ExpressionAttributeValues": {":x": {"S": "1"}},
    }


def test_names_that_look_alike_without_their_signs_are_kept_apart() -> None:
    expressions = Expressions()
    expressions.projection(("a-b", "a.b", "a_b"))
    names: Any = expressions.all()["ExpressionAttributeNames"]

    assert sorted(names.values()) == ["a-b", "a.b", "a_b"]
