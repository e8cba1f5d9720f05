"""Random histories with faults, on two processes: `make histories` runs 10,000.

A history is a stream of changes, some of them poison, and a mapping with random settings that delivers them while things go
wrong: crashes before and after any call, throttles, answers that get lost, batches that come again, other lanes that run in
between, functions that run out of time. When the mapping has settled, its failure destination is replayed, three times. Then the
effects must be those of the reference: nothing lost, no count or entry doubled, every message received, and none with a marker
received again. A message that an interrupted attempt had already sent counts as a repeat.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, fields
from functools import partial
from random import Random
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from dynawright.emulator.streams.destination import FailedBatch
from dynawright.emulator.streams.mapping import EventSourceMapping, Lane, MappingSettings
from dynawright.ops.failures import Failure
from dynawright.ops.processing import event_of, failed_of, replay
from dynawright.rules.event_patterns import passes
from tests.functions.changes import START, Change
from tests.functions.cloud import MemoryCloud
from tests.functions.subjects import Subject, subjects
from tests.functions.world import Cloud, Fault, World, system_of

TOPIC_ARN = "arn:aws:sns:ap-northeast-1:111111111111:messages.fifo"
KINDS = ("crash_before", "crash_after", "throttle", "lost_answer", "interleave", "late")
MAX_FAULTS = 10


@dataclass
class Figures:
    """The totals of a run of histories."""

    histories: int = 0
    records: int = 0
    poison: int = 0
    invocations: int = 0
    faults: int = 0
    given_up: int = 0
    messages: int = 0
    repeats: int = 0
    dropped_repeats: int = 0

    def __iadd__(self, other: Figures) -> Figures:
        for field in fields(self):
            setattr(self, field.name, getattr(self, field.name) + getattr(other, field.name))
        return self

    def __str__(self) -> str:
        return (
            f"{self.histories} histories: {self.records} records ({self.poison} poison), {self.invocations} invocations, "
            f"{self.faults} faults hit, {self.given_up} records given up and replayed; nothing lost, no count or entry doubled"
            f"{self._messages}"
        )

    @property
    def _messages(self) -> str:
        if not self.messages:
            return ""
        dropped = f", {self.dropped_repeats} more dropped by the topic" if self.dropped_repeats else ""
        return f"; {self.messages} messages, {self.repeats} repeated after an attempt was cut off{dropped}"


class VirtualClock:
    def __init__(self) -> None:
        self.now = START + 100

    def time(self) -> float:
        return self.now

    def sleep(self, seconds: float, /) -> None:
        self.now += seconds


class History:
    """One history of one function."""

    def __init__(self, subject: Subject, random: Random, cloud: Cloud, topic_arn: str = TOPIC_ARN) -> None:
        self.subject, self.random = subject, random
        self.changes = subject.make(random)
        self.world = World(subject.function, cloud, topic_arn=topic_arn)
        self.destination: list[FailedBatch] = []
        self.figures = Figures(histories=1, records=len(self.changes))
        self._faults = random.choice((0, 3, MAX_FAULTS))
        self._events: list[dict[str, Any]] = []
        self._lane: Lane | None = None
        self._in_progress: list[dict[str, Any]] = []
        self._clock = VirtualClock()
        self.world.now = self._clock.time
        self.mapping = EventSourceMapping(self._invoke, self._settings(), self.destination.append, self._clock)
        self.world.interleave = self._other_lane

    def run(self) -> Figures:
        with self.world.installed():
            self.subject.prepare(self.world)
            for start in range(0, len(self.changes), 5):  # the stream goes on while the mapping works
                self.mapping.feed((change.shard, change.raw) for change in self.changes[start : start + 5])
                self.mapping.step(self._choose(self.mapping.busy())) if self.mapping.busy() else None
            self.mapping.run(self._choose)
            self.subject.meanwhile(self.world, None)
            failed = self._check_destination()
            for faults in (True, False, False):
                self._clock.sleep(self.random.choice((1, 1, 86_400)))  # a topic remembers ids for five minutes
                self._replay(failed, faults=faults)
                self.subject.meanwhile(self.world, None)
            self.subject.check(self.world, self.changes)
        self.figures.faults = self.world.faults_hit
        self.figures.messages, self.figures.repeats = self.world.messages, self.world.repeats
        self.figures.dropped_repeats = self.world.dropped_repeats
        self.figures.given_up = len({id(record) for batch in self.destination for record in batch.records})
        return self.figures

    def _settings(self) -> MappingSettings:
        random = self.random
        return MappingSettings(
            batch_size=random.choice((1, 2, 3, 10)),
            parallelization_factor=random.randint(1, 3),
            maximum_retry_attempts=random.randint(0, 3),
            maximum_record_age_seconds=random.choice((3600, 3600, 120, 95)),
            bisect_on_error=random.random() < 0.8,
            filters=self.subject.function.filters,
        )

    def _choose(self, lanes: Any) -> Lane:
        self._lane = self.random.choice(list(lanes))
        return self._lane

    def _other_lane(self) -> None:
        """Run another lane or a replay while this lane works."""
        self.subject.meanwhile(self.world, self.random)
        if self.random.random() < 0.3:
            self.figures.invocations += 1
            self.world.invoke({"Records": self._in_progress})
        mine, others = self._lane, [lane for lane in self.mapping.busy() if lane is not self._lane]
        if others:
            self.mapping.step(self._choose(others))
            self._lane = mine

    def _invoke(self, event: dict[str, Any]) -> Any:
        self.figures.invocations += 1
        self.subject.meanwhile(self.world, self.random)
        self._in_progress += event["Records"]
        try:
            answer = self.world.invoke(event, self._fault())
        finally:
            self._events.append(event)
            del self._in_progress[-len(event["Records"]) :]
        if self._faults and self.random.random() < 0.15:  # delivered again: this batch, or one that ended earlier
            again = self.random.choice((event, self.random.choice(self._events)))
            if not any(record in self._in_progress for record in again["Records"]):  # no record is in two places at once
                self._faults -= 1
                self.figures.invocations += 1
                self.world.invoke(again)
        return answer

    def _fault(self) -> Fault | None:
        if not self._faults or self.random.random() < 0.25:
            return None
        self._faults -= 1
        return Fault(self.random.choice(KINDS), self.random.choice((1, 1, 2, 2, 3, 4, 6)))

    def _poison(self) -> list[Change]:
        delivered = [change for change in self.changes if passes(self.subject.function.filters, change.raw)]
        return [change for change in delivered if change.unreadable or (change.bad and not self.subject.takes_anything_readable)]

    def _check_destination(self) -> list[Failure]:
        """Check that every poison record is there and complete; return the batches as read from S3."""
        poison = self._poison()
        self.figures.poison = len(poison)
        documents = [json.loads(json.dumps(batch.document("arn:aws:lambda:::function:f"))) for batch in self.destination]
        events = [json.loads(document["payload"]) for document in documents]
        kept = [record for event in events for record in event["Records"]]
        assert all(change.raw in kept for change in poison)
        return [Failure("", {}, event["Records"]) for event in events]

    def _replay(self, batches: Sequence[Failure], *, faults: bool) -> None:
        """Replay like `ops replay run`; without further faults, only poison records fail."""
        poison = {change.id for change in self._poison()}
        unsure = {change.id for change in self.changes if change.perhaps_bad}
        for batch in batches:
            again = replay(batch, partial(self._process, faults=faults))
            for record in batch.records if not faults else ():
                id = str(record["dynamodb"]["SizeBytes"])
                failed = str(record["dynamodb"].get("SequenceNumber")) in again
                assert failed == (id in poison) or id in unsure

    def _process(self, batch: Failure, records: Sequence[dict[str, Any]], *, faults: bool) -> frozenset[str] | None:
        self._in_progress += records
        try:
            return failed_of(self.world.invoke(event_of(records), self._fault() if faults else None))
        except Exception:
            return None
        finally:
            del self._in_progress[-len(records) :]


def run_many(
    name: str, count: int, on_memory: Callable[[Subject], Cloud] = lambda s: MemoryCloud(system_of(s.function))
) -> Figures:
    """That many histories of one function, made and, if one fails, reduced by Hypothesis."""
    subject, figures = subjects()[name], Figures()

    @settings(
        max_examples=count,
        deadline=None,
        database=None,
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate, Phase.shrink],
    )
    @given(st.randoms(use_true_random=True))  # Hypothesis's own choices are too tame: few records, hardly a fault
    def histories(random: Random) -> None:
        nonlocal figures
        figures += History(subject, random, on_memory(subject)).run()

    histories()
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.functions.histories", description="Random stream histories with faults."
    )
    parser.add_argument("count", type=int, nargs="?", default=10_000, help="default: %(default)s")
    count: int = parser.parse_args().count
    started, total = time.perf_counter(), Figures()
    with ProcessPoolExecutor(2) as pool:
        names = subjects()
        shares = {name: -(-count // len(names)) for name in names}
        for name, figures in zip(shares, pool.map(run_many, shares.keys(), shares.values()), strict=True):
            print(f"{name:16} {figures}", flush=True)
            total += figures
    print(f"\n{total} ({time.perf_counter() - started:.0f} s; AWS in memory)")


if __name__ == "__main__":
    main()
