"""The same values compare equal however an engine writes them; other values do not."""

from typing import Any

import pytest

from dynawright.emulator.engines.canonical import canonical_answer, canonical_item


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"N": "1.50"}, {"N": "1.5"}),
        ({"N": "100"}, {"N": "1E+2"}),
        ({"NS": ["1", "2"]}, {"NS": ["2.0", "1"]}),
        ({"SS": ["a", "b"]}, {"SS": ["b", "a"]}),
        ({"BS": [b"a", b"b"]}, {"BS": [b"b", b"a"]}),
        ({"M": {"a": {"N": "1"}, "b": {"S": "x"}}}, {"M": {"b": {"S": "x"}, "a": {"N": "1.0"}}}),
    ],
)
def test_values_that_are_the_same(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert canonical_item({"x": one}) == canonical_item({"x": other})


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"N": "1"}, {"S": "1"}),
        ({"L": [{"S": "a"}, {"S": "b"}]}, {"L": [{"S": "b"}, {"S": "a"}]}),
        ({"SS": ["a"]}, {"L": [{"S": "a"}]}),
        ({"B": b"a"}, {"B": b"b"}),
    ],
)
def test_values_that_are_not_the_same(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert canonical_item({"x": one}) != canonical_item({"x": other})


A, B = {"x": {"S": "a"}}, {"x": {"S": "b"}}


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ({"Items": [A, B]}, {"Items": [B, A]}, True),
        ({"Items": [A, A]}, {"Items": [A]}, False),
        ({"Responses": {"t": [A, B]}}, {"Responses": {"t": [B, A]}}, True),
        ({"Responses": [{"Item": A}, {"Item": B}]}, {"Responses": [{"Item": B}, {"Item": A}]}, False),
        ({"Item": A, "UnprocessedItems": {}}, {"Item": A}, True),
        ({"Attributes": A}, {"Attributes": B}, False),
    ],
)
def test_the_order_of_items_counts_in_transactions_only(one: dict[str, Any], other: dict[str, Any], same: bool) -> None:
    assert (canonical_answer(one) == canonical_answer(other)) == same
