"""Operand types of operators and functions in expressions."""

from typing import Any

import pytest

from dynawright.model import Entity, Key, Update
from tests.model.builders import API, problems_of

KEY: dict[str, Any] = {"PK": "CUSTOMER#{customerId}", "SK": "ORDER#{orderId}"}
ORDER = Entity(
    "ORDER",
    **KEY,
    attributes={
        "customerId": "S",
        "orderId": "S",
        "status": "S",
        "kind": ("a", "b"),
        "amount": "N",
        "lines": "L",
        "tags": "SS",
        "address": {"street": "S", "number": "N"},
        "anything": "M",
        "paid": "BOOL",
    },
)


def found(update: str = "SET status = {status}", condition: str = "") -> list[tuple[str, object]]:
    pattern = Update("P1", "change", **KEY, update=update, condition=condition, used_by=[API])
    return [(code, value) for code, _, value in problems_of(pattern, entities=[ORDER])]


@pytest.mark.parametrize(
    ("update", "wrong"),
    [
        ("ADD status {more}", "status"),
        ("ADD kind {more}", "kind"),
        ("ADD amount {more:S}", "more"),
        ("ADD address.street {more}", "address.street"),
        ("DELETE amount {less}", "amount"),
        ("DELETE status {less:SS}", "status"),
        ("SET amount = status + {more}", "status"),
        ("SET lines = list_append(status, {more:L})", "status"),
    ],
)
def test_an_operand_of_another_type_is_refused(update: str, wrong: str) -> None:
    assert found(update) == [("DW227", wrong)]


@pytest.mark.parametrize(
    "update",
    [
        "ADD amount {more}",
        "ADD tags {more}",
        "ADD address.number {more}",
        "ADD anything.inner {more}",
        "DELETE tags {less}",
        "SET amount = amount - {less}",
        "SET lines = list_append(lines, {more:L})",
        "SET amount = if_not_exists(amount, {zero:N}) + {more:N}",
    ],
)
def test_an_operand_that_fits_is_taken(update: str) -> None:
    assert found(update) == []


@pytest.mark.parametrize(
    ("condition", "wrong"),
    [
        ("begins_with(amount, {prefix})", ["amount"]),
        ("begins_with(status, {prefix:N})", ["prefix"]),
        ("NOT (paid = {paid} AND begins_with(amount, {prefix}))", ["amount"]),
        ("contains(amount, {part})", ["amount"]),
        ("size(paid) > {n:N}", ["paid"]),
        ("begins_with(status, {prefix}) AND contains(tags, {tag}) AND size(lines) < {n:N}", []),
    ],
)
def test_functions_of_conditions_take_what_dynamodb_takes(condition: str, wrong: list[str]) -> None:
    assert found(condition=condition) == [("DW227", name) for name in wrong]


def test_an_attribute_of_two_types_is_left_to_dynamodb() -> None:
    other = Entity(
        "NOTE", PK="CUSTOMER#{customerId}", SK="ORDER#{orderId}", attributes={"customerId": "S", "orderId": "S", "status": "N"}
    )
    pattern = Update("P1", "change", **KEY, update="ADD status {more}", used_by=[API])
    assert "DW227" not in [code for code, _, _ in problems_of(pattern, entities=[ORDER, other])]


@pytest.mark.parametrize(("type", "wrong"), [("N", ["DW227"]), ("S", []), ("B", [])])
def test_a_key_has_the_type_that_its_table_declares(type: str, wrong: list[str]) -> None:
    attributes: dict[str, Any] = {"customerId": "S", "at": type, "n": "N"}
    kept = Entity("KEPT", PK="CUSTOMER#{customerId}", SK="{at}", attributes=attributes)
    pattern = Update(
        "P1",
        "change",
        PK="CUSTOMER#{customerId}",
        SK="{at}",
        update="SET n = {n}",
        condition="begins_with(SK, {prefix})",
        used_by=[API],
    )
    assert [code for code, _, _ in problems_of(pattern, sort_key=Key("SK", type), entities=[kept])] == wrong  # type: ignore[arg-type]
