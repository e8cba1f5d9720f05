"""Condition operators, as the IAM User Guide describes them and with its examples."""

from __future__ import annotations

import pytest

from dynawright.iam.evaluator import ContextValue, InvalidPolicyError, InvalidRequestError, RoleSession
from tests.iam.evaluator.made import ACCOUNT, ROLE, TABLE, ask, policy, statement


def holds(operator: str, expected: object, value: ContextValue | None, key: str = "example:key") -> bool:
    """Whether a condition with this operator holds for a request with this value."""
    given = policy(statement(Condition={operator: {key: expected}}))
    context: dict[str, ContextValue] = {} if value is None else {key: value}
    return ask("dynamodb:GetItem", TABLE, given, context=context, strict=False).allowed


@pytest.mark.parametrize(
    ("operator", "expected", "matching", "other"),
    [
        ("StringEquals", "a", "a", "A"),
        ("StringEquals", ["a", "b"], "b", "c"),
        ("StringEquals", "a*", "a*", "ab"),
        ("StringEqualsIgnoreCase", "Aa", "aA", "ab"),
        ("StringLike", "a*c", "abbc", "abb"),
        ("StringLike", "a?c", "abc", "abbc"),
        ("StringLike", "a*c", "a\nc", "a\nb"),
        ("StringLike", "a${*}", "a*", "ab"),
        ("NumericEquals", "10", "10.0", "11"),
        ("NumericLessThan", "10", "9.5", "10"),
        ("NumericLessThanEquals", 10, "10", "10.01"),
        ("NumericGreaterThan", "-1", "0", "-1"),
        ("NumericGreaterThanEquals", "2", "10", "1"),
        ("DateEquals", "2020-01-01T00:00:00Z", "2020-01-01T09:00:00+09:00", "2020-01-01T09:00:00Z"),
        ("DateLessThan", "2020-01-01", "2019-12-31T23:59:59Z", "2020-01-01T00:00:00Z"),
        ("DateLessThanEquals", "1577836800", "2020-01-01T00:00:00Z", "2020-01-01T00:00:01Z"),
        ("DateGreaterThan", "2020-01-01T00:00:01Z", "1577836802", "1577836801"),
        ("DateGreaterThanEquals", "2020-01-01T00:00:00Z", "1577836800", "1577836799"),
        ("Bool", True, "true", "false"),
        ("Bool", "false", "False", "true"),
        ("BinaryEquals", "QmluYXJ5VmFsdWVJbkJhc2U2NA==", "QmluYXJ5VmFsdWVJbkJhc2U2NA==", "YQ=="),
        ("IpAddress", "203.0.113.0/24", "203.0.113.255", "203.0.114.0"),
        ("IpAddress", ["203.0.113.0/24", "2001:DB8:1234:5678::/64"], "2001:db8:1234:5678::9", "2001:db8:1234:5679::9"),
        ("IpAddress", "203.0.113.7", "203.0.113.7", "203.0.113.8"),
        ("ArnEquals", "arn:aws:sns:*:123456789012:t?pic", "arn:aws:sns:x:123456789012:topic", "arn:aws:sns:x:1:topic"),
        ("ArnLike", "arn:aws:sns:*:*:*", "arn:aws:sns:x:1:topic:sub", "arn:aws:sqs:x:1:queue"),
    ],
)
def test_an_operator_and_its_negation(operator: str, expected: object, matching: str, other: str) -> None:
    assert holds(operator, expected, matching)
    assert not holds(operator, expected, other)
    negation = _negation(operator)
    if negation:
        assert not holds(negation, expected, matching)
        assert holds(negation, expected, other)


def _negation(operator: str) -> str | None:
    if operator == "IpAddress":
        return "NotIpAddress"
    pairs = {"Equals": "NotEquals", "Like": "NotLike", "EqualsIgnoreCase": "NotEqualsIgnoreCase"}
    kinds = {
        f"{kind}{name}": f"{kind}{negated}" for kind in ("String", "Arn", "Numeric", "Date") for name, negated in pairs.items()
    }
    return kinds.get(operator)


def test_an_arn_is_compared_part_by_part() -> None:
    value = "arn:aws:someservice:us-east-2:999999999999:store/abc:111122223333:finance/document.txt"
    assert holds("StringLike", "arn:aws:someservice:*:111122223333:finance/*", value)
    assert not holds("ArnLike", "arn:aws:someservice:*:111122223333:finance/*", value)
    assert not holds("ArnLike", "arn:aws:*", value)


@pytest.mark.parametrize(
    ("operator", "expected"),
    [
        ("StringEquals", False),
        ("StringNotEquals", True),
        ("StringNotLike", True),
        ("NotIpAddress", True),
        ("Bool", False),
        ("StringEqualsIfExists", True),
        ("StringNotEqualsIfExists", True),
        ("ForAllValues:StringEquals", True),
        ("ForAllValues:StringNotEquals", True),
        ("ForAnyValue:StringEquals", False),
        ("ForAnyValue:StringNotEquals", False),
        ("ForAnyValue:StringEqualsIfExists", False),
    ],
)
def test_a_missing_key(operator: str, expected: bool) -> None:
    assert holds(operator, "203.0.113.7", None) is expected


@pytest.mark.parametrize(("operator", "expected"), [("ForAllValues:StringEquals", True), ("ForAnyValue:StringEquals", False)])
def test_an_empty_key_is_a_missing_one(operator: str, expected: bool) -> None:
    assert holds(operator, "a", []) is expected
    assert holds("Null", "true", [])


def test_if_exists_looks_at_a_key_that_is_there() -> None:
    assert holds("StringLikeIfExists", ["t1.*", "t2.*"], "t2.micro")
    assert not holds("StringLikeIfExists", ["t1.*", "t2.*"], "m5.large")


def test_null() -> None:
    assert holds("Null", "true", None)
    assert not holds("Null", "true", "2020-01-01T00:00:00Z")
    assert holds("Null", False, "2020-01-01T00:00:00Z")
    assert not holds("Null", False, None)


@pytest.mark.parametrize(
    ("operator", "requested", "expected"),
    [
        ("ForAllValues:StringEquals", ["PostDateTime", "Message"], True),
        ("ForAllValues:StringEquals", ["PostDateTime", "UserName"], False),
        ("ForAnyValue:StringEquals", ["UserName", "Message"], True),
        ("ForAnyValue:StringEquals", ["UserName"], False),
        ("ForAllValues:StringNotEquals", ["UserName", "ID"], True),
        ("ForAllValues:StringNotEquals", ["UserName", "Tags"], False),
        ("ForAnyValue:StringNotEquals", ["UserName", "Tags"], True),
        ("ForAnyValue:StringNotEquals", ["Tags", "Message"], False),
        ("ForAllValues:StringLike", "Message", True),
    ],
)
def test_set_operators(operator: str, requested: ContextValue, expected: bool) -> None:
    assert holds(operator, ["PostDateTime", "Message", "Tags"], requested) is expected


def test_a_multivalued_key_needs_a_set_operator() -> None:
    assert not holds("StringEquals", "a", ["a"])
    assert not holds("StringNotEquals", "a", ["b"])
    given = policy(statement(Condition={"StringEquals": {"dynamodb:LeadingKeys": "a"}}))
    with pytest.raises(InvalidPolicyError):
        ask("dynamodb:GetItem", TABLE, given, context={"dynamodb:LeadingKeys": ["a"]})


def test_all_operators_and_keys_must_hold() -> None:
    condition = {"StringEquals": {"example:a": "1", "example:b": "2"}, "Bool": {"example:c": "true"}}
    given = policy(statement(Condition=condition))
    context: dict[str, ContextValue] = {"example:a": "1", "example:b": "2", "example:c": "true"}
    assert ask("dynamodb:GetItem", TABLE, given, context=context, strict=False).allowed
    for key in context:
        changed = {**context, key: "0"}
        assert not ask("dynamodb:GetItem", TABLE, given, context=changed, strict=False).allowed


@pytest.mark.parametrize(
    ("expected", "team", "value", "matches"),
    [
        ("${aws:PrincipalTag/team}", "yellow", "yellow", True),
        ("${AWS:principaltag/Team}", "yellow", "yellow", True),
        ("${aws:PrincipalTag/team}", None, "", False),
        ("${aws:PrincipalTag/team, 'company-wide'}", None, "company-wide", True),
        ("${aws:PrincipalTag/team, 'company-wide'}", "yellow", "company-wide", False),
        ("x-${aws:PrincipalTag/team}-*", "yellow", "x-yellow-1", True),
        ("${aws:PrincipalTag/team}", "*", "yellow", False),
        ("${aws:PrincipalTag/team}", "", "", False),
    ],
)
def test_variables(expected: str, team: str | None, value: str, matches: bool) -> None:
    principal = RoleSession(role_arn=ROLE, session_name="s", tags={} if team is None else {"team": team})
    for operator, result in (("StringLike", matches), ("StringNotLike", not matches)):
        given = policy(statement(Condition={operator: {"example:key": expected}}))
        answer = ask("dynamodb:GetItem", TABLE, given, principal=principal, context={"example:key": value}, strict=False)
        assert answer.allowed is result


def test_variables_are_text_before_version_2012() -> None:
    given = policy(statement(Condition={"StringEquals": {"example:key": "${aws:PrincipalAccount}"}}), version="2008-10-17")
    assert not ask("dynamodb:GetItem", TABLE, given, context={"example:key": ACCOUNT}, strict=False).allowed
    assert ask("dynamodb:GetItem", TABLE, given, context={"example:key": "${aws:PrincipalAccount}"}, strict=False).allowed


def test_a_multivalued_key_is_no_variable() -> None:
    given = policy(statement(Condition={"StringEquals": {"example:key": "${aws:TagKeys}"}}))
    context: dict[str, ContextValue] = {"example:key": "a", "aws:TagKeys": ["a"]}
    assert not ask("dynamodb:GetItem", TABLE, given, context=context, strict=False).allowed


@pytest.mark.parametrize(
    "condition",
    [
        {"StringEqual": {"aws:username": "a"}},
        {"ForSomeValues:StringEquals": {"aws:username": "a"}},
        {"Null": {"aws:username": "perhaps"}},
        {"NullIfExists": {"aws:username": "true"}},
        {"StringEquals": {"aws:username": None}},
        {"StringEquals": "a"},
        "a",
    ],
)
def test_a_condition_that_aws_refuses(condition: object) -> None:
    with pytest.raises(InvalidPolicyError):
        policy(statement(Condition=condition))


@pytest.mark.parametrize(
    ("operator", "expected"), [("NumericEquals", "1"), ("DateEquals", "2020-01-01"), ("IpAddress", "10.0.0.0/8")]
)
def test_a_value_of_another_type_is_an_error(operator: str, expected: str) -> None:
    with pytest.raises(InvalidRequestError):
        holds(operator, expected, "text")
    with pytest.raises(InvalidPolicyError):
        holds(operator, "text", expected.partition("/")[0])
    with pytest.raises(InvalidPolicyError):
        holds(operator, "${aws:PrincipalAccount}", expected.partition("/")[0])
