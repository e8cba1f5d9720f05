"""Capacity modes."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dynawright.guard.change import Change
from dynawright.guard.rule import GuardRule, Seen
from dynawright.guard.rules.tables import TABLE


def _switched(before: str, after: str) -> Callable[[Change], Iterator[Seen]]:
    def sees(change: Change) -> Iterator[Seen]:
        if change.stays and (change.before.get("billing_mode"), change.after.get("billing_mode")) == (before, after):
            yield Seen(f"billing_mode: {before} → {after}")

    return sees


RULES = (
    GuardRule(
        "switched-to-on-demand",
        TABLE,
        _switched("PROVISIONED", "PAY_PER_REQUEST"),
        happens="Nothing is lost, but AWS allows 4 such switches in 24 hours: a back and forth can leave the table in the wrong mode for a "
        "day. Cost follows requests from now on, with no upper limit unless a maximum is set.",
        instead="Set on_demand_max_read_units and on_demand_max_write_units in the same change, and plan no way back within a day.",
    ),
    GuardRule(
        "switched-to-provisioned",
        TABLE,
        _switched("PAY_PER_REQUEST", "PROVISIONED"),
        happens="Requests beyond the capacity that is written are throttled from that moment; autoscaling takes minutes to follow.",
        instead="Set the capacity to the peak of the last two weeks (ConsumedReadCapacityUnits, ConsumedWriteCapacityUnits), then let "
        "autoscaling lower it. The way back to on-demand is open 4 times in 24 hours.",
    ),
)
