"""A table or index through a day: demand by minute, what it serves, what it throttles and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from dynawright.model.heat import Demand, Kind
from dynawright.ops.simulate import rules
from dynawright.ops.simulate.assumptions import (
    SHARES_CAPACITY,
    SPLIT_AFTER_SECONDS,
    SPLITS_COLLECTIONS,
    SPLITS_FOR_HEAT,
    Assumed,
)
from dynawright.ops.simulate.capacity import STEP_SECONDS, Capacity, Provisioned
from dynawright.ops.simulate.partitions import HotKey, Partition, Partitions

LEAST = 1e-9
"""Smaller amounts are rounding errors."""


@dataclass
class Throttle:
    """Throttling for one cause: the place's limit, a partition, one key, or an index."""

    place: str | None
    kind: Kind
    cause: str
    about: str = ""
    """The form of the key, or the index."""
    first: int = 0
    last: int = 0
    minutes: int = 0
    units: float = 0.0
    peak: float = 0.0
    """The most units per second demanded of the key, the partition or the place."""
    patterns: dict[str, float] = field(default_factory=dict)
    """Units by pattern."""

    def add(self, minute: int, pattern: str, units: float, peak: float) -> None:
        if not self.minutes:
            self.first = minute
        if not self.minutes or minute != self.last:
            self.minutes += 1
        self.last, self.units, self.peak = minute, self.units + units, max(self.peak, peak)
        self.patterns[pattern] = self.patterns.get(pattern, 0.0) + units


@dataclass
class Series:
    """Units per second in each minute."""

    asked: list[float] = field(default_factory=list)
    taken: list[float] = field(default_factory=list)
    limit: list[float] = field(default_factory=list)


class Place:
    """A table (name None) or an index, with the demands on it."""

    def __init__(
        self,
        name: str | None,
        demands: Sequence[Demand],
        partitions: Partitions,
        capacities: Mapping[Kind, Capacity],
        assumed: Assumed,
        *,
        changing: Mapping[str, int],
    ) -> None:
        self.name, self.demands, self.partitions, self.capacities = name, demands, partitions, capacities
        self.series: dict[Kind, Series] = {kind: Series() for kind in capacities}
        self.throttles: dict[tuple[Kind, str, str], Throttle] = {}
        self.first_partitions = partitions.count
        self._assumed, self._changing = assumed, changing
        self._find_bounds()

    def step(self, minute: int, kind: Kind, heats: Sequence[float]) -> dict[str, float]:
        """Serve a minute of demand of one kind (units per second); return each reduced pattern's share."""
        demand, capacity = sum(heats), self.capacities[kind]
        lost = self._throttled_by_partitions(minute, kind, heats) if demand else {}
        passed = demand - sum(lost.values())
        takes = capacity.takes()
        series = self.series[kind]
        if self._is_shared(kind) and passed > takes * (1 + LEAST):
            cause = capacity.cause
            for at, heat in enumerate(heats):
                if more := (heat - lost.get(at, 0.0)) * (1 - takes / passed):
                    lost[at] = lost.get(at, 0.0) + more
                    self.throttle(kind, cause).add(minute, self.demands[at].pattern, more * STEP_SECONDS, demand)
        taken = demand - sum(lost.values())
        capacity.took(demand, taken)
        series.asked.append(demand)
        series.taken.append(taken)
        series.limit.append(takes if self._is_shared(kind) else capacity.units)
        served: dict[str, float] = {}
        for at, units in lost.items():
            pattern = self.demands[at].pattern
            served[pattern] = min(served.get(pattern, 1.0), 1 - units / heats[at])
        return served

    def throttle(self, kind: Kind, cause: str, about: str = "") -> Throttle:
        return self.throttles.setdefault((kind, cause, about), Throttle(self.name, kind, cause, about))

    def settle(self, minute: int, heats: Sequence[float]) -> None:
        """Split partitions after a minute: on a new capacity peak, and those that were hot for long."""
        changed = self._grow()
        for form, seconds in self._changing.items():
            if (minute + 1) * STEP_SECONDS % seconds == 0:
                self.partitions.rejoin(form)
                changed = True
        if SPLITS_FOR_HEAT in self._assumed:
            for row in [row for row in self.partitions.rows if row.throttled_seconds >= SPLIT_AFTER_SECONDS]:
                row.throttled_seconds = 0
                changed |= self.partitions.split(row, heats, by_sort_key=SPLITS_COLLECTIONS in self._assumed)
        if changed:
            self._find_bounds()

    def _throttled_by_partitions(self, minute: int, kind: Kind, heats: Sequence[float]) -> dict[int, float]:
        limit = rules.PARTITION[kind]
        if self._is_shared(kind) and sum(bound * heat for bound, heat in zip(self._bounds, heats, strict=True)) <= limit:
            return {}
        lost: dict[int, float] = {}
        for row in self.partitions.rows:
            load = sum(share * heat for share, heat in zip(row.shares, heats, strict=True))
            takes = limit if self._is_shared(kind) else self._part(row, kind, min(load, limit))
            if load <= takes * (1 + LEAST):
                continue
            row.throttled_seconds += STEP_SECONDS
            cause, about, peak = _blamed(row, heats, load, limit)
            throttle = self.throttle(kind, cause, about)
            for at, (share, heat) in enumerate(zip(row.shares, heats, strict=True)):
                if share and heat:
                    units = share * heat * (1 - takes / load) * row.count
                    lost[at] = lost.get(at, 0.0) + units
                    throttle.add(minute, self.demands[at].pattern, units * STEP_SECONDS, peak)
        return lost

    def _is_shared(self, kind: Kind) -> bool:
        return SHARES_CAPACITY in self._assumed or not isinstance(self.capacities[kind], Provisioned)

    def _part(self, row: Partition, kind: Kind, wanted: float) -> float:
        """Return what a partition serves from its share and its savings, and record the rest."""
        part = self.capacities[kind].units / self.partitions.count
        saved = row.saved.get(kind, 0.0)
        takes = min(wanted, part + saved / STEP_SECONDS)
        row.saved[kind] = min(max(0.0, saved + (part - takes) * STEP_SECONDS), rules.BURST_SECONDS.value * part)
        return takes

    def _grow(self) -> bool:
        needed = max(-(-capacity.units // rules.PARTITION[kind]) for kind, capacity in self.capacities.items())
        return int(needed) > self.partitions.count and self.partitions.grow(int(needed))

    def _find_bounds(self) -> None:
        self._bounds = [max(row.shares[at] for row in self.partitions.rows) for at in range(len(self.demands))]


def _blamed(row: Partition, heats: Sequence[float], load: float, limit: float) -> tuple[str, str, float]:
    """Return the cause, the hottest key's template, and the demand on that key or partition."""
    keys: list[tuple[float, HotKey]] = [
        (sum(share * heat for share, heat in zip(key.shares, heats, strict=True)), key) for key in row.hot
    ]
    hottest, key = max(keys, key=lambda pair: pair[0], default=(0.0, None))
    form = key.form if key is not None else ""
    if load <= limit:  # the partition's part of the capacity is too small
        return "uneven capacity", form, load
    return ("hot key", form, hottest) if hottest / row.pieces > limit else ("hot partition", form, load)
