"""Encrypted SNS topics, for alarms and for functions that publish."""

from __future__ import annotations

from collections.abc import Sequence

from constructs import Construct

from dynawright.bindings.aws.lambda_permission import LambdaPermission
from dynawright.bindings.aws.sns_topic import SnsTopic
from dynawright.bindings.aws.sns_topic_policy import SnsTopicPolicy
from dynawright.bindings.aws.sns_topic_subscription import SnsTopicSubscription
from dynawright.bindings.engine.location import location
from dynawright.constructs.component import Component
from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.naming import TOPIC, environment_of, physical_name
from dynawright.constructs.role import Role
from dynawright.errors import Place, Problem, UserError, warn
from dynawright.iam.policy import Statement, document
from dynawright.settings.alarms import Subscription

ALARMS, TICKETS = "alarms", "tickets"
"""Shared topics, named `<project>-alarms-<environment>`; that of tickets needs subscriptions."""
EVENT_BRIDGE = "events.amazonaws.com"
ALARM_PUBLISHERS = ("cloudwatch.amazonaws.com", "backup.amazonaws.com", EVENT_BRIDGE)
"""Services that may publish; each but EventBridge only on behalf of this account."""


class Topic(Component):
    """An encrypted SNS topic; only the named services and granted roles publish, over TLS.

    EventBridge names no source when it publishes, so a condition would refuse our own rules too. The key's policy prevents
    EventBridge from writing to other topics with our key.

    `fifo` keeps the order of each group and drops duplicate messages; only queues can subscribe to such a topic.
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
            text = "a topic that AWS's own key encrypts can't be published to by CloudWatch"
            fix = "set encryption.key to customer_managed"
            raise UserError([Problem("DW322", text, Place(path=f"topic {name}"), key.kind, "customer_managed", fix)])
        self._key, self._thing, self._subscribed = key, name, bool(subscriptions)
        name = physical_name(self, name, TOPIC) + (".fifo" if fifo else "")
        environment = environment_of(self)
        for service in publishers:
            if service == EVENT_BRIDGE:
                # The name as text: the topic already refers to the key.
                key.admit_events_to(f"arn:aws:sns:{environment.region}:{environment.account_id}:{name}")
            else:
                key.admit_service(service)
        self._topic = SnsTopic(
            self,
            "Topic",
            name=name,
            fifo_topic=True if fifo else None,
            kms_master_key_id=key.arn or "alias/aws/sns",
        )
        topic = (self._topic.arn,)
        ours = {"StringEquals": {"aws:SourceAccount": environment.account_id}}
        insecure = {"Bool": {"aws:SecureTransport": "false"}}
        statements = [
            *(
                Statement(("sns:Publish",), topic, {} if service == EVENT_BRIDGE else ours, principal={"Service": service})
                for service in publishers
            ),
            Statement(("sns:Publish",), topic, insecure, effect="Deny", principal="*"),
        ]
        SnsTopicPolicy(self, "Policy", arn=self._topic.arn, policy=document(statements))
        for subscription in subscriptions:
            self._subscribe(subscription)

    @property
    def arn(self) -> str:
        return self._topic.arn

    @property
    def name(self) -> str:
        return self._topic.name

    def _subscribe(self, subscription: Subscription) -> None:
        """Build subscriptions, named after the receiver, so that removing one leaves the others unchanged."""
        receiver = f"{subscription.protocol.capitalize()} {subscription.endpoint}"
        if subscription.protocol == "lambda":
            LambdaPermission(
                self,
                f"Permission {receiver}",
                action="lambda:InvokeFunction",
                function_name=subscription.endpoint,
                principal="sns.amazonaws.com",
                source_arn=self._topic.arn,
            )
        SnsTopicSubscription(
            self, receiver, topic_arn=self._topic.arn, protocol=subscription.protocol, endpoint=subscription.endpoint
        )

    def grant_publish(self, role: Role) -> None:
        """Allow the role to publish encrypted messages; warn if the topic has no receivers but alarms have."""
        notifications = environment_of(self).notifications
        if not self._subscribed and (notifications.subscriptions or notifications.topic_arn):
            text = f"it has no subscription: what '{role.thing}' publishes reaches no one"
            warn(Problem("DW334", text, Place(path=f"topic {self._thing}"), fix="subscribe a receiver in the system's settings"))
        self._key.admit_callers_of("sns")
        usage = self._key.usage(("kms:Decrypt", "kms:GenerateDataKey"), "sns", {"aws:sns:topicArn": self.arn})
        role.attach(location(self).path[-1], [Statement(("sns:Publish",), (self.arn,)), *usage])
