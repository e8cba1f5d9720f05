"""A secret that consumers read by name; its value is never in the code or the state."""

from __future__ import annotations

from constructs import Construct

from dynawright.bindings.aws.secretsmanager_secret import SecretsmanagerSecret
from dynawright.bindings.aws.secretsmanager_secret_policy import SecretsmanagerSecretPolicy
from dynawright.bindings.aws.secretsmanager_secret_rotation import (
    SecretsmanagerSecretRotation,
    SecretsmanagerSecretRotationRotationRules,
)
from dynawright.bindings.engine.location import location
from dynawright.constructs.component import Component
from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.naming import SECRET, environment_of, physical_name
from dynawright.constructs.role import Role
from dynawright.constructs.suppression import suppress
from dynawright.iam.policy import Statement, document
from dynawright.settings import SecretSettings


class Secret(Component):
    """Holds no version: whoever owns the value puts it there, outside of Terraform.

    Either a function rotates it, or a reason says why none can.
    """

    def __init__(
        self,
        scope: Construct,
        id: str,
        *,
        name: str,
        description: str,
        key: EncryptionKey,
        settings: SecretSettings,
        rotation_function_arn: str | None = None,
        never_rotated_because: str | None = None,
    ) -> None:
        super().__init__(scope, id)
        self._key = key
        self._environment = environment_of(self)
        self._secret = SecretsmanagerSecret(
            self,
            "Secret",
            name=physical_name(self, name, SECRET),
            description=description,
            kms_key_id=key.arn,
            recovery_window_in_days=settings.recovery_window_days,
        )
        if never_rotated_because is not None:
            suppress(self._secret, "CKV2_AWS_57", because=never_rotated_because)
        key.admit_callers_of("secretsmanager")
        insecure = {"Bool": {"aws:SecureTransport": "false"}}
        # The policy of a secret speaks of that secret only, whatever resource it names.
        refusal = Statement(("secretsmanager:GetSecretValue",), ("*",), insecure, effect="Deny", principal="*")
        SecretsmanagerSecretPolicy(
            self, "Policy", secret_arn=self._secret.arn, policy=document([refusal]), block_public_policy=True
        )
        if rotation_function_arn is not None:
            SecretsmanagerSecretRotation(
                self,
                "Rotation",
                secret_id=self._secret.id,
                rotation_lambda_arn=rotation_function_arn,
                rotation_rules=SecretsmanagerSecretRotationRotationRules(automatically_after_days=settings.rotation_days),
            )

    @property
    def arn(self) -> str:
        return self._secret.arn

    def grant_read(self, role: Role) -> None:
        """Lets the role read the value, and have Secrets Manager decrypt it."""
        statements = [Statement(("secretsmanager:GetSecretValue",), (self.arn,))]
        if self._key.arn is not None:
            service = f"secretsmanager.{self._environment.region}.amazonaws.com"
            condition = {"StringEquals": {"kms:ViaService": service, "kms:EncryptionContext:SecretARN": self.arn}}
            statements.append(Statement(("kms:Decrypt",), (self._key.arn,), condition))
        role.attach(location(self).path[-1], statements)
