"""One grant says as much as another, or it does not."""

from __future__ import annotations

import pytest

from dynawright.rules.derived.grant import ANYONE, Grant, allow, conditions_of, deny, grants
from dynawright.rules.derived.names import Names
from tests.rules.documents import written

TABLE = "arn:aws:dynamodb:eu-west-1:111111111111:table/orders"
KEYS = "dynamodb:LeadingKeys"


def get(resource: str = TABLE, **when: dict[str, object]) -> Grant:
    return allow(("dynamodb:GetItem",), resource, when={name.replace("_", ":"): keys for name, keys in when.items()})[0]


@pytest.mark.parametrize(
    ("wider", "narrower"),
    [
        (get(), get(StringEquals={KEYS: "a"})),
        (get(f"{TABLE}/*"), get(f"{TABLE}/index/x")),
        (get(f"{TABLE}/*"), get(f"{TABLE}/index/*")),
        (get(ForAllValues_StringLike={KEYS: ["A#*", "B#*"]}), get(ForAllValues_StringLike={KEYS: "A#*"})),
        (get(ForAllValues_StringLike={KEYS: "A#*"}), get(ForAllValues_StringLike={KEYS: "A#B#*"})),
        (get(StringLike={KEYS: "A#*"}), get(StringEquals={KEYS: "A#1"})),
        (get(StringEqualsIfExists={KEYS: "a"}), get(StringEquals={KEYS: "a"})),
        (get(StringNotEquals={KEYS: "a"}), get(StringNotEquals={KEYS: ["a", "b"]})),
        (allow(("s3:*",), "*")[0], allow(("s3:GetObject",), "arn:aws:s3:::b/x")[0]),
        (deny(("s3:*",), "*")[0], deny(("s3:GetObject",), "b", who=("AWS", "x"))[0]),
    ],
)
def test_a_wider_grant_covers_a_narrower_one_and_not_the_other_way_round(wider: Grant, narrower: Grant) -> None:
    assert wider.covers(narrower)
    assert not narrower.covers(wider)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (get(), get("arn:aws:dynamodb:eu-west-1:111111111111:table/orders-log")),
        (get(), allow(("dynamodb:PutItem",), TABLE)[0]),
        (get(ForAllValues_StringLike={KEYS: "A#*"}), get(ForAnyValue_StringLike={KEYS: "A#*"})),
        (get(ForAllValues_StringEquals={KEYS: "A#*"}), get(ForAllValues_StringLike={KEYS: "A#*"})),
        (get(StringEquals={KEYS: "a"}), get(StringNotEquals={KEYS: "a"})),
        (get(Null={KEYS: "false"}), get(Null={KEYS: "true"})),
        (get(StringEquals={KEYS: "a"}), get(StringEquals={"aws:PrincipalTag/a": "a"})),
        (get("arn:aws:s3:::?"), get("arn:aws:s3:::*")),
        (get("arn:aws:sns:*:1:a"), get("arn:aws:sns:x:2:1:a")),
        (allow(("s3:GetObject",), "*")[0], deny(("s3:GetObject",), "*")[0]),
        (allow(("s3:GetObject",), "*", who=("AWS", "a"))[0], allow(("s3:GetObject",), "*", who=ANYONE)[0]),
    ],
)
def test_what_is_something_else_is_not_covered(one: Grant, other: Grant) -> None:
    assert not one.covers(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"StringEquals": {"a": "x"}}, {"StringLike": {"A": ["x"]}}),
        ({"ArnEquals": {"a": "arn:x"}}, {"ArnLike": {"a": ["arn:x"]}}),
        ({"Bool": {"a": True}}, {"Bool": {"a": "true"}}),
        ({"StringEquals": {"a": ["x", "y"]}}, {"StringEquals": {"a": ["y", "x"]}}),
    ],
)
def test_operators_and_values_that_mean_the_same_are_the_same(one: dict[str, object], other: dict[str, object]) -> None:
    assert conditions_of(one) == conditions_of(other)


@pytest.mark.parametrize(
    "statement",
    [
        {"Effect": "Allow", "NotAction": "s3:GetObject", "Resource": "*"},
        {"Effect": "Allow", "Action": "s3:GetObject", "NotResource": "*"},
        {"Effect": "allow", "Action": "s3:GetObject", "Resource": "*"},
        {"Effect": "Allow", "Action": [], "Resource": "*"},
        {"Effect": "Allow", "Action": "s3:GetObject", "Resource": "*", "Condition": "none"},
        {"Effect": "Allow", "Action": "s3:GetObject", "Resource": "*", "Principle": "*"},
    ],
)
def test_statements_that_say_no_plain_thing_are_a_problem_and_grant_nothing(statement: dict[str, object]) -> None:
    found, wrong = grants({"Version": "2012-10-17", "Statement": [statement]}, Names(written({})))
    assert (found, len(wrong)) == ([], 1)


@pytest.mark.parametrize("policy", [None, 5, "", "{", "[]", {"Statement": 1}, {"Version": "2012-10-17"}])
def test_what_is_no_policy_is_a_problem(policy: object) -> None:
    assert grants(policy, Names(written({})))[1] != []


def test_without_its_version_a_policy_has_no_variables() -> None:
    policy = {"Statement": [{"Effect": "Allow", "Action": "s3:GetObject", "Resource": "*"}]}
    assert "Version" in grants(policy, Names(written({})))[1][0]


def test_a_reference_and_the_arn_that_it_will_be_are_one_text() -> None:
    document = written({"aws_sns_topic.t": {"name": "alarms", "arn": "arn:aws:sns:eu-west-1:111111111111:alarms"}})
    assert Names(document).written_out("${aws_sns_topic.t.arn}/$${aws:username}") == (
        "arn:aws:sns:eu-west-1:111111111111:alarms/${aws:username}"
    )
