"""Run the access patterns of systems on any endpoint with DynamoDB's API."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from dynawright.emulator.client import client
from dynawright.emulator.engines.recording import Call, Recorder
from dynawright.emulator.patterns.definition import definition
from dynawright.emulator.patterns.exercise import exercise
from dynawright.emulator.patterns.outcome import Outcome
from dynawright.model import System, TableModel

REGION = "eu-west-1"
PREFIX = "dynawright-patterns-"


@dataclass(frozen=True)
class PatternRun:
    """One access pattern on one engine: its outcome, and every call."""

    system: str
    table: str
    outcome: Outcome
    calls: list[Call]

    @property
    def name(self) -> str:
        return f"{self.system} {self.table} {self.outcome.pattern.id}"


def run_patterns(endpoint_url: str, systems: Iterable[System], *, now: int | None = None) -> list[PatternRun]:
    """Create each table, run its patterns, delete it; the same `now` gives the same requests."""
    recorder = Recorder(client("dynamodb", endpoint_url=endpoint_url, region=REGION))
    now = int(time.time()) if now is None else now
    return [run for system in systems for table in system.tables for run in run_table(recorder, system.name, table, now=now)]


def run_table(recorder: Recorder, system: str, table: TableModel, *, now: int) -> Iterator[PatternRun]:
    """Run the patterns of one table, which is created here and deleted afterwards."""
    name = f"{PREFIX}{table.name}"
    dynamodb: Any = recorder
    dynamodb.create_table(**definition(table, name))
    try:
        for outcome in exercise(recorder, table, name, now=now):
            yield PatternRun(system, table.name, outcome, recorder.take())
    finally:
        dynamodb.delete_table(TableName=name)
