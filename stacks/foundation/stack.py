"""What all systems of an environment share: the alarms' topic, the account's own alarms, the backup vault, the log bucket, who deploys."""

from __future__ import annotations

from constructs import Construct

from dynawright.constructs.backup_region import BackupRegion
from dynawright.constructs.deploy_names import SystemNames
from dynawright.constructs.deploy_roles import DeployRoles
from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.log_bucket import LogBucket
from dynawright.constructs.topic import ALARM_PUBLISHERS, ALARM_TOPIC, Topic
from dynawright.constructs.vault import Vault
from dynawright.monitoring.account import Account
from dynawright.settings import EncryptionSettings, Environment
from dynawright.settings.vault import SHARED_VAULT
from dynawright.stack import EnvironmentStack
from dynawright.systems import FOUNDATION, systems


class FoundationStack(EnvironmentStack):
    """Deployed before the systems, which look up its topic, its vault and its log bucket by name."""

    stack_name = FOUNDATION

    def __init__(self, scope: Construct, environment: Environment) -> None:
        super().__init__(scope, environment)
        topic_arn = environment.notifications.topic_arn or self._topic()
        if environment.access_logs.enabled:
            LogBucket(self, buckets=environment.buckets, settings=environment.access_logs)
        vaults = [self._vault()] if environment.backups else []
        self.observe(
            Account(environment.account_id),
            *vaults,
            name="account",
            dashboard="tablestakes",
            settings=environment.alarms,
            topic_arn=topic_arn,
        )
        self.output("AlarmTopicArn", topic_arn)
        if repository := environment.deployment.repository:
            names = [SystemNames.of(system) for system in systems()]
            roles = DeployRoles(self, "DeployRoles", repository=repository, systems=names)
            self.output("PlanRoleArn", roles.plan.arn)
            self.output("DeployRoleArn", roles.deploy.arn)

    def _topic(self) -> str:
        # Whatever the environment encrypts its data with: CloudWatch can't use AWS's own key to publish.
        settings = EncryptionSettings(**{**self.environment.encryption.model_dump(), "key": "customer_managed"})
        key = EncryptionKey(self, "Key", name="tablestakes-key", settings=settings)
        subscriptions = self.environment.notifications.subscriptions
        topic = Topic(self, "AlarmTopic", name=ALARM_TOPIC, key=key, publishers=ALARM_PUBLISHERS, subscriptions=subscriptions)
        return topic.arn

    def _vault(self) -> Vault:
        """With a key of its own, so that who may use the topic's can't read backups."""
        BackupRegion(self, "BackupRegion")
        key = EncryptionKey(self, "VaultKey", name="tablestakes-vault-key", settings=self.environment.encryption)
        daily = any("daily" in one.rules for one in self.environment.backups)
        copied = any(one.copy_to_vault_arns for one in self.environment.backups)
        return Vault(self, "Vault", name=SHARED_VAULT, key=key, settings=self.environment.vault, daily=daily, copied=copied)
