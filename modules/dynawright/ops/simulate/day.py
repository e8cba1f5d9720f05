"""A day of one table and its indexes under a load."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from dynawright.model.consumption import place_of, stored_bytes
from dynawright.model.heat import Demand, Kind, demands, is_time, keys_of, partition_key
from dynawright.model.load import Load
from dynawright.model.table import TableModel
from dynawright.model.traffic import MINUTES, curve
from dynawright.ops.simulate import rules
from dynawright.ops.simulate.assumptions import SHARES_CAPACITY, Assumed
from dynawright.ops.simulate.capacity import STEP_SECONDS, Capacity, OnDemand, Provisioned
from dynawright.ops.simulate.partitions import Partitions, hot_keys
from dynawright.ops.simulate.place import Place
from dynawright.prices.dynamodb import BILLED_OVERHEAD_BYTES, GIGABYTE
from dynawright.settings import TableSettings
from dynawright.settings.own_table import of_index

KINDS: tuple[Kind, ...] = ("read", "write")


@dataclass(frozen=True)
class TableDay:
    """The result of a day: the places, and each pattern's requests and throttled requests."""

    model: TableModel
    places: tuple[Place, ...]
    requests: dict[str, float]
    throttled: dict[str, float]


def simulate_day(model: TableModel, load: Load, settings: TableSettings, assumed: Assumed) -> TableDay:
    patterns = [pattern for pattern in model.access_patterns if load.requests.get(pattern.id)]
    every = [demand for pattern in patterns for demand in demands(model, pattern, load)]
    curves = {pattern.id: curve(load.hours, load.spikes, pattern.id) for pattern in patterns}
    names = [*(index.name for index in model.indexes), None]  # indexes first: what they throttle counts as throttled at the table
    places = [
        _place(model, name, [demand for demand in every if demand.place == name], load, settings, assumed, curves)
        for name in names
    ]
    requests = {pattern.id: 0.0 for pattern in patterns}
    throttled = dict(requests)
    rates = {pattern.id: load.rate(pattern.id) for pattern in patterns}
    for minute in range(MINUTES):
        now = {id: rate * curves[id][minute] for id, rate in rates.items()}
        held_back: dict[str, tuple[float, str]] = {}
        served = dict.fromkeys(now, 1.0)
        for place in places:
            _minute(place, minute, now, held_back, served)
        for id, rate in now.items():
            requests[id] += rate * STEP_SECONDS
            throttled[id] += rate * STEP_SECONDS * (1 - served[id])
    return TableDay(model, tuple(places), requests, throttled)


def _minute(
    place: Place, minute: int, now: dict[str, float], held_back: dict[str, tuple[float, str]], served: dict[str, float]
) -> None:
    heats = [now[demand.pattern] * demand.units for demand in place.demands]
    for kind in KINDS:
        of_kind = [heat if demand.kind == kind else 0.0 for heat, demand in zip(heats, place.demands, strict=True)]
        if place.name is None and kind == "write":
            for at, demand in enumerate(place.demands):
                share, index = held_back.get(demand.pattern, (1.0, ""))
                if share < 1 and demand.kind == "write":
                    units = of_kind[at] * (1 - share)
                    place.throttle(kind, "index", index).add(minute, demand.pattern, units * STEP_SECONDS, of_kind[at])
                    of_kind[at] -= units
        for pattern, share in place.step(minute, kind, of_kind).items():
            before = held_back.get(pattern, (1.0, ""))[0]
            served[pattern] = min(served[pattern], share) if place.name is not None else before * share
            if place.name is not None and kind == "write" and share < before:
                held_back[pattern] = share, place.name
    place.settle(minute, heats)


def _place(
    model: TableModel,
    name: str | None,
    demands: Sequence[Demand],
    load: Load,
    settings: TableSettings,
    assumed: Assumed,
    curves: dict[str, tuple[float, ...]],
) -> Place:
    warm = {kind: load.warm.get(kind, rules.WARM[kind]) for kind in KINDS}
    rates = [load.rate(demand.pattern) * demand.units for demand in demands]
    peaks = [rate * max(curves[demand.pattern]) for rate, demand in zip(rates, demands, strict=True)]
    first: dict[str, float] = dict.fromkeys(KINDS, 0.0)
    for rate, demand in zip(rates, demands, strict=True):
        first[demand.kind] += rate * curves[demand.pattern][0]
    units = of_index(settings, name) if name else settings
    capacities: dict[Kind, Capacity] = {}
    for kind in KINDS:
        if settings.capacity_mode == "provisioned":
            capacities[kind] = Provisioned(units, kind, first[kind], saves=SHARES_CAPACITY in assumed)
        else:
            maximum = getattr(units, f"on_demand_max_{kind}_units")
            quota = load.quota.get(kind, rules.QUOTA.value)
            capacities[kind] = OnDemand(warm[kind], maximum if maximum and maximum > 0 else None, quota)
    count = max(
        1,
        *(math.ceil(units / rules.PARTITION[kind]) for kind, units in warm.items()),
        math.ceil(gigabytes(model, load, name) / rules.PARTITION_GIGABYTES.value),
    )
    splits = {demand.form: may_split(model, name, demand.form, load) for demand in demands}
    hot = [*hot_keys(demands, peaks, rules.PARTITION, splits)]
    changing = {demand.form: seconds for demand in demands if (seconds := _seconds_of_a_value(model, demand, load))}
    return Place(name, demands, Partitions(count, hot, len(demands)), capacities, assumed, changing=changing)


def gigabytes(model: TableModel, load: Load, place: str | None) -> float:
    """Return what a table or index stores; a table includes its local indexes."""
    total = 0.0
    for entity in model.entities:
        count, pieces = load.stored(model, entity) or 0, len(load.examples(model, entity))
        for index in (None, *model.index_keys):
            if (None if index is None else place_of(model, index)) == place and (
                size := stored_bytes(model, entity, load, index)
            ):
                total += count * (size + pieces * BILLED_OVERHEAD_BYTES) / GIGABYTE
    return total


def may_split(model: TableModel, place: str | None, form: str, load: Load) -> bool:
    """Whether a key's items can be split by a sort key, whose values must not only grow."""
    sort_key = model.sort_key if place is None else model.index(place).sort_key
    if sort_key is None or (place is None and model.local_indexes):
        return False
    name = partition_key(model, place)
    entities = [entity for entity in model.entities if name in entity.keys and f"{name}={entity.keys[name].text}" == form]
    for entity in entities:
        template = entity.keys.get(sort_key.name)
        first = next(iter(template.parameters), None) if template else None
        keys = load.keys.get(first) if first else None
        if first and not is_time(first) and not (keys and keys.every_seconds):
            return True
    return False


def _seconds_of_a_value(model: TableModel, demand: Demand, load: Load) -> int:
    """Return for how long a time-ordered key keeps a value, in seconds; 0 for other keys."""
    name = partition_key(model, demand.place)
    for entity in model.entities:
        if name in entity.keys and f"{name}={entity.keys[name].text}" == demand.form:
            return max(
                (keys_of(load, demand.pattern, place, entity, 1).every_seconds for place in entity.keys[name].parameters),
                default=0,
            )
    return 0
