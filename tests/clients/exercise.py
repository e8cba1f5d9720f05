"""Run a table's access patterns through its consumers' generated clients."""

from pathlib import Path
from typing import Any

from dynawright.clients.loading import loaded
from dynawright.emulator.client_patterns.exercise import Exercise, methods
from dynawright.emulator.patterns.definition import definition
from dynawright.model import System, TableModel

NOW = 1_790_000_000

Answers = list[tuple[str, list[list[str]]]]


def exercised(dynamodb: Any, system: System, table: TableModel, folder: Path) -> tuple[dict[str, tuple[str, ...]], Answers]:
    """Return the problems and the answers of each pattern."""
    name = f"clients-{table.name}"
    dynamodb.create_table(**definition(table, name))
    package = loaded(system, folder, methods=methods(system))
    found = list(Exercise(system, table, name, package, dynamodb, lambda _: dynamodb, NOW).run())
    dynamodb.delete_table(TableName=name)
    wrong = {outcome.pattern.id: outcome.problems for outcome, _ in found if outcome.problems}
    return wrong, [(outcome.pattern.id, answers) for outcome, answers in found]
