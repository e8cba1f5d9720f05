"""Spread of requests over keys and over a day, for simulations and load tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

HOURS, MINUTES = 24, 1440


@dataclass(frozen=True)
class Keys:
    """A placeholder's number of values and how requests choose among them (default: evenly).

    `zipf` is the exponent of Zipf's law. `hot_values` get `hot_percent` of the requests. With `every_seconds` all requests of a
    moment go to one value, such as today's date, and to the next one after that time.
    """

    values: int
    zipf: float = 0.0
    hot_values: int = 0
    hot_percent: float = 0.0
    every_seconds: int = 0

    def __str__(self) -> str:
        text = f"{self.values:,} values"
        if self.zipf:
            return f"{text}, Zipf with exponent {self.zipf:g}"
        if self.hot_values:
            return f"{text}, {self.hot_percent:g} % of the requests to {self.hot_values:,} of them"
        return f"{text}, one after the other every {self.every_seconds:,} s" if self.every_seconds else f"{text}, evenly"


@dataclass(frozen=True)
class Spike:
    """`times` as many requests from minute `at`, reached in `ramp_minutes`; for all or named patterns."""

    at: int
    minutes: int
    times: float
    ramp_minutes: int = 0
    patterns: tuple[str, ...] = ()

    def factor(self, minute: int) -> float:
        since = minute - self.at
        if not 0 <= since < self.minutes:
            return 1.0
        return 1 + (self.times - 1) * min(1.0, (since + 1) / (self.ramp_minutes + 1))


def curve(hours: Sequence[float], spikes: Sequence[Spike], pattern: str) -> tuple[float, ...]:
    """Return the factor of a pattern's mean rate for each minute of the day."""
    mean = sum(hours) / HOURS if hours else 0
    base = [hours[minute // 60] / mean for minute in range(MINUTES)] if mean else [1.0] * MINUTES
    for spike in spikes:
        if not spike.patterns or pattern in spike.patterns:
            for minute in range(spike.at, min(MINUTES, spike.at + spike.minutes)):
                base[minute] *= spike.factor(minute)
    return tuple(base)
