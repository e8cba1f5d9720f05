"""Markers of messages: an entity and two patterns that the package declares."""

import pytest

from dynawright.model import Consumer, Entity, Get, Key, MessageMarkers, ModelError, System, TableModel, Update
from dynawright.model.checks.style import Style
from dynawright.model.message_markers import LIFE
from dynawright.runtime.markers import DONE, MARKER_DAYS
from tests.errors.mistakes.source import executed

NOTIFY = Consumer("notify", "the stream function notify")
SUPPORT = Consumer("support", "the support desk's tool")


def test_a_table_of_markers_is_sound_and_needs_no_advice() -> None:
    system = System("orders", [MessageMarkers(used_by=[NOTIFY]).table("orders-sent")])
    assert [problem.code for problem in system.warnings] == ["DW273"]  # Status is a reserved word


def test_the_function_asks_and_notes_and_others_ask() -> None:
    asks, notes = MessageMarkers(used_by=[NOTIFY], read_by=[SUPPORT]).access_patterns
    assert isinstance(asks, Get)
    assert isinstance(notes, Update)
    assert (asks.used_by, asks.consistent) == ((NOTIFY, SUPPORT), True)
    assert notes.used_by == (NOTIFY,)


def test_markers_live_in_a_table_with_other_things_too() -> None:
    markers = MessageMarkers(
        used_by=[NOTIFY], patterns=("P7", "P8"), entity_name="NOTICE", key="NOTICE#{noticeId}", message="a notice"
    )
    other = Entity("POSITION", PK="POSITION#{name}", attributes={"name": "S"})
    table = TableModel(
        "kept",
        partition_key=Key("PK"),
        ttl="ExpiresAt",
        entities=[markers.entity, other],
        access_patterns=[*markers.access_patterns, Get("P9", "a position", PK="POSITION#{name}", used_by=[NOTIFY])],
    )
    system = System("orders", [table])
    assert [(pattern.id, pattern.question) for _, pattern in system.access_patterns] == [
        ("P7", "whether a notice was sent"),
        ("P8", "note that a notice was sent"),
        ("P9", "a position"),
    ]


def test_markers_are_what_the_runtime_writes_for_as_long_as_it_says() -> None:
    entity = MessageMarkers(used_by=[NOTIFY]).entity
    assert entity.values == {"Status": (DONE,)}
    assert entity.expires_after == LIFE
    assert LIFE.days == MARKER_DAYS


def test_its_parts_are_declared_on_its_line() -> None:
    text = "\n\nmade = MessageMarkers(used_by=[NOTIFY]).table('orders-sent')"
    table = executed("stacks/orders/model.py", text, MessageMarkers=MessageMarkers, NOTIFY=NOTIFY)["made"]
    parts = [table, *table.entities, *table.access_patterns]
    assert {(part.place.file, part.place.line) for part in parts} == {("stacks/orders/model.py", 3)}


@pytest.mark.parametrize(("key", "code"), [("MESSAGE", "DW213"), ("{id}#MESSAGE", "DW213"), ("A#{a}#{b}", "DW213"), (5, "DW201")])
def test_a_key_is_text_that_ends_with_the_id(key: str, code: str) -> None:
    with pytest.raises(ModelError) as raised:
        MessageMarkers(used_by=[NOTIFY], key=key)
    assert [problem.code for problem in raised.value.problems] == [code]


def test_there_are_two_patterns() -> None:
    with pytest.raises(ModelError) as raised:
        MessageMarkers(used_by=[NOTIFY], patterns=("P1",))
    assert [problem.code for problem in raised.value.problems] == ["DW205"]


@pytest.mark.parametrize("style", ["camelCase", "PascalCase", "snake_case"])
def test_a_convention_for_attributes_is_about_the_teams_own(style: Style) -> None:
    System("orders", [MessageMarkers(used_by=[NOTIFY]).table("orders-sent")], attribute_style=style)
