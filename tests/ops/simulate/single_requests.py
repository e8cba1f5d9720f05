"""The same limits simulated by request and second: slow, but simple enough to trust."""

from __future__ import annotations

from collections.abc import Sequence

from dynawright.model.heat import Demand
from dynawright.ops.simulate import rules
from dynawright.ops.simulate.partitions import hash_of

PHASE = 0.618033988749895


class Bucket:
    """Gets `rate` units per second, stores those of `seconds`, and lends one request what it lacks."""

    def __init__(self, rate: float, seconds: float) -> None:
        self.rate, self.most, self.units = rate, rate * seconds, 0.0

    def second(self) -> None:
        self.units = min(self.most, self.units + self.rate)

    def has(self) -> bool:
        return self.units > 0


def throttled_units(
    demands: Sequence[Demand], rates: Sequence[Sequence[float]], partitions: int, capacity: float, saved: float
) -> float:
    """Return units of refused requests; `rates` are requests per second by demand and minute."""
    limit = rules.PARTITION[demands[0].kind]
    buckets = [Bucket(limit, 1) for _ in range(partitions)]
    table = Bucket(capacity, saved + 1)
    due = [[key * PHASE % 1 for key in range(demand.spread.count)] for demand in demands]  # so that keys take turns
    weights = [[share for keys, share in demand.spread.with_keys() for _ in range(keys)] for demand in demands]
    homes = [[int(hash_of(demand.form, rank + 1) * partitions) for rank in range(demand.spread.count)] for demand in demands]
    refused = 0.0
    for minute in range(len(rates[0])):
        for _ in range(60):
            for bucket in (*buckets, table):
                bucket.second()
            for at, demand in enumerate(demands):
                for key, weight in enumerate(weights[at]):
                    due[at][key] += weight * rates[at][minute]
                    while due[at][key] >= 1:
                        due[at][key] -= 1
                        home = buckets[homes[at][key]]
                        if home.has() and table.has():
                            home.units -= demand.units
                            table.units -= demand.units
                        else:
                            refused += demand.units
    return refused
