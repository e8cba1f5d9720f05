"""Alarms have actions.

An alarm without an action changes colour on a page that nobody has open. A composite alarm may have its actions switched off,
where it only sums up alarms that speak for themselves; an alarm may be silent, where a composite alarm with actions speaks for
it, or where another message tells of the same (a suppression says which). And in production somebody has subscribed
to the topic that alarms tell, where it is built here: also alarms of other stacks, whom its policy lets publish.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import Rule
from dynawright.rules.statements import policies_about, statements

METRIC, COMPOSITE = "aws_cloudwatch_metric_alarm", "aws_cloudwatch_composite_alarm"
TOPIC = "aws_sns_topic"
ALARMS = ("Service", "cloudwatch.amazonaws.com")


def check(alarm: Resource, document: Document) -> Iterator[str]:
    if alarm.type == TOPIC:
        yield from _topic(alarm, document)
        return
    enabled = alarm.get("actions_enabled", True) is not False
    if alarm.type == COMPOSITE:
        if enabled and not alarm.get("alarm_actions"):
            yield "it has no alarm_actions: name a topic, or set actions_enabled to false if its alarms speak for themselves"
        return
    if _is_spoken_for(alarm, document):
        return
    if not alarm.get("alarm_actions") and not _acts_without_data(alarm):
        yield "it has no alarm_actions: nobody hears of it; name a topic"
    elif not enabled:
        yield "its actions are switched off: nobody hears of it; remove actions_enabled"


def _acts_without_data(alarm: Resource) -> bool:
    """Data that stops is what it watches for: missing data is not judged, and the state that it leads to has an action."""
    return bool(alarm.get("insufficient_data_actions")) and alarm.get("treat_missing_data", "missing") == "missing"


def _topic(topic: Resource, document: Document) -> Iterator[str]:
    actions = ("alarm_actions", "insufficient_data_actions")
    told = [arn for one in document.of_type(METRIC, COMPOSITE) for name in actions for arn in one.listed(name)]
    subscribed = [one.get("topic_arn") for one in document.of_type("aws_sns_topic_subscription")]
    is_told, is_heard = (any(document.named(arn, "name", TOPIC) is topic for arn in arns) for arns in (told, subscribed))
    if document.is_production and (is_told or _admits_alarms(topic, document)) and not is_heard:
        yield "alarms tell it, and nobody has subscribed: name a receiver in notifications.subscriptions of the environment's file"


def _admits_alarms(topic: Resource, document: Document) -> bool:
    """Whether CloudWatch may publish to it: alarms of other stacks then tell it, too."""
    said = (statement for policy in policies_about(topic, document) for statement in statements(policy))
    return any(statement.allows and ALARMS in statement.principals for statement in said)


def _is_spoken_for(alarm: Resource, document: Document) -> bool:
    name = re.compile(rf"[(:\"'\s]{re.escape(str(alarm.get('alarm_name')))}[)\"'\s]")  # not a longer name that begins like it
    return any(
        composite.get("alarm_actions")
        and composite.get("actions_enabled", True) is not False
        and name.search(str(composite.get("alarm_rule", "")))
        for composite in document.of_type(COMPOSITE)
    )


RULE = Rule(
    module=__name__,
    number=2,
    severity="high",
    types=(METRIC, COMPOSITE, TOPIC),
    check=check,
    standards=("Security Hub CloudWatch.15", "Security Hub CloudWatch.17"),
)
