"""KMS key policies and conditions on DynamoDB items, by their guides' rules and examples."""

from __future__ import annotations

import pytest

from dynawright.iam.evaluator import ContextValue, PolicyKind, RoleSession, RootUser
from tests.iam.evaluator.made import ACCOUNT, CARLOS, KEY, ROLE, TABLE, ask, policy, resource_policy, statement

ALL = policy(statement())
ROOT = f"arn:aws:iam::{ACCOUNT}:root"


# KMS: key policies.


def test_a_key_policy_must_let_identity_policies_in() -> None:
    decrypt = policy(statement(action="kms:Decrypt", resource=KEY))
    delegating = resource_policy(statement(action="kms:*", Principal={"AWS": ROOT}))
    assert ask("kms:Decrypt", KEY, decrypt, resource_policy=delegating).allowed
    assert ask("kms:Decrypt", KEY, resource_policy=delegating).missing is PolicyKind.IDENTITY
    assert ask("kms:Decrypt", KEY, decrypt).missing is PolicyKind.RESOURCE
    others = resource_policy(statement(action="kms:*", Principal={"AWS": CARLOS.arn}))
    assert ask("kms:Decrypt", KEY, decrypt, resource_policy=others).missing is PolicyKind.RESOURCE


def test_a_key_policy_can_name_a_role() -> None:
    given = resource_policy(statement(action="kms:Decrypt", Principal={"AWS": ROLE}))
    assert ask("kms:Decrypt", KEY, resource_policy=given).allowed
    assert not ask("kms:Encrypt", KEY, ALL, resource_policy=given).allowed


def test_a_key_policy_that_delegates_some_actions_delegates_no_others() -> None:
    given = resource_policy(statement(action=["kms:Decrypt", "kms:CreateGrant"], Principal={"AWS": ROOT}))
    assert ask("kms:CreateGrant", KEY, ALL, resource_policy=given).allowed
    assert not ask("kms:RetireGrant", KEY, ALL, resource_policy=given).allowed


def test_the_root_user_needs_the_key_policy_too() -> None:
    root = RootUser(account=ACCOUNT)
    assert not ask("kms:Decrypt", KEY, principal=root).allowed
    assert ask("kms:Decrypt", KEY, principal=root, resource_policy=resource_policy(statement(Principal={"AWS": ROOT}))).allowed


def test_actions_on_no_key_need_no_key_policy() -> None:
    assert ask("kms:CreateKey", "*", ALL).allowed
    assert ask("kms:CreateAlias", f"arn:aws:kms:eu-west-1:{ACCOUNT}:alias/orders", ALL).allowed


def test_only_kms_has_key_policies() -> None:
    other_key = f"arn:aws:payment-cryptography:eu-west-1:{ACCOUNT}:key/1234"
    assert ask("payment-cryptography:GetKey", other_key, ALL, strict=False).allowed


def test_kms_via_a_service_for_one_table() -> None:
    condition = {
        "StringEquals": {
            "kms:ViaService": "dynamodb.eu-west-1.amazonaws.com",
            "kms:EncryptionContext:aws:dynamodb:tableName": "Thread",
        }
    }
    given = resource_policy(statement(action="kms:Decrypt", Principal={"AWS": ROLE}, Condition=condition))
    context: dict[str, ContextValue] = dict(condition["StringEquals"])
    assert ask("kms:Decrypt", KEY, context=context, resource_policy=given).allowed
    for key in context:
        assert not ask("kms:Decrypt", KEY, context={**context, key: "other"}, resource_policy=given).allowed


# DynamoDB: conditions for fine-grained access control.

TENANT = policy(
    statement(
        action=["dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:Query", "dynamodb:Scan"],
        resource=TABLE,
        Condition={
            "ForAllValues:StringEquals": {"dynamodb:LeadingKeys": "TENANT#${aws:PrincipalTag/tenantId}"},
            "Null": {"dynamodb:LeadingKeys": "false"},
        },
    )
)


@pytest.mark.parametrize(
    ("tenant", "keys", "expected"),
    [
        ("a", ["TENANT#a"], True),
        ("a", ["TENANT#b"], False),
        ("a", ["TENANT#a", "TENANT#b"], False),
        ("a", ["TENANT#ab"], False),
        ("a", None, False),
        (None, ["TENANT#a"], False),
        (None, ["TENANT#"], False),
        ("*", ["TENANT#a"], False),
        ("", ["TENANT#"], False),
    ],
)
def test_a_tenant_reads_its_own_items(tenant: str | None, keys: list[str] | None, expected: bool) -> None:
    session = RoleSession(role_arn=ROLE, session_name="s", tags={} if tenant is None else {"tenantId": tenant})
    context: dict[str, ContextValue] = {} if keys is None else {"dynamodb:LeadingKeys": keys}
    assert ask("dynamodb:BatchGetItem", TABLE, TENANT, principal=session, context=context).allowed is expected


def test_without_the_null_guard_a_request_without_keys_is_allowed() -> None:
    open_to_scans = policy(statement(Condition={"ForAllValues:StringEquals": {"dynamodb:LeadingKeys": "a"}}))
    assert ask("dynamodb:Query", TABLE, open_to_scans).allowed


def test_attributes_and_select() -> None:
    limited = policy(
        statement(
            action="dynamodb:GetItem",
            resource=TABLE,
            Condition={
                "ForAllValues:StringEquals": {"dynamodb:Attributes": ["ID", "Message", "Tags"]},
                "StringEqualsIfExists": {"dynamodb:Select": "SPECIFIC_ATTRIBUTES"},
            },
        )
    )
    assert ask("dynamodb:GetItem", TABLE, limited, context={"dynamodb:Attributes": ["ID", "Message"]}).allowed
    assert not ask("dynamodb:GetItem", TABLE, limited, context={"dynamodb:Attributes": ["ID", "UserName"]}).allowed
