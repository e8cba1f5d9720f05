"""Separated tenants pass; each hole is found."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.documents import allow, messages, policy

TAGGED = "TENANT#$${aws:PrincipalTag/tenantId}"
KEYS = {"dynamodb:LeadingKeys": [TAGGED]}
WHOLE = {"ForAllValues:StringEquals": KEYS, "Null": {"dynamodb:LeadingKeys": "false"}}
SESSION = {"StringLike": {"aws:RequestTag/tenantId": "?*"}}


def tenants(condition: dict[str, Any], session: dict[str, Any]) -> dict[str, dict[str, Any]]:
    trusted = {
        "Effect": "Allow",
        "Principal": {"AWS": "${aws_iam_role.api.arn}"},
        "Action": "sts:AssumeRole",
        "Condition": session,
    }
    return {
        "aws_iam_policy.p": {"policy": policy(allow("dynamodb:GetItem", Condition=condition))},
        "aws_iam_role.r": {"name": "tenant", "assume_role_policy": policy(trusted)},
        "aws_iam_role_policy_attachment.a": {"role": "${aws_iam_role.r.name}", "policy_arn": "${aws_iam_policy.p.arn}"},
    }


def test_a_whole_condition_passes() -> None:
    assert messages("tenants-stay-apart", tenants(WHOLE, SESSION)) == []


def test_leading_keys_of_no_tenant_may_be_patterns() -> None:
    condition = {"ForAllValues:StringLike": {"dynamodb:LeadingKeys": ["PRODUCT#*"]}, "Null": {"dynamodb:LeadingKeys": "false"}}
    assert messages("tenants-stay-apart", tenants(condition, {})) == []


@pytest.mark.parametrize(
    ("condition", "session", "message"),
    [
        (
            {"ForAllValues:StringEquals": KEYS},
            SESSION,
            "aws_iam_policy.p: requests without a key, such as Scan, pass its condition: add Null with dynamodb:LeadingKeys false",
        ),
        (
            {"ForAllValues:StringLike": KEYS, "Null": {"dynamodb:LeadingKeys": "false"}},
            SESSION,
            f"aws_iam_policy.p: '{TAGGED}' is compared by ForAllValues:StringLike: it matches tenants with longer ids; use StringEquals",
        ),
        (
            WHOLE,
            {},
            "aws_iam_role.r: a session may be opened without the tag 'tenantId' that separates tenants: require aws:RequestTag/tenantId",
        ),
    ],
)
def test_a_hole_is_found(condition: dict[str, Any], session: dict[str, Any], message: str) -> None:
    assert messages("tenants-stay-apart", tenants(condition, session)) == [message]


UNGUARDED = {**WHOLE, "ForAllValues:StringEquals": {**KEYS, "dynamodb:Attributes": ["PK", "SK", "enabled"]}}
LIMITED = {**UNGUARDED, "Null": {"dynamodb:LeadingKeys": "false", "dynamodb:Attributes": "false"}}
INDEXED = {"global_secondary_index": [{"name": "GSI1", "hash_key": "GSI1PK"}]}


def writing(action: str, condition: dict[str, Any], table: dict[str, Any]) -> list[str]:
    written = policy(allow(action, Condition=condition))
    return messages(
        "tenants-stay-apart", {"aws_iam_policy.p": {"policy": written}, "aws_dynamodb_table.t": {"name": "t", **table}}
    )


@pytest.mark.parametrize(
    ("action", "condition", "table"),
    [
        ("dynamodb:PutItem", LIMITED, INDEXED),
        ("dynamodb:PutItem", WHOLE, {}),
        ("dynamodb:DeleteItem", WHOLE, INDEXED),
        ("dynamodb:PutItem", {"ForAllValues:StringLike": {"dynamodb:LeadingKeys": ["A#*"]}, "Null": WHOLE["Null"]}, INDEXED),
    ],
    ids=["limited", "no index", "nothing written", "no tenant"],
)
def test_a_write_that_places_nothing_in_other_indexes_passes(
    action: str, condition: dict[str, Any], table: dict[str, Any]
) -> None:
    assert writing(action, condition, table) == []


@pytest.mark.parametrize("action", ["PutItem", "UpdateItem", "BatchWriteItem", "PartiQLInsert", "PartiQLUpdate"])
@pytest.mark.parametrize(
    "condition",
    [
        WHOLE,
        {**WHOLE, "ForAnyValue:StringEquals": {"dynamodb:Attributes": ["PK"]}},
        {**WHOLE, "ForAllValues:StringLike": {"dynamodb:Attributes": ["*"]}},
    ],
    ids=["any attribute", "one of them", "a pattern"],
)
def test_a_write_of_any_index_key_is_found(action: str, condition: dict[str, Any]) -> None:
    assert writing(f"dynamodb:{action}", condition, INDEXED) == [
        f"aws_iam_policy.p: {action} may write the keys of any index, and so place items in other tenants' index partitions: "
        "name the attributes by ForAllValues:StringEquals and dynamodb:Attributes"
    ]


@pytest.mark.parametrize("action", ["PutItem", "UpdateItem", "BatchWriteItem", "PartiQLInsert", "PartiQLUpdate"])
def test_a_write_that_need_not_name_attributes_is_found(action: str) -> None:
    assert writing(f"dynamodb:{action}", UNGUARDED, INDEXED) == [
        f"aws_iam_policy.p: {action} without a list of attributes pass its condition: add Null with dynamodb:Attributes false"
    ]
