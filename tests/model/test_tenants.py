"""A tenant-scoped consumer is given nothing beyond its own partition."""

from collections.abc import Sequence
from typing import Any

import pytest

from dynawright.model import (
    AccessPattern,
    BatchGet,
    BatchWrite,
    ConditionCheck,
    Consumer,
    Delete,
    DeleteItem,
    Entity,
    Get,
    GetItem,
    Index,
    Key,
    LocalIndex,
    Put,
    PutItem,
    Query,
    Scan,
    TransactGet,
    TransactWrite,
    Update,
    UpdateItem,
    begins_with,
)
from tests.model.builders import API, problems_of
from tests.problems import Told

TENANT = Consumer("tenant", "for tests", tenant_key="TENANT#{tenantId}")
OWN = Entity("NOTE", PK="TENANT#{tenantId}", SK="NOTE#{id}", GSI1PK="TENANT#{tenantId}", GSI1SK="{id}")
COMMON = Entity("NEWS", PK="NEWS", SK="{id}", GSI1PK="DAY#{day}", GSI1SK="{id}")
PARTS: dict[str, Any] = {
    "entities": [OWN, COMMON],
    "indexes": [Index("ByDay", Key("GSI1PK"), Key("GSI1SK"))],
    "local_indexes": [LocalIndex("ByTitle", Key("title"))],
}
NOTE: dict[str, Any] = {"PK": "TENANT#{tenantId}", "SK": "NOTE#{id}"}
NEWS: dict[str, Any] = {"PK": "NEWS", "SK": "{id}"}
BY: dict[str, Any] = {"used_by": [TENANT]}


def refused(*patterns: AccessPattern, **parts: Any) -> Sequence[Told]:
    return problems_of(*patterns, **{**PARTS, **parts})


@pytest.mark.parametrize(
    "pattern",
    [
        Get("P1", "?", **NOTE, **BY),
        BatchGet("P1", "?", **NOTE, **BY),
        Query("P1", "?", PK=NOTE["PK"], SK=begins_with("NOTE#"), **BY),
        Query("P1", "?", index="ByDay", GSI1PK="TENANT#{tenantId}", **BY),
        Put("P1", "?", entity="NOTE", **BY),
        Update("P1", "?", **NOTE, update="REMOVE title", **BY),
        Delete("P1", "?", **NOTE, **BY),
        BatchWrite("P1", "?", entities=["NOTE"], **BY),
        TransactGet("P1", "?", items=[GetItem(**NOTE)], **BY),
        TransactWrite("P1", "?", items=[PutItem("NOTE"), DeleteItem(PK=NOTE["PK"], SK="NOTE#old{id}")], **BY),
    ],
    ids=lambda given: type(given).__name__,
)
def test_every_pattern_within_the_tenants_own_partition_is_taken(pattern: AccessPattern) -> None:
    titled = Entity(
        "NOTE", **NOTE, GSI1PK="TENANT#{tenantId}", GSI1SK="{id}", attributes=dict.fromkeys(("tenantId", "id", "title"), "S")
    )
    old = Entity("OLD", PK=NOTE["PK"], SK="NOTE#old{id}")
    assert refused(pattern, entities=[titled, old, COMMON]) == []


def test_others_may_do_what_a_tenant_may_not() -> None:
    assert refused(Get("P1", "?", **NOTE, **BY), Scan("P2", "?", used_by=[API]), Get("P3", "?", **NEWS, used_by=[API])) == []


def test_a_scan_is_refused() -> None:
    assert refused(Scan("P1", "?", **BY)) == [("DW231", "pattern P1", "tenant")]


def test_a_scan_of_an_index_is_refused() -> None:
    assert refused(Scan("P1", "?", index="ByDay", **BY)) == [("DW231", "pattern P1", "tenant")]


def test_an_index_whose_partition_key_is_not_the_tenant_is_refused() -> None:
    assert refused(Query("P1", "?", index="ByDay", GSI1PK="DAY#{day}", **BY)) == [("DW231", "pattern P1", "DAY#{day}")]


def test_a_local_index_outside_the_tenants_partition_is_refused() -> None:
    titled = Entity("NEWS", **NEWS, title="{title}")
    assert refused(Query("P1", "?", index="ByTitle", PK="NEWS", **BY), entities=[OWN, titled]) == [
        ("DW231", "pattern P1", "NEWS")
    ]


@pytest.mark.parametrize(
    "pattern",
    [
        Get("P1", "?", **NEWS, **BY),
        BatchGet("P1", "?", **NEWS, **BY),
        Query("P1", "?", PK="NEWS", **BY),
        Put("P1", "?", entity="NEWS", **BY),
        Update("P1", "?", **NEWS, update="REMOVE day", **BY),
        Delete("P1", "?", **NEWS, **BY),
        BatchWrite("P1", "?", entities=["NOTE", "NEWS"], **BY),
        TransactGet("P1", "?", items=[GetItem(**NOTE), GetItem(**NEWS)], **BY),
        TransactWrite("P1", "?", items=[PutItem("NOTE"), PutItem("NEWS")], **BY),
        TransactWrite("P1", "?", items=[PutItem("NOTE"), UpdateItem("REMOVE day", **NEWS)], **BY),
        TransactWrite("P1", "?", items=[PutItem("NOTE"), DeleteItem(**NEWS)], **BY),
        TransactWrite("P1", "?", items=[PutItem("NOTE"), ConditionCheck("attribute_exists(PK)", **NEWS)], **BY),
    ],
    ids=lambda given: type(given).__name__,
)
def test_a_partition_that_is_not_the_tenants_is_refused(pattern: AccessPattern) -> None:
    assert refused(pattern) == [("DW231", "pattern P1", "NEWS")]


def test_a_longer_key_that_begins_with_the_tenants_is_refused() -> None:
    longer = Entity("LOG", PK="TENANT#{tenantId}#LOG", SK="{id}")
    assert refused(Put("P1", "?", entity="LOG", **BY), entities=[OWN, COMMON, longer]) == [
        ("DW231", "pattern P1", "TENANT#{tenantId}#LOG")
    ]


def test_the_tenants_key_with_another_name_for_the_tenant_is_refused() -> None:
    """The tag's name is the place's name: another name is another tag."""
    renamed = Entity("NOTE", PK="TENANT#{owner}", SK="NOTE#{id}")
    assert refused(Put("P1", "?", entity="NOTE", **BY), entities=[renamed, COMMON]) == [("DW231", "pattern P1", "TENANT#{owner}")]


@pytest.mark.parametrize("key", ["TENANT", "TENANT#{tenantId}#{userId}", "TENANT#{tenantId", "TENANT#{}", ""])
def test_a_tenant_key_that_is_not_made_of_one_place_is_refused(key: str) -> None:
    somebody = Consumer("tenant", "for tests", tenant_key=key)
    assert refused(Get("P1", "?", **NOTE, used_by=[somebody])) == [("DW231", "consumer tenant", key)]


def test_every_pattern_of_every_tenant_is_told_of_at_once() -> None:
    other = Consumer("other", "for tests", tenant_key="OTHER#{tenantId}")
    patterns = [Scan("P1", "?", **BY), Get("P2", "?", **NEWS, used_by=[TENANT, other]), Get("P3", "?", **NOTE, used_by=[other])]
    assert [subject for _, subject, _ in refused(*patterns)] == ["pattern P1", "pattern P2", "pattern P2", "pattern P3"]


@pytest.mark.parametrize("separator", [*list("_.:/=+-@"), "T", "7", " ", "é", "商"])
def test_a_separator_that_a_session_tag_can_hold_is_refused(separator: str) -> None:
    key = f"TENANT{separator}{{tenantId}}"
    consumer = Consumer("tenant", "for tests", tenant_key=key)
    own = Entity("NOTE", PK=key, SK="NOTE#{id}")
    told = refused(Get("P1", "?", PK=key, SK="NOTE#{id}", used_by=[consumer]), entities=[own])
    assert told == [("DW232", "consumer tenant", separator)]


@pytest.mark.parametrize("key", ["TENANT#{tenantId}", "TENANT|{tenantId}", "{tenantId}#TENANT", "{tenantId}", "T:1#{tenantId}#X"])
def test_a_separator_that_no_session_tag_can_hold_is_taken(key: str) -> None:
    consumer = Consumer("tenant", "for tests", tenant_key=key)
    own = Entity("NOTE", PK=key, SK="NOTE#{id}")
    assert refused(Get("P1", "?", PK=key, SK="NOTE#{id}", used_by=[consumer]), entities=[own]) == []


@pytest.mark.parametrize(
    "key", ["TENANT#{tenantId}:LOG", "TENANT#{tenantId}/{day}", "TENANT#all", "{kind}#{id}", "{id}", "T{id}"]
)
def test_a_key_of_another_entity_that_a_tag_could_make_is_refused(key: str) -> None:
    other = Entity("OTHER", PK=key, SK="OTHER#{id}")
    assert refused(Get("P1", "?", **NOTE, **BY), entities=[OWN, other]) == [("DW232", "pattern P1", key)]


@pytest.mark.parametrize(
    "key", ["TENANT#{tenantId}#LOG", "TENANTS#{tenantId}", "TENANT#", "OTHER#{id}", "TENANT#{id}#", "{id}#{day}#"]
)
def test_a_key_of_another_entity_that_no_tag_can_make_is_taken(key: str) -> None:
    other = Entity("OTHER", PK=key, SK="OTHER#{id}")
    assert refused(Get("P1", "?", **NOTE, **BY), entities=[OWN, other]) == []


def test_a_key_of_an_index_that_a_tag_could_make_is_refused() -> None:
    other = Entity("OTHER", PK="OTHER#{id}", SK="{id}", GSI1PK="TENANT#{tenantId}:LOG", GSI1SK="{id}")
    query = Query("P1", "?", index="ByDay", GSI1PK="TENANT#{tenantId}", **BY)
    assert refused(query, entities=[OWN, other]) == [("DW232", "pattern P1", "TENANT#{tenantId}:LOG")]
