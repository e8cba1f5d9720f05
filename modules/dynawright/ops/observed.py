"""A table's observed traffic: five-minute values, and figures derived from them.

A figure that CloudWatch doesn't have is None, never zero.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Literal

from dynawright.ops.estimate import Kind
from dynawright.prices.dynamodb import Prices

PERIOD_SECONDS = 300
"""DynamoDB lends up to 300 seconds of unused capacity, so shorter peaks need no more of it."""

Points = Mapping[datetime, float]


class Cause(StrEnum):
    """Why a request was throttled, in AWS's terms."""

    PROVISIONED = "the provisioned capacity is used up"
    KEY_RANGE = "one partition serves all it can"
    MAXIMUM = "the on-demand maximum is reached"
    ACCOUNT = "the account's quota is used up"


@dataclass(frozen=True)
class Capacity:
    """A place's units per second: minimum and maximum if autoscaled, a maximum or none on demand."""

    mode: Literal["on_demand", "fixed", "autoscaled"]
    least: int | None = None
    most: int | None = None


@dataclass(frozen=True)
class Traffic:
    """Reads or writes of a table (index None) or of one of its indexes."""

    index: str | None
    kind: Kind
    capacity: Capacity
    consumed: Points = field(default_factory=dict)
    """Units in each five minutes."""
    provisioned: Points = field(default_factory=dict)
    """Units per second in each five minutes."""
    throttles: float | None = None
    causes: Mapping[Cause, float] = field(default_factory=dict)

    @property
    def words(self) -> str:
        return f"{self.kind}s" + (f" of {self.index}" if self.index else "")

    @property
    def is_known(self) -> bool:
        return bool(self.consumed)

    @property
    def total_units(self) -> float | None:
        return sum(self.consumed.values()) if self.consumed else None

    @property
    def peak_units(self) -> float | None:
        """The most units in five minutes."""
        return max(self.consumed.values()) if self.consumed else None

    @property
    def throttled(self) -> float:
        """Return the throttled requests; AWS publishes no zeros, and causes sometimes before the sum."""
        return max(self.throttles or 0, sum(self.causes.values()))

    @property
    def hours(self) -> float:
        """Return the hours from the first figure to the last."""
        if not self.consumed:
            return 0
        return ((max(self.consumed) - min(self.consumed)).total_seconds() + PERIOD_SECONDS) / 3600

    @property
    def use_percent(self) -> float | None:
        """Return the highest utilization of the capacity at its time; None without capacity."""
        uses = [
            100 * units / (PERIOD_SECONDS * capacity)
            for time, units in self.consumed.items()
            if (capacity := self._capacity_at(time))
        ]
        return max(uses, default=None)

    @property
    def use_of_least_percent(self) -> float | None:
        """Return the peak as a percentage of the minimum capacity."""
        if self.peak_units is None or not self.capacity.least:
            return None
        return 100 * self.peak_units / (PERIOD_SECONDS * self.capacity.least)

    def usd(self, prices: Prices) -> float | None:
        """Return its cost during the observed time."""
        if self.capacity.mode == "on_demand":
            return None if self.total_units is None else self.total_units / 1e6 * prices.million(self.kind)
        if not self.provisioned:
            return None
        return sum(self.provisioned.values()) * PERIOD_SECONDS / 3600 * prices.unit_hour(self.kind)

    def _capacity_at(self, time: datetime) -> float | None:
        if self.capacity.mode == "on_demand":
            return self.capacity.most
        return self.provisioned.get(time, self.capacity.least)


@dataclass(frozen=True)
class Place:
    """A table or one of its indexes."""

    reads: Traffic
    writes: Traffic

    @property
    def index(self) -> str | None:
        return self.reads.index


@dataclass(frozen=True)
class Observed:
    """A deployed table."""

    name: str
    capacity_mode: str
    table_class: str
    size_bytes: int
    """Including all indexes; AWS counts them about every six hours."""
    places: tuple[Place, ...]
    latency: Mapping[str, Mapping[str, float | None]]
    """Operation → percentile → milliseconds on the worst day."""
