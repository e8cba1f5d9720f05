"""Runs consumers and functions of an applied system with their roles, for several tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from dynawright.emulator.client_patterns.exercise import exercise_clients
from dynawright.emulator.consumer_clients import ConsumerClients
from dynawright.emulator.deliveries import Delivery, deliver
from dynawright.emulator.patterns.exercise import exercise
from dynawright.emulator.patterns.outcome import Outcome
from dynawright.systems import tables_in
from tests.applied.shared import Applied

Made = TypeVar("Made")


def once(make: Callable[[Applied], Made]) -> Callable[[Applied], Made]:
    """Return a function that computes the result once per system."""
    made: dict[str, Made] = {}

    def of(applied: Applied) -> Made:
        name = applied.system.name
        if name not in made:
            made[name] = make(applied)
        return made[name]

    return of


def run_patterns(applied: Applied) -> list[Outcome]:
    """Run every access pattern through the generated clients, each under its consumer's role."""
    environment = applied.workspace.environment
    dynamodb = applied.emulator.client("dynamodb", environment.region)
    tables = tables_in(environment, applied.system)
    callers = ConsumerClients(applied.emulator, environment.seen_by(applied.system.name), applied.system)
    for table in tables:
        _empty(dynamodb, environment.physical_name(table.name), [key.name for key in table.key])
    return list(exercise_clients(dynamodb, applied.system, tables, environment.physical_name, callers))


def feed_functions(applied: Applied) -> list[Delivery]:
    """Run every access pattern as the administrator, and the deployed functions on the resulting records."""
    environment = applied.workspace.environment
    dynamodb = applied.emulator.client("dynamodb", environment.region)
    for table in applied.system.tables:
        list(exercise(dynamodb, table, environment.physical_name(table.name)))
    return deliver(applied.emulator, environment, applied.system)


def _empty(dynamodb: Any, table: str, keys: list[str]) -> None:
    """Delete items that other tests of the shared system have left."""
    for page in dynamodb.get_paginator("scan").paginate(TableName=table):
        for item in page["Items"]:
            dynamodb.delete_item(TableName=table, Key={key: item[key] for key in keys})
