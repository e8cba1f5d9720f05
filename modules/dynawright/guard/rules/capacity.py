"""Capacity modes, and the amount of capacity."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dynawright.guard.change import Change
from dynawright.guard.differences import Difference, differences
from dynawright.guard.directions import FIRST, higher
from dynawright.guard.rule import GuardRule, Seen, shown, wholly
from dynawright.guard.rules.tables import TABLE

ON_DEMAND = "PAY_PER_REQUEST"
CAPACITY = ("read_capacity", "write_capacity")
MOST = ("on_demand_throughput.max_read_request_units", "on_demand_throughput.max_write_request_units")
IN_INDEXES = "global_secondary_index."
PROVISIONED = tuple(f"{place}{name}" for place in ("", IN_INDEXES) for name in CAPACITY)
LIMITS = tuple(f"{place}{name}" for place in ("", IN_INDEXES) for name in MOST)
UNLIMITED = (-1, 0)


def _switched(before: str, after: str) -> Callable[[Change], Iterator[Seen]]:
    def sees(change: Change) -> Iterator[Seen]:
        if change.stays and _modes(change) == (before, after):
            yield Seen(f"billing_mode: {before} → {after}")

    return sees


def _modes(change: Change) -> tuple[object, ...]:
    """Return the modes before and after; the default is provisioned."""
    return tuple(values.get("billing_mode") or "PROVISIONED" for values in (change.before, change.after))


def _lowered(change: Change) -> Iterator[Seen]:
    """Yield lower capacity if provisioned before and after; a mode switch has its own finding."""
    if set(_modes(change)) == {"PROVISIONED"}:
        yield from _worse(change, PROVISIONED, FIRST, higher(0))


def _limited(change: Change) -> Iterator[Seen]:
    yield from _worse(change, LIMITS, higher(-1, endless=UNLIMITED))


def _worse(change: Change, patterns: tuple[str, ...], *harmless: Callable[[Difference], bool]) -> Iterator[Seen]:
    for difference in differences(change.before, change.after) if change.stays else ():
        if difference.pattern in patterns and not difference.is_unknown and not any(verdict(difference) for verdict in harmless):
            yield Seen(f"{difference.path}: {shown(difference.before)} → {shown(difference.after)}", difference.path)


RULES = (
    GuardRule(
        "switched-to-on-demand",
        TABLE,
        _switched("PROVISIONED", ON_DEMAND),
        judges=wholly("billing_mode"),
        happens="Nothing is lost, but AWS allows 4 such switches in 24 hours: switching back and forth can leave the table "
        "in the wrong mode for a day. From now on requests determine the cost, without a limit unless a maximum is set.",
        instead="Set on_demand_max_read_units and on_demand_max_write_units in the same change, and don't plan to switch back within a day.",
    ),
    GuardRule(
        "switched-to-provisioned",
        TABLE,
        _switched(ON_DEMAND, "PROVISIONED"),
        judges=wholly("billing_mode"),
        happens="Requests beyond the configured capacity are throttled from that moment; autoscaling takes minutes to follow.",
        instead="Set the capacity to the peak of the last two weeks (ConsumedReadCapacityUnits, ConsumedWriteCapacityUnits), then let "
        "autoscaling lower it. Switching back to on-demand is possible 4 times in 24 hours.",
    ),
    GuardRule(
        "capacity-lowered",
        TABLE,
        _lowered,
        judges=wholly(*PROVISIONED),
        happens="Requests beyond the new capacity are throttled from that moment, unless autoscaling raises it again in time.",
        instead="Compare with the peak of the last two weeks (ConsumedReadCapacityUnits, ConsumedWriteCapacityUnits) first; let autoscaling "
        "lower it.",
    ),
    GuardRule(
        "on-demand-limited",
        TABLE,
        _limited,
        judges=wholly(*LIMITS),
        happens="Requests beyond the new maximum are throttled from that moment.",
        instead="Compare with the peak of the last two weeks (ConsumedReadCapacityUnits, ConsumedWriteCapacityUnits) first.",
    ),
)
