"""Warnings that a declaration accepts, with a reason."""

from typing import Any

import pytest

from dynawright.model import Entity, Get, Put, System
from tests.model.builders import API, table
from tests.problems import refused, told

ITEM: dict[str, Any] = {"PK": "CUSTOMER#{customerId}", "SK": "ORDER#{orderId}"}
ORDER = Entity("ORDER", **ITEM, attributes={"customerId": "S", "orderId": "S", "amount": "N"})
READ = Get("P1", "an order's customer", **ITEM, attributes=["customerId"], used_by=[API])
WHY = "an order is written once"


def saved() -> Put:
    return Put("P2", "save an order", entity="ORDER", used_by=[API])


def system(put: Put, entity: Entity = ORDER) -> System:
    return System("sales", [table(entities=[entity], access_patterns=[READ, put])])


def test_an_accepted_warning_is_a_remark_with_its_reason() -> None:
    found = system(saved().accepting("DW269", because=WHY))
    assert told(found.warnings) == []
    assert [(remark.problem.code, remark.reason) for remark in found.remarks] == [("DW269", WHY)]


def test_only_the_declaration_that_accepts_it_is_left_alone() -> None:
    found = system(saved(), Entity("ORDER", **ITEM, attributes=ORDER.declared).accepting("DW269", because=WHY))
    assert told(found.warnings) == [("DW269", "pattern P2", "amount"), ("DW274", "entity ORDER", "DW269")]


def test_an_acceptance_of_what_is_not_found_is_a_warning() -> None:
    found = system(saved().accepting("DW269", because=WHY).accepting("DW268", because=WHY))
    assert told(found.warnings) == [("DW274", "pattern P2", "DW268")]


def test_a_system_accepts_what_is_about_all_of_it() -> None:
    named = Entity("ORDER", **ITEM, attributes={**ORDER.declared, "status": "S"})
    found = system(saved().accepting("DW269", because=WHY), named)
    assert told(found.warnings) == [("DW273", "system sales", "status")]
    again = system(saved().accepting("DW269", because=WHY), named).accepting("DW273", because="the team's names")
    assert told(again.warnings) == []


@pytest.mark.parametrize(("code", "because", "value"), [("DW269", "  ", "  "), ("", WHY, ""), (269, WHY, 269)])
def test_a_code_and_a_reason_are_needed(code: Any, because: str, value: object) -> None:
    field = "because" if code == "DW269" else "accepting"
    assert refused(lambda: saved().accepting(code, because=because)) == [("DW201", f"pattern P2 {field}", value)]


def test_a_declaration_that_accepts_a_warning_is_the_same_as_before() -> None:
    put = saved()
    assert put.accepting("DW269", because=WHY) is put
    assert put == saved()
    assert put.place.line == saved().place.line
