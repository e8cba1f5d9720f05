"""Topics have receivers.

A message to a topic without a subscription is lost, and its sender gets no error. In production, each topic of this
package's stacks has a subscription, or a suppression says who subscribes elsewhere. In other Terraform the same goes
for each topic that alarms publish to, including alarms of other stacks that its policy admits.
"""

from __future__ import annotations

from collections.abc import Iterator

from dynawright.rules.resources import ALARMS, Document, Resource
from dynawright.rules.rule import Rule
from dynawright.rules.statements import policies_about, statements

TOPIC = "aws_sns_topic"
CLOUDWATCH = ("Service", "cloudwatch.amazonaws.com")
ACTIONS = ("alarm_actions", "insufficient_data_actions")
SETTING = "name a receiver in notifications.subscriptions of the environment's file"


def check(topic: Resource, document: Document) -> Iterator[str]:
    if not document.is_production or _means(topic, _subscribed(document), document):
        return
    if _hears_alarms(topic, document):
        yield f"alarms publish to it, but it has no subscription: {document.fix(SETTING, 'give it an aws_sns_topic_subscription')}"
    elif document.is_ours:
        yield "its messages reach no one: add subscriptions, or accept it with the reason if others subscribe elsewhere"


def _hears_alarms(topic: Resource, document: Document) -> bool:
    actions = [arn for alarm in document.of_type(*ALARMS) for name in ACTIONS for arn in alarm.listed(name)]
    policy_statements = (statement for policy in policies_about(topic, document) for statement in statements(policy))
    return _means(topic, actions, document) or any(
        statement.allows and CLOUDWATCH in statement.principals for statement in policy_statements
    )


def _subscribed(document: Document) -> list[object]:
    return [resource.get("topic_arn") for resource in document.of_type("aws_sns_topic_subscription")]


def _means(topic: Resource, arns: list[object], document: Document) -> bool:
    return any(document.named(arn, "name", TOPIC) is topic for arn in arns)


RULE = Rule(module=__name__, number=47, severity="high", types=(TOPIC,), check=check, standards=("Security Hub CloudWatch.15",))
