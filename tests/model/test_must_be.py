"""A part of a model with a wrong type is reported with its line and the fix."""

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from dynawright.model import (
    BatchWrite,
    Consumer,
    Entity,
    Get,
    Index,
    Key,
    LocalIndex,
    ModelError,
    Put,
    Query,
    System,
    TransactGet,
    Update,
    begins_with,
    include,
)
from tests.model.builders import API, ORDER, table
from tests.problems import refused

ORDERS: Any = {"PK": "CUSTOMER#{customerId}", "SK": "ORDER#{orderId}"}
GSI1 = Index("GSI1", Key("GSI1PK"))
LSI1 = LocalIndex("LSI1", Key("LSI1SK"))
SALES = table()
anything: Any = lambda value: value  # noqa: E731  # mypy would find all of these, too

MISTAKES: dict[str, tuple[Callable[[], object], str, object]] = {
    "a partition key as text": (lambda: table(partition_key="sessionId"), "table orders partition_key", "sessionId"),
    "a sort key as text": (lambda: table(sort_key="SK"), "table orders sort_key", "SK"),
    "a stream as text": (lambda: table(stream="NEW_IMAGE"), "table orders stream", "NEW_IMAGE"),
    "one index": (lambda: table(indexes=GSI1), "table orders indexes", GSI1),
    "an index by its name": (lambda: table(indexes=["GSI1"]), "table orders indexes", "GSI1"),
    "a local index among the global ones": (lambda: table(indexes=[LSI1]), "table orders indexes", LSI1),
    "a projection as text": (
        lambda: Index("GSI1", Key("GSI1PK"), projection=anything("ALL")),
        "index GSI1 projection",
        "ALL",
    ),
    "a key of an index as text": (lambda: Index("GSI1", anything("GSI1PK")), "index GSI1 partition_key", "GSI1PK"),
    "a list in include": (lambda: include(anything(["status"])), "include attribute", ["status"]),
    "a consumer as text": (lambda: Get("P1", "?", **ORDERS, used_by=anything(["api"])), "pattern P1 used_by", "api"),
    "one consumer": (lambda: Get("P1", "?", **ORDERS, used_by=anything(API)), "pattern P1 used_by", API),
    "one attribute": (
        lambda: Get("P1", "?", **ORDERS, attributes="status", used_by=[API]),
        "pattern P1 attributes",
        "status",
    ),
    "an index itself": (
        lambda: Query("P1", "?", index=anything(GSI1), GSI1PK="x", used_by=[API]),
        "pattern P1 index",
        GSI1,
    ),
    "an entity itself": (lambda: Put("P1", "?", entity=anything(ORDER), used_by=[API]), "a put entity", ORDER),
    "entities themselves": (
        lambda: BatchWrite("P1", "?", entities=anything([ORDER]), used_by=[API]),
        "pattern P1 entities",
        ORDER,
    ),
    "keys as a map in a transaction": (
        lambda: TransactGet("P1", "?", items=anything([ORDERS]), used_by=[API]),
        "pattern P1 items",
        ORDERS,
    ),
    "a number in a key": (lambda: Query("P1", "?", PK=begins_with(anything(7)), used_by=[API]), "a key value", 7),
    "attributes as a list": (
        lambda: Entity("ORDER", **ORDERS, attributes=anything(["status"])),
        "entity ORDER attributes",
        ["status"],
    ),
    "an expiry in days": (
        lambda: Entity("ORDER", **ORDERS, expires_after=anything(30)),
        "entity ORDER expires_after",
        30,
    ),
    "a model in place of a list": (lambda: System("sales", anything(SALES)), "system sales tables", SALES),
    "a consumer without a name": (lambda: Consumer(anything(None), "?"), "a consumer name", None),
    "an update that is none": (
        lambda: Update("P1", "?", **ORDERS, update=anything({"status": "paid"}), used_by=[API]),
        "an update update",
        {"status": "paid"},
    ),
}


@pytest.mark.parametrize(("write", "subject", "value"), MISTAKES.values(), ids=MISTAKES.keys())
def test_a_wrong_type_is_refused_where_it_is_written(write: Callable[[], object], subject: str, value: object) -> None:
    assert refused(write) == [("DW201", subject, value)]


def test_a_wrong_type_names_the_line_and_says_what_to_write() -> None:
    with pytest.raises(ModelError) as raised:
        Index("GSI1", anything("GSI1PK"))
    (problem,) = raised.value.problems
    line = inspect.currentframe().f_lineno - 2  # type: ignore[union-attr]
    assert (problem.place.file, problem.place.line) == ("tests/model/test_must_be.py", line)
    assert 'Key("GSI1PK")' in problem.fix


def test_a_reserved_name_says_how_a_key_of_that_name_is_written() -> None:
    with pytest.raises(ModelError) as raised:
        Query("P1", "?", PK="x", limit=anything("{limit}"), used_by=[API])
    assert "limit_" in raised.value.problems[0].fix
