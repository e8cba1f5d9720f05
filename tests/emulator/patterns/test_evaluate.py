"""Expressions follow DynamoDB's own rules, some of which are surprising."""

from decimal import Decimal
from typing import Any

import pytest

from dynawright.emulator.patterns.evaluate import holds, updated, value_of
from dynawright.model.expression import Call, Path, parse_condition, parse_update

ITEM: dict[str, Any] = {
    "text": "hello",
    "number": Decimal(5),
    "bytes": b"hello",
    "yes": True,
    "nothing": None,
    "map": {"inner": Decimal(1), "list": ["a", {"deep": "x"}]},
    "list": ["a", Decimal(5), {"k": "v"}],
    "set": {"a", "b"},
    "numbers": {Decimal(1), Decimal(2)},
    "blobs": {b"a"},
}


@pytest.mark.parametrize(
    ("condition", "value"),
    [
        ("text = {v}", "hello"),
        ("{v} = text", "hello"),
        ("number = {v}", Decimal("5.0")),
        ("set = {v}", {"b", "a"}),
        ("map = {v}", {"list": ["a", {"deep": "x"}], "inner": Decimal(1)}),
        ("nothing = {v}", None),
        ("text <> {v}", "hell"),
        ("number <> {v}", "5"),  # another type is not equal
        ("yes <> {v}", Decimal(1)),
        ("missing <> {v}", "x"),  # nor is a missing one
        ("number < {v}", Decimal(6)),
        ("number <= {v}", Decimal(5)),
        ("number > {v}", Decimal(4)),
        ("number >= {v}", Decimal(5)),
        ("text < {v}", "hellp"),
        ("bytes > {v}", b"hell"),
        ("number BETWEEN {v} AND number", Decimal(5)),
        ("number BETWEEN {v} AND {v}", Decimal(5)),
        ("number IN ({v}, text)", Decimal(5)),
        ("number IN (text, {v})", Decimal(5)),
        ("attribute_exists(map.list[1].deep)", None),
        ("attribute_exists(nothing)", None),
        ("attribute_not_exists(missing)", None),
        ("attribute_not_exists(map.missing)", None),
        ("attribute_not_exists(list[3])", None),
        ("attribute_not_exists(text[0])", None),
        ("attribute_not_exists(text.inner)", None),
        ("begins_with(text, {v})", "hel"),
        ("begins_with(bytes, {v})", b"hel"),
        ("begins_with({v}, text)", "hello you"),
        ("contains(text, {v})", "ell"),
        ("contains(bytes, {v})", b"ell"),
        ("contains(set, {v})", "a"),
        ("contains(numbers, {v})", Decimal(1)),
        ("contains(list, {v})", {"k": "v"}),
        ("attribute_type(text, {v})", "S"),
        ("attribute_type(number, {v})", "N"),
        ("attribute_type(bytes, {v})", "B"),
        ("attribute_type(yes, {v})", "BOOL"),
        ("attribute_type(nothing, {v})", "NULL"),
        ("attribute_type(map, {v})", "M"),
        ("attribute_type(list, {v})", "L"),
        ("attribute_type(set, {v})", "SS"),
        ("attribute_type(numbers, {v})", "NS"),
        ("attribute_type(blobs, {v})", "BS"),
        ("size(text) = {v}", Decimal(5)),
        ("size(list) = {v}", Decimal(3)),
        ("size(map) < size(list)", None),
        ("size(set) = {v}", Decimal(2)),
        ("NOT number = {v}", Decimal(6)),
        ("NOT missing = {v}", "x"),
        ("number = {v} AND attribute_exists(text)", Decimal(5)),
        ("missing = {v} OR attribute_exists(text)", "x"),
        ("attribute_exists(text) OR attribute_exists(missing) AND missing = {v}", "x"),
    ],
)
def test_a_condition_holds(condition: str, value: Any) -> None:
    assert holds(parse_condition(condition), ITEM, {"v": value})


@pytest.mark.parametrize(
    ("condition", "value"),
    [
        ("text = {v}", "hell"),
        ("number = {v}", "5"),
        ("yes = {v}", Decimal(1)),
        ("missing = {v}", "x"),
        ("missing = other", None),
        ("text <> {v}", "hello"),
        ("number < {v}", Decimal(5)),
        ("number < {v}", "6"),  # values of different types are not ordered
        ("number <= {v}", Decimal(4)),
        ("number > {v}", Decimal(5)),
        ("number >= {v}", Decimal(6)),
        ("missing < {v}", Decimal(5)),
        ("missing >= other", None),
        ("number BETWEEN {v} AND number", Decimal(6)),
        ("number BETWEEN number AND {v}", Decimal(4)),
        ("number BETWEEN {v} AND text", Decimal(4)),
        ("missing BETWEEN {v} AND {v}", Decimal(4)),
        ("number IN ({v}, text)", "5"),
        ("missing IN ({v}, missing)", "x"),
        ("attribute_exists(missing)", None),
        ("attribute_not_exists(nothing)", None),
        ("begins_with(text, {v})", "ello"),
        ("begins_with(number, {v})", "5"),
        ("begins_with(missing, {v})", "x"),
        ("contains(text, {v})", "x"),
        ("contains(text, {v})", b"h"),
        ("contains(number, {v})", Decimal(5)),
        ("contains(map, {v})", "inner"),
        ("contains(set, {v})", "c"),
        ("contains(set, {v})", ["a"]),
        ("contains(missing, {v})", "x"),
        ("attribute_type(text, {v})", "N"),
        ("attribute_type(missing, {v})", "S"),
        ("size(number) = {v}", Decimal(1)),  # a number has no size
        ("size(missing) < {v}", Decimal(1)),
        ("NOT number = {v}", Decimal(5)),
        ("number = {v} AND attribute_exists(missing)", Decimal(5)),
        ("missing = {v} OR attribute_exists(missing)", "x"),
    ],
)
def test_a_condition_does_not_hold(condition: str, value: Any) -> None:
    assert not holds(parse_condition(condition), ITEM, {"v": value})


def test_of_an_item_that_does_not_exist_nothing_holds_but_its_absence() -> None:
    assert holds(parse_condition("attribute_not_exists(PK)"), None, {})
    assert not holds(parse_condition("attribute_exists(PK) OR PK = {v}"), None, {"v": "x"})


@pytest.mark.parametrize(
    ("update", "value", "changed"),
    [
        ("SET text = {v}", "x", {"text": "x"}),
        ("SET new = {v}", "x", {"new": "x"}),
        ("SET number = number + {v}", Decimal(2), {"number": Decimal(7)}),
        ("SET number = number - {v}", Decimal(2), {"number": Decimal(3)}),
        ("SET number = {v} - number", Decimal(2), {"number": Decimal(-3)}),
        ("SET number = if_not_exists(number, {v})", Decimal(0), {}),
        ("SET new = if_not_exists(new, {v}) + {v}", Decimal(2), {"new": Decimal(4)}),
        ("SET text = number, number = text", None, {"text": Decimal(5), "number": "hello"}),  # both use the old values
        ("SET list = list_append(list, {v})", ["z"], {"list": ["a", Decimal(5), {"k": "v"}, "z"]}),
        ("SET list = list_append({v}, list)", ["z"], {"list": ["z", "a", Decimal(5), {"k": "v"}]}),
        ("SET list[0] = {v}", "z", {"list": ["z", Decimal(5), {"k": "v"}]}),
        ("SET list[3] = {v}", "z", {"list": ["a", Decimal(5), {"k": "v"}, "z"]}),
        ("SET list[7] = {v}", "z", {"list": ["a", Decimal(5), {"k": "v"}, "z"]}),  # a position beyond the end appends
        ("SET map.inner = {v}", "z", {"map": {"inner": "z", "list": ["a", {"deep": "x"}]}}),
        ("SET map.list[1].deep = {v}", "z", {"map": {"inner": Decimal(1), "list": ["a", {"deep": "z"}]}}),
        ("REMOVE missing", None, {}),
        ("REMOVE list[0], list[2]", None, {"list": [Decimal(5)]}),
        ("REMOVE list[0], list[2].k", None, {"list": [Decimal(5), {}]}),
        ("REMOVE list[9]", None, {}),
        ("REMOVE map.inner", None, {"map": {"list": ["a", {"deep": "x"}]}}),
        ("SET list[0] = {v} REMOVE list[1]", "z", {"list": ["z", {"k": "v"}]}),
        ("REMOVE list[0] SET list[1] = {v}", "z", {"list": ["z", {"k": "v"}]}),
        ("ADD number {v}", Decimal(-2), {"number": Decimal(3)}),
        ("ADD new {v}", Decimal(2), {"new": Decimal(2)}),
        ("ADD set {v}", {"b", "c"}, {"set": {"a", "b", "c"}}),
        ("ADD map.inner {v}", Decimal(2), {"map": {"inner": Decimal(3), "list": ["a", {"deep": "x"}]}}),
        ("DELETE set {v}", {"b", "c"}, {"set": {"a"}}),
        ("DELETE missing {v}", {"b"}, {}),
    ],
)
def test_an_update_changes_what_it_says_and_nothing_else(update: str, value: Any, changed: dict[str, Any]) -> None:
    assert updated(parse_update(update), ITEM, {"v": value}) == ITEM | changed


@pytest.mark.parametrize(("update", "value"), [("REMOVE set", None), ("DELETE set {v}", {"a", "b", "c"})])
def test_an_attribute_goes_when_it_is_removed_and_a_set_with_its_last_member(update: str, value: Any) -> None:
    assert updated(parse_update(update), ITEM, {"v": value}) == {name: v for name, v in ITEM.items() if name != "set"}


def test_an_update_leaves_the_item_before_it_alone() -> None:
    before = {"map": {"list": [1]}}
    updated(parse_update("SET map.list[0] = {v}, other = {v}"), before, {"v": 2})

    assert before == {"map": {"list": [1]}}


def test_an_operand_is_what_the_item_has_there() -> None:
    assert value_of(Path(("map", "inner")), ITEM) == Decimal(1)
    assert value_of(Call("size", (Path(("list",)),)), ITEM) == Decimal(3)
    assert value_of(Path(("missing",)), ITEM) is None


def test_an_operand_that_is_none_is_refused() -> None:
    with pytest.raises(NotImplementedError, match=r"^the reference does not know Call\(function='sum', arguments=\(\)\)$"):
        value_of(Call("sum", ()), ITEM)
