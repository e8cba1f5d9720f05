"""Shared resources of the application's systems: the alarm topic and the backup vault."""

from __future__ import annotations

from constructs import Construct

from dynawright.constructs.backup_region import BackupRegion
from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.topic import ALARM_PUBLISHERS, ALARMS, Topic
from dynawright.constructs.vault import Vault
from dynawright.monitoring.account import Account
from dynawright.settings import Environment
from dynawright.stack import EnvironmentStack
from dynawright.systems import foundation_name


class FoundationStack(EnvironmentStack):
    """Deployed before the systems."""

    @property
    def stack_name(self) -> str:
        return foundation_name(self.environment)

    def __init__(self, scope: Construct, environment: Environment) -> None:
        super().__init__(scope, environment)
        key = EncryptionKey(self, "Key", name="shared-key", settings=environment.encryption)
        topic = Topic(
            self,
            "AlarmTopic",
            name=f"{environment.project}-{ALARMS}",
            key=key,
            publishers=ALARM_PUBLISHERS,
            subscriptions=environment.notifications.subscriptions,
        )
        BackupRegion(self, "BackupRegion")
        vault_key = EncryptionKey(self, "VaultKey", name="vault-key", settings=environment.encryption)
        vault = Vault(self, "Vault", name=environment.project, key=vault_key, settings=environment.vault)
        account = Account(environment.account_id)
        self.observe(account, vault, name="account", dashboard="shared", settings=environment.alarms, topic_arn=topic.arn)
