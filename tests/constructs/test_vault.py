"""A vault whose backups can't be deleted, and its lookup by systems."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.vault import Vault, VaultReference
from dynawright.framework import cdktf
from dynawright.settings import AlarmSettings, EncryptionSettings, VaultSettings
from dynawright.stack import SystemStack
from tests.constructs.conftest import plain_stack

Resources = Callable[[str], list[dict[str, Any]]]

KEY = "${aws_kms_key.Key_43586C89.arn}"
VAULT = "${aws_backup_vault.Vault_6C2F5821.name}"


def vault(stack: SystemStack, *, key: str = "customer_managed", **settings: Any) -> Vault:
    encryption = EncryptionKey(stack, "Key", name="vault-key", settings=EncryptionSettings.model_validate({"key": key}))
    return Vault(stack, "Vault", name="shared", key=encryption, settings=VaultSettings.model_validate(settings))


def test_the_vault_is_encrypted_with_our_key_and_not_to_be_destroyed(stack: SystemStack, resources: Resources) -> None:
    vault(stack)
    (made,) = resources("aws_backup_vault")
    assert made == {"name": "shared-test", "kms_key_arn": KEY, "lifecycle": {"prevent_destroy": True}}


def test_without_a_key_of_ours_aws_encrypts_the_vault(stack: SystemStack, resources: Resources) -> None:
    vault(stack, key="aws_owned", prevent_destroy=False)
    assert resources("aws_backup_vault") == [{"name": "shared-test"}]


def test_nobody_may_delete_recovery_points_or_shorten_their_life(stack: SystemStack, resources: Resources) -> None:
    vault(stack)
    (policy,) = resources("aws_backup_vault_policy")
    assert policy["backup_vault_name"] == VAULT
    assert json.loads(policy["policy"])["Statement"] == [
        {
            "Effect": "Deny",
            "Principal": "*",
            "Action": ["backup:DeleteBackupVault", "backup:DeleteRecoveryPoint", "backup:UpdateRecoveryPointLifecycle"],
            "Resource": "*",
        }
    ]


def test_nobody_but_the_break_glass_role(stack: SystemStack, resources: Resources) -> None:
    role = "arn:aws:iam::111111111111:role/break-glass"
    vault(stack, break_glass_role_arn=role)
    (policy,) = resources("aws_backup_vault_policy")
    (refusal,) = json.loads(policy["policy"])["Statement"]
    assert refusal["Condition"] == {"ArnNotEquals": {"aws:PrincipalArn": role}}


@pytest.mark.parametrize(
    ("settings", "lock"),
    [
        ({"lock": "none"}, []),
        ({}, [{"backup_vault_name": VAULT, "min_retention_days": 7, "max_retention_days": 3653}]),
        (
            {"lock": "compliance", "lock_changeable_for_days": 5},
            [{"backup_vault_name": VAULT, "min_retention_days": 7, "max_retention_days": 3653, "changeable_for_days": 5}],
        ),
    ],
    ids=["none", "governance", "compliance"],
)
def test_only_a_compliance_lock_has_days_of_grace(
    stack: SystemStack, resources: Resources, settings: dict[str, Any], lock: list[Any]
) -> None:
    vault(stack, **settings)
    assert resources("aws_backup_vault_lock_configuration") == lock


def test_the_key_admits_roles_through_aws_backup_as_iam_allows_them(stack: SystemStack, resources: Resources) -> None:
    """Systems that are deployed later bring their roles: the key can't name them yet."""
    vault(stack)
    (key,) = resources("aws_kms_key")
    through = "backup.ap-northeast-1.amazonaws.com"
    admitted = [
        statement for statement in json.loads(key["policy"])["Statement"] if through in json.dumps(statement.get("Condition"))
    ]
    assert [partner["Principal"] for partner in admitted] == [{"AWS": "arn:aws:iam::111111111111:root"}] * 3
    use, grants, retires = admitted
    assert retires["Action"] == "kms:RetireGrant"  # which AWS demands to create a vault
    assert {"kms:Decrypt", "kms:GenerateDataKey"} <= set(use["Action"])
    assert grants["Condition"]["Bool"] == {"kms:GrantIsForAWSResource": "true"}


def test_failed_and_expired_jobs_are_watched_and_told_by_their_events_only(stack: SystemStack) -> None:
    found = vault(stack).alarms(AlarmSettings(level="full"))
    assert [(alarm.rule.name, alarm.message) for alarm in found] == [("BackupFailed", "none"), ("BackupExpired", "none")]
    assert {tuple(subject.subject.dimensions.items()) for subject in found} == {(("BackupVaultName", "shared-test"),)}


@pytest.mark.parametrize("key", ["customer_managed", "aws_owned"])
def test_a_system_looks_the_vault_and_its_key_up(key: str) -> None:
    stack = plain_stack(encryption=EncryptionSettings.model_validate({"key": key}))
    found = VaultReference.found(stack)
    stack.output("Arn", found.arn)
    stack.output("Key", found.key_arn or "AWS's own")
    document = json.loads(cdktf.Testing.synth(stack))
    ((id, asked),) = document["data"]["aws_backup_vault"].items()
    assert asked["name"] == "acme-test"
    assert "resource" not in document
    ours = f"${{data.aws_backup_vault.{id}.kms_key_arn}}" if key == "customer_managed" else "AWS's own"
    assert [one["value"] for one in document["output"].values()] == [f"${{data.aws_backup_vault.{id}.arn}}", ours]
