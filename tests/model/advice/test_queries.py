"""Queries that return more items than their question says."""

from typing import Any

import pytest

from dynawright.model import AccessPattern, Entity, Index, Key, LocalIndex, Put, Query, begins_with
from dynawright.model.advice.queries import is_time
from tests.model.builders import API, warnings
from tests.problems import Told

BY: dict[str, Any] = {"used_by": [API]}


def told(code: str, *patterns: AccessPattern, **parts: Any) -> list[Told]:
    return [warning for warning in warnings(*patterns, **parts) if warning[0] == code]


LINES: dict[str, Any] = {
    "entities": [
        Entity(
            "LINE",
            PK="CUSTOMER#{customerId}",
            SK="ORDER#{orderId}#{lineId}",
            attributes=dict.fromkeys(("customerId", "orderId", "lineId"), "S"),
        )
    ]
}


def lines(sort_key: str) -> Query:
    return Query("P1", "lines of an order", PK="CUSTOMER#{customerId}", SK=begins_with(sort_key), **BY)


def test_a_prefix_that_ends_in_an_id_is_named() -> None:
    assert told("DW271", lines("ORDER#{orderId}"), **LINES) == [("DW271", "pattern P1", "ORDER#{orderId}")]


@pytest.mark.parametrize("prefix", ["ORDER#{orderId}#", "ORDER#", "ORDER#{orderIdPrefix}"])
def test_a_prefix_that_ends_in_a_separator_or_is_meant_as_one_is_not(prefix: str) -> None:
    assert told("DW271", lines(prefix), **LINES) == []


@pytest.mark.parametrize("name", ["day", "orderDate", "created_at", "timestamp"])
def test_a_prefix_that_ends_in_a_time_is_a_day_or_a_month(name: str) -> None:
    entity = Entity("EVENT", PK="CUSTOMER#{customerId}", SK=f"EVENT#{{{name}}}#{{eventId}}")
    query = Query("P1", "events of a day", PK="CUSTOMER#{customerId}", SK=begins_with(f"EVENT#{{{name}}}"), **BY)
    assert told("DW271", query, entities=[entity]) == []


STATE: dict[str, Any] = {"jobId": "S", "projectId": "S", "status": ("running", "done"), "at": "S", "runId": "S"}
REPORT = Entity("REPORT", PK="JOB#{jobId}", SK="REPORT#{at}", GSI1PK="PROJECT#{projectId}", GSI1SK="{at}", attributes=STATE)
BY_STATUS = Entity("REPORT", PK="JOB#{jobId}", SK="REPORT#{at}", GSI1PK="STATUS#{status}", GSI1SK="{at}", attributes=STATE)
RUN = Entity("RUN", PK="JOB#{jobId}", SK="RUN#{at}#{runId}", GSI1PK="STATUS#{status}", GSI1SK="{at}", attributes=STATE)
INDEX = Index("ByKey", Key("GSI1PK"), Key("GSI1SK"))


def asked(question: str, entity: Entity = REPORT, **options: Any) -> list[Told]:
    template = entity.keys["GSI1PK"].text
    query = Query("P1", question, index="ByKey", GSI1PK=template, **options, **BY)
    return told("DW272", query, Put("W1", "report", entity=entity.name, **BY), entities=[entity], indexes=[INDEX])


@pytest.mark.parametrize("question", ["the latest state of a project's jobs", "current jobs of a project", "last reports"])
@pytest.mark.parametrize("options", [{}, {"descending": True}, {"descending": True, "limit": 20}, {"limit": 1}])
def test_a_promise_of_the_latest_that_an_index_of_versions_breaks_is_named(question: str, options: dict[str, Any]) -> None:
    assert asked(question, **options) == [("DW272", "pattern P1", question)]


@pytest.mark.parametrize(
    ("question", "options"),
    [
        ("the latest report of a project", {"descending": True, "limit": 1}),
        ("a project's reports, latest first", {"descending": True}),
        ("all reports of a project", {}),
    ],
)
def test_a_question_that_the_index_answers_is_not(question: str, options: dict[str, Any]) -> None:
    assert asked(question, **options) == []


def test_versions_that_are_found_by_their_state_have_left_it() -> None:
    assert asked("jobs by status", BY_STATUS) == [("DW272", "pattern P1", "jobs by status")]


def test_one_item_for_each_thing_is_no_history() -> None:
    """It is overwritten when its status changes: the index has it once."""
    assert asked("the current runs in a status", RUN) == []


@pytest.mark.parametrize(
    ("question", "options", "expected"),
    [
        ("a job's latest report", {"descending": True, "limit": 1}, []),
        ("a job's newest reports", {"descending": True, "limit": 20}, []),
        ("a job's reports", {}, []),
        ("a job's reports, newest first", {"descending": True}, []),
        ("a job's latest report", {"limit": 1}, ["a job's latest report"]),
        ("a job's latest report", {"descending": True}, ["a job's latest report"]),
    ],
)
@pytest.mark.parametrize("entity", [REPORT, RUN])
def test_a_promise_of_the_latest_needs_the_order_and_a_limit(
    question: str, options: dict[str, Any], expected: list[str], entity: Entity
) -> None:
    query = Query("P1", question, PK="JOB#{jobId}", **options, **BY)
    found = told("DW272", query, entities=[entity], indexes=[INDEX])
    assert found == [("DW272", "pattern P1", one) for one in expected]


def test_a_local_index_has_the_versions_of_one_thing() -> None:
    query = Query("P1", "a job's latest", index="ByStart", PK="JOB#{jobId}", descending=True, limit=2, **BY)
    report = Entity("REPORT", PK="JOB#{jobId}", SK="REPORT#{at}", startedAt="{startedAt}")
    parts: dict[str, Any] = {"entities": [report], "local_indexes": [LocalIndex("ByStart", Key("startedAt"))]}
    assert told("DW272", query, **parts) == []


@pytest.mark.parametrize("name", ["timestamp", "time", "createdAt", "created_at", "orderDate", "date", "day", "version", "at"])
def test_names_of_times_and_versions(name: str) -> None:
    assert is_time(name)


@pytest.mark.parametrize("name", ["orderId", "data", "format", "state", "today_total", "update", "sometimes", "Status"])
def test_names_of_other_things(name: str) -> None:
    assert not is_time(name)
