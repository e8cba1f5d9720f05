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

NEW_SECRET = "RequestToValidateKeyAccess"  # noqa: S105
"""The ARN in Secrets Manager's trial of the key while it creates a secret."""


class Secret(Component):
    """A secret without a value: its owner sets one outside of Terraform.

    Either a function rotates it, or a reason says why none can. `grant_read` lets a role read it. `grant_below` lets a role read, or
    make, secrets whose names begin with this one's and a slash, such as one for each user. The model says who may:
    `Consumer(..., uses=[Use("secret", "orders/key")])`, or the function's function.json.
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
        self._name = physical_name(self, name, SECRET)
        self._secret = SecretsmanagerSecret(
            self,
            "Secret",
            name=self._name,
            description=description,
            kms_key_id=key.arn,
            recovery_window_in_days=settings.recovery_window_days,
        )
        if never_rotated_because is not None:
            suppress(self._secret, "CKV2_AWS_57", because=never_rotated_because)
        key.admit_callers_of("secretsmanager")
        insecure = {"Bool": {"aws:SecureTransport": "false"}}
        # A secret's policy applies to that secret only, whatever resource it names.
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
        """Let the role read the value, and decrypt it through Secrets Manager."""
        statements = [Statement(("secretsmanager:GetSecretValue",), (self.arn,))]
        if self._key.arn is not None:
            condition = {"StringEquals": {"kms:ViaService": self._service, "kms:EncryptionContext:SecretARN": self.arn}}
            statements.append(Statement(("kms:Decrypt",), (self._key.arn,), condition))
        role.attach(location(self).path[-1], statements)

    @property
    def prefix(self) -> str:
        """The prefix of the names of secrets below this one."""
        return f"{self._name}/"

    def grant_below(self, role: Role, *, makes: bool) -> None:
        """Let the role read secrets below this one and, with `makes`, create and change them."""
        place = f"{self._environment.region}:{self._environment.account_id}"
        below = f"arn:aws:secretsmanager:{place}:secret:{self.prefix}*"
        statements = [Statement(("secretsmanager:GetSecretValue",), (below,)), *self._key_for(below, "kms:Decrypt")]
        if makes:
            statements.append(Statement(("secretsmanager:CreateSecret", "secretsmanager:PutSecretValue"), (below,)))
            statements += self._key_for(below, "kms:GenerateDataKey")
            statements += self._key_for(NEW_SECRET, "kms:Decrypt", "kms:GenerateDataKey")
        role.attach(f"{location(self).path[-1]}Below", statements)

    @property
    def _service(self) -> str:
        return f"secretsmanager.{self._environment.region}.amazonaws.com"

    def _key_for(self, secrets: str, *actions: str) -> list[Statement]:
        if self._key.arn is None:
            return []
        through = {"StringEquals": {"kms:ViaService": self._service}}
        return [Statement(actions, (self._key.arn,), {**through, "StringLike": {"kms:EncryptionContext:SecretARN": secrets}})]
