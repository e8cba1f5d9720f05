"""Progress, speed, time left: a live line on a terminal, a line a minute in logs."""

from __future__ import annotations

import sys
import threading
from datetime import timedelta

from dynawright.ops.migration.budget import Budget
from dynawright.ops.migration.clock import Clock

LOG_EVERY_SECONDS = 60.0


class Progress:
    """`total` is approximate: DynamoDB counts a table's items every six hours."""

    def __init__(self, label: str, total: int, done: int, reads: Budget, writes: Budget, clock: Clock) -> None:
        self._label, self._total, self._done = label, total, done
        self._reads, self._writes, self._clock = reads, writes, clock
        self._began_with = done, reads.spent, writes.spent
        self._began = self._shown = clock.now()
        self._lock = threading.Lock()

    def add(self, items: int) -> None:
        with self._lock:
            self._done += items

    def line(self) -> str:
        done, reads, writes = self._began_with
        seconds = max(self._clock.now() - self._began, 0.001)
        a_second = (self._done - done) / seconds
        left = self._total - self._done
        parts = [
            f"{self._label}: {self._done:,} of about {max(self._total, self._done):,} items",
            f"{a_second:,.0f} a second",
            f"{(self._reads.spent - reads) / seconds:,.0f} read and {(self._writes.spent - writes) / seconds:,.0f} write units a second",
        ]
        if left > 0 and a_second > 0:
            parts.append(f"about {timedelta(seconds=round(left / a_second))} left")
        return ", ".join(parts)

    def show(self) -> None:
        if sys.stderr.isatty():
            print(f"\r\033[K{self.line()}", end="", file=sys.stderr, flush=True)
        elif self._clock.now() - self._shown >= LOG_EVERY_SECONDS:
            self._shown = self._clock.now()
            print(self.line(), file=sys.stderr, flush=True)

    def end(self) -> None:
        if sys.stderr.isatty():
            print(file=sys.stderr)
