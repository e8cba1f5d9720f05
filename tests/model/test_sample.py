"""Items made from an entity's declaration."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dynawright.model import Entity, Index, Key, TableModel
from dynawright.model.item import with_keys
from dynawright.model.limits import AttributeType
from dynawright.model.sample import alike, items, new_item, value
from tests.model.builders import ORDER, table

NOW = 1_700_000_000
PLACES = st.lists(st.sampled_from(["{a}", "{b}", "{c}", "{d}", "{e}", "X"]), min_size=1, max_size=4, unique=True).map("#".join)


@st.composite
def models(draw: st.DrawFn) -> TableModel:
    """A table with one index and one entity, whose keys are built from up to five attributes and a number."""
    entity = Entity(
        "E",
        PK=draw(PLACES),
        SK="{time}",
        GSI1PK=draw(PLACES),
        attributes={**dict.fromkeys("abcde", "S"), "time": "N", "more": "M"},
    )
    return table(sort_key=Key("SK", "N"), indexes=[Index("GSI1", Key("GSI1PK"))], entities=[entity])


@given(models())
def test_no_two_items_have_one_primary_key_and_each_has_all_keys_of_their_types(model: TableModel) -> None:
    found = items(model, model.entities[0], NOW)

    assert 1 <= len(found) <= 27
    assert len({(item["PK"], item["SK"]) for item in found}) == len(found)
    for item in found:
        assert {*item} == {"PK", "SK", "GSI1PK", *"abcde", "time", "more"}
        assert (type(item["PK"]), type(item["SK"]), type(item["GSI1PK"])) == (str, Decimal, str)


@given(models())
def test_the_keys_of_an_item_are_built_from_its_attributes(model: TableModel) -> None:
    for item in items(model, model.entities[0], NOW):
        assert with_keys(model, model.entities[0], item) == item


def test_items_share_parts_of_their_keys() -> None:
    found = items(table(), ORDER, NOW)

    assert [(item["PK"], item["SK"]) for item in found] == [
        (f"CUSTOMER#customerId{customer}", f"ORDER#orderId{order}") for order in (1, 10, 2) for customer in (1, 10, 2)
    ]


def test_a_key_without_parameters_has_one_item() -> None:
    entity = Entity("CONFIGURATION", PK="CONFIGURATION", SK="CURRENT")

    assert items(table(entities=[entity]), entity, NOW) == [{"PK": "CONFIGURATION", "SK": "CURRENT"}]


def test_attributes_that_no_key_needs_differ_from_item_to_item() -> None:
    assert len({item["amount"] for item in items(table(), ORDER, NOW)}) == 9


def test_an_entity_that_expires_fills_the_ttl_attribute() -> None:
    entity = Entity("E", PK="{x}", SK="S", expires_after=timedelta(hours=1))

    assert {item["ends"] for item in items(table(ttl="ends", entities=[entity]), entity, NOW)} == {Decimal(NOW + 3600)}


def test_an_entity_that_does_not_expire_leaves_the_ttl_attribute_out() -> None:
    entity = Entity("E", PK="{x}", SK="S")

    assert all("ends" not in item for item in items(table(ttl="ends", entities=[entity]), entity, NOW))


def test_a_new_item_has_its_number_in_every_parameter_of_its_own_key_and_belongs_to_what_is_there() -> None:
    grouped = Entity("E", PK="{id}", SK="S", GSI1PK="{group}")
    model = table(entities=[grouped], indexes=[Index("GSI1", Key("GSI1PK"))])
    assert (new_item(model, grouped, 77, NOW)["PK"], new_item(model, grouped, 77, NOW)["GSI1PK"]) == ("id77", "group1")

    item = new_item(table(), ORDER, 77, NOW)

    assert (item["PK"], item["SK"], item["customerId"]) == ("CUSTOMER#customerId77", "ORDER#orderId77", "customerId77")
    assert new_item(table(), ORDER, 78, NOW)["PK"] != item["PK"]


@pytest.mark.parametrize(
    ("type", "expected"),
    [
        ("S", "x7"),
        ("N", Decimal(7)),
        ("B", b"x7"),
        ("BOOL", False),
        ("NULL", None),
        ("M", {"name": "x", "number": Decimal(7)}),
        ("L", ["x", Decimal(7)]),
        ("SS", {"x", "x7"}),
        ("NS", {Decimal(7), Decimal(8)}),
        ("BS", {b"x7"}),
    ],
)
def test_a_value_is_of_the_type_asked_for(type: AttributeType, expected: Any) -> None:
    assert value(type, "x", 7) == expected


def test_a_key_of_bytes_holds_the_attributes_bytes() -> None:
    entity = Entity("E", PK="{x}", SK="{hash}", attributes={"x": "S", "hash": "B"})

    assert {item["SK"] for item in items(table(sort_key=Key("SK", "B"), entities=[entity]), entity, NOW)} == {
        b"hash1",
        b"hash10",
        b"hash2",
    }


def test_what_is_called_a_date_is_one() -> None:
    assert value("S", "OrderDate", 1) == "2026-01-02"
    assert value("S", "Name", 1) == "Name1"


def test_what_is_called_a_time_is_one() -> None:
    assert (value("S", "createdAt", 61), value("S", "updated_at", 1)) == ("2026-01-01T00:01:01Z", "2026-01-01T00:00:01Z")


def test_a_ttl_that_the_entity_declares_itself_lies_ahead() -> None:
    entity = Entity("E", PK="{id}", SK="S", attributes={"id": "S", "ends": "N"})
    assert all(item["ends"] > NOW for item in items(table(entities=[entity], ttl="ends"), entity, NOW))


def test_items_alike_share_the_named_keys_and_no_other_key() -> None:
    found = alike(table(), ORDER, ["PK"], 60, NOW)

    assert {item["PK"] for item in found} == {items(table(), ORDER, NOW)[0]["PK"]}
    assert len({item["SK"] for item in found}) == 60
    assert not {item["SK"] for item in found} & {item["SK"] for item in items(table(), ORDER, NOW)}
