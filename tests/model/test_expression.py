"""Condition and update expressions: parsing, invalid ones, and messages of the checks."""

import contextlib
from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dynawright.model import Entity, Index, Key, Put, Update
from dynawright.model.expression import (
    COMPARATORS,
    KEYWORDS,
    MAX_DEPTH,
    Action,
    Arithmetic,
    Call,
    Comparison,
    Condition,
    ExpressionError,
    Logical,
    Path,
    Place,
    Token,
    nodes,
    parse_condition,
    parse_update,
    place_of,
    tokens,
)
from tests.model.builders import API, ORDER, problems_of
from tests.problems import Told

A, B, C = Path(("a",)), Path(("b",)), Path(("c",))
X, Y = Place("x", None), Place("y", None)
EQUAL = Comparison("=", (A, X))
# Words of the grammar in any order: most are nonsense, some are sound.
NAMES = ["a", "b", "size", "contains", "attribute_exists", "if_not_exists", "{x}", "{y:N}", "{}"]
SIGNS = ["(", ")", ",", ".", "[0]", "+", "-", *sorted(COMPARATORS)]
WORDS = st.lists(st.sampled_from([*sorted(KEYWORDS), *NAMES, *SIGNS])).map(" ".join)


@pytest.mark.parametrize(
    ("text", "parsed"),
    [
        ("a = {x}", EQUAL),
        ("a={x}", EQUAL),
        (" a\n=\t{x} ", EQUAL),
        ("(a = {x})", EQUAL),
        ("a <> {x}", Comparison("<>", (A, X))),
        ("a < {x}", Comparison("<", (A, X))),
        ("a <= {x}", Comparison("<=", (A, X))),
        ("a > {x}", Comparison(">", (A, X))),
        ("a >= {x}", Comparison(">=", (A, X))),
        ("{x} = a", Comparison("=", (X, A))),
        ("a = {x:N}", Comparison("=", (A, Place("x", "N")))),
        ("a BETWEEN {x} AND {y}", Comparison("BETWEEN", (A, X, Y))),
        ("a IN ({x})", Comparison("IN", (A, X))),
        ("a IN ({x}, {y})", Comparison("IN", (A, X, Y))),
        ("size(a) > {x}", Comparison(">", (Call("size", (A,)), X))),
        ("a < size(b)", Comparison("<", (A, Call("size", (B,))))),
        ("size = {x}", Comparison("=", (Path(("size",)), X))),  # an attribute may be named like a function
        ("attribute_exists(a)", Call("attribute_exists", (A,))),
        ("attribute_not_exists (a)", Call("attribute_not_exists", (A,))),
        ("attribute_type(a, {x})", Call("attribute_type", (A, X))),
        ("begins_with(a, {x})", Call("begins_with", (A, X))),
        ("contains(a, {x})", Call("contains", (A, X))),
        ("a.b[2].c = {x}", Comparison("=", (Path(("a", "b", 2, "c")), X))),
        ("NOT a = {x}", Logical("NOT", (EQUAL,))),
        ("NOT NOT a = {x}", EQUAL),
        ("a = {x} AND b = {y}", Logical("AND", (EQUAL, Comparison("=", (B, Y))))),
        (
            "a = {x} OR b = {y} AND NOT c = {x}",
            Logical("OR", (EQUAL, Logical("AND", (Comparison("=", (B, Y)), Logical("NOT", (Comparison("=", (C, X)),)))))),
        ),
        (
            "(a = {x} OR b = {y}) AND c = {x}",
            Logical("AND", (Logical("OR", (EQUAL, Comparison("=", (B, Y)))), Comparison("=", (C, X)))),
        ),
    ],
)
def test_a_condition_is_read(text: str, parsed: Condition) -> None:
    assert parse_condition(text) == parsed


@pytest.mark.parametrize(
    ("text", "parsed"),
    [
        ("SET a = {x}", (Action("SET", A, X),)),
        ("SET a = b", (Action("SET", A, B),)),
        ("SET a = {x}, b = {y}", (Action("SET", A, X), Action("SET", B, Y))),
        ("SET a = a + {x}", (Action("SET", A, Arithmetic("+", A, X)),)),
        ("SET a = a - {x}", (Action("SET", A, Arithmetic("-", A, X)),)),
        ("SET a = if_not_exists(a, {x})", (Action("SET", A, Call("if_not_exists", (A, X))),)),
        ("SET a = if_not_exists(a, {x}) + {y}", (Action("SET", A, Arithmetic("+", Call("if_not_exists", (A, X)), Y)),)),
        (
            "SET a = list_append(if_not_exists(a, {x}), {y})",
            (Action("SET", A, Call("list_append", (Call("if_not_exists", (A, X)), Y))),),
        ),
        ("SET a.b[0] = {x}", (Action("SET", Path(("a", "b", 0)), X),)),
        ("REMOVE a, b[1]", (Action("REMOVE", A, None), Action("REMOVE", Path(("b", 1)), None))),
        ("ADD a {x:N}", (Action("ADD", A, Place("x", "N")),)),
        ("DELETE a {x:SS}", (Action("DELETE", A, Place("x", "SS")),)),
        ("ADD a {x} SET b = {y} REMOVE c", (Action("ADD", A, X), Action("SET", B, Y), Action("REMOVE", C, None))),
    ],
)
def test_an_update_is_read(text: str, parsed: tuple[Action, ...]) -> None:
    assert parse_update(text) == parsed


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "needs an attribute or a value where it has 'the end'"),
        ("a", "needs a comparison after 'a', not 'the end'"),
        ("a b", "needs a comparison after 'a', not 'b'"),
        ("a =", "needs an attribute or a value where it has 'the end'"),
        ("a = =", "needs an attribute or a value where it has '='"),
        ("a = AND", "needs an attribute or a value where it has 'AND'"),
        ("[0] = a", "needs an attribute or a value where it has '[0]'"),
        ("a. = {x}", "needs an attribute where it has '='"),
        ("a = {x} b", "goes on with 'b' where it should end"),
        ("a = {x} and b = {y}", "goes on with 'and' where it should end"),
        ("(a = {x}", "needs ')' where it has 'the end'"),
        ("a IN {x}", "needs '(' where it has '{x}'"),
        ("a IN ({x}", "needs ')' where it has 'the end'"),
        ("a BETWEEN {x}, {y}", "needs 'AND' where it has ','"),
        ("a = 'x'", "can't be read from ''x'' on"),
        ("a = #name OR something longer", "can't be read from '#name OR something l' on"),
        ("a = {}", "'{}' is not a place for a value; write {name} or {name:N}"),
        ("a = {x:n}", "'{x:n}' is not a place for a value; write {name} or {name:N}"),
        ("a = {é}", "'{é}' is not a place for a value; write {name} or {name:N}"),
        ("a[1234567890] = {x}", "can't be read from '[1234567890] = {x}' on"),
        (
            "exists(a)",
            "has no function 'exists' here; there are attribute_exists, attribute_not_exists, attribute_type, begins_with, contains, size",
        ),
        ("a = contains(b, {x})", "has no function 'contains' here; there are size"),
        ("contains(a, attribute_exists(b))", "has no function 'attribute_exists' here; there are size"),
        ("size(a)", "needs a comparison after ')', not 'the end'"),
        ("size(size(a)) = {x}", "has no function 'size' here; there are none"),
        ("attribute_exists(a) = {x}", "goes on with '=' where it should end"),
        ("attribute_exists({x})", "asks attribute_exists of a value; it takes an attribute"),
        ("attribute_not_exists({x})", "asks attribute_not_exists of a value; it takes an attribute"),
        ("attribute_exists(a, b)", "gives attribute_exists 2 arguments; it takes 1"),
        ("begins_with(a)", "gives begins_with 1 arguments; it takes 2"),
        ("(" * 33 + "a = {x}" + ")" * 33, "is nested 33 parentheses deep; at most 32 can be read"),
    ],
)
def test_what_is_no_condition_says_where_it_stops_being_one(text: str, error: str) -> None:
    with pytest.raises(ExpressionError) as raised:
        parse_condition(text)

    assert str(raised.value) == error


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "starts with 'the end'; an update starts with SET, REMOVE, ADD or DELETE"),
        ("a = {x}", "starts with 'a'; an update starts with SET, REMOVE, ADD or DELETE"),
        ("set a = {x}", "starts with 'set'; an update starts with SET, REMOVE, ADD or DELETE"),
        ("SET", "needs an attribute where it has 'the end'"),
        ("SET a", "needs '=' where it has 'the end'"),
        ("SET {x} = a", "needs an attribute where it has '{x}'"),
        ("SET a = {x} SET b = {y}", "has two SET clauses; list all its changes in one, separated by commas"),
        ("REMOVE a REMOVE b", "has two REMOVE clauses; list all its changes in one, separated by commas"),
        ("SET a = a + {x} + {y}", "goes on with '+' where it should end"),
        ("SET a = size(b)", "has no function 'size' here; there are if_not_exists, list_append"),
        ("SET a = if_not_exists({x}, {y})", "asks if_not_exists of a value; it takes an attribute"),
        ("SET a = list_append(a)", "gives list_append 1 arguments; it takes 2"),
        ("ADD a", "ADD takes a place such as {quantity:N} after the attribute, not 'the end'"),
        ("ADD a b", "ADD takes a place such as {quantity:N} after the attribute, not 'b'"),
        ("DELETE a = {x}", "DELETE takes a place such as {quantity:N} after the attribute, not '='"),
        ("REMOVE a = {x}", "goes on with '=' where it should end"),
        ("REMOVE SET", "needs an attribute where it has 'SET'"),
    ],
)
def test_what_is_no_update_says_where_it_stops_being_one(text: str, error: str) -> None:
    with pytest.raises(ExpressionError) as raised:
        parse_update(text)

    assert str(raised.value) == error


@pytest.mark.parametrize("parse", [parse_condition, parse_update])
@given(text=st.text() | WORDS)
@example("(" * 10_000)
@example("NOT " * 10_000)
@example("a" + ".b" * 10_000)
@example(f"REMOVE a[{'1' * 5_000}]")
def test_text_that_is_no_expression_raises_nothing_but_an_expression_error(parse: Callable[[str], object], text: str) -> None:
    with contextlib.suppress(ExpressionError):
        parse(text)


def test_an_expression_may_be_nested_as_deep_as_it_can_be_read() -> None:
    assert parse_condition("(" * MAX_DEPTH + "a = {x}" + ")" * MAX_DEPTH) == EQUAL


def test_the_words_of_an_expression_keep_their_kind() -> None:
    assert tokens("SET a[0].b = {x:N}") == [
        Token("name", "SET"),
        Token("name", "a"),
        Token("index", "[0]"),
        Token("sign", "."),
        Token("name", "b"),
        Token("sign", "="),
        Token("place", "{x:N}"),
    ]


def test_a_word_that_is_no_place_can_not_be_taken_for_one() -> None:
    assert place_of(Token("place", "{x:N}")) == Place("x", "N")
    with pytest.raises(ExpressionError, match=r"^'x' is not a place for a value$"):
        place_of(Token("name", "x"))


def test_the_nodes_of_an_expression_are_all_that_is_below_it() -> None:
    condition = parse_condition("NOT (size(a) = {x} AND contains(b, {y}))")
    update = parse_update("SET a = if_not_exists(b, {x}) + {y} REMOVE c")

    assert [*nodes(condition)][1:] == [
        Logical("AND", (Comparison("=", (Call("size", (A,)), X)), Call("contains", (B, Y)))),
        Comparison("=", (Call("size", (A,)), X)),
        Call("size", (A,)),
        A,
        X,
        Call("contains", (B, Y)),
        B,
        Y,
    ]
    assert [node for node in nodes(update) if isinstance(node, Path | Place)] == [A, B, X, Y, C]


def updating(update: str, condition: str = "") -> Update:
    return Update("P1", "?", PK="CUSTOMER#{customerId}", SK="ORDER#{orderId}", update=update, condition=condition, used_by=[API])


@pytest.mark.parametrize(
    ("update", "condition", "problem"),
    [
        (
            "SET status",
            "",
            ("DW225", "pattern P1", "SET status"),
        ),
        (
            "SET status = {status}",
            "status",
            ("DW225", "pattern P1", "status"),
        ),
        (
            "SET state = {status}",
            "",
            ("DW211", "pattern P1", "state"),
        ),
        (
            "SET status = {status}",
            "attribute_exists(zzz.status)",
            ("DW211", "pattern P1", "zzz"),
        ),
        (
            "SET status = {new:STRING}",
            "",
            ("DW214", "pattern P1", "STRING"),
        ),
        (
            "SET SK = {status}",
            "",
            ("DW226", "pattern P1", "SK"),
        ),
        (
            "REMOVE PK",
            "",
            ("DW226", "pattern P1", "PK"),
        ),
        ("SET status = {status} REMOVE status", "", ("DW226", "pattern P1", "status")),
        ("SET address.city = {c} REMOVE address", "", ("DW226", "pattern P1", "address")),
        ("SET address = {address}, address.city.zip = {z}", "", ("DW226", "pattern P1", "address")),
        ("REMOVE lines[1], lines[1]", "", ("DW226", "pattern P1", "lines")),
    ],
)
def test_a_pattern_with_an_unsound_expression_is_refused(update: str, condition: str, problem: Told) -> None:
    assert problems_of(updating(update, condition)) == [problem]


@pytest.mark.parametrize(
    ("update", "condition"),
    [
        ("SET status = {status}", ""),
        ("SET address.city = {city}, address.zip = {zip}, lines[0] = {first}, lines[1] = {second}", ""),
        ("SET status = {new:S} ADD amount {more:N} DELETE tags {gone:SS} REMOVE address", "PK = {PK} AND size(lines) < {most:N}"),
        ("SET ends = {ends:N}", "attribute_not_exists(ends)"),  # the TTL attribute
        ("SET GSI1PK = {status}", "GSI1PK <> {status}"),  # a key, but not the item's
    ],
)
def test_a_pattern_with_sound_expressions_is_taken(update: str, condition: str) -> None:
    assert problems_of(updating(update, condition), ttl="ends", indexes=[Index("GSI1", Key("GSI1PK"))]) == []


def test_an_attribute_of_another_entity_is_no_attribute_of_the_one_that_is_put() -> None:
    customer = Entity("CUSTOMER", PK="CUSTOMER#{customerId}", SK="METADATA")
    put = Put("P1", "?", entity="CUSTOMER", condition="amount = {amount}", used_by=[API])

    assert problems_of(put, entities=[ORDER, customer]) == [("DW211", "pattern P1", "amount")]


def test_every_problem_of_an_expression_is_reported() -> None:
    assert problems_of(updating("SET SK = {x:X}, sttus = {x:X}, SK = {status}", "zzz = {x}"))[1:] == [
        ("DW214", "pattern P1", "X"),
        ("DW211", "pattern P1", "sttus"),
        ("DW214", "pattern P1", "X"),
        ("DW226", "pattern P1", "SK"),
        ("DW226", "pattern P1", "SK"),
        ("DW226", "pattern P1", "SK"),
    ]
