"""Capacity units per second, shared by all segments; the actual cost of requests counts."""

import threading
from typing import Any

from dynawright.ops.migration.clock import Clock


class Budget:
    """A token bucket with one second's units.

    A request that cost more than was left delays the next one.
    """

    def __init__(self, units_a_second: float, clock: Clock) -> None:
        self.units_a_second = units_a_second
        self.spent = 0.0
        self.clock = clock
        self._left = units_a_second
        self._filled_at = clock.now()
        self._lock = threading.Lock()

    def take(self, estimate: float) -> None:
        """Wait until a request of about this many units may be sent."""
        self.clock.pause(0)
        while (seconds := self._taken(estimate)) > 0:
            self.clock.pause(seconds)

    def settle(self, estimate: float, answer: Any) -> float:
        """Correct the estimate by AWS's reported cost; a rejected request reports none."""
        used = _consumed(answer.get("ConsumedCapacity"), estimate)
        with self._lock:
            self._left -= used - estimate
            self.spent += used
        return used

    def _taken(self, estimate: float) -> float:
        """Take the units and return 0, or return the seconds until they are available."""
        with self._lock:
            now = self.clock.now()
            self._left = min(self.units_a_second, self._left + (now - self._filled_at) * self.units_a_second)
            self._filled_at = now
            wanted = min(estimate, self.units_a_second)
            if self._left + 1e-9 >= wanted:
                self._left -= estimate
                return 0
            return (wanted - self._left) / self.units_a_second


def _consumed(capacity: Any, estimate: float) -> float:
    if capacity is None:
        return estimate
    return sum(float(consumption["CapacityUnits"]) for consumption in (capacity if isinstance(capacity, list) else [capacity]))
