"""Alarms have actions.

An alarm without an action changes colour on a page that is rarely open. A composite alarm may have its actions switched
off if it only sums up alarms that have actions. A single alarm may be silent if a composite alarm with actions includes
it, or if another message reports the same (a suppression says which). Receivers of the alarm are also told when it is
over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import Rule

METRIC, COMPOSITE = "aws_cloudwatch_metric_alarm", "aws_cloudwatch_composite_alarm"
DELIMITER = re.compile(r"[(:\"'\s)]")
NAME = re.compile(r"(?<=[(:\"'\s])[^(:\"'\s)]+(?=[)\"'\s])")
"""A name inside the rule of a composite alarm."""


def check(alarm: Resource, document: Document) -> Iterator[str]:
    enabled = alarm.get("actions_enabled", True) is not False
    receivers, over = ([str(receiver) for receiver in alarm.listed(f"{state}_actions")] for state in ("alarm", "ok"))
    if document.is_ours and receivers and over and receivers != over:
        yield f"{', '.join(receivers)} is notified when it rings, {', '.join(over)} when it is over: notify the same receivers"
    if alarm.type == COMPOSITE:
        if enabled and not alarm.get("alarm_actions"):
            yield "it has no alarm_actions: name a topic, or set actions_enabled to false if its alarms have actions"
        return
    if _is_spoken_for(alarm, document):
        return
    if not alarm.get("alarm_actions") and not _acts_without_data(alarm):
        yield "it has no alarm_actions, so it notifies no one: name a topic"
    elif not enabled:
        yield "its actions are switched off, so it notifies no one: remove actions_enabled"


def _acts_without_data(alarm: Resource) -> bool:
    """Whether the alarm is on activity that stops, so that the state for missing data has the action."""
    return bool(alarm.get("insufficient_data_actions")) and alarm.get("treat_missing_data", "missing") == "missing"


def _is_spoken_for(alarm: Resource, document: Document) -> bool:
    name = str(alarm.get("alarm_name"))
    if not DELIMITER.search(name):
        return name in document.worked_out(_spoken_for)
    whole = re.compile(rf"[(:\"'\s]{re.escape(name)}[)\"'\s]")  # match the whole name, not the beginning of a longer one
    return any(whole.search(rule) for rule in _speaking(document))


def _spoken_for(document: Document) -> set[str]:
    """Return the names in rules of active composite alarms, except names with a delimiter in them."""
    return {name for rule in _speaking(document) for name in NAME.findall(rule)}


def _speaking(document: Document) -> Iterator[str]:
    """Yield the rules of composite alarms that have actions."""
    for composite in document.of_type(COMPOSITE):
        if composite.get("alarm_actions") and composite.get("actions_enabled", True) is not False:
            yield str(composite.get("alarm_rule", ""))


RULE = Rule(
    module=__name__,
    number=2,
    severity="high",
    types=(METRIC, COMPOSITE),
    check=check,
    standards=("Security Hub CloudWatch.15", "Security Hub CloudWatch.17"),
)
