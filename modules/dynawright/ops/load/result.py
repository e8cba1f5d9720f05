"""A load test's result beside the model's prediction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from dynawright.model import System
from dynawright.model.consumption import consumption
from dynawright.model.load import Load
from dynawright.ops.load.counts import Counts
from dynawright.ops.load.seeding import Seeded
from dynawright.ops.load.settings import LoadTest


@dataclass(frozen=True)
class PatternResult:
    """One access pattern: counts, latency (median, p90, p95, p99, maximum in ms), units per request."""

    id: str
    question: str
    counts: Counts
    milliseconds: tuple[float, ...]
    slowest: float
    units: float
    predicted_units: float


@dataclass(frozen=True)
class LoadResult:
    """The result of a whole run."""

    system: str
    test: LoadTest
    seeded: Seeded
    patterns: tuple[PatternResult, ...]
    each_second: tuple[int, ...]
    messages: tuple[str, ...]

    def total(self, count: str) -> float:
        return float(sum(getattr(pattern.counts, count) for pattern in self.patterns))

    @property
    def rate(self) -> float:
        """Return the requests per second, from the first to the last."""
        return self.total("requests") / max(1, len(self.each_second))

    @property
    def usd(self) -> float:
        test = self.test
        writes = self.seeded.units + self.total("write_units")
        return (self.total("read_units") * test.read_million_usd + writes * test.write_million_usd) / 1e6

    @property
    def is_right(self) -> bool:
        """Whether some answers were checked, all of them are right, and all failures are throttles."""
        return self.total("requests") > 0 and not self.total("wrong") and not self.total("errors")

    @property
    def document(self) -> dict[str, Any]:
        return {
            "system": self.system,
            "rate": self.rate,
            "seconds": len(self.each_second),
            "wrong_answers": self.total("wrong"),
            "checked": self.total("checked"),
            "usd": self.usd,
            "patterns": [asdict(pattern) for pattern in self.patterns],
            "messages": list(self.messages),
        }


def result_of(system: System, load: Load, test: LoadTest, seeded: Seeded, measured: Mapping[str, Any]) -> LoadResult:
    rows = []
    for table, pattern in system.access_patterns:
        if pattern.id not in measured["tally"]["patterns"]:
            continue
        counts = Counts(**measured["tally"]["patterns"][pattern.id])
        entry = measured["patterns"].get(pattern.id, {"milliseconds": (0, 0, 0, 0), "slowest": 0})
        units = consumption(table, pattern, load)
        carried_out = max(1, counts.requests - counts.conditions - counts.throttles - counts.errors)
        rows.append(
            PatternResult(
                pattern.id,
                pattern.question,
                counts,
                tuple(entry["milliseconds"]),
                entry["slowest"],
                (counts.read_units + counts.write_units) / carried_out,
                sum(units.reads.values()) + sum(units.writes.values()),
            )
        )
    seconds = {int(second): count for second, count in measured["each_second"].items()}
    each = tuple(seconds.get(second, 0) for second in range(min(seconds), max(seconds) + 1)) if seconds else ()
    return LoadResult(system.name, test, seeded, tuple(rows), each, tuple(measured["tally"]["messages"]))
