"""Parameter values are found, in range, and make conditions hold or fail."""

from decimal import Decimal
from typing import Any

import pytest

from dynawright.emulator.patterns.evaluate import holds
from dynawright.emulator.patterns.reference import ReferenceTable
from dynawright.emulator.patterns.values import place_values, range_values, subjects
from dynawright.model import (
    DeleteItem,
    UpdateItem,
    at_least,
    at_most,
    begins_with,
    between,
    greater_than,
    less_than,
)
from dynawright.model.condition import KeyCondition, equals
from dynawright.model.expression import parse_condition
from dynawright.model.key import key_value
from dynawright.model.limits import KeyType
from dynawright.model.sample import items, value
from dynawright.model.template import Template
from tests.emulator.patterns.tables import DOCUMENT, table

ITEM: dict[str, Any] = {"PK": "FOLDER#{folder}", "SK": "DOC#{name}"}
WHOLE = items(table(), DOCUMENT, 0)[0]


def ranked(*ranks: int) -> list[dict[str, Any]]:
    return [{"PK": "FOLDER#f", "SK": f"DOC#{rank}", "rank": Decimal(rank), "day": "d"} for rank in ranks]


def test_the_subjects_of_a_key_are_the_items_it_can_select_with_values_of_their_types() -> None:
    stored = ReferenceTable(table(), [WHOLE, {"PK": "SETTINGS", "SK": "CURRENT"}])

    assert subjects(stored, {"day": equals("{day}"), "rank": equals("{rank}"), "hash": equals("{hash}")}) == [
        (WHOLE, {"day": "day1", "rank": Decimal(10), "hash": b"hash2"})
    ]
    assert subjects(stored, {"PK": Template("FOLDER#{f}"), "SK": Template("DOC#{d}")}) == [
        (WHOLE, {"f": "folder1", "d": "name1"})
    ]
    assert subjects(stored, {"PK": Template("USER#{id}")}) == []


@pytest.mark.parametrize(
    "condition", [less_than("{x}"), at_most("{x}"), greater_than("{x}"), at_least("{x}"), between("{x}", "{y}")]
)
@pytest.mark.parametrize("ranks", [[2, 1], [3, 1, 2], [1, 2, 3, 4], [5, 4, 3, 2, 1]])
def test_a_range_takes_in_some_items_but_not_all(condition: KeyCondition, ranks: list[int]) -> None:
    found = range_values({"day": equals("{day}"), "rank": condition}, ranked(*ranks))

    bounds = [Decimal(operand.render(found)) for operand in condition.operands]
    taken = [rank for rank in ranks if _within(condition.operator, rank, bounds)]
    assert 0 < len(taken) < len(ranks)


@pytest.mark.parametrize(
    "condition", [less_than("{x}"), at_most("{x}"), greater_than("{x}"), at_least("{x}"), between("{x}", "{y}")]
)
@pytest.mark.parametrize("only", [Decimal(7), "b", b"b"])
def test_a_range_takes_in_the_only_item(condition: KeyCondition, only: Any) -> None:
    bounds = range_values({"rank": condition}, [{"rank": only}])

    type: KeyType = "N" if only == 7 else "B" if only == b"b" else "S"
    assert _within(condition.operator, only, [key_value(type, operand.render(bounds)) for operand in condition.operands])


def _within(operator: str, value: Any, bounds: list[Any]) -> bool:
    low, high = bounds[0], bounds[-1]
    return bool(
        {
            "<": lambda: value < high,
            "<=": lambda: value <= high,
            ">": lambda: value > low,
            ">=": lambda: value >= low,
            "BETWEEN": lambda: low <= value <= high,
        }[operator]()
    )


@pytest.mark.parametrize(
    ("bound", "rendered"),
    [
        ("DOC#{x}", "DOC#2024#7"),  # the whole key
        ("DOC#{x}#", "DOC#2024#"),  # a prefix of it
        ("DOC#{x}~", "DOC#2024#7~"),  # slightly more than it
        ("PAGE#{x}", "PAGE#DOC#2024#7"),  # something at least
        ("DOC#", "DOC#"),
    ],
)
def test_the_bound_of_a_range_lies_close_to_a_key_that_is_there(bound: str, rendered: str) -> None:
    bounds = range_values({"SK": at_least(bound)}, [{"SK": "DOC#2024#7"}])

    assert Template(bound).render(bounds) == rendered


def test_equalities_and_prefixes_are_no_ranges() -> None:
    assert range_values({"PK": equals("{x}"), "SK": begins_with("{y}")}, ranked(1)) == {}


@pytest.mark.parametrize(
    ("update", "types"),
    [
        ("SET title = {new}", {"new": "S"}),
        ("SET title = {stock}", {"stock": "N"}),  # an attribute of the same name determines its type
        ("SET stock = stock - {quantity}", {"quantity": "N"}),
        ("SET stock = if_not_exists(stock, {zero}) + {one}", {"zero": "N", "one": "N"}),
        ("SET pages = list_append(pages, {more})", {"more": "L"}),
        ("SET metrics.total = {total:N}, title = {total}", {"total": "N"}),  # declared once, valid everywhere
        ("SET metrics = {all}, shared = {flag}", {"all": "M", "flag": "BOOL"}),
        ("ADD tags {more} DELETE scores {gone}", {"more": "SS", "gone": "NS"}),
        ("SET metrics.total = {total}", {"total": "S"}),
        ("REMOVE title", {}),
    ],
)
def test_a_place_of_an_update_is_of_the_type_it_stands_for(update: str, types: dict[str, Any]) -> None:
    [values] = place_values(table(), UpdateItem(update, **ITEM), WHOLE)

    assert values == {name: value(type, name, 77) for name, type in types.items()}


@pytest.mark.parametrize(
    ("condition", "types"),
    [
        ("title = {expected}", {"expected": "S"}),
        ("{least} < version", {"least": "N"}),
        ("stock BETWEEN {least} AND {most}", {"least": "N", "most": "N"}),
        ("size(pages) < {most}", {"most": "N"}),
        ("contains(tags, {tag})", {"tag": "S"}),
    ],
)
def test_a_place_of_a_condition_is_last_a_new_value_of_its_type(condition: str, types: dict[str, Any]) -> None:
    *_, values = place_values(table(), DeleteItem(condition=condition, **ITEM), WHOLE)

    assert values == {name: value(type, name, 77) for name, type in types.items()}


@pytest.mark.parametrize("operator", ["=", "<=", ">=", "<", ">"])
def test_a_comparison_is_tried_at_its_limit_first(operator: str) -> None:
    values = next(place_values(table(), DeleteItem(condition=f"stock {operator} {{limit}}", **ITEM), WHOLE))

    assert values == {"limit": WHOLE["stock"]}


@pytest.mark.parametrize(
    "condition",
    [
        "title = {x}",
        "title <> {x}",
        "title < {x}",
        "stock <= {x}",
        "stock > {x}",
        "hash >= {x}",
        "stock BETWEEN {x} AND {y}",
        "title IN ({x}, {y})",
        "contains(tags, {x})",
        "contains(pages, {x})",
        "begins_with(hash, {x})",
        "size(tags) = {x:N}",
        "attribute_type(metrics, {x})",
        "metrics.number < {x}",
        "title = {x} AND stock = {y}",
        "title = {x} AND NOT (stock < {y} OR version <> {z})",
    ],
)
def test_among_the_values_of_a_condition_are_some_that_hold_and_some_that_do_not(condition: str) -> None:
    tried = place_values(table(), DeleteItem(condition=condition, **ITEM), WHOLE)

    assert {holds(parse_condition(condition), WHOLE, values) for values in tried} == {True, False}
