"""Alarms, and who hears of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from dynawright.guard.change import UNKNOWN, Change
from dynawright.guard.rule import GuardRule, Seen, destroyed, removed, shown

ALARM = ("aws_cloudwatch_metric_alarm", "aws_cloudwatch_composite_alarm")
ACTIONS = "alarm_actions"
SLOWER = ("evaluation_periods", "datapoints_to_alarm", "period")
WATCHED = (
    *("namespace", "metric_name", "dimensions", "statistic", "extended_statistic", "comparison_operator", "alarm_rule"),
    "threshold_metric_id",
)
ANY_OF = re.compile(r'ALARM\("[^"]+"\)(?: OR ALARM\("[^"]+"\))*')


def _threshold(change: Change) -> Iterator[Seen]:
    before, after = change.before.get("threshold"), change.after.get("threshold")
    if before is None or after is None or before == after:
        return
    below = str(change.after.get("comparison_operator", "")).startswith("LessThan")
    if after is UNKNOWN or (after < before if below else after > before):
        yield Seen(f"threshold: {before:g} → {after if after is UNKNOWN else f'{after:g}'}")


def _loosened(change: Change) -> Iterator[Seen]:
    if not change.stays:
        return
    yield from _threshold(change)
    for name in SLOWER:
        before, after = change.before.get(name), change.after.get(name)
        if before and after and after is not UNKNOWN and after > before:
            yield Seen(f"{name}: {before} → {after}")
    if change.before.get("treat_missing_data") == "breaching" and change.after.get("treat_missing_data") != "breaching":
        yield Seen(f"treat_missing_data: breaching → {shown(change.after.get('treat_missing_data'))}")
    for name in WATCHED:
        before, after = change.before.get(name), change.after.get(name)
        if before and before != after and not (name == "alarm_rule" and _adds_alarms(before, after)):
            yield Seen(f"watches something else: {name}: {shown(before)} → {shown(after)}")
    before, after = change.before.get("unit") or None, change.after.get("unit") or None
    if before != after:
        yield Seen(f"watches something else: unit: {shown(before)} → {shown(after)}")
    yield from _queries(change)


def _adds_alarms(before: Any, after: Any) -> bool:
    """Whether a composite alarm fires for each alarm that it fired for, and for others: any of them is enough."""
    if not all(isinstance(rule, str) and ANY_OF.fullmatch(rule) for rule in (before, after)):
        return False
    return set(before.split(" OR ")) <= set(after.split(" OR "))


def _queries(change: Change) -> Iterator[Seen]:
    """Metric math, query by query; labels mean nothing to an alarm."""
    before, after = _by_id(change.before.get("metric_query")), change.after.get("metric_query")
    if not before:
        return
    if after is UNKNOWN:
        yield Seen("watches something else: metric_query: known only after the apply")
        return
    now = _by_id(after)
    for id in sorted(before.keys() | now.keys()):
        if before.get(id) != now.get(id):
            yield Seen(f"watches something else: metric_query {id}: {shown(before.get(id))} → {shown(now.get(id))}")


def _by_id(queries: Any) -> dict[str, Any]:
    return {one.get("id", ""): {k: v for k, v in _written(one).items() if k not in ("id", "label")} for one in queries or ()}


def _written(value: Any) -> Any:
    """Without what is empty: a plan and a state don't agree on how to leave something out."""
    if isinstance(value, dict):
        return {name: kept for name, one in value.items() if (kept := _written(one)) not in (None, "", 0, False, [], {})}
    return [_written(one) for one in value] if isinstance(value, list) else value


def _silenced(change: Change) -> Iterator[Seen]:
    if not change.stays:
        return
    if change.before.get("actions_enabled") is True and change.after.get("actions_enabled") is not True:
        yield Seen("its actions are switched off")
    after = change.after.get(ACTIONS)
    known = after if isinstance(after, list) else []
    lost = sorted(set(change.before.get(ACTIONS) or ()) - {one for one in known if one is not UNKNOWN})
    if lost and after is not UNKNOWN and UNKNOWN not in known:
        yield Seen(f"no longer tells {', '.join(lost)}")


RULES = (
    GuardRule(
        "alarm-removed",
        ALARM,
        destroyed,
        happens="Nobody is told any more of what it watched.",
        instead="Remove an alarm together with what it watches; where another takes over, let that one fire once first.",
    ),
    GuardRule(
        "alarm-loosened",
        ALARM,
        _loosened,
        happens="It fires later, or for less than before: users notice first.",
        instead="Say in the approval which false alarms made it necessary; better, move the alarm to another level than to raise it.",
    ),
    GuardRule(
        "alarm-silenced",
        ALARM,
        _silenced,
        happens="The alarm turns red on a page that nobody looks at.",
        instead="Add the new receiver first and see a test message arrive there.",
    ),
    GuardRule(
        "alarm-receiver-removed",
        ("aws_sns_topic", "aws_sns_topic_subscription"),
        removed,
        happens="Whoever listened there hears of no alarm any more; a new e-mail subscription is silent until somebody confirms it.",
        instead="Add the new receiver, confirm it, see a test message arrive, then remove the old one.",
    ),
)
