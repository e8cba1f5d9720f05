"""A secret has a name, a key and readers; its value is never here."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.naming import NamingError
from dynawright.constructs.role import Role
from dynawright.constructs.secret import Secret
from dynawright.iam import trust
from dynawright.settings import EncryptionSettings, RoleSettings, SecretSettings
from dynawright.stack import SystemStack
from tests.problems import told

Resources = Callable[[str], list[dict[str, Any]]]

KEY = "${aws_kms_key.Key_43586C89.arn}"
SECRET = "${aws_secretsmanager_secret.Tokens_Secret_1C1A2E15.arn}"  # noqa: S105  # a reference
ROTATION = "arn:aws:lambda:ap-northeast-1:111111111111:function:rotate"


def encryption(stack: SystemStack, kind: str = "customer_managed") -> EncryptionKey:
    return EncryptionKey(stack, "Key", name="orders-key", settings=EncryptionSettings.model_validate({"key": kind}))


def secret(stack: SystemStack, key: EncryptionKey, id: str = "Tokens", **more: Any) -> Secret:
    settings = more.pop("settings", SecretSettings())
    name = f"orders/{id.lower()}"
    return Secret(stack, id, name=name, description="for tests", key=key, settings=settings, **more)


def reader(stack: SystemStack) -> Role:
    return Role(stack, "ApiRole", name="api", description="for tests", trust=trust.lambda_functions(), settings=RoleSettings())


def statements(text: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(text)["Statement"]
    return found


def test_a_secret_is_encrypted_with_our_key_and_can_be_recovered(stack: SystemStack, resources: Resources) -> None:
    secret(stack, encryption(stack))
    assert resources("aws_secretsmanager_secret") == [
        {"name": "orders/tokens-test", "description": "for tests", "kms_key_id": KEY, "recovery_window_in_days": 30}
    ]


def test_its_value_is_not_in_the_state(stack: SystemStack, resources: Resources) -> None:
    secret(stack, encryption(stack))
    assert resources("aws_secretsmanager_secret_version") == []


def test_how_long_it_can_be_recovered_is_a_setting(stack: SystemStack, resources: Resources) -> None:
    secret(stack, encryption(stack), settings=SecretSettings(recovery_window_days=7))
    (found,) = resources("aws_secretsmanager_secret")
    assert found["recovery_window_in_days"] == 7


@pytest.mark.parametrize("kind", ["aws_owned", "aws_managed"])
def test_without_a_key_of_ours_it_names_none(stack: SystemStack, resources: Resources, kind: str) -> None:
    secret(stack, encryption(stack, kind))
    (found,) = resources("aws_secretsmanager_secret")
    assert "kms_key_id" not in found


def test_it_is_not_read_without_tls_nor_made_public(stack: SystemStack, resources: Resources) -> None:
    secret(stack, encryption(stack))
    (policy,) = resources("aws_secretsmanager_secret_policy")
    assert (policy["secret_arn"], policy["block_public_policy"]) == (SECRET, True)
    assert statements(policy["policy"]) == [
        {
            "Effect": "Deny",
            "Principal": "*",
            "Action": "secretsmanager:GetSecretValue",
            "Resource": "*",
            "Condition": {"Bool": {"aws:SecureTransport": "false"}},
        }
    ]


def test_the_keys_policy_admits_callers_through_secrets_manager(stack: SystemStack, resources: Resources) -> None:
    secret(stack, encryption(stack))
    (key,) = resources("aws_kms_key")
    admitted = statements(key["policy"])[3:]
    through = {"StringEquals": {"kms:ViaService": "secretsmanager.ap-northeast-1.amazonaws.com"}}
    assert [(one["Principal"], one["Condition"]) for one in admitted] == [({"AWS": "arn:aws:iam::111111111111:root"}, through)]


def test_a_reader_may_read_the_value_and_have_it_decrypted_for_this_secret(stack: SystemStack, resources: Resources) -> None:
    secret(stack, encryption(stack)).grant_read(reader(stack))
    (policy,) = resources("aws_iam_policy")
    context = {"kms:ViaService": "secretsmanager.ap-northeast-1.amazonaws.com", "kms:EncryptionContext:SecretARN": SECRET}
    assert policy["name"] == "api-tokens-test"
    assert statements(policy["policy"]) == [
        {"Effect": "Allow", "Action": "secretsmanager:GetSecretValue", "Resource": SECRET},
        {"Effect": "Allow", "Action": "kms:Decrypt", "Resource": KEY, "Condition": {"StringEquals": context}},
    ]


def test_without_a_key_of_ours_a_reader_needs_none(stack: SystemStack, resources: Resources) -> None:
    secret(stack, encryption(stack, "aws_owned")).grant_read(reader(stack))
    (policy,) = resources("aws_iam_policy")
    assert [one["Action"] for one in statements(policy["policy"])] == ["secretsmanager:GetSecretValue"]


def test_a_role_may_read_several_secrets(stack: SystemStack, resources: Resources) -> None:
    key, role = encryption(stack), reader(stack)
    for id in ("Tokens", "Passwords"):
        secret(stack, key, id).grant_read(role)
    assert {one["name"] for one in resources("aws_iam_policy")} == {"api-tokens-test", "api-passwords-test"}


def test_a_rotation_function_rotates_as_often_as_set(stack: SystemStack, resources: Resources) -> None:
    secret(stack, encryption(stack), rotation_function_arn=ROTATION, settings=SecretSettings(rotation_days=7))
    (rotation,) = resources("aws_secretsmanager_secret_rotation")
    assert rotation["rotation_lambda_arn"] == ROTATION
    assert rotation["rotation_rules"] == {"automatically_after_days": 7}
    assert rotation["secret_id"] == SECRET.replace(".arn}", ".id}")


def test_without_a_rotation_function_nothing_rotates(stack: SystemStack, resources: Resources) -> None:
    secret(stack, encryption(stack))
    assert resources("aws_secretsmanager_secret_rotation") == []


def test_a_name_that_aws_refuses_is_refused(stack: SystemStack) -> None:
    with pytest.raises(NamingError) as refusal:
        secret(stack, encryption(stack), id="To Kens")
    assert told(refusal.value.problems) == [("DW321", "secret orders/to kens", "orders/to kens-test")]


BELOW = "arn:aws:secretsmanager:ap-northeast-1:111111111111:secret:orders/tokens-test/*"


def on_key(secrets: str, *actions: str) -> dict[str, Any]:
    """Return the statement that lets Secrets Manager use the key for secrets of this form."""
    through = {"StringEquals": {"kms:ViaService": "secretsmanager.ap-northeast-1.amazonaws.com"}}
    condition = {**through, "StringLike": {"kms:EncryptionContext:SecretARN": secrets}}
    return {"Effect": "Allow", "Action": actions[0] if len(actions) == 1 else [*actions], "Resource": KEY, "Condition": condition}


def test_who_makes_secrets_below_one_may_do_it_there_only(stack: SystemStack, resources: Resources) -> None:
    tokens = secret(stack, encryption(stack))
    tokens.grant_below(reader(stack), makes=True)
    (policy,) = resources("aws_iam_policy")
    assert (tokens.prefix, policy["name"]) == ("orders/tokens-test/", "api-tokensbelow-test")
    assert statements(policy["policy"]) == [
        {"Effect": "Allow", "Action": "secretsmanager:GetSecretValue", "Resource": BELOW},
        on_key(BELOW, "kms:Decrypt"),
        {"Effect": "Allow", "Action": ["secretsmanager:CreateSecret", "secretsmanager:PutSecretValue"], "Resource": BELOW},
        on_key(BELOW, "kms:GenerateDataKey"),
        on_key("RequestToValidateKeyAccess", "kms:Decrypt", "kms:GenerateDataKey"),
    ]


def test_who_reads_secrets_below_one_makes_none(stack: SystemStack, resources: Resources) -> None:
    secret(stack, encryption(stack)).grant_below(reader(stack), makes=False)
    (policy,) = resources("aws_iam_policy")
    assert [one["Action"] for one in statements(policy["policy"])] == ["secretsmanager:GetSecretValue", "kms:Decrypt"]


def test_without_a_key_of_ours_secrets_below_one_need_none(stack: SystemStack, resources: Resources) -> None:
    secret(stack, encryption(stack, "aws_owned")).grant_below(reader(stack), makes=True)
    (policy,) = resources("aws_iam_policy")
    actions = [one["Action"] for one in statements(policy["policy"])]
    assert actions == ["secretsmanager:GetSecretValue", ["secretsmanager:CreateSecret", "secretsmanager:PutSecretValue"]]
