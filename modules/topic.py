"""Encrypted SNS topics: one that alarms are sent to, and those that functions publish to."""

from __future__ import annotations

from collections.abc import Sequence

from constructs import Construct

from environments.alarms import Subscription
from errors import UserError
from imports.aws.sns_topic import SnsTopic
from imports.aws.sns_topic_policy import SnsTopicPolicy
from imports.aws.sns_topic_subscription import SnsTopicSubscription
from imports.location import location
from modules.component import Component
from modules.encryption import EncryptionKey
from modules.naming import TOPIC, environment_of, physical_name
from modules.policy import Statement, document
from modules.role import Role

ALARM_TOPIC = "tablestakes-alarms"
ALARM_PUBLISHERS = ("cloudwatch.amazonaws.com", "backup.amazonaws.com", "events.amazonaws.com")
"""The services that tell of something; each only on behalf of this account."""


class Topic(Component):
    """Only the services named, of this account, and roles that are granted publish, and only over TLS.

    `fifo` keeps the order of each group and drops a message that comes twice; only queues can subscribe to such a topic.
    """

    def __init__(
        self,
        scope: Construct,
        id: str,
        *,
        name: str,
        key: EncryptionKey,
        publishers: Sequence[str] = (),
        subscriptions: Sequence[Subscription] = (),
        fifo: bool = False,
    ) -> None:
        super().__init__(scope, id)
        if publishers and key.arn is None:
            raise UserError(
                [
                    f"topic '{name}' has no key of our own: CloudWatch can't publish to a topic that AWS's key encrypts; use 'customer_managed'"
                ]
            )
        self._key = key
        for service in publishers:
            key.admit_service(service)
        self._topic = SnsTopic(
            self,
            "Topic",
            name=physical_name(self, name, TOPIC) + (".fifo" if fifo else ""),
            fifo_topic=True if fifo else None,
            kms_master_key_id=key.arn or "alias/aws/sns",
        )
        topic = (self._topic.arn,)
        ours = {"StringEquals": {"aws:SourceAccount": environment_of(self).account_id}}
        insecure = {"Bool": {"aws:SecureTransport": "false"}}
        statements = [
            *(Statement(("sns:Publish",), topic, ours, principal={"Service": service}) for service in publishers),
            Statement(("sns:Publish",), topic, insecure, effect="Deny", principal="*"),
        ]
        SnsTopicPolicy(self, "Policy", arn=self._topic.arn, policy=document(statements))
        for number, subscription in enumerate(subscriptions, start=1):
            SnsTopicSubscription(
                self,
                f"Subscription{number}",
                topic_arn=self._topic.arn,
                protocol=subscription.protocol,
                endpoint=subscription.endpoint,
            )

    @property
    def arn(self) -> str:
        return self._topic.arn

    @property
    def name(self) -> str:
        return self._topic.name

    def grant_publish(self, role: Role) -> None:
        """Lets the role publish, and have SNS encrypt what it publishes."""
        self._key.admit_callers_of("sns")
        usage = self._key.usage(("kms:Decrypt", "kms:GenerateDataKey"), "sns", {"aws:sns:topicArn": self.arn})
        role.attach(location(self).path[-1], [Statement(("sns:Publish",), (self.arn,)), *usage])
