"""The in-memory table stores, finds, sorts and projects items."""

from decimal import Decimal
from typing import Any

import pytest

from dynawright.emulator.patterns.reference import ReferenceTable
from dynawright.model import (
    ConditionCheck,
    DeleteItem,
    PutItem,
    Query,
    Scan,
    UpdateItem,
    at_least,
    at_most,
    begins_with,
    between,
    greater_than,
    less_than,
)
from dynawright.model.item import Item
from tests.emulator.patterns.tables import ANYBODY, table

BY: dict[str, Any] = {"used_by": [ANYBODY]}


def document(folder: str, name: str, **more: Any) -> Item:
    return {"PK": f"FOLDER#{folder}", "SK": f"DOC#{name}", "name": name, **more}


def holding(*items: Item) -> ReferenceTable:
    return ReferenceTable(table(), items)


def names(found: list[Item]) -> list[str]:
    return [item["name"] for item in found]


RANKED = [document("f", f"d{rank}", rank=Decimal(rank), day="today", hash=f"h{rank}".encode()) for rank in (10, 9, 1)]


def test_an_item_is_found_by_its_key_only() -> None:
    item = document("f", "d", title="x")
    stored = holding(item, document("f", "e"))

    assert stored.get({"PK": "FOLDER#f", "SK": "DOC#d", "other": "ignored"}) == item
    assert stored.get({"PK": "FOLDER#f", "SK": "DOC#z"}) is None


def test_a_put_replaces_the_whole_item() -> None:
    stored = holding(document("f", "d", title="x"))
    stored.put(document("f", "d", version=Decimal(1)))

    assert [*stored.items.values()] == [document("f", "d", version=Decimal(1))]


def test_an_update_makes_an_item_that_is_not_there_from_its_key() -> None:
    stored = holding()
    key = {"PK": "FOLDER#f", "SK": "DOC#d"}
    stored.update(key, "SET title = {t}", {"t": "x"})

    assert stored.get(key) == {**key, "title": "x"}
    assert key == {"PK": "FOLDER#f", "SK": "DOC#d"}


def test_a_delete_takes_the_item_away_and_of_nothing_does_nothing() -> None:
    stored = holding(document("f", "d"))
    stored.delete(document("f", "d"))
    stored.delete(document("f", "d"))

    assert stored.items == {}


@pytest.mark.parametrize(
    ("write", "left"),
    [
        (PutItem("DOCUMENT"), document("f", "d")),
        (UpdateItem("SET title = {t}", PK="FOLDER#{f}", SK="DOC#{d}"), document("f", "d", version=Decimal(1), title="x")),
        (DeleteItem(PK="FOLDER#{f}", SK="DOC#{d}"), None),
        (ConditionCheck("version = {v}", PK="FOLDER#{f}", SK="DOC#{d}"), document("f", "d", version=Decimal(1))),
    ],
)
def test_each_kind_of_write_is_applied(write: Any, left: Item | None) -> None:
    stored = holding(document("f", "d", version=Decimal(1)))
    stored.apply(write, document("f", "d"), {"t": "x"})

    assert stored.get(document("f", "d")) == left


def test_a_condition_is_asked_of_the_stored_item() -> None:
    stored = holding(document("f", "d", version=Decimal(1)))
    key = {"PK": "FOLDER#f", "SK": "DOC#d"}

    assert stored.allows("version = {v}", key, {"v": Decimal(1)})
    assert not stored.allows("version = {v}", key, {"v": Decimal(2)})
    assert not stored.allows("version = {v}", key | {"SK": "DOC#z"}, {"v": Decimal(1)})
    assert stored.allows("", key, {})


@pytest.mark.parametrize(
    ("rank", "found"),
    [
        ("{r}", ["DOC#d9"]),
        (less_than("{r}"), ["DOC#d1"]),
        (at_most("{r}"), ["DOC#d1", "DOC#d9"]),
        (greater_than("{r}"), ["DOC#d10"]),
        (at_least("{r}"), ["DOC#d9", "DOC#d10"]),
        (between("{r}", "{top}"), ["DOC#d9", "DOC#d10"]),
        (between("2", "{r}"), ["DOC#d9"]),
    ],
)
@pytest.mark.parametrize("key", [{"PK": "FOLDER#{f}", "index": "ByRank"}, {"day": "{day}", "index": "ByDay"}])
def test_a_query_selects_by_numbers_and_sorts_them_as_numbers(key: dict[str, Any], rank: Any, found: list[str]) -> None:
    values = {"f": "f", "day": "today", "r": "9", "top": "10"}

    assert [item["SK"] for item in holding(*RANKED).query(Query("P1", "?", **key, rank=rank, **BY), values)] == found


@pytest.mark.parametrize(
    ("sort", "found"),
    [
        (None, ["d1", "d10", "d9"]),
        ("DOC#{d}", ["d1"]),
        (begins_with("DOC#d1"), ["d1", "d10"]),
        (begins_with("DOC#{d}0"), ["d10"]),
        (less_than("DOC#d10"), ["d1"]),
    ],
)
def test_a_query_selects_by_text_and_sorts_it_as_text(sort: Any, found: list[str]) -> None:
    asked = {} if sort is None else {"SK": sort}
    stored = holding(*RANKED, document("other", "d1"))

    assert names(stored.query(Query("P1", "?", PK="FOLDER#{f}", **asked, **BY), {"f": "f", "d": "d1"})) == found
    descending = Query("P1", "?", PK="FOLDER#{f}", **asked, descending=True, **BY)
    assert names(stored.query(descending, {"f": "f", "d": "d1"})) == found[::-1]


def test_a_query_of_bytes_begins_with_bytes() -> None:
    query = Query("P1", "?", index="InBytes", PK="FOLDER#{f}", hash=begins_with("{h}"), **BY)

    assert names(holding(*RANKED).query(query, {"f": "f", "h": "h1"})) == ["d1", "d10"]


def test_an_index_holds_no_items_that_lack_one_of_its_keys() -> None:
    stored = holding(*RANKED, document("f", "d2", day="today"), document("f", "d3", rank=Decimal(1)))

    assert names(stored.scan(Scan("P1", "?", index="ByDay", **BY))) == ["d10", "d9", "d1"]
    assert len(stored.scan(Scan("P1", "?", **BY))) == 5


@pytest.mark.parametrize(
    ("index", "attributes", "shown"),
    [
        (None, (), {"PK", "SK", "name", "kind", "title", "stock"}),
        (None, ("title", "missing"), {"title"}),
        ("ByKind", (), {"PK", "SK", "kind", "title"}),
        ("ByKind", ("title", "stock"), {"title"}),
        ("ByHash", (), {"PK", "SK"}),
    ],
)
def test_an_item_is_shown_as_its_index_and_the_request_project_it(
    index: str | None, attributes: tuple[str, ...], shown: set[str]
) -> None:
    item = document("f", "d", kind="k", title="x", stock=Decimal(1))

    assert {*holding().projected(item, index, attributes)} == shown
