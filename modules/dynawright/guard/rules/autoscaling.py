"""Autoscaling: targets, policies, and scheduled capacity."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dynawright.guard.change import Change
from dynawright.guard.changes import Changes
from dynawright.guard.rule import END, GuardRule, Seen, destroyed, either, lowered, shown, wholly
from dynawright.guard.rules.tables import TABLE

TARGET, ACTION = ("aws_appautoscaling_target",), ("aws_appautoscaling_scheduled_action",)
CAPACITY = {
    "dynamodb:table:ReadCapacityUnits": "read_capacity",
    "dynamodb:table:WriteCapacityUnits": "write_capacity",
}
LIMITS = ("max_capacity", "min_capacity")


def _below(change: Change, changes: Changes) -> Iterator[Seen]:
    """Yield a new target below the table's capacity, or a new action that lowers a target's limits."""
    if not change.is_created:
        return
    if change.type in TARGET:
        table = str(change.after.get("resource_id")).removeprefix("table/")
        name = CAPACITY.get(str(change.after.get("scalable_dimension")), "")
        for other_change in changes.named(table, *TABLE):
            yield from _lower({"max_capacity": other_change.before.get(name)}, change.after)
        return
    for target in changes.of_type(*TARGET):
        if all(target.before.get(name) == change.after.get(name) for name in ("resource_id", "scalable_dimension")):
            yield from _lower(target.before, change.block_after("scalable_target_action"))


def _lower(before: Mapping[str, object], after: Mapping[str, object]) -> Iterator[Seen]:
    for name in LIMITS:
        was, will_be = _number(before.get(name)), _number(after.get(name))
        if was is not None and will_be is not None and will_be < was:
            yield Seen(f"{name}: {shown(before.get(name))} → {shown(after.get(name))}", name)


def _number(value: object) -> float | None:
    try:
        return float(str(value))
    except ValueError:
        return None


RULES = (
    GuardRule(
        "autoscaling-removed",
        ("aws_appautoscaling_target", "aws_appautoscaling_policy", "aws_appautoscaling_scheduled_action"),
        destroyed,
        judges=wholly(END),
        happens="Capacity stays at its current value: at the next peak it is too low, and requests are throttled.",
        instead="Remove it together with a switch to on-demand, or set a capacity for the peak.",
    ),
    GuardRule(
        "autoscaling-limited",
        TARGET,
        either(lowered("max_capacity"), lowered("min_capacity")),
        judges=wholly("max_capacity", "min_capacity"),
        happens="Requests beyond the new maximum are throttled; scaling up from a lower minimum takes minutes.",
        instead="Compare with the peak of the last two weeks (ConsumedReadCapacityUnits, ConsumedWriteCapacityUnits) first.",
    ),
    GuardRule(
        "autoscaling-lowers",
        (*TARGET, *ACTION),
        _below,
        judges={},
        looks_around=True,
        happens="Capacity is lowered to the new maximum as soon as it applies, for example when an action runs: requests "
        "beyond it are throttled.",
        instead="Set no maximum below the peak of the last two weeks at that time of day (ConsumedReadCapacityUnits, ConsumedWriteCapacityUnits).",
    ),
)
