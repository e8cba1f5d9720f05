"""Who is notified by alarms: their actions, composite alarms above them, and removed alarms."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from dynawright.guard import alarm_rule
from dynawright.guard.change import Change
from dynawright.guard.changes import Changes
from dynawright.guard.differences import holds_unknown
from dynawright.guard.rule import Seen, shown
from dynawright.rules.blocks import as_blocks, as_list, as_mapping

ALARM, COMPOSITE = ("aws_cloudwatch_metric_alarm",), ("aws_cloudwatch_composite_alarm",)
ACTIONS = ("alarm_actions", "insufficient_data_actions")
EVERY_ACTION = (*ACTIONS, "ok_actions")
"""`ACTIONS` leaves out the message that an alarm is over, which may go."""


def silenced(change: Change, changes: Changes) -> Iterator[Seen]:
    """Yield receivers that an alarm no longer notifies, directly or through a composite alarm."""
    if not change.stays:
        return
    if change.before.get("actions_enabled") is not False and change.after.get("actions_enabled") is False:
        if not _is_told(change, as_list(change.before.get("alarm_actions")), changes):
            yield Seen("its actions are switched off")
        return
    if change.before.get("alarm_name") != change.after.get("alarm_name"):
        yield from _left_alone(change, changes)
    if holds_unknown(change.after.get("actions_enabled")):
        yield Seen("whether its actions are on is known only after the apply")
    for kind in ACTIONS:
        subject = "" if kind == "alarm_actions" else kind
        known = [arn for arn in as_list(change.after.get(kind)) if isinstance(arn, str)]
        lost = sorted(set(as_list(change.before.get(kind))) - set(known))
        if not lost:
            continue
        if holds_unknown(change.after.get(kind)):
            if not change.references.get(kind):  # otherwise the plan creates the new receiver
                yield Seen(f"whether it still notifies {', '.join(lost)} is known only after the apply", subject)
        elif not _is_told(change, lost, changes):
            yield Seen(f"no longer notifies {', '.join(lost)}", subject)


def _left_alone(alarm: Change, changes: Changes) -> Iterator[Seen]:
    """Yield composite alarms that fired with this alarm and don't use its new name."""
    old, new = alarm.before.get("alarm_name"), alarm.after.get("alarm_name")
    for composite in changes.of_type(*COMPOSITE):
        before, after = (alarm_rule.read(values.get("alarm_rule")) for values in (composite.before, composite.after))
        receivers = as_list(composite.before.get("alarm_actions"))
        if not (before and after and receivers) or old not in before.enough or new in after.enough:
            continue
        if not (set(receivers) <= set(as_list(alarm.after.get("alarm_actions"))) or _is_told(alarm, receivers, changes)):
            yield Seen(f"{composite.label} waits for {old}, which is {shown(new)} now", str(composite.before.get("alarm_name")))


def _is_told(alarm: Change, receivers: Collection[str], changes: Changes, seen: frozenset[str] = frozenset()) -> bool:
    """Whether a composite alarm fires whenever this alarm does, and notifies these receivers."""
    for composite in changes.of_type(*COMPOSITE):
        rule = alarm_rule.read(composite.after.get("alarm_rule"))
        if not rule or alarm.after.get("alarm_name") not in rule.enough or composite.address in seen:
            continue
        if composite.after.get("actions_suppressor") or composite.after.get("actions_enabled") is False:
            continue
        notified = set(as_list(composite.after.get("alarm_actions")))
        if set(receivers) <= notified or _is_told(composite, receivers, changes, seen | {composite.address}):
            return True
    return False


def acting(change: Change) -> Iterator[Seen]:
    """Yield new actions other than a topic of this account."""
    account = _account(change.before.get("arn"))
    for kind in EVERY_ACTION if change.before else ():
        known = as_list(change.before.get(kind))
        for action in as_list(change.after.get(kind)):
            if not isinstance(action, str) or action in known or action.startswith("${"):
                continue
            is_topic = action.split(":")[2:3] == ["sns"]
            if not is_topic or (account and _account(action) != account):
                yield Seen(f"{kind}: new action {action}", action)


def _account(arn: object) -> str:
    parts = arn.split(":") if isinstance(arn, str) else []
    return parts[4] if len(parts) > 5 else ""


def ended(change: Change, changes: Changes) -> Iterator[Seen]:
    """Yield a removed alarm, unless its subject is removed too or its parts notify the receivers."""
    if change.is_destroyed and not (_watches_nothing(change, changes) or _is_replaced_by_parts(change, changes)):
        yield Seen("is destroyed")


def _watches_nothing(alarm: Change, changes: Changes) -> bool:
    if alarm.type in COMPOSITE:
        rule = alarm_rule.read(alarm.before.get("alarm_rule"))
        parts = [part.name for part in rule.all() if part.name] if rule else []
        return bool(parts) and all(not (named := _alarms(name, changes)) or all(map(_is_gone, named)) for name in parts)
    metrics = [
        alarm.before,
        *(block for query in as_blocks(alarm.before.get("metric_query")) for block in as_blocks(query.get("metric"))),
    ]
    watched = [as_mapping(metric.get("dimensions")) for metric in metrics if metric.get("metric_name")]
    return bool(watched) and all(_ends(dimensions, changes) for dimensions in watched)


def _ends(dimensions: Any, changes: Changes) -> bool:
    """Whether a resource that these dimensions name is destroyed, or an index of a table."""
    things = [change for value in dimensions.values() for change in changes.named(value)]
    index = dimensions.get("GlobalSecondaryIndexName")
    lost = (
        any(index in _indexes(subject.before) and index not in _indexes(subject.after) for subject in things) if index else False
    )
    return lost or any(subject.is_destroyed for subject in things)


def _indexes(values: Any) -> set[object]:
    return {block.get("name") for block in as_blocks(values.get("global_secondary_index"))}


def _alarms(name: str, changes: Changes) -> list[Change]:
    return [
        resource
        for resource in changes.of_type(*ALARM, *COMPOSITE)
        if name in (resource.before.get("alarm_name"), resource.after.get("alarm_name"))
    ]


def _is_gone(change: Change) -> bool:
    return change.is_destroyed


def _is_replaced_by_parts(alarm: Change, changes: Changes) -> bool:
    """Whether each alarm of a removed composite notifies the same receivers, directly or through another."""
    rule = alarm_rule.read(alarm.before.get("alarm_rule"))
    if rule is None or not rule.is_any_of:
        return False
    receivers = as_list(alarm.before.get("alarm_actions"))
    parts = [alarm_part for name in rule.enough for alarm_part in _alarms(name, changes)]
    return len(parts) >= len(rule.enough) and all(
        set(receivers) <= set(as_list(part.after.get("alarm_actions"))) or _is_told(part, receivers, changes) for part in parts
    )
