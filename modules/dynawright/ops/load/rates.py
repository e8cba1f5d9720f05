"""The current request rate of each pattern."""

from __future__ import annotations

from bisect import bisect
from functools import lru_cache
from itertools import accumulate
from random import Random

from dynawright.model.load import Load
from dynawright.model.traffic import MINUTES, curve


class Rates:
    """The load's mix at a mean rate; `like_a_day` compresses a day with its spikes into seconds."""

    def __init__(self, load: Load, patterns: list[str], rate: float, seconds: int, *, like_a_day: bool) -> None:
        self.patterns = [id for id in patterns if load.requests.get(id)]
        weights = [load.requests[id] for id in self.patterns]
        self._rates = [rate * weight / sum(weights) for weight in weights]
        self._curves = [curve(load.hours, load.spikes, id) if like_a_day else (1.0,) * MINUTES for id in self.patterns]
        self._seconds = seconds
        self._sums = lru_cache(maxsize=MINUTES)(self._of_minute)

    def now(self, since: float) -> float:
        """Return the requests per second of all patterns at this time after the start."""
        return self._sums(self._minute(since))[-1]

    def choose(self, since: float, random: Random) -> str:
        sums = self._sums(self._minute(since))
        return self.patterns[min(bisect(sums, random.random() * sums[-1]), len(sums) - 1)]

    def _minute(self, since: float) -> int:
        return min(MINUTES - 1, int(since / self._seconds * MINUTES))

    def _of_minute(self, minute: int) -> list[float]:
        return list(accumulate(rate * curve[minute] for rate, curve in zip(self._rates, self._curves, strict=True)))
