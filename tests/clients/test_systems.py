"""Every access pattern of every system, through its generated client."""

from pathlib import Path
from typing import Any

import pytest

from dynawright.emulator.patterns.definition import definition
from dynawright.model import System, TableModel
from dynawright.systems import systems
from tests.clients.exercise import Exercise

NOW = 1_790_000_000
TABLES = [(system, table) for system in systems() for table in system.tables]


def problems(dynamodb: Any, system: System, table: TableModel, folder: Path) -> dict[str, list[str]]:
    dynamodb.create_table(**definition(table, table.name))
    exercise = Exercise(dynamodb, system, table, table.name, folder, NOW)
    return {pattern.id: wrong for pattern, wrong in exercise.run() if wrong}


@pytest.mark.parametrize(("system", "table"), TABLES, ids=[table.name for _, table in TABLES])
def test_every_pattern_is_answered_right_through_its_client(
    client: Any, system: System, table: TableModel, tmp_path: Path
) -> None:
    assert problems(client, system, table, tmp_path) == {}
