"""From what was observed to what to do about it: the thresholds stand here, and nothing asks AWS.

- Throttled: raise the capacity, or spread the key where one partition is hot.
- A peak under 70 % of the capacity that is always there: lower it to 1.2 times the peak.
- An index is used as far as its readers use it: of the units it consumes, reads are for them and writes only keep it. Under 20 %
  reads, most is upkeep: drop it, or let it carry less. Measured so, it means the same on demand and provisioned.
- An index whose reads or writes went over 80 % of its capacity is to be watched: writes that it can't take hold up the table's.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from dynawright.model import Query, Scan, TableModel
from dynawright.ops.observed import PERIOD_SECONDS, Cause, Observed, Place, Traffic

LOWER_BELOW_PERCENT = 70
DROP_BELOW_PERCENT = 20
WATCH_ABOVE_PERCENT = 80
HEADROOM_FIFTHS = 6
"""1.2 times the peak, as an integer ratio: 6 / 5."""
LEAST_HOURS = 12
"""Figures of fewer hours don't justify reductions."""


What = Literal["raise", "hot partition", "lower", "drop", "watch", "look", "no data"]
Urgency = Literal["now", "this week", "when it suits", "none"]
URGENCY: Mapping[What, tuple[Urgency, str]] = {
    "raise": ("now", "requests are refused until then; it costs more"),
    "hot partition": ("now", "requests for some keys are refused until then; the model changes, and what is written"),
    "watch": ("this week", "writes of the table are refused when it is full"),
    "look": ("this week", "unknown until someone has looked"),
    "lower": ("when it suits", "costs less; a peak like the highest one still fits"),
    "drop": ("when it suits", "costs less; queries of the index fail, and rebuilding it takes hours"),
    "no data": ("none", "none"),
}
"""Advice → urgency, and its effect."""


@dataclass(frozen=True)
class Advice:
    """Something to do; `about` names the reads, writes or the whole of a table or index.

    `change` is a setting and its value. Advice without one needs a decision, or a change of the model.
    """

    what: What
    about: str
    text: str
    change: tuple[str, int] | None = None

    @property
    def urgency(self) -> Urgency:
        return URGENCY[self.what][0]

    @property
    def impact(self) -> str:
        return URGENCY[self.what][1]


def advice(observed: Observed, model: TableModel) -> list[Advice]:
    suggestions = [
        advice for place in observed.places for traffic in (place.reads, place.writes) for advice in _of_traffic(traffic)
    ]
    return suggestions + [advice for place in observed.places if place.index for advice in _of_index(place, model)]


def _of_traffic(traffic: Traffic) -> Iterator[Advice]:
    if not traffic.is_known and not traffic.throttled:
        yield Advice("no data", traffic.words, "CloudWatch has no figures: it is not used, or not for long enough; no advice")
        return
    if traffic.throttled:
        yield from _of_throttles(traffic)
        return
    least, use, wanted = traffic.capacity.least, traffic.use_of_least_percent, _with_headroom(traffic)
    if use is None or least is None or use >= LOWER_BELOW_PERCENT or wanted >= least:
        return
    if traffic.hours < LEAST_HOURS:
        text = (
            f"at most {use:.0f} % of {least} units was used, but in {traffic.hours:.0f} hours of figures only: look again later"
        )
        yield Advice("look", traffic.words, text)
    else:
        yield Advice(
            "lower",
            traffic.words,
            f"at most {use:.0f} % of {least} units was used: {wanted} are 1.2 times the peak ({_setting(traffic)})",
            (_setting(traffic), wanted),
        )


def _of_throttles(traffic: Traffic) -> Iterator[Advice]:
    causes = {cause: events for cause, events in traffic.causes.items() if events} or _likely_cause(traffic)
    if not causes:
        text = f"{traffic.throttled:,.0f} throttled on demand, AWS gives no reason: traffic that doubles within 30 minutes, or a hot key"
        yield Advice("look", traffic.words, text)
    for cause, events in causes.items():
        words, change = f"{events:,.0f} throttled: {cause}", None
        match cause:
            case Cause.KEY_RANGE:
                what: What = "hot partition"
                fix = (
                    "spread the key (shards) or cache its reads; more capacity does not help. contributor_insights names the key"
                )
            case Cause.PROVISIONED:
                what, (fix, change) = "raise", _raised(traffic)
            case Cause.MAXIMUM:
                what, fix = "raise", f"raise table.on_demand_max_{traffic.kind}_units, or find the caller that runs away"
            case Cause.ACCOUNT:
                what, fix = "raise", "ask AWS for a higher quota; spread the load until then"
        yield Advice(what, traffic.words, f"{words}; {fix}", change)


def _likely_cause(traffic: Traffic) -> dict[Cause, float]:
    """Return a cause if AWS names none: throttling despite spare capacity means one full partition."""
    if traffic.capacity.mode == "on_demand":
        return {}
    use = traffic.use_percent
    return {Cause.KEY_RANGE if use is not None and use < LOWER_BELOW_PERCENT else Cause.PROVISIONED: traffic.throttled}


def _raised(traffic: Traffic) -> tuple[str, tuple[str, int]]:
    """Return what to raise, in words, and as the setting with its value."""
    capacity, wanted = traffic.capacity, _with_headroom(traffic)
    reached = max(traffic.provisioned.values(), default=0)
    if capacity.mode == "autoscaled" and capacity.most and reached >= capacity.most:
        units = max(wanted, capacity.most + 1)
        setting = f"table.autoscaling.{traffic.kind}_max_units"
        return f"raise {setting} from {capacity.most} to {units} or more", (setting, units)
    late = ": autoscaling came too late for the peak" if capacity.mode == "autoscaled" else ""
    units = max(wanted, (capacity.least or 0) + 1)
    return f"raise {_setting(traffic)} from {capacity.least} to {units} or more{late}", (_setting(traffic), units)


def _of_index(place: Place, model: TableModel) -> Iterator[Advice]:
    name = f"index {place.index}"
    for traffic in (place.reads, place.writes):
        if traffic.use_percent is not None and traffic.use_percent > WATCH_ABOVE_PERCENT:
            text = f"up to {traffic.use_percent:.0f} % of its {traffic.kind} capacity was used: at 100 % it holds up the table's writes"
            yield Advice("watch", name, text if traffic.kind == "write" else text.partition(":")[0])
    reads, writes = place.reads.total_units, place.writes.total_units
    patterns = [
        pattern.id for pattern in model.access_patterns if isinstance(pattern, Query | Scan) and pattern.index == place.index
    ]
    askers = f"asked by {', '.join(patterns)}" if patterns else "no pattern uses it"
    if writes is None or place.writes.hours < LEAST_HOURS:
        return
    if reads is None:
        yield Advice("look", name, f"it is written, and CloudWatch has no figures of reads ({askers}): drop it if it is not read")
    elif 100 * reads < DROP_BELOW_PERCENT * (reads + writes):
        share = 100 * reads / (reads + writes)
        text = f"{share:.0f} % of what it consumes is read, the rest is upkeep ({askers}): drop it, or project less into it"
        yield Advice("drop", name, text)


def _with_headroom(traffic: Traffic) -> int:
    """Return 1.2 times the peak, rounded up; at least one unit."""
    return max(1, math.ceil(HEADROOM_FIFTHS * (traffic.peak_units or 0) / (5 * PERIOD_SECONDS)))


def _setting(traffic: Traffic) -> str:
    """Return the setting, which applies to all of the system's tables: the highest advice counts."""
    return f"table.{traffic.kind}_capacity_units"
