"""What one policy allows in addition to another."""

import json
from typing import Any

import pytest

from dynawright.guard.document import Grant, grants, widened

TABLE, INDEX = "arn:aws:dynamodb:*:*:table/a", "arn:aws:dynamodb:*:*:table/a/index/b"
READ: dict[str, Any] = {"Effect": "Allow", "Action": ["dynamodb:GetItem", "dynamodb:Query"], "Resource": TABLE}
LIKE: dict[str, Any] = {"Condition": {"ForAllValues:StringLike": {"dynamodb:LeadingKeys": ["USER#*"]}}}
DENY: dict[str, Any] = {"Effect": "Deny", "Action": "dynamodb:DeleteItem", "Resource": "*"}


def key(operator: str, value: str) -> dict[str, Any]:
    return {"Condition": {operator: {"aws:PrincipalArn": value}}}


def all_but(*actions: str) -> dict[str, Any]:
    return {"Effect": "Allow", "NotAction": list(actions), "Resource": "*"}


def gained(before: list[dict[str, Any]], after: list[dict[str, Any]]) -> list[str]:
    texts = [json.dumps({"Version": "2012-10-17", "Statement": statements}) for statements in (before, after)]
    return [f"{grant.effect}: {grant}" for grant in widened(*(grants(text) for text in texts))]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([READ], [READ]),
        ([READ], [{**READ, "Action": "dynamodb:GetItem"}]),
        ([READ], [{**READ, "Action": ["DYNAMODB:getitem"]}]),
        ([READ], [{**READ, "Sid": "Read"}]),
        ([READ], [{**READ, **LIKE}]),
        ([READ], []),
        ([{**READ, "Action": "dynamodb:*"}], [{**READ, "Action": "dynamodb:Get*"}]),
        ([{**READ, "Resource": "arn:aws:dynamodb:*:*:table/*"}], [READ]),
        ([{**READ, **LIKE}], [{**READ, "Condition": {"ForAllValues:StringLike": {"dynamodb:LeadingKeys": "USER#1*"}}}]),
        ([READ, DENY], [READ, {**DENY, "Action": "dynamodb:*"}]),
        ([READ], [READ, DENY]),
        ([{**READ, "Principal": {"AWS": "111111111111"}}], [{**READ, "Principal": {"AWS": "arn:aws:iam::111111111111:root"}}]),
        ([{**READ, "Principal": "*"}], [{**READ, "Principal": {"AWS": ["*"]}}]),
        ([{**READ, **key("StringEquals", "a")}], [{**READ, **key("StringLike", "a")}]),
        ([{**READ, **key("StringLike", "a*")}], [{**READ, **key("StringEquals", "ab")}]),
        ([{**READ, **key("ArnLike", "arn:*")}], [{**READ, **key("ArnEquals", "arn:*")}]),
        ([all_but("iam:*")], [all_but("iam:*", "sts:*")]),
        ([all_but("iam:*")], [{"Effect": "Allow", "Action": "s3:GetObject", "Resource": "*"}]),
        ([READ, DENY], [READ, {**DENY, "Resource": ["*"], "Action": ["dynamodb:deleteitem"]}]),
    ],
    ids=range(19),
)
def test_narrowing_and_rewording_give_nothing(before: list[dict[str, Any]], after: list[dict[str, Any]]) -> None:
    assert gained(before, after) == []


@pytest.mark.parametrize(
    ("before", "after", "new"),
    [
        ([READ], [{**READ, "Action": "dynamodb:*"}], [f"Allow: dynamodb:* on {TABLE}"]),
        ([READ], [READ, {**READ, "Action": "dynamodb:Query", "Resource": INDEX}], [f"Allow: dynamodb:Query on {INDEX}"]),
        ([READ], [{**READ, "Action": "dynamodb:Query", "Resource": "*"}], ["Allow: dynamodb:Query on *"]),
        (
            [{**READ, "Resource": "table/?"}],
            [{**READ, "Action": "dynamodb:Query", "Resource": "table/*"}],
            ["Allow: dynamodb:Query on table/*"],
        ),
        ([READ, DENY], [READ], ["Deny: dynamodb:DeleteItem on *"]),
        ([READ, DENY], [READ, {**DENY, "Resource": TABLE}], ["Deny: dynamodb:DeleteItem on *"]),
        (
            [{**READ, **LIKE, "Action": "dynamodb:Query"}],
            [{**READ, "Action": "dynamodb:Query", "Condition": {"ForAllValues:StringLike": {"dynamodb:LeadingKeys": ["*"]}}}],
            [f"Allow: dynamodb:Query on {TABLE} with conditions 1b54efdc"],
        ),
        (
            [{**READ, "Action": "dynamodb:Query", "Condition": {"StringNotEquals": {"aws:PrincipalTag/team": ["a", "b"]}}}],
            [{**READ, "Action": "dynamodb:Query", "Condition": {"StringNotEquals": {"aws:PrincipalTag/team": ["a"]}}}],
            [f"Allow: dynamodb:Query on {TABLE} with conditions 3fe6414f"],
        ),
        (
            [{"Effect": "Allow", "NotAction": ["iam:*", "sts:*"], "Resource": "*"}],
            [{"Effect": "Allow", "NotAction": ["iam:*"], "Resource": "*"}],
            ["Allow: all but iam:* on *"],
        ),
        (
            [{"Effect": "Allow", "NotAction": "iam:*", "Resource": "*"}],
            [{"Effect": "Allow", "NotAction": "iam:Get*", "Resource": "*"}],
            ["Allow: all but iam:Get* on *"],
        ),
        (
            [{**READ, "Action": "sts:AssumeRole", "Principal": {"AWS": "arn:aws:iam::111111111111:root"}}],
            [{**READ, "Action": "sts:AssumeRole", "Principal": "*"}],
            [f"Allow: sts:AssumeRole on {TABLE} for *"],
        ),
        (
            [READ],
            [{**READ, "Action": "dynamodb:Query", "Resource": "table/${aws:PrincipalTag/tenant}"}],
            ["Allow: dynamodb:Query on table/<aws:PrincipalTag/tenant>"],
        ),
    ],
    ids=range(12),
)
def test_what_is_new_is_told(before: list[dict[str, Any]], after: list[dict[str, Any]], new: list[str]) -> None:
    assert gained(before, after) == new


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (key("StringEquals", "a"), key("StringLike", "a*")),
        (key("StringLike", "a*"), key("StringLikeIfExists", "a*")),
        (key("ForAllValues:StringLike", "a*"), key("ForAnyValue:StringLike", "a*")),
    ],
)
def test_a_looser_condition_is_new_access(before: dict[str, Any], after: dict[str, Any]) -> None:
    assert gained([{**READ, "Action": "a:b", **before}], [{**READ, "Action": "a:b", **after}])


def test_what_was_left_out_is_new_access() -> None:
    assert gained([all_but("iam:*")], [{"Effect": "Allow", "Action": "iam:GetRole", "Resource": "*"}]) == [
        "Allow: iam:GetRole on *"
    ]
    assert gained([all_but("iam:*")], [{"Effect": "Allow", "Action": "*", "Resource": "*"}]) == ["Allow: * on *"]


def test_variables_are_read_since_the_newest_version_of_the_language() -> None:
    tagged = [{**READ, "Action": "a:b", "Resource": "table/${aws:PrincipalTag/tenant}"}]
    old, new = (grants(json.dumps({"Version": version, "Statement": tagged})) for version in ("2008-10-17", "2012-10-17"))
    assert len(widened(old, new)) == len(widened(new, old)) == 1


def test_a_principal_of_everybody_covers_one() -> None:
    everybody = [{**READ, "Principal": {"AWS": "*"}}]
    assert gained(everybody, [{**READ, "Principal": {"AWS": "arn:aws:iam::111111111111:root"}}]) == []


def test_what_is_no_policy_is_told() -> None:
    with pytest.raises(ValueError, match="not JSON: 'nonsense'"):
        grants("nonsense")
    with pytest.raises(ValueError, match=r"no policy document: '\[\]'"):
        grants("[]")


def test_a_list_of_principals_and_an_odd_condition_are_read() -> None:
    text = json.dumps({"Statement": {**READ, "Action": "a:b", "Principal": ["x", "y"], "Condition": "odd"}})
    assert sorted(map(str, grants(text))) == [f"a:b on {TABLE} for x", f"a:b on {TABLE} for y"]


def test_the_name_of_a_right_tells_its_conditions_by_a_digest_and_the_detail_by_themselves() -> None:
    def right(**condition: Any) -> Grant:
        (found,) = grants(json.dumps({"Statement": [{**READ, "Action": "a:b", "Condition": condition}]}))
        return found

    one = right(StringLike={"k": ["b", "a"]})
    assert str(one) == str(right(StringLike={"K": ["a", "b"]}))
    assert str(one) != str(right(StringLike={"k": ["a", "c"]}))
    assert one.detail.endswith(" (StringLike k: a, b)")
