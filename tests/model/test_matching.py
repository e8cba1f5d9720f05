"""Which items a key condition selects, and with which parameters."""

from decimal import Decimal

import pytest

from dynawright.model import at_least, at_most, begins_with, between, greater_than, less_than
from dynawright.model.condition import KeyCondition, equals
from dynawright.model.matching import parameters_for
from dynawright.model.template import Template

ITEM = {"PK": "REPO#r1", "SK": "EXEC#t10#e1", "time": Decimal(12), "hash": b"h1", "repo": "r1", "stamp": "t10", "exec": "e1"}


@pytest.mark.parametrize(
    ("asked", "parameters"),
    [
        ({"PK": equals("REPO#{repo}")}, {"repo": "r1"}),
        ({"PK": equals("REPO#{other}")}, {"other": "r1"}),
        ({"PK": equals("REPO#r1")}, {}),
        ({"PK": equals("REPO#{repo}"), "SK": equals("EXEC#{stamp}#{exec}")}, {"repo": "r1", "stamp": "t10", "exec": "e1"}),
        ({"PK": equals("REPO#{repo}"), "SK": begins_with("EXEC#")}, {"repo": "r1"}),
        ({"SK": begins_with("EXEC#{stamp}")}, {"stamp": "t10"}),  # the item's own attribute, not just any prefix
        ({"SK": begins_with("EXEC#{stamp}#")}, {"stamp": "t10"}),
        ({"SK": begins_with("EXEC#{other}#")}, {"other": "t10"}),
        ({"SK": begins_with("EXEC#{other}")}, {"other": "t"}),  # any prefix selects the item
        ({"PK": equals("{x}#{repo}"), "SK": begins_with("EXEC#{repo}")}, None),
        ({"time": equals("{time}")}, {"time": "12"}),
        ({"hash": begins_with("{x}")}, {"x": "h"}),
        ({"PK": equals("ORG#{repo}")}, None),
        ({"SK": begins_with("LOG#")}, None),
        ({"GSI1PK": equals("{x}")}, None),  # the item is not in that index
        ({"GSI1SK": at_least("{x}")}, None),
        ({"PK": equals("REPO#{x}"), "SK": equals("EXEC#{x}#e1")}, None),  # one parameter has one value
    ],
)
def test_a_condition_binds_the_parameters_that_select_the_item(
    asked: dict[str, KeyCondition], parameters: dict[str, str] | None
) -> None:
    assert parameters_for(asked, ITEM) == parameters


@pytest.mark.parametrize(
    "condition", [less_than("{x}"), at_most("{x}"), greater_than("{x}"), at_least("{x}"), between("{x}", "{y}")]
)
def test_a_range_may_hold_any_item_and_binds_nothing(condition: KeyCondition) -> None:
    assert parameters_for({"PK": equals("REPO#{repo}"), "SK": condition}, ITEM) == {"repo": "r1"}


def test_a_prefix_may_share_a_parameter_with_the_partition_key() -> None:
    item = {"PK": "A#17", "SK": "B#17#x", "id": "17"}

    assert parameters_for({"PK": equals("A#{id}"), "SK": begins_with("B#{id}")}, item) == {"id": "17"}


def test_a_key_template_matches_as_an_equality_does() -> None:
    assert parameters_for({"PK": Template("REPO#{repo}"), "SK": Template("EXEC#{s}#{e}")}, ITEM) == {
        "repo": "r1",
        "s": "t10",
        "e": "e1",
    }
    assert parameters_for({"PK": Template("ORG#{repo}")}, ITEM) is None
