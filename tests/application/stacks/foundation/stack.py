"""What the systems of the application share: the topic of their alarms, and the vault of their backups."""

from __future__ import annotations

from constructs import Construct

from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.topic import ALARM_PUBLISHERS, ALARM_TOPIC, Topic
from dynawright.constructs.vault import Vault
from dynawright.monitoring.account import Account
from dynawright.settings import Environment
from dynawright.settings.vault import SHARED_VAULT
from dynawright.stack import EnvironmentStack
from dynawright.systems import FOUNDATION


class FoundationStack(EnvironmentStack):
    """Deployed before the systems."""

    stack_name = FOUNDATION

    def __init__(self, scope: Construct, environment: Environment) -> None:
        super().__init__(scope, environment)
        key = EncryptionKey(self, "Key", name="shared-key", settings=environment.encryption)
        topic = Topic(self, "AlarmTopic", name=ALARM_TOPIC, key=key, publishers=ALARM_PUBLISHERS)
        vault = Vault(self, "Vault", name=SHARED_VAULT, key=key, settings=environment.vault)
        account = Account(environment.account_id)
        self.observe(account, vault, name="account", dashboard="shared", settings=environment.alarms, topic_arn=topic.arn)
