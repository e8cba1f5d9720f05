"""The event source mapping: batches, filters, retries, bisecting, partial responses, age, lanes."""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol
from zlib import crc32

from dynawright.emulator.streams.destination import AGE_EXCEEDED, RETRIES_EXHAUSTED, FailedBatch
from dynawright.emulator.streams.reader import StreamRecord
from dynawright.rules.event_patterns import Pattern, passes

MAX_PAYLOAD_BYTES = 6_000_000  # per invocation; images of 400 KB reach it long before a batch is full
BACKOFF_SECONDS = 1.0

Invoke = Callable[[dict[str, Any]], Any]


class Clock(Protocol):
    def time(self) -> float: ...

    def sleep(self, seconds: float, /) -> None: ...


@dataclass(frozen=True)
class MappingSettings:
    """Settings with the mapping's own names; the defaults are those of `StreamSettings`."""

    batch_size: int = 100
    window_seconds: float = 5
    parallelization_factor: int = 1
    maximum_retry_attempts: int = 3
    maximum_record_age_seconds: float = 3600
    bisect_on_error: bool = True
    filters: Sequence[Pattern] = ()


@dataclass
class Work:
    """Records for one invocation, and how often they have failed."""

    records: list[StreamRecord]
    failures: int = 0


@dataclass
class Lane:
    """Records that are processed in order: a shard, or one of its parallel lanes."""

    shard_id: str
    waiting: deque[StreamRecord] = field(default_factory=deque)
    work: deque[Work] = field(default_factory=deque)
    since: float = 0.0  # arrival of the first waiting record

    @property
    def is_idle(self) -> bool:
        return not self.work and not self.waiting


class EventSourceMapping:
    """Partial batch responses are always on: without them, Lambda ignores what functions report."""

    def __init__(
        self, invoke: Invoke, settings: MappingSettings, failed: Callable[[FailedBatch], None], clock: Clock = time
    ) -> None:
        self._invoke, self.settings, self._failed, self._clock = invoke, settings, failed, clock
        self.lanes: dict[tuple[str, int], Lane] = {}

    def feed(self, records: Iterable[tuple[str, StreamRecord]]) -> None:
        """Add records of the stream with their shard; those that no filter admits are dropped, as on Lambda."""
        for shard, record in records:
            if passes(self.settings.filters, record):
                number = _lane_number(record, self.settings.parallelization_factor)
                lane = self.lanes.setdefault((shard, number), Lane(shard))
                if not lane.waiting:
                    lane.since = self._clock.time()
                lane.waiting.append(record)

    def busy(self) -> list[Lane]:
        return [lane for lane in self.lanes.values() if not lane.is_idle]

    def is_due(self, lane: Lane) -> bool:
        """Whether to invoke: there is something to retry, a full batch, or the window has passed."""
        waited = self._clock.time() - lane.since >= self.settings.window_seconds
        return bool(lane.work) or len(lane.waiting) >= self.settings.batch_size or (bool(lane.waiting) and waited)

    def run(self, choose: Callable[[Sequence[Lane]], Lane] = lambda lanes: lanes[0]) -> None:
        """Run until everything has been processed or given up; `choose` selects the next lane."""
        while lanes := self.busy():
            self.step(choose(lanes))

    def step(self, lane: Lane) -> None:
        """Make one invocation, whether it is due or not."""
        if not self.is_due(lane):
            self._clock.sleep(max(0.0, lane.since + self.settings.window_seconds - self._clock.time()))
        work = lane.work.popleft() if lane.work else Work(self._batch(lane))
        work = self._without_old(lane, work)
        if not work.records:
            return
        try:
            response = self._invoke({"Records": work.records})
        except Exception as error:
            self._function_failed(lane, work, type(error).__name__)
            return
        first = _lowest_failure(response, work.records)
        if first is not None:
            # records before the lowest failure are done; all later ones come again, also successful ones
            self._again(lane, Work(work.records[first:], work.failures + 1), None)

    def _batch(self, lane: Lane) -> list[StreamRecord]:
        batch: list[StreamRecord] = []
        size = 0
        while lane.waiting and len(batch) < self.settings.batch_size:
            size += len(json.dumps(lane.waiting[0])) if len(lane.waiting) > 1 or batch else 0
            if batch and size > MAX_PAYLOAD_BYTES:
                break
            batch.append(lane.waiting.popleft())
        lane.since = self._clock.time()
        return batch

    def _without_old(self, lane: Lane, work: Work) -> Work:
        oldest = self._clock.time() - self.settings.maximum_record_age_seconds
        expired = [record for record in work.records if record["dynamodb"]["ApproximateCreationDateTime"] < oldest]
        if expired:
            self._give_up(lane, Work(expired, work.failures), AGE_EXCEEDED, None)
        return Work([record for record in work.records if record not in expired], work.failures)

    def _function_failed(self, lane: Lane, work: Work, error: str) -> None:
        """Retry in halves, which doesn't count as a retry, until a single record is left."""
        if self.settings.bisect_on_error and len(work.records) > 1:
            middle = len(work.records) // 2
            lane.work.extendleft([Work(work.records[middle:], work.failures), Work(work.records[:middle], work.failures)])
            return
        self._again(lane, Work(work.records, work.failures + 1), error)

    def _again(self, lane: Lane, work: Work, error: str | None) -> None:
        if work.failures > self.settings.maximum_retry_attempts:
            self._give_up(lane, work, RETRIES_EXHAUSTED, error)
            return
        self._clock.sleep(BACKOFF_SECONDS * 2 ** (work.failures - 1))
        lane.work.appendleft(work)

    def _give_up(self, lane: Lane, work: Work, condition: str, error: str | None) -> None:
        unhandled = None if error is None else "Unhandled"
        self._failed(FailedBatch(work.records, lane.shard_id, condition, work.failures, unhandled, self._clock.time()))


def _lane_number(record: StreamRecord, lanes: int) -> int:
    """Return the lane of a record: changes of one item are always in one lane, in order."""
    return crc32(json.dumps(record["dynamodb"].get("Keys"), sort_keys=True).encode()) % lanes


def _lowest_failure(response: Any, records: Sequence[StreamRecord]) -> int | None:
    """Return the position of the first record to retry; None if all succeeded.

    A response that names no record fails them all.
    """
    failures = response.get("batchItemFailures") if isinstance(response, Mapping) else None
    if not failures:
        return None
    numbers = [record["dynamodb"].get("SequenceNumber") for record in records]
    named = [failure.get("itemIdentifier") for failure in failures]
    return min(numbers.index(number) for number in named) if all(number in numbers for number in named) else 0
