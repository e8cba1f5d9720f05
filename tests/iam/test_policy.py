"""Merging and splitting keep a policy's meaning and shorten it."""

import json
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dynawright.errors import UserError
from dynawright.iam.policy import Statement, document, merged, split
from tests.problems import told

TABLE = "arn:table"
ORDERS = {"ForAllValues:StringLike": {"dynamodb:LeadingKeys": ["ORDER#*"]}}
USERS = {"ForAllValues:StringLike": {"dynamodb:LeadingKeys": ["USER#*"]}}


def some_of(letters: str) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(st.sampled_from(letters), min_size=1, max_size=4).map(tuple)


STATEMENTS = st.lists(
    st.builds(
        Statement,
        actions=some_of("abc"),
        resources=some_of("xyz"),
        condition=st.sampled_from([{}, ORDERS, USERS]),
        effect=st.sampled_from(["Allow", "Deny"]),
        principal=st.sampled_from([None, "*", {"AWS": "somebody"}]),
    ),
    max_size=8,
)


def rights(statements: Sequence[Statement]) -> set[tuple[str, str, str]]:
    """Return a policy's meaning: triples of action, resource and condition."""
    return {
        (action, resource, statement.circumstances)
        for statement in statements
        for action in statement.actions
        for resource in statement.resources
    }


@given(STATEMENTS)
def test_merging_never_widens_nor_narrows(statements: list[Statement]) -> None:
    assert rights(merged(statements)) == rights(statements)


@given(STATEMENTS)
def test_after_merging_each_right_is_said_once(statements: list[Statement]) -> None:
    after = merged(statements)
    assert sum(len(statement.actions) * len(statement.resources) for statement in after) == len(rights(statements))


@given(STATEMENTS)
def test_merging_does_not_make_more_statements_than_there_are_resources(statements: list[Statement]) -> None:
    assert len(merged(statements)) <= len({(resource, circumstances) for _, resource, circumstances in rights(statements)})


@given(STATEMENTS)
def test_merging_twice_is_merging_once(statements: list[Statement]) -> None:
    assert merged(merged(statements)) == merged(statements)


@given(st.data())
def test_the_order_of_the_statements_does_not_matter(data: st.DataObject) -> None:
    statements = data.draw(STATEMENTS)
    assert merged(data.draw(st.permutations(statements))) == merged(statements)


def test_actions_on_one_resource_are_joined_in_order() -> None:
    assert merged([Statement(("b",), (TABLE,)), Statement(("a", "b"), (TABLE,))]) == [Statement(("a", "b"), (TABLE,))]


def test_resources_with_the_same_actions_are_joined_in_order() -> None:
    assert merged([Statement(("a",), ("y",)), Statement(("a",), ("x",))]) == [Statement(("a",), ("x", "y"))]


def test_what_becomes_equal_on_the_way_is_joined_too() -> None:
    apart = [Statement(("a",), ("x",)), Statement(("a",), ("y",)), Statement(("b",), ("x", "y"))]
    assert merged(apart) == [Statement(("a", "b"), ("x", "y"))]


def test_a_cross_of_actions_and_resources_is_not_made() -> None:
    apart = [Statement(("a",), ("x",)), Statement(("b",), ("y",))]
    assert merged(apart) == apart


@pytest.mark.parametrize(
    "other",
    [
        Statement(("a",), (TABLE,), USERS),
        Statement(("a",), (TABLE,)),
        Statement(("a",), (TABLE,), ORDERS, effect="Deny"),
        Statement(("a",), (TABLE,), ORDERS, principal={"AWS": "somebody"}),
    ],
)
def test_different_circumstances_are_not_joined(other: Statement) -> None:
    assert len(merged([Statement(("a",), (TABLE,), ORDERS), other])) == 2


def test_conditions_are_equal_whatever_the_order_they_were_written_in() -> None:
    one = Statement(("a",), (TABLE,), {**ORDERS, "Null": {"k": "false"}})
    other = Statement(("b",), (TABLE,), {"Null": {"k": "false"}, **ORDERS})
    assert len(merged([one, other])) == 1


def test_statements_are_ordered_by_action_then_resource() -> None:
    shuffled = [Statement(("b",), ("x",)), Statement(("a",), ("y",), ORDERS), Statement(("a",), ("x",), USERS)]
    assert [(statement.actions, statement.resources) for statement in merged(shuffled)] == [
        (("a",), ("x",)),
        (("a",), ("y",)),
        (("b",), ("x",)),
    ]


def test_nothing_merges_to_nothing() -> None:
    assert merged([]) == []


def test_a_document_is_iams_json_without_white_space() -> None:
    text = document([Statement(("a",), (TABLE,)), Statement(("b", "c"), ("x", "y"), ORDERS, "Deny", "*")])
    assert json.loads(text) == {
        "Version": "2012-10-17",
        "Statement": [
            {"Effect": "Allow", "Action": "a", "Resource": TABLE},
            {"Effect": "Deny", "Principal": "*", "Action": ["b", "c"], "Resource": ["x", "y"], "Condition": ORDERS},
        ],
    }
    assert " " not in text


def test_a_trust_statement_names_no_resource() -> None:
    assert Statement(("sts:AssumeRole",), (), principal={"AWS": "somebody"}).json() == {
        "Effect": "Allow",
        "Principal": {"AWS": "somebody"},
        "Action": "sts:AssumeRole",
    }


TOKEN = "${TfToken[TOKEN.1]}"  # noqa: S105  # a reference of cdktf's
LITERALS = {TOKEN: "arn:aws:dynamodb:ap-northeast-1:111111111111:table/a-table-with-a-rather-long-name-production"}


def numbered(count: int, **more: Any) -> list[Statement]:
    return [Statement((f"dynamodb:Action{number:03}",), (TOKEN,), **more) for number in range(count)]


def length(statements: Sequence[Statement]) -> int:
    return len(document(statements).replace(TOKEN, LITERALS[TOKEN]))


@given(st.integers(0, 40), st.integers(400, 2000))
def test_every_part_stays_under_the_limit_as_aws_counts_it(count: int, limit: int) -> None:
    assert all(length(group) <= limit for group in split(numbered(count), LITERALS, limit))


@given(st.integers(0, 40), st.integers(400, 2000))
def test_splitting_keeps_the_order_and_loses_nothing(count: int, limit: int) -> None:
    groups = split(numbered(count), LITERALS, limit)
    assert [statement for group in groups for statement in group] == numbered(count)


@given(st.integers(0, 40), st.integers(400, 2000))
def test_a_part_is_begun_only_where_the_one_before_is_full(count: int, limit: int) -> None:
    groups = split(numbered(count), LITERALS, limit)
    assert all(length([*group, following[0]]) > limit for group, following in pairwise(groups))


def test_a_part_may_fill_the_limit_to_the_last_character() -> None:
    both = numbered(2)
    assert (len(split(both, LITERALS, length(both))), len(split(both, LITERALS, length(both) - 1))) == (1, 2)


def test_one_statement_may_fill_the_limit_to_the_last_character() -> None:
    assert split(numbered(1), LITERALS, length(numbered(1))) == [numbered(1)]


def test_the_limit_is_that_of_a_managed_policy() -> None:
    groups = split(numbered(60), LITERALS)
    assert [length(group) <= 6144 for group in groups] == [True, True]
    assert length([*groups[0], groups[1][0]]) > 6144


def test_nothing_splits_into_nothing() -> None:
    assert split([], LITERALS) == []


def test_a_statement_that_alone_is_too_large_is_refused() -> None:
    large = Statement(("dynamodb:GetItem",), (TOKEN,), {"ForAllValues:StringLike": {"dynamodb:LeadingKeys": ["KEY#*"] * 40}})
    with pytest.raises(UserError) as caught:
        split([*numbered(1), large], LITERALS, 400)
    assert told(caught.value.problems) == [("DW341", "", 505)]


@given(st.integers(1, 40))
def test_a_statement_that_alone_is_too_large_is_split_by_its_resources(count: int) -> None:
    resources = tuple(f"arn:aws:dynamodb:*:111111111111:table/table-{number}" for number in range(count))
    whole = Statement(("dynamodb:GetItem",), resources, {"StringEquals": {"aws:RequestedRegion": ["us-east-1"]}})
    groups = split([whole], LITERALS, 400)
    assert all(length(group) <= 400 for group in groups)
    parts = [part for group in groups for part in group]
    assert tuple(resource for part in parts for resource in part.resources) == resources
    assert {(part.actions, str(part.condition)) for part in parts} == {(whole.actions, str(whole.condition))}


def test_the_numbers_of_references_do_not_change_the_order() -> None:
    def built(first: int, second: int) -> list[str]:
        table, queue = f"${{TfToken[x.{first}]}}", f"${{TfToken[x.{second}]}}"
        statements = [Statement(("a",), (table, f"{table}/index/i")), Statement(("a",), (queue,)), Statement(("b",), (queue,))]
        text = document(merged(statements))
        return [text.replace(table, "table").replace(queue, "queue")]

    assert built(9, 10) == built(10, 9) == built(99, 100)
