"""The shared resources of an environment in a Region: topics, vault, log bucket, alarms, deploy roles."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from constructs import Construct

from dynawright.constructs.backup_region import BackupRegion
from dynawright.constructs.deploy_names import SystemNames
from dynawright.constructs.deploy_roles import DeployRoles
from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.log_bucket import LogBucket
from dynawright.constructs.topic import ALARM_PUBLISHERS, ALARMS, TICKETS, Topic
from dynawright.constructs.vault import Vault
from dynawright.monitoring.account import Account
from dynawright.settings import EncryptionSettings, Environment
from dynawright.settings.alarms import Subscription
from dynawright.stack import EnvironmentStack
from dynawright.systems import foundation_name, systems

__all__ = ["FoundationStack"]


OUTPUTS = {
    "AlarmTopicArn": "The topic that pages go to.",
    "PlanRoleArn": "The role that workflows plan with; the secret PLAN_ROLE_ARN of GitHub's environments.",
    "DeployRoleArn": "The role that workflows apply with; the secret DEPLOY_ROLE_ARN.",
}
"""The foundation's outputs; roles exist only with `deployment.repository`."""


class FoundationStack(EnvironmentStack):
    """The resources that systems share: alarm topic, vault, log bucket, deploy roles. Deploy it first."""

    @property
    def stack_name(self) -> str:
        return foundation_name(self.environment)

    def __init__(self, scope: Construct, environment: Environment) -> None:
        super().__init__(scope, environment)
        repository = environment.deployment.repository
        self._roles = self._deploy_roles(repository) if repository and environment.is_home else None  # IAM has no Regions
        notifications = environment.notifications
        topic_arn = environment.alarm_topic_arn or self._topic("AlarmTopic", ALARMS, notifications.subscriptions)
        ticket_topic_arn = environment.ticket_topic_arn
        if ticket_topic_arn is None and notifications.ticket_subscriptions:
            ticket_topic_arn = self._topic("TicketTopic", TICKETS, notifications.ticket_subscriptions)
        if environment.access_logs.enabled:
            LogBucket(self, buckets=environment.buckets, settings=environment.access_logs)
        vaults = [self._vault()] if environment.backups else []
        self.observe(
            Account(environment.account_id),
            *vaults,
            name="account",
            dashboard=environment.regional(environment.project),
            settings=environment.alarms,
            topic_arn=topic_arn,
            ticket_topic_arn=ticket_topic_arn,
        )
        self.output("AlarmTopicArn", topic_arn)
        if self._roles:
            self.output("PlanRoleArn", self._roles.plan.arn)
            self.output("DeployRoleArn", self._roles.deploy.arn)

    def _topic(self, id: str, name: str, subscriptions: Sequence[Subscription]) -> str:
        topic = Topic(
            self,
            id,
            name=f"{self.environment.project}-{name}",
            key=self._topic_key,
            publishers=ALARM_PUBLISHERS,
            subscriptions=subscriptions,
        )
        return topic.arn

    @cached_property
    def _topic_key(self) -> EncryptionKey:
        # Always a customer-managed key: CloudWatch can't use AWS's own key to publish.
        settings = EncryptionSettings(**{**self.environment.encryption.model_dump(), "key": "customer_managed"})
        return self._key("Key", f"{self.environment.project}-key", settings)

    def _vault(self) -> Vault:
        """Build the vault with its own key, so that users of the topic's key can't read backups."""
        BackupRegion(self, "BackupRegion")
        project, backups = self.environment.project, self.environment.backups
        key = self._key("VaultKey", f"{project}-vault-key", self.environment.encryption)
        copied = any(backup.copy_to_vault_arns for backup in backups)
        return Vault(self, "Vault", name=project, key=key, settings=self.environment.vault, copied=copied)

    def _key(self, id: str, name: str, settings: EncryptionSettings) -> EncryptionKey:
        key = EncryptionKey(self, id, name=name, settings=settings)
        if self._roles:
            key.follow(self._roles.deploy)
        return key

    def _deploy_roles(self, repository: str) -> DeployRoles:
        names = [SystemNames.of(system, self.environment) for system in systems()]
        return DeployRoles(self, "DeployRoles", repository=repository, systems=names)
