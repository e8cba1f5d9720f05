"""The key that encrypts a system's data at rest."""

from __future__ import annotations

from constructs import Construct

from environments import EncryptionSettings
from imports.aws.kms_alias import KmsAlias
from imports.aws.kms_key import KmsKey
from modules.component import Component
from modules.naming import KEY_ALIAS, physical_name


class EncryptionKey(Component):
    """A customer-managed key with rotation and alias; nothing at all where the environment chose one of AWS's keys."""

    def __init__(self, scope: Construct, id: str, *, name: str, settings: EncryptionSettings) -> None:
        super().__init__(scope, id)
        self.kind = settings.key
        self._key: KmsKey | None = None
        if settings.key != "customer_managed":
            return
        alias = physical_name(self, f"alias/{name}", KEY_ALIAS)
        self._key = KmsKey(
            self,
            "Key",
            description=f"Encrypts the data of {alias.removeprefix('alias/')}",
            enable_key_rotation=True,
            rotation_period_in_days=settings.rotation_period_days,
            deletion_window_in_days=settings.deletion_window_days,
            # Without its key, data can't be read: the key is guarded like the table.
            lifecycle={"prevent_destroy": True} if settings.prevent_destroy else None,
        )
        KmsAlias(self, "Alias", name=alias, target_key_id=self._key.key_id)

    @property
    def arn(self) -> str | None:
        """The ARN of the customer-managed key, None for AWS's own keys."""
        return None if self._key is None else self._key.arn
