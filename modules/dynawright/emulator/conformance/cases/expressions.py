"""Update, condition and projection expressions."""

from __future__ import annotations

from typing import Any

from dynawright.emulator.conformance.case import API, GUIDE, INVALID, TABLE, Case, Request, key, number, text
from dynawright.emulator.conformance.table import FIRST

_UPDATES = f"{GUIDE}/Expressions.UpdateExpressions.html"
_CONDITIONS = f"{GUIDE}/Expressions.OperatorsAndFunctions.html"
_PATHS = f"{GUIDE}/Expressions.Attributes.html"
_NAMES = f"{GUIDE}/Expressions.ExpressionAttributeNames.html"
_UPDATE_ITEM = f"{API}/API_UpdateItem.html"


def _named(names: Request | None, values: Request | None) -> dict[str, Any]:
    given = {"ExpressionAttributeNames": names, "ExpressionAttributeValues": values}
    return {name: value for name, value in given.items() if value is not None}


def _refused(
    id: str, update: str, values: Request | None = None, *, names: Request | None = None, source: str = _UPDATES
) -> Case:
    """Return a case: an update of the first item that AWS refuses."""
    request = {"TableName": TABLE, "Key": key("a"), "UpdateExpression": update, **_named(names, values)}
    return Case(id, "update_item", request, source, refused=INVALID)


def _updated(id: str, before: Request, update: str, after: Request, values: Request | None = None) -> Case:
    """Return a case: an update of a separate item, and the whole item afterwards."""
    request = {"TableName": TABLE, "Key": key(id), "UpdateExpression": update, "ReturnValues": "ALL_NEW", **_named(None, values)}
    given = (("put_item", {"TableName": TABLE, "Item": {**key(id), **before}}),)
    return Case(id, "update_item", request, _UPDATES, answer={"Attributes": {**key(id), **after}}, given=given)


def _condition(
    id: str, condition: str, values: Request | None = None, *, refused: str = INVALID, source: str = _CONDITIONS
) -> Case:
    """Return a case: a condition on the first item, checked by a transaction without writes."""
    check = {"TableName": TABLE, "Item": FIRST, "ConditionExpression": condition, **_named(None, values)}
    return Case(id, "put_item", check, source, refused=refused, answer=None if refused else {})


def _projected(id: str, projection: str, item: Request, names: Request | None = None) -> Case:
    request = {"TableName": TABLE, "Key": key("a"), "ProjectionExpression": projection, **_named(names, None)}
    return Case(id, "get_item", request, _PATHS, answer={"Item": item})


def _list(*values: Request) -> dict[str, Any]:
    return {"L": [*values]}


_ONE = {":x": number(1)}
_CHECK_FAILED = "ConditionalCheckFailedException"

EXPRESSIONS = (
    _refused("update-of-key", "SET SK = :x", {":x": text("9")}, source=_UPDATE_ITEM),
    _refused(
        "update-of-index-key-to-another-type", "SET #r = :x", {":x": text("high")}, names={"#r": "rank"}, source=_UPDATE_ITEM
    ),
    _refused("update-of-index-key-to-empty-string", "SET kind = :x", {":x": text("")}, source=f"{GUIDE}/Constraints.html"),
    _refused("update-of-one-path-twice", "SET title = :x, title = :x", _ONE),
    _refused("update-of-overlapping-paths", "SET #m.part = :x REMOVE #m", _ONE, names={"#m": "map"}),
    _refused("update-of-one-clause-twice", "SET title = :x SET kind = :x", {":x": text("t")}),
    _refused("update-below-missing-map", "SET absent.x = :x", _ONE),
    _refused("update-below-string", "SET title.x = :x", _ONE),
    _refused("update-adds-to-string", "ADD title :x", _ONE),
    _refused("update-adds-string", "ADD #c :x", {":x": text("1")}, names={"#c": "count"}),
    _refused("update-deletes-from-list", "DELETE tags :x", {":x": {"SS": ["p"]}}),
    _refused("update-deletes-string", "DELETE #n :x", {":x": text("m")}, names={"#n": "names"}),
    _refused("update-sum-with-missing-attribute", "SET title = absent + :x", _ONE),
    _refused("update-sum-with-string", "SET #c = title + :x", _ONE, names={"#c": "count"}),
    _refused("update-list-append-to-string", "SET tags = list_append(title, :x)", {":x": _list(number(1))}),
    _refused("update-with-unknown-function", "SET title = lower(:x)", {":x": text("T")}),
    _refused("update-with-unused-value", "SET title = :x", {":x": text("t"), ":y": text("u")}, source=_NAMES),
    _refused("update-with-unused-name", "SET title = :x", {":x": text("t")}, names={"#u": "unused"}, source=_NAMES),
    _refused("update-with-undefined-value", "SET title = :y", {":x": text("t")}, source=_NAMES),
    _refused("update-with-undefined-name", "SET #u = :x", {":x": text("t")}, source=_NAMES),
    _refused("update-with-reserved-word", "SET count = :x", _ONE, source=f"{GUIDE}/ReservedWords.html"),
    _refused("update-with-syntax-error", "SET title := :x", _ONE),
    _refused("update-with-empty-expression", "", None),
    _updated(
        "update-behind-the-end-of-a-list",
        {"x": _list(number(1))},
        "SET x[9] = :x",
        {"x": _list(number(1), number(2))},
        {":x": number(2)},
    ),
    _updated(
        "update-removes-list-members",
        {"x": _list(*map(number, range(4)))},
        "REMOVE x[0], x[2]",
        {"x": _list(number(1), number(3))},
    ),
    _updated(
        "update-sees-the-item-as-it-was", {"x": number(1), "y": number(2)}, "SET x = y, y = x", {"x": number(2), "y": number(1)}
    ),
    _updated("update-deletes-last-member-of-a-set", {"x": {"SS": ["a"]}}, "DELETE x :x", {}, {":x": {"SS": ["a"]}}),
    _updated("update-adds-to-missing-number", {}, "ADD x :x", {"x": number(1)}, _ONE),
    _updated(
        "update-if-not-exists",
        {"x": number(5)},
        "SET x = if_not_exists(x, :x), y = if_not_exists(y, :x)",
        {"x": number(5), "y": number(1)},
        _ONE,
    ),
    _updated("update-removes-missing-attribute", {"x": number(1)}, "REMOVE y", {"x": number(1)}),
    Case(
        "update-returns-only-what-changed",
        "update_item",
        {
            "TableName": TABLE,
            "Key": key("changed"),
            "UpdateExpression": "SET x = :x",
            "ExpressionAttributeValues": _ONE,
            "ReturnValues": "UPDATED_NEW",
        },
        _UPDATE_ITEM,
        answer={"Attributes": {"x": number(1)}},
        given=(("put_item", {"TableName": TABLE, "Item": {**key("changed"), "x": number(0), "y": number(2)}}),),
    ),
    Case(
        "update-returns-what-stays-the-same",
        "update_item",
        {
            "TableName": TABLE,
            "Key": key("same"),
            "UpdateExpression": "SET x = :x",
            "ExpressionAttributeValues": _ONE,
            "ReturnValues": "UPDATED_NEW",
        },
        _UPDATE_ITEM,
        answer={"Attributes": {"x": number(1)}},
        given=(("put_item", {"TableName": TABLE, "Item": {**key("same"), "x": number(1)}}),),
    ),
    Case(
        "update-returns-what-stays-the-same-as-it-was",
        "update_item",
        {
            "TableName": TABLE,
            "Key": key("same-old"),
            "UpdateExpression": "SET x = :x",
            "ExpressionAttributeValues": _ONE,
            "ReturnValues": "UPDATED_OLD",
        },
        _UPDATE_ITEM,
        answer={"Attributes": {"x": number(1)}},
        given=(("put_item", {"TableName": TABLE, "Item": {**key("same-old"), "x": number(1)}}),),
    ),
    _condition("condition-holds", "title = :x AND size(tags) = :n", {":x": text("first"), ":n": number(3)}, refused=""),
    _condition("condition-compares-types", "title = :x", {":x": number(1)}, refused=_CHECK_FAILED),
    _condition("condition-on-missing-attribute", "absent < :x", _ONE, refused=_CHECK_FAILED),
    _condition(
        "condition-contains-member",
        "contains(tags, :x) AND contains(title, :y)",
        {":x": text("q"), ":y": text("irs")},
        refused="",
    ),
    _condition("condition-on-list-member", "tags[1] = :x", {":x": text("q")}, refused=""),
    _condition("condition-with-not", "NOT attribute_exists(absent) AND attribute_type(title, :x)", {":x": text("S")}, refused=""),
    _condition("condition-with-unknown-type", "attribute_type(title, :x)", {":x": text("X")}),
    _condition("condition-between-reversed-bounds", "SK BETWEEN :y AND :x", {":x": text("1"), ":y": text("9")}),
    _condition("condition-begins-with-number", "begins_with(title, :x)", _ONE),
    _condition("condition-compares-with-itself", "title = title"),
    _condition("condition-with-empty-expression", ""),
    _condition(
        "condition-in-101-values",
        f"title IN ({', '.join(f':v{n}' for n in range(101))})",
        {f":v{n}": number(n) for n in range(101)},
    ),
    _projected("projection-of-list-member", "tags[1]", {"tags": _list(text("q"))}),
    _projected("projection-of-two-list-members", "tags[2], tags[0]", {"tags": _list(text("p"), text("r"))}),
    _projected("projection-behind-the-end-of-a-list", "tags[7]", {}),
    _projected(
        "projection-inside-a-list",
        "#m.#l[1].b",
        {"map": {"M": {"list": _list({"M": {"b": number(2)}})}}},
        {"#m": "map", "#l": "list"},
    ),
    _projected(
        "projection-of-map-member", "#m.part, title", {"map": {"M": {"part": text("o")}}, "title": text("first")}, {"#m": "map"}
    ),
    _projected("projection-of-missing-attribute", "absent", {}),
    Case(
        "projection-of-overlapping-paths",
        "get_item",
        {"TableName": TABLE, "Key": key("a"), "ProjectionExpression": "tags, tags[0]"},
        _PATHS,
        refused=INVALID,
    ),
    Case(
        "projection-of-one-attribute-twice",
        "get_item",
        {"TableName": TABLE, "Key": key("a"), "ProjectionExpression": "title, title"},
        _PATHS,
        refused=INVALID,
    ),
    Case(
        "projection-with-empty-expression",
        "get_item",
        {"TableName": TABLE, "Key": key("a"), "ProjectionExpression": ""},
        _PATHS,
        refused=INVALID,
    ),
)
