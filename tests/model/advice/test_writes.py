"""Writes that need attributes which the writer may not read."""

from typing import Any

import pytest

from dynawright.model import (
    KEYS_ONLY,
    AccessPattern,
    BatchWrite,
    ConditionCheck,
    Consumer,
    Delete,
    DeleteItem,
    Entity,
    Get,
    Index,
    Key,
    Put,
    PutItem,
    Query,
    TransactWrite,
    Update,
    include,
)
from tests.model.builders import API, warnings

READER = Consumer("reader", "reads, and writes nothing")
ITEM: dict[str, Any] = {"PK": "FLAG#{flagId}", "SK": "METADATA"}
FLAG = Entity(
    "FLAG",
    **ITEM,
    GSI1PK="OWNER#{owner}",
    attributes={
        "kind": ("FLAG",),
        "flagId": "S",
        "owner": "S",
        "version": "N",
        "state": ("on", "off"),
        "locked": "BOOL",
        "note": "S",
    },
    optional=["note"],
)
PARTS: dict[str, Any] = {"entities": [FLAG], "indexes": [Index("ByOwner", Key("GSI1PK"), projection=include("version", "note"))]}
BY: dict[str, Any] = {"used_by": [API]}
WHOLE = Get("R1", "a flag", **ITEM, used_by=[READER])
OWNED = Query("R2", "an owner's flags", index="ByOwner", GSI1PK="OWNER#{owner}", used_by=[READER])
CREATED = Put("W1", "create a flag", entity="FLAG", condition="attribute_not_exists(PK)", used_by=[READER])


def found(code: str, *patterns: AccessPattern, **parts: Any) -> list[object]:
    """Return the values of the warnings of one code on these patterns of API, beside those of a reader."""
    told = warnings(WHOLE, OWNED, CREATED, *patterns, **{**PARTS, **parts})
    assert {subject for one, subject, _ in told if one == code} <= {"pattern P1"}
    return [value for one, _, value in told if one == code]


def updating(condition: str, update: str = "SET note = {note}") -> Update:
    return Update("P1", "change a flag", **ITEM, update=update, condition=condition, **BY)


VERSION = "version = {expected:N}"


@pytest.mark.parametrize(
    "write",
    [
        updating(VERSION),
        updating("{expected:N} = version"),
        updating(f"attribute_not_exists(PK) OR NOT ({VERSION})"),
        Put("P1", "save a flag", entity="FLAG", condition=VERSION, **BY),
        Delete("P1", "delete a flag", **ITEM, condition=VERSION, **BY),
        TransactWrite("P1", "delete two", items=[DeleteItem(**ITEM, condition=VERSION)], **BY),
        TransactWrite("P1", "look", items=[ConditionCheck(VERSION, **ITEM)], **BY),
    ],
)
def test_a_value_that_must_be_known_and_can_not_be_read_is_named(write: AccessPattern) -> None:
    assert found("DW268", write) == ["version"]


@pytest.mark.parametrize(
    "read",
    [
        Get("P2", "a flag", **ITEM, **BY),
        Get("P2", "a flag's version", **ITEM, attributes=["version"], **BY),
        Query("P2", "flags by owner", index="ByOwner", GSI1PK="OWNER#{owner}", **BY),
        Update("P2", "count up", **ITEM, update="ADD version {one:N}", returns="UPDATED_NEW", **BY),
        Update("P2", "lock", **ITEM, update="SET locked = {locked}", returns="ALL_OLD", **BY),
    ],
)
def test_a_value_that_a_pattern_of_the_writer_shows_is_known(read: AccessPattern) -> None:
    assert found("DW268", updating(VERSION), read) == []


@pytest.mark.parametrize(
    "read",
    [
        Get("P2", "a flag's note", **ITEM, attributes=["note"], **BY),
        Update("P2", "lock", **ITEM, update="SET locked = {locked}", returns="UPDATED_NEW", **BY),
        Update("P2", "lock", **ITEM, update="SET locked = {locked}", **BY),
    ],
)
def test_a_pattern_that_shows_other_attributes_makes_nothing_known(read: AccessPattern) -> None:
    assert found("DW268", updating(VERSION), read) == ["version"]


def test_an_index_shows_what_it_carries() -> None:
    read = Query("P2", "flags by owner", index="ByOwner", GSI1PK="OWNER#{owner}", **BY)
    assert found("DW268", updating(VERSION), read, indexes=[Index("ByOwner", Key("GSI1PK"), projection=KEYS_ONLY)]) == ["version"]


def test_each_consumer_must_know_the_value() -> None:
    both = Update("P1", "change", **ITEM, update="SET note = {note}", condition=VERSION, used_by=[READER, API])
    assert found("DW268", both) == ["version"]


@pytest.mark.parametrize(
    "condition",
    [
        "version >= {least:N}",  # a threshold, not what was read
        "state = {state}",  # one of the values that the model names
        "locked = {locked:BOOL}",
        "PK = {key}",
        "version = version",
    ],
)
def test_a_value_that_is_known_otherwise_is_none(condition: str) -> None:
    assert found("DW268", updating(condition)) == []


@pytest.mark.parametrize("update", ["SET owner = {owner}", "SET owner = if_not_exists(owner, {owner})"])
def test_a_value_that_the_same_write_stores_is_its_own(update: str) -> None:
    mine = "attribute_not_exists(owner) OR owner = {owner}"
    assert found("DW268", updating(mine, f"{update}, GSI1PK = {{key}}")) == []
    assert found("DW268", updating(mine, "SET note = {owner}")) == ["owner"]
    assert found("DW268", updating(mine, "REMOVE owner, GSI1PK")) == ["owner"]


@pytest.mark.parametrize(
    "write",
    [
        Put("P1", "save a flag", entity="FLAG", **BY),
        Put("P1", "save a flag", entity="FLAG", condition="attribute_exists(PK)", **BY),
        Put("P1", "save a flag", entity="FLAG", condition="attribute_not_exists(PK) OR version < {version}", **BY),
        Put("P1", "save a flag", entity="FLAG", condition="attribute_not_exists(note)", **BY),
        BatchWrite("P1", "save flags", entities=["FLAG"], **BY),
        TransactWrite("P1", "save a flag", items=[PutItem("FLAG")], **BY),
    ],
)
def test_an_item_that_is_replaced_unread_is_named(write: AccessPattern) -> None:
    assert found("DW269", write) == ["locked, note, owner, state, version"]


@pytest.mark.parametrize(
    "write",
    [
        Put("P1", "add a flag", entity="FLAG", condition="attribute_not_exists(PK)", **BY),
        Put("P1", "add a flag", entity="FLAG", condition="attribute_not_exists(SK) AND attribute_not_exists(note)", **BY),
        TransactWrite("P1", "add a flag", items=[PutItem("FLAG", condition="attribute_not_exists(PK)")], **BY),
        Update("P1", "change a flag", **ITEM, update="SET note = {note}", **BY),
    ],
)
def test_a_write_that_replaces_no_item_needs_no_reading(write: AccessPattern) -> None:
    assert found("DW269", write) == []


def test_what_the_writer_reads_is_not_lost() -> None:
    save = Put("P1", "save a flag", entity="FLAG", **BY)
    assert found("DW269", save, Get("P2", "a flag", **ITEM, **BY)) == []
    owned = Query("P2", "flags by owner", index="ByOwner", GSI1PK="OWNER#{owner}", **BY)
    assert found("DW269", save, owned) == ["locked, owner, state"]
    rest = Get("P3", "the rest of a flag", **ITEM, attributes=["locked", "owner", "state"], **BY)
    assert found("DW269", save, owned, rest) == []
