"""Alarms: what they watch, and how soon they fire."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dynawright.guard import alarm_rule, metric_math
from dynawright.guard.change import UNKNOWN, Change
from dynawright.guard.changes import Changes
from dynawright.guard.rule import END, REPLACEMENT, GuardRule, Seen, removed, shown, wholly
from dynawright.guard.rules.watching import ACTIONS, ALARM, COMPOSITE, acting, ended, silenced

EVERY = (*ALARM, *COMPOSITE)
STRICTER = {
    "GreaterThanThreshold": "GreaterThanOrEqualToThreshold",
    "LessThanThreshold": "LessThanOrEqualToThreshold",
}
"""Comparison → a comparison that fires in all the same cases."""
WATCHED = ("namespace", "metric_name", "dimensions", "statistic", "extended_statistic", "threshold_metric_id")
ADDING = ("Sum", "SampleCount")
"""Statistics that shrink with the period."""
JUDGED = wholly(
    *("threshold", "evaluation_periods", "datapoints_to_alarm", "period", "treat_missing_data", "comparison_operator"),
    *("alarm_rule", "unit", "metric_query", *WATCHED),
)


def _threshold(change: Change) -> Iterator[Seen]:
    before, after = change.before.get("threshold"), change.after.get("threshold")
    if before is None or before == after:
        return
    below = str(change.after.get("comparison_operator", "")).startswith("LessThan")
    numbers = isinstance(before, int | float) and isinstance(after, int | float)
    if not numbers or (after < before if below else after > before):
        yield Seen(f"threshold: {_number(before)} → {_number(after)}")


def _number(value: Any) -> str:
    return f"{value:g}" if isinstance(value, int | float) else shown(value)


def _slower(change: Change) -> Iterator[Seen]:
    """Yield a change of points after which the alarm no longer fires in a case in which it did."""
    (periods, of), (new_periods, new_of) = _points(change.before), _points(change.after)
    texts = any(not isinstance(number, int | float) for number in (periods, of, new_periods, new_of))
    if UNKNOWN in (new_periods, new_of):
        yield Seen("the number of breaching points is known only after the apply")
    elif (periods, of) != (new_periods, new_of) and (texts or new_of > of - max(0, periods - new_periods)):
        yield Seen(f"fires after {of} of {periods} points → {new_of} of {new_periods}")


def _points(values: Any) -> tuple[Any, Any]:
    periods = values.get("evaluation_periods") or 1
    return periods, values.get("datapoints_to_alarm") or periods


def _period(change: Change) -> Iterator[Seen]:
    before, after = change.before.get("period"), change.after.get("period")
    if before and before != after:
        numbers = isinstance(before, int | float) and isinstance(after, int | float)
        if not numbers or after > before or change.after.get("statistic") in ADDING:
            yield Seen(f"period: {before} → {shown(after)}")


def _loosened(change: Change, changes: Changes) -> Iterator[Seen]:
    if not change.stays:
        return
    before, after = change.before, change.after
    yield from _threshold(change)
    yield from _slower(change)
    yield from _period(change)
    treated, now_treated = ((values.get("treat_missing_data") or "missing") for values in (before, after))
    if now_treated not in (treated, "breaching"):
        yield Seen(f"treat_missing_data: {treated} → {shown(now_treated)}")
    comparison, now = before.get("comparison_operator"), after.get("comparison_operator")
    if comparison and now not in (comparison, STRICTER.get(comparison)):
        yield Seen(f"watches something else: comparison_operator: {comparison} → {shown(now)}")
    for name in WATCHED:
        if before.get(name) and before.get(name) != after.get(name):
            yield Seen(f"watches something else: {name}: {shown(before.get(name))} → {shown(after.get(name))}")
    if before.get("alarm_rule") != after.get("alarm_rule") and not _fires_for_more(change, changes):
        yield Seen(f"watches something else: alarm_rule: {shown(before.get('alarm_rule'))} → {shown(after.get('alarm_rule'))}")
    if (before.get("unit") or None) != (after.get("unit") or None):
        yield Seen(f"watches something else: unit: {shown(before.get('unit') or None)} → {shown(after.get('unit') or None)}")
    yield from _queries(change)


def _fires_for_more(change: Change, changes: Changes) -> bool:
    """Whether a composite alarm still fires for all its alarms, which may have been renamed."""
    before, after = (alarm_rule.read(values.get("alarm_rule")) for values in (change.before, change.after))
    if before is None or after is None or not before.is_any_of:
        return False
    renamed = {
        resource.before.get("alarm_name"): resource.after.get("alarm_name")
        for resource in changes.of_type(*ALARM, *COMPOSITE)
        if resource.stays
    }
    return {renamed.get(name, name) for name in before.enough} <= after.enough


def _queries(change: Change) -> Iterator[Seen]:
    """Yield differences of metric math, query by query."""
    queries, after = change.before.get("metric_query"), change.after.get("metric_query")
    if not queries or metric_math.watches_more(queries, after):
        return
    if after is UNKNOWN:
        yield Seen("watches something else: metric_query: known only after the apply")
        return
    before, now = metric_math.by_id(queries), metric_math.by_id(after)
    for id in sorted(before.keys() | now.keys()):
        if before.get(id) != now.get(id):
            yield Seen(f"watches something else: metric_query {id}: {shown(before.get(id))} → {shown(now.get(id))}")


RULES = (
    GuardRule(
        "alarm-removed",
        EVERY,
        ended,
        judges=wholly(END),
        looks_around=True,
        happens="Problems that it watched for are no longer reported.",
        instead="Remove an alarm together with the resource it watches; if another alarm takes over, see it fire once first.",
    ),
    GuardRule(
        "alarm-loosened",
        EVERY,
        _loosened,
        judges=JUDGED,
        even_unknown=True,
        looks_around=True,
        happens="It fires later, or in fewer cases: users notice first.",
        instead="Say in the approval which false alarms made it necessary; lowering the alarm's severity is better than raising its threshold.",
    ),
    GuardRule(
        "alarm-silenced",
        EVERY,
        silenced,
        judges=wholly("actions_enabled", *ACTIONS),
        even_unknown=True,
        looks_around=True,
        happens="The alarm turns red without a notification.",
        instead="Add the new receiver first and see a test message arrive there.",
    ),
    GuardRule(
        "alarm-receiver-removed",
        ("aws_sns_topic", "aws_sns_topic_subscription"),
        removed,
        judges=wholly(END, REPLACEMENT),
        happens="The receiver gets no alarms any more; a new e-mail subscription is silent until it is confirmed.",
        instead="Add the new receiver, confirm it, see a test message arrive, then remove the old one.",
    ),
    GuardRule(
        "alarm-acts",
        EVERY,
        acting,
        judges={},
        happens="Whenever the alarm fires, another receiver is notified, or an action runs: a machine is stopped, a function called.",
        instead="Let alarms publish to a topic of this account, and subscribe the action to it.",
    ),
)
