"""Keys are rotated, named and guarded, or AWS's."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.naming import NamingError
from dynawright.iam.policy import Statement
from dynawright.settings import EncryptionSettings
from dynawright.stack import SystemStack
from tests.constructs.conftest import plain_stack, resources_of
from tests.problems import told

Resources = Callable[[str], list[dict[str, Any]]]


def test_a_customer_managed_key_rotates_and_is_guarded(stack: SystemStack, resources: Resources) -> None:
    EncryptionKey(stack, "Key", name="orders-key", settings=EncryptionSettings())
    (key,) = resources("aws_kms_key")
    del key["policy"]
    assert key == {
        "description": "Encrypts the data of orders-key-test",
        "enable_key_rotation": True,
        "rotation_period_in_days": 365,
        "deletion_window_in_days": 30,
        "lifecycle": {"prevent_destroy": True},
    }


def test_its_alias_names_the_environment(stack: SystemStack, resources: Resources) -> None:
    EncryptionKey(stack, "Key", name="orders-key", settings=EncryptionSettings())
    (alias,) = resources("aws_kms_alias")
    assert alias == {"name": "alias/orders-key-test", "target_key_id": "${aws_kms_key.Key_43586C89.key_id}"}


def test_rotation_deletion_window_and_guard_are_settings(stack: SystemStack, resources: Resources) -> None:
    settings = EncryptionSettings(rotation_period_days=90, deletion_window_days=7, prevent_destroy=False)
    EncryptionKey(stack, "Key", name="orders-key", settings=settings)
    (key,) = resources("aws_kms_key")
    assert (key["rotation_period_in_days"], key["deletion_window_in_days"], key.get("lifecycle")) == (90, 7, None)


def statements(resources: Resources) -> list[dict[str, Any]]:
    (key,) = resources("aws_kms_key")
    found: list[dict[str, Any]] = json.loads(key["policy"])["Statement"]
    return found


def test_the_accounts_administrators_look_after_the_key_but_decrypt_nothing(stack: SystemStack, resources: Resources) -> None:
    EncryptionKey(stack, "Key", name="orders-key", settings=EncryptionSettings())
    administrators = statements(resources)[0]
    assert administrators["Principal"] == {"AWS": "arn:aws:iam::111111111111:root"}
    assert "kms:PutKeyPolicy" in administrators["Action"]  # else the policy could never be changed again
    assert not {"kms:Decrypt", "kms:Encrypt", "kms:GenerateDataKey", "kms:CreateGrant"} & set(administrators["Action"])


def test_administration_is_these_actions_and_no_wildcard(stack: SystemStack, resources: Resources) -> None:
    EncryptionKey(stack, "Key", name="orders-key", settings=EncryptionSettings())
    assert statements(resources)[0]["Action"] == [
        *("kms:CancelKeyDeletion", "kms:CreateAlias", "kms:DeleteAlias", "kms:DescribeKey", "kms:DisableKey"),
        *("kms:DisableKeyRotation", "kms:EnableKey", "kms:EnableKeyRotation", "kms:GetKeyPolicy"),
        *("kms:GetKeyRotationStatus", "kms:ListGrants", "kms:ListKeyPolicies", "kms:ListKeyRotations"),
        *("kms:ListResourceTags", "kms:PutKeyPolicy", "kms:RevokeGrant", "kms:RotateKeyOnDemand"),
        *("kms:ScheduleKeyDeletion", "kms:TagResource", "kms:UntagResource", "kms:UpdateAlias", "kms:UpdateKeyDescription"),
    ]


def test_use_is_these_actions_whoever_is_admitted(stack: SystemStack, resources: Resources) -> None:
    key = EncryptionKey(stack, "Key", name="orders-key", settings=EncryptionSettings())
    key.admit_service("sns.amazonaws.com")
    key.admit_callers_of("secretsmanager")
    _, database, _, *admitted = statements(resources)
    for statement in (database, *admitted):
        assert statement["Action"] == [
            *("kms:Decrypt", "kms:DescribeKey", "kms:Encrypt", "kms:GenerateDataKey"),
            *("kms:GenerateDataKeyWithoutPlaintext", "kms:ReEncryptFrom", "kms:ReEncryptTo"),
        ]


THROUGH = {"StringEquals": {"kms:ViaService": "dynamodb.ap-northeast-1.amazonaws.com"}}


@pytest.mark.parametrize(
    ("role", "principal", "condition"),
    [
        ("arn:aws:iam::111111111111:role/own", "arn:aws:iam::111111111111:role/own", THROUGH),
        ("${aws_iam_role.own.arn}", "${aws_iam_role.own.arn}", THROUGH),
        # By a condition: a principal that is deleted would make AWS refuse every later change of the policy.
        (
            "arn:aws:iam::555555555555:role/partner",
            "arn:aws:iam::555555555555:root",
            {**THROUGH, "ArnEquals": {"aws:PrincipalArn": "arn:aws:iam::555555555555:role/partner"}},
        ),
    ],
)
def test_one_role_is_admitted_to_what_the_statement_says(
    stack: SystemStack, resources: Resources, role: str, principal: str, condition: dict[str, Any]
) -> None:
    key = EncryptionKey(stack, "Key", name="orders-key", settings=EncryptionSettings())
    key.admit_role(role, Statement(("kms:Decrypt",), ("any",), THROUGH))
    assert statements(resources)[-1] == {
        "Effect": "Allow",
        "Principal": {"AWS": principal},
        "Action": "kms:Decrypt",
        "Resource": "*",
        "Condition": condition,
    }


def test_copies_of_a_table_use_the_key_from_their_regions(stack: SystemStack, resources: Resources) -> None:
    key = EncryptionKey(stack, "Key", name="orders-key", settings=EncryptionSettings())
    key.admit_replicas(["eu-west-1"])
    use, grants = statements(resources)[3:]
    assert (use["Action"], grants["Action"]) == (statements(resources)[1]["Action"], "kms:CreateGrant")
    assert {statement["Condition"]["StringEquals"]["kms:ViaService"] for statement in (use, grants)} == {
        "dynamodb.eu-west-1.amazonaws.com"
    }


def of_deploy_role(**deployment: Any) -> list[dict[str, Any]]:
    """Return what a key that callers of Lambda and SQS use, too, says about the deploy role."""
    stack = plain_stack(roles={"permissions_boundary_arn": "arn:aws:iam::111111111111:policy/boundary"}, deployment=deployment)
    key = EncryptionKey(stack, "Key", name="orders-key", settings=EncryptionSettings())
    key.admit_callers_of("lambda")
    key.admit_callers_of("sqs")
    (made,) = resources_of(stack, "aws_kms_key")
    return [
        statement
        for statement in json.loads(made["policy"])["Statement"]
        if "acme-deploy-test" in json.dumps(statement["Principal"])
    ]


def test_the_deploy_role_is_named_so_that_it_need_not_wait_for_the_tags_of_a_new_key() -> None:
    making, *uses = of_deploy_role(repository="acme/orders")
    assert making["Principal"] == {"AWS": "arn:aws:iam::111111111111:role/acme-deploy-test"}
    assert {"kms:EnableKeyRotation", "kms:GetKeyPolicy", "kms:PutKeyPolicy", "kms:CreateAlias"} <= set(making["Action"])
    assert not {"kms:Decrypt", "kms:ScheduleKeyDeletion"} & set(making["Action"])
    through = [use["Condition"]["StringEquals"]["kms:ViaService"].split(".")[0] for use in uses]
    assert through == ["dynamodb", "dynamodb", "lambda"]  # it makes nothing for which SQS would use the key in its name


def test_without_a_repository_no_role_is_named() -> None:
    assert of_deploy_role() == []


def test_data_can_be_decrypted_through_dynamodb_only(stack: SystemStack, resources: Resources) -> None:
    EncryptionKey(stack, "Key", name="orders-key", settings=EncryptionSettings())
    use, grants = statements(resources)[1:]
    through = {"StringEquals": {"kms:ViaService": "dynamodb.ap-northeast-1.amazonaws.com"}}
    assert (use["Condition"], "kms:Decrypt" in use["Action"]) == (through, True)
    assert grants["Action"] == "kms:CreateGrant"
    assert grants["Condition"] == {**through, "Bool": {"kms:GrantIsForAWSResource": "true"}}


def test_a_service_is_admitted_on_behalf_of_this_account_and_once(stack: SystemStack, resources: Resources) -> None:
    key = EncryptionKey(stack, "Key", name="orders-key", settings=EncryptionSettings())
    before = len(statements(resources))
    for _ in range(2):
        key.admit_service("sns.amazonaws.com")
    assert len(statements(resources)) == before + 1
    admitted = statements(resources)[-1]
    assert admitted["Principal"] == {"Service": "sns.amazonaws.com"}
    assert admitted["Condition"] == {"StringEquals": {"aws:SourceAccount": "111111111111"}}


def test_nobody_is_admitted_who_is_not_in_use(stack: SystemStack, resources: Resources) -> None:
    EncryptionKey(stack, "Key", name="orders-key", settings=EncryptionSettings())
    assert len(statements(resources)) == 3


@pytest.mark.parametrize("kind", ["aws_owned", "aws_managed"])
def test_one_of_awss_keys_makes_no_key_of_ours(stack: SystemStack, resources: Resources, kind: str) -> None:
    key = EncryptionKey(stack, "Key", name="orders-key", settings=EncryptionSettings.model_validate({"key": kind}))
    key.admit_service("sns.amazonaws.com")  # nothing to admit to
    assert key.arn is None
    assert resources("aws_kms_key") == []
    assert resources("aws_kms_alias") == []


def test_an_alias_that_aws_reserves_is_refused(stack: SystemStack) -> None:
    with pytest.raises(NamingError) as refusal:
        EncryptionKey(stack, "Key", name="aws/orders", settings=EncryptionSettings())
    assert told(refusal.value.problems) == [("DW321", "key alias alias/aws/orders", "alias/aws/orders-test")]


def test_callers_are_admitted_through_a_service_and_it_may_hold_on_if_it_must(stack: SystemStack, resources: Resources) -> None:
    key = EncryptionKey(stack, "Key", name="orders-key", settings=EncryptionSettings())
    key.admit_callers_of("s3")
    key.admit_callers_of("lambda", grants=True)
    key.admit_callers_of("lambda", grants=True)
    (found,) = resources("aws_kms_key")
    s3, function, lasting = json.loads(found["policy"])["Statement"][3:]
    assert s3["Condition"] == {"StringEquals": {"kms:ViaService": "s3.ap-northeast-1.amazonaws.com"}}
    assert function["Condition"] == {"StringEquals": {"kms:ViaService": "lambda.ap-northeast-1.amazonaws.com"}}
    assert (lasting["Action"], lasting["Condition"]["Bool"]) == ("kms:CreateGrant", {"kms:GrantIsForAWSResource": "true"})
    assert lasting["Condition"]["StringEquals"] == function["Condition"]["StringEquals"]


def test_what_an_identity_needs_is_for_one_service_and_one_thing(stack: SystemStack) -> None:
    key = EncryptionKey(stack, "Key", name="orders-key", settings=EncryptionSettings())
    (needed,) = key.usage(("kms:Decrypt",), "s3", {"aws:s3:arn": "arn:aws:s3:::orders"})
    assert (needed.effect, needed.actions, needed.resources) == ("Allow", ("kms:Decrypt",), (key.arn,))
    assert needed.condition == {
        "StringEquals": {
            "kms:ViaService": "s3.ap-northeast-1.amazonaws.com",
            "kms:EncryptionContext:aws:s3:arn": "arn:aws:s3:::orders",
        }
    }


def test_one_of_awss_keys_needs_no_right(stack: SystemStack) -> None:
    key = EncryptionKey(stack, "Key", name="orders-key", settings=EncryptionSettings(key="aws_owned"))
    assert key.usage(("kms:Decrypt",), "s3", {}) == []
