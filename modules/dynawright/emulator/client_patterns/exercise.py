"""Run the access patterns of one table on sample items through generated clients."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from dynawright.clients.loading import loaded
from dynawright.clients.package import class_names
from dynawright.emulator.client_patterns import reads, writes
from dynawright.emulator.client_patterns.asker import Asker, method_name
from dynawright.emulator.client_patterns.meter import Meter
from dynawright.emulator.patterns.outcome import Outcome
from dynawright.emulator.patterns.reads import more_than_a_page
from dynawright.emulator.patterns.reference import ReferenceTable
from dynawright.emulator.patterns.session import Session
from dynawright.model import Consumer, System, sample
from dynawright.model.pattern import (
    AccessPattern,
    BatchGet,
    BatchWrite,
    Delete,
    Get,
    Put,
    Query,
    Scan,
    TransactGet,
    TransactWrite,
    Update,
)
from dynawright.model.table import TableModel

Callers = Callable[[Consumer], Any]


@dataclass(frozen=True)
class Exercise:
    """The table, the system's package, the boto3 client for preparation, and each consumer's own client."""

    system: System
    model: TableModel
    table_name: str
    package: Any
    """Generated with `methods=methods(system)`: see dynawright.clients.loading."""
    client: Any
    callers: Callers
    now: int

    def run(self) -> Iterator[tuple[Outcome, list[list[str]]]]:
        """Run each pattern as each of its consumers; yield the outcome, and the first consumer's answers."""
        session = Session(self.client, self.table_name, ReferenceTable(self.model), self.now)
        items = [item for entity in self.model.entities for item in sample.items(self.model, entity, self.now)]
        for pattern in self.model.access_patterns:
            stored = [*items, *more_than_a_page(self.model, pattern, self.now)]
            problems: list[str] = []
            runs = []
            for consumer in pattern.used_by:
                session.fill(stored)
                session.begin()
                meter = Meter(self.callers(consumer))
                asker = Asker(session, self.package, self._client(consumer, meter), meter)
                seconds = self._timed(asker, pattern)
                wrong = session.outcome(pattern, seconds).problems
                problems += [f"{consumer.name}: {problem}" for problem in wrong]
                runs.append((meter, seconds, asker.answers))
            meter, seconds, answers = runs[0]
            yield Outcome(pattern, meter.items, meter.requests, meter.units, seconds, tuple(problems)), answers

    def _client(self, consumer: Consumer, meter: Meter) -> Any:
        made = getattr(self.package, class_names(self.system)[consumer.name])
        return made(tables={self.model.name: self.table_name}, client=meter, now=lambda: self.now)

    def _timed(self, asker: Asker, pattern: AccessPattern) -> float:
        from botocore.exceptions import ClientError

        started = time.perf_counter()
        try:
            _ask(asker, pattern)
        except (asker.package.PatternError, ClientError) as error:
            asker.session.problem(str(error))
        return time.perf_counter() - started


def exercise_clients(
    client: Any, system: System, tables: Iterable[TableModel], table_name: Callable[[str], str], callers: Callers
) -> list[Outcome]:
    """Run the patterns of a system's tables; `client` prepares them, `callers` has each consumer's."""
    now = int(time.time())
    with TemporaryDirectory(prefix="dynawright-clients-") as folder:
        package = loaded(system, Path(folder), methods=methods(system))
        return [
            outcome
            for table in tables
            for outcome, _ in Exercise(system, table, table_name(table.name), package, client, callers, now).run()
        ]


def methods(system: System) -> Mapping[str, str]:
    """Return method names for all patterns, including those without one in the model."""
    return {pattern.id: method_name(pattern) for _, pattern in system.access_patterns}


def _ask(asker: Asker, pattern: AccessPattern) -> None:
    match pattern:
        case Get():
            reads.get(asker, pattern)
        case Query():
            reads.query(asker, pattern)
        case Scan():
            reads.scan(asker, pattern)
        case BatchGet():
            reads.batch_get(asker, pattern)
        case BatchWrite():
            writes.batch_write(asker, pattern)
        case Put() | Update() | Delete():
            writes.write(asker, pattern, (pattern.item,))
        case TransactGet():
            reads.transact_get(asker, pattern)
        case TransactWrite():
            writes.write(asker, pattern, pattern.items)
