"""Findings of a simulated day: throttles, causes, remedies."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from dynawright.model.heat import Demand, demands
from dynawright.model.index import KEYS_ONLY
from dynawright.model.load import Load
from dynawright.model.table import TableModel
from dynawright.ops.simulate import rules
from dynawright.ops.simulate.day import TableDay, gigabytes
from dynawright.ops.simulate.place import Place, Throttle
from dynawright.settings import TableSettings
from dynawright.settings.own_table import of_index

FILLED = 0.7
"""The part of a limit that a remedy uses."""


@dataclass(frozen=True)
class Finding:
    """`units` were throttled between two minutes for `cause`; `share` is of all units demanded."""

    table: str
    place: str | None
    kind: str
    cause: str
    about: str
    first: int
    last: int
    minutes: int
    units: float
    share: float
    peak: float
    patterns: tuple[str, ...]
    remedy: str


def findings(day: TableDay, load: Load, settings: TableSettings) -> list[Finding]:
    """Return throttles of at least one unit, the worst first."""
    result = []
    for place in day.places:
        for throttle in place.throttles.values():
            if throttle.units < 1:
                continue
            demand = sum(place.series[throttle.kind].asked) * 60 + (throttle.units if throttle.cause == "index" else 0)
            result.append(
                Finding(
                    day.model.name,
                    place.name,
                    throttle.kind,
                    throttle.cause,
                    throttle.about,
                    throttle.first,
                    throttle.last,
                    throttle.minutes,
                    throttle.units,
                    throttle.units / demand if demand else 0.0,
                    throttle.peak,
                    tuple(sorted(throttle.patterns, key=lambda id: -throttle.patterns[id])),
                    _remedy(day.model, place, throttle, load, settings),
                )
            )
    result += _large_collections(day.model, load)
    return sorted(result, key=lambda finding: -finding.units)


def _remedy(model: TableModel, place: Place, throttle: Throttle, load: Load, settings: TableSettings) -> str:
    kind, peak = throttle.kind, throttle.peak
    units = of_index(settings, place.name) if place.name else settings
    match throttle.cause:
        case "hot key":
            return _for_a_hot_key(model, place, throttle, load)
        case "hot partition":
            needed = max(place.partitions.count, place.first_partitions) * math.ceil(peak / (FILLED * rules.PARTITION[kind]))
            return f"raise the warm throughput to {_units(needed * rules.PARTITION[kind])} {kind}s, so that its keys are on more partitions"
        case "uneven capacity":
            return f"raise {kind}_capacity_units to {_units(peak * place.partitions.count / FILLED)}, so that one partition's share is enough, or spread its keys"
        case "warm-up":
            return f"raise the warm throughput to {_units(peak)} {kind}s before"
        case "maximum":
            return f"raise on_demand_max_{kind}_units to {_units(peak)}"
        case "quota":
            return f"ask AWS for a table quota of {_units(peak)} {kind}s"
        case "capacity" if units.autoscaling.enabled and peak > getattr(units.autoscaling, f"{kind}_max_units"):
            return f"raise autoscaling.{kind}_max_units to {_units(peak / FILLED)}"
        case "capacity" if units.autoscaling.enabled:
            return f"raise {kind}_capacity_units, autoscaling's least, to {_units(peak)}, or by a schedule before the peak"
        case "capacity":
            return f"raise {kind}_capacity_units to {_units(peak / FILLED)}"
    return f"fix index {throttle.about}: it also throttles writes here"


def _for_a_hot_key(model: TableModel, place: Place, throttle: Throttle, load: Load) -> str:
    limit = rules.PARTITION[throttle.kind]
    shards = math.ceil(throttle.peak / (FILLED * limit))
    text = f"spread the key over {shards} shards"
    if throttle.kind == "read":
        return f"{text}, or cache reads"
    if place.name is None:
        return text
    least = _with_keys_only(model, place, load)
    if least and throttle.peak * least <= FILLED * limit:
        return f"{text}, or project keys only: that writes {100 * least:.0f} % of the units"
    return text


def _with_keys_only(model: TableModel, place: Place, load: Load) -> float:
    """Return the share of its write units that an index would need with keys only; 0 if no less."""
    slim = replace(
        model, indexes=[replace(index, projection=KEYS_ONLY) if index.name == place.name else index for index in model.indexes]
    )
    patterns = {demand.pattern for demand in place.demands if demand.kind == "write"}
    now = _write_units(place.demands, place.name, load)
    then = [demand for pattern in slim.access_patterns if pattern.id in patterns for demand in demands(slim, pattern, load)]
    share = _write_units(then, place.name, load) / now if now else 1.0
    return share if share < 1 else 0.0


def _write_units(every: Sequence[Demand], place: str | None, load: Load) -> float:
    return sum(demand.units * load.rate(demand.pattern) for demand in every if demand.place == place and demand.kind == "write")


def _large_collections(model: TableModel, load: Load) -> Iterator[Finding]:
    """Yield large collections; the hottest key stores as much of its entity as it gets of the requests."""
    if not model.local_indexes:
        return
    limit, total = rules.COLLECTION_GIGABYTES.value, gigabytes(model, load, None)
    shares = [
        demand.spread.hottest
        for pattern in model.access_patterns
        if load.requests.get(pattern.id)
        for demand in demands(model, pattern, load)
        if demand.kind == "write" and demand.place is None
    ]
    if shares and total * max(shares) > limit:
        size = total * max(shares)
        text = f"use a global index, or spread the key: it stores {size:,.0f} GB"
        yield Finding(model.name, None, "write", "item collection", "", 0, 1439, 1440, 0.0, 0.0, size, (), text)


def _units(value: float) -> str:
    """Return a figure rounded up to three digits."""
    if value < 1000:
        return f"{math.ceil(value):,}"
    power = 10 ** (math.floor(math.log10(value)) - 2)
    return f"{math.ceil(value / power) * power:,.0f}"
