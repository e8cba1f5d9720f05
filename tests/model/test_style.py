"""A convention for the names of attributes: one style, no reserved words, one type for each name."""

from typing import Any

import pytest

from dynawright.model import Entity, System
from dynawright.model.checks.style import STYLES, Style
from tests.model.builders import table
from tests.problems import Told, refused, told

KEYS: dict[str, Any] = {"PK": "{id}", "SK": "METADATA"}


def entity(name: str = "ORDER", **attributes: Any) -> Entity:
    return Entity(name, PK=f"{name}#{{id}}", SK="METADATA", attributes={"id": "S", **attributes})


def system(style: Style | None, *entities: Entity, **parts: Any) -> System:
    return System("sales", [table(entities=entities, **parts)], attribute_style=style)


GOOD: dict[Style, list[str]] = {
    "camelCase": ["orderId", "amount", "createdAt2"],
    "PascalCase": ["OrderId", "Amount", "HTMLPage"],
    "snake_case": ["order_id", "amount", "created_at_2"],
}


@pytest.mark.parametrize("style", STYLES)
def test_names_in_the_style_are_taken(style: Style) -> None:
    found = Entity("ORDER", PK="ORDER#{" + GOOD[style][0] + "}", SK="METADATA", attributes=dict.fromkeys(GOOD[style], "S"))
    assert system(style, found).attribute_style == style


@pytest.mark.parametrize(
    ("style", "names"),
    [
        ("camelCase", ["OrderId", "order_id", "orderID_"]),
        ("PascalCase", ["orderId", "Order_Id"]),
        ("snake_case", ["orderId", "order__id", "Orders"]),
    ],
)
def test_names_in_another_style_are_refused(style: Style, names: list[str]) -> None:
    found = refused(lambda: system(style, *(entity(f"ORDER{n}", **{name: "S"}) for n, name in enumerate(names))))
    expected: list[Told] = [("DW219", f"entity ORDER{n}", name) for n, name in enumerate(names)]
    own: list[Told] = [("DW219", f"entity ORDER{n}", "id") for n in range(len(names)) if style == "PascalCase"]
    assert sorted(found) == sorted([*expected, *own])


def test_names_inside_maps_count() -> None:
    assert refused(lambda: system("camelCase", entity(address={"zip_code": "S"}))) == [("DW219", "entity ORDER", "zip_code")]


def test_reserved_words_are_refused() -> None:
    assert refused(lambda: system("camelCase", entity(status="S"))) == [("DW219", "entity ORDER", "status")]


def test_one_name_of_two_types_is_refused() -> None:
    entities = [entity(amount="N"), entity("INVOICE", amount="S")]
    assert refused(lambda: system("camelCase", *entities)) == [("DW219", "entity INVOICE", "amount")]


def test_the_ttl_attribute_has_a_name_of_its_own() -> None:
    assert told(system("camelCase", entity(TTL="N"), ttl="TTL").warnings)


def test_without_a_convention_any_name_is_taken() -> None:
    assert system(None, entity(status="S", order_id="S"), entity("INVOICE", order_id="N")).attribute_style is None


def test_a_style_that_there_is_not_is_refused() -> None:
    style: Any = "kebab-case"
    assert refused(lambda: system(style, entity())) == [("DW201", "system sales attribute_style", "kebab-case")]
