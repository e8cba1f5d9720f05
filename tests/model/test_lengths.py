"""Lengths that are known when a model is loaded, and ranges that hold nothing."""

from typing import Any

import pytest

from dynawright.model import Consumer, Entity, Get, Index, Key, Query, Update, between
from dynawright.model.limits import MAX_DESCRIPTION
from tests.model.builders import API, problems_of

KEY: dict[str, Any] = {"PK": "CUSTOMER#{customerId}", "SK": "ORDER#{orderId}"}


def codes(*patterns: Any, **parts: Any) -> list[str]:
    return [code for code, _, _ in problems_of(*patterns, **parts)]


def changing(attributes: int) -> list[str]:
    update = "SET " + ", ".join(f"amount{number:03} = {{value{number:03}:N}}" for number in range(attributes))
    names: dict[str, Any] = {f"amount{number:03}": "N" for number in range(attributes)}
    order = Entity("ORDER", **KEY, attributes={"customerId": "S", "orderId": "S", **names})
    return codes(Update("P1", "change", **KEY, update=update, used_by=[API]), entities=[order])


def test_an_expression_has_at_most_4_kb_as_it_is_sent() -> None:
    assert changing(100) == []
    assert changing(170) == ["DW228"]


@pytest.mark.parametrize(("values", "found"), [(100, []), (101, ["DW228"])])
def test_in_has_at_most_100_values(values: int, found: list[str]) -> None:
    condition = f"status IN ({', '.join(f'{{v{number}}}' for number in range(values))})"
    assert codes(Update("P1", "pay", **KEY, update="SET status = {status}", condition=condition, used_by=[API])) == found


@pytest.mark.parametrize(("terms", "found"), [(150, []), (151, ["DW228"])])
def test_an_expression_has_at_most_300_operators(terms: int, found: list[str]) -> None:
    condition = " AND ".join(["NOT status = {status}"] + ["status = {status}"] * (terms - 1))
    assert codes(Update("P1", "pay", **KEY, update="SET status = {status}", condition=condition, used_by=[API])) == found


@pytest.mark.parametrize(
    ("keys", "found"),
    [
        ({"PK": "x" * 2038 + "{customerId}"}, []),
        ({"PK": "x" * 2048 + "{customerId}"}, ["DW228"]),
        ({"SK": "x" * 1014 + "{orderId}"}, []),
        ({"SK": "x" * 1024 + "{orderId}"}, ["DW228"]),
        ({"PK": "é" * 1024 + "{customerId}"}, ["DW228"]),
        ({"GSI1PK": "x" * 2048 + "{orderId}"}, ["DW228"]),
        ({"GSI1SK": "x" * 1024 + "{orderId}"}, ["DW228"]),
    ],
    ids=lambda one: str(one)[:20],
)
def test_a_key_is_at_most_as_long_as_dynamodb_takes(keys: dict[str, Any], found: list[str]) -> None:
    indexed: dict[str, Any] = {"GSI1PK": "{orderId}", "GSI1SK": "{customerId}"}
    order = Entity("ORDER", **{**KEY, **indexed, **keys})
    assert codes(entities=[order], indexes=[Index("GSI1", Key("GSI1PK"), Key("GSI1SK"))]) == found


def test_the_constants_of_a_key_count() -> None:
    order = Entity("ORDER", PK="{kind}", SK="{orderId}", attributes={"kind": ("x" * 2049, "y" * 2050), "orderId": "S"})
    assert codes(entities=[order]) == ["DW228"]


def test_a_question_may_not_ask_for_a_longer_key() -> None:
    assert "DW228" in codes(Get("P1", "an order", PK="x" * 2049, SK="ORDER#{orderId}", used_by=[API]))


@pytest.mark.parametrize(
    ("first", "last", "found"),
    [
        ("ORDER#1", "ORDER#2", []),
        ("ORDER#1", "ORDER#1", []),
        ("ORDER#2", "ORDER#1", ["DW229"]),
        ("ORDER#2{from}", "ORDER#1{to}", ["DW229"]),
        ("ORDER#{from}", "ORDER#{to}", []),
        ("ORDER#2{from}", "ORDER#", ["DW229"]),
        ("ORDER#", "ORDER#2{to}", []),
        ("ORDER#1{from}", "ORDER#12{to}", []),
    ],
)
def test_a_range_ends_after_it_begins(first: str, last: str, found: list[str]) -> None:
    query = Query("P1", "orders", PK="CUSTOMER#{customerId}", SK=between(first, last), used_by=[API])
    assert codes(query) == found


@pytest.mark.parametrize(("first", "last", "found"), [("2", "10", []), ("10", "2", ["DW229"]), ("-1", "-2", ["DW229"])])
def test_a_range_of_numbers_is_one_of_numbers(first: str, last: str, found: list[str]) -> None:
    at = Entity("ORDER", PK="{customerId}", SK="{at}", attributes={"customerId": "S", "at": "N"})
    query = Query("P1", "orders", PK="{customerId}", SK=between(first, last), used_by=[API])
    assert codes(query, sort_key=Key("SK", "N"), entities=[at]) == found


@pytest.mark.parametrize(
    ("description", "found"),
    [
        ("the HTTP API", []),
        ("für die Bestellungen", []),
        ("x" * MAX_DESCRIPTION, []),
        ("x" * (MAX_DESCRIPTION + 1), ["DW235"]),
        ("注文のAPI", ["DW235"]),
        ("a\u00a0b", ["DW235"]),
        ("a\x00b", ["DW235"]),
    ],
    ids=lambda one: str(one)[:20],
)
def test_a_description_is_one_that_a_role_takes(description: str, found: list[str]) -> None:
    get = Get("P1", "an order", **KEY, used_by=[Consumer("api", description)])
    assert codes(get) == found
