"""Capacity of a table or index per second, and how it follows the load."""

from __future__ import annotations

import math
from collections import deque
from typing import Literal, Protocol

from dynawright.ops.simulate import rules
from dynawright.settings.units import UnitSettings

STEP_SECONDS = 60
Cause = Literal["capacity", "warm-up", "maximum", "quota"]


class Capacity(Protocol):
    """`takes` is the limit of the next minute; `took` reports the demand and the served part."""

    @property
    def units(self) -> float: ...

    @property
    def cause(self) -> Cause: ...

    def takes(self) -> float: ...

    def took(self, demand: float, taken: float) -> None: ...


class OnDemand:
    """At least the warm throughput; double the peak of half an hour ago; at most maximum and quota."""

    def __init__(self, warm: float, maximum: float | None, quota: float) -> None:
        self.units = warm
        self._maximum, self._quota = maximum or math.inf, quota
        self._recent: deque[float] = deque(maxlen=int(rules.PEAK_SECONDS.value) // STEP_SECONDS)

    def takes(self) -> float:
        return min(self.units, self._maximum, self._quota)

    @property
    def cause(self) -> Cause:
        limits: dict[Cause, float] = {"maximum": self._maximum, "quota": self._quota, "warm-up": self.units}
        return min(limits, key=lambda name: limits[name])

    def took(self, demand: float, taken: float) -> None:
        if len(self._recent) == self._recent.maxlen:
            self.units = max(self.units, rules.DOUBLING.value * self._recent[0])
        self._recent.append(taken)


class Provisioned:
    """Fixed or autoscaled units; unused ones are saved for five minutes."""

    cause: Cause = "capacity"

    def __init__(self, settings: UnitSettings, kind: str, first: float, *, saves: bool = True) -> None:
        self._least: float = getattr(settings, f"{kind}_capacity_units")
        self._scaling = settings.autoscaling if settings.autoscaling.enabled else None
        self._most: float = getattr(settings.autoscaling, f"{kind}_max_units") if self._scaling else self._least
        self._target = settings.autoscaling.target_utilization_percent / 100
        self.units = self._wanted(first) if self._scaling else self._least
        self._saves = saves
        self.saved = 0.0
        self._above = self._below = self._since = 0

    def takes(self) -> float:
        return self.units + self.saved / STEP_SECONDS

    def took(self, demand: float, taken: float) -> None:
        if self._saves:
            self.saved += (self.units - taken) * STEP_SECONDS
            self.saved = min(max(0.0, self.saved), rules.BURST_SECONDS.value * self.units)
        if self._scaling is None:
            return
        use = taken / self.units
        self._above = self._above + STEP_SECONDS if use > self._target else 0
        self._below = self._below + STEP_SECONDS if use < self._target * rules.SCALE_IN_SHARE.value else 0
        self._since += STEP_SECONDS
        raises = self._above >= rules.SCALE_OUT_SECONDS.value and self._since >= (self._scaling.scale_out_cooldown_seconds or 0)
        lowers = self._below >= rules.SCALE_IN_SECONDS.value and self._since >= (self._scaling.scale_in_cooldown_seconds or 0)
        if (raises or lowers) and (wanted := self._wanted(taken)) != self.units:
            self.units, self._since, self._above, self._below = wanted, 0, 0, 0

    def _wanted(self, used: float) -> float:
        return min(self._most, max(self._least, math.ceil(used / self._target)))
