"""`dynawright load`: run a system's load through its clients against engine, endpoint or account."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from dynawright import project
from dynawright.emulator.client import client
from dynawright.errors import Place, Problem, UserError
from dynawright.model import System
from dynawright.model.load import Load
from dynawright.ops.load.result import LoadResult, result_of
from dynawright.ops.load.seeding import seed
from dynawright.ops.load.settings import VARIABLE, LoadTest
from dynawright.ops.load.target import REGION, checked_endpoint, client_of, engine, made_tables
from dynawright.ops.systems import chosen
from dynawright.prices.dynamodb import prices
from dynawright.settings import load_named
from dynawright.settings.load_file import load_of
from dynawright.systems import tables_in

LOCUSTFILE = Path(__file__).with_name("locustfile.py")
SEEDS_SHARE = 0.5
"""Share of the budget for seeding items before the test."""
PATIENCE_SECONDS = 300
"""Seconds a run may take beyond its time before it is ended."""


@dataclass(frozen=True)
class Wanted:
    """Options of the command line."""

    rate: float = 100
    seconds: int = 30
    users: int = 20
    items: int = 500
    share_checked: float = 0.1
    like_a_day: bool = False
    load_file: Path | None = None
    workers: int = 0
    """Worker processes beside a master; 0 runs everything in one process."""


def load_test(
    name: str,
    wanted: Wanted,
    *,
    endpoint_url: str | None = None,
    environment_name: str | None = None,
    spend_usd: float | None = None,
) -> LoadResult:
    """Run a load test; with an environment, on its deployed tables, which costs money."""
    (system,) = chosen(name)
    load = load_of(system, wanted.load_file)
    if not any(load.requests.values()):
        place = Place(f"stacks/{system.name}/load.yaml")
        raise UserError(
            [Problem("DW752", f"no load of {system.name} is declared", place, fix="write one, or give --load <file>")]
        )
    if find_spec("locust") is None:
        raise UserError([Problem("DW756", "Locust is not installed", value="locust", fix="pip install 'dynawright[load]'")])
    with _target(system, endpoint_url, environment_name, spend_usd) as target, tempfile.TemporaryDirectory() as folder:
        test = replace(
            target,
            root=str(project.root()),
            rate=wanted.rate,
            seconds=wanted.seconds,
            users=wanted.users,
            items=wanted.items,
            share_checked=wanted.share_checked,
            like_a_day=wanted.like_a_day,
            load_file=str(wanted.load_file.resolve()) if wanted.load_file else None,
            result=f"{folder}/result.json",
        )
        return _run(test, system, load, wanted, Path(folder))


def _run(test: LoadTest, system: System, load: Load, wanted: Wanted, folder: Path) -> LoadResult:
    most_units = math.inf if test.spend_usd is None else test.spend_usd / test.write_million_usd * 1e6 * SEEDS_SHARE
    seeded = seed(client_of(test), system, load, test.tables, test.items, most_units)
    settings = folder / "settings.json"
    left = None if test.spend_usd is None else test.spend_usd - seeded.units * test.write_million_usd / 1e6
    replace(test, spend_usd=left).write(settings)
    command = [
        sys.executable,
        "-m",
        "locust",
        "--locustfile",
        str(LOCUSTFILE),
        "--headless",
        "--only-summary",
        "--skip-log-setup",
    ]
    command += [
        "--users",
        str(test.users),
        "--spawn-rate",
        str(test.users),
        "--run-time",
        f"{test.seconds}s",
        "--stop-timeout",
        "10",
    ]
    if wanted.workers:
        command += ["--processes", str(wanted.workers)]
    measured = ended(command, {**os.environ, VARIABLE: str(settings)}, test.seconds + PATIENCE_SECONDS, Path(test.result))
    return result_of(system, load, test, seeded, measured)


def ended(command: list[str], environ: Mapping[str, str], limit: float, result: Path) -> dict[str, Any]:
    """Run Locust and return the results it wrote at its end."""
    try:
        done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        raise UserError(
            [Problem("DW757", f"the load test did not end within {limit:,.0f} s", fix="give it fewer users")]
        ) from None
    if not result.exists():
        raise UserError([Problem("DW757", "the load test failed", details=(done.stderr or done.stdout)[-2000:])])
    measured: dict[str, Any] = json.loads(result.read_text(encoding="utf-8"))
    return measured


def _maker(endpoint_url: str) -> Any:
    return client("dynamodb", endpoint_url=endpoint_url, region=REGION)


@contextmanager
def _target(
    system: System, endpoint_url: str | None, environment_name: str | None, spend_usd: float | None
) -> Iterator[LoadTest]:
    empty = LoadTest(system.name, "", {}, endpoint_url, REGION, 1, 1, 1, 1, 0, False, None, "")
    if environment_name is not None:
        environment = load_named(environment_name).seen_by(system.name)
        names = {table.name: environment.table_name(table.name) for table in tables_in(environment, system)}
        row = prices(environment.region)
        yield replace(
            empty,
            tables=names,
            endpoint_url=None,
            region=environment.region,
            spend_usd=spend_usd,
            read_million_usd=row.read_million,
            write_million_usd=row.write_million,
        )
    elif endpoint_url is not None:
        with made_tables(_maker(checked_endpoint(endpoint_url)), system.tables) as names:
            yield replace(empty, tables=names)
    else:
        with engine() as started, made_tables(_maker(started), system.tables) as names:
            yield replace(empty, tables=names, endpoint_url=started, is_signed=False)
