"""Tenants that are kept apart pass; each hole is found."""

from __future__ import annotations

from typing import Any

import pytest

from tests.policy.documents import allow, messages, policy

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
            f"aws_iam_policy.p: '{TAGGED}' is compared by ForAllValues:StringLike: neighbours with a longer id pass; use StringEquals",
        ),
        (
            WHOLE,
            {},
            "aws_iam_role.r: a session may be opened without the tag 'tenantId' that keeps tenants apart: demand aws:RequestTag/tenantId",
        ),
    ],
)
def test_a_hole_is_found(condition: dict[str, Any], session: dict[str, Any], message: str) -> None:
    assert messages("tenants-stay-apart", tenants(condition, session)) == [message]
