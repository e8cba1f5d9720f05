"""Every access pattern of every system, through its generated client."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from dynawright.emulator.client import client as client_of
from dynawright.emulator.engines import MOTO, StartedEngines
from dynawright.model import System, TableModel
from dynawright.systems import systems
from tests.clients.exercise import Answers, exercised

TABLES = [(system, table) for system in systems() for table in system.tables]


@pytest.mark.parametrize(("system", "table"), TABLES, ids=[table.name for _, table in TABLES])
def test_every_pattern_is_answered_right(client: Any, system: System, table: TableModel, tmp_path: Path) -> None:
    problems, answers = exercised(client, system, table, tmp_path)

    assert problems == {}
    reads = {pattern.id for pattern in table.access_patterns if pattern.operation in ("GetItem", "Query", "Scan")}
    assert reads <= {pattern for pattern, every in answers if every}


@pytest.mark.slow
def test_every_engine_gives_the_same_answers(engines: StartedEngines, tmp_path: Path) -> None:
    def run(endpoint_url: str, folder: Path) -> list[tuple[dict[str, tuple[str, ...]], Answers]]:
        dynamodb = client_of("dynamodb", endpoint_url=endpoint_url, region="eu-west-1")
        return [exercised(dynamodb, system, table, folder / table.name) for system, table in TABLES]

    with ThreadPoolExecutor(len(engines.endpoints)) as pool:
        running = {name: pool.submit(partial(run, url, tmp_path / name)) for name, url in engines.endpoints.items()}
    answered = {name: future.result() for name, future in running.items()}

    assert {name: [wrong for wrong, _ in every if wrong] for name, every in answered.items()} == {name: [] for name in answered}
    assert {name: every == answered[MOTO.name] for name, every in answered.items()} == dict.fromkeys(answered, True)
