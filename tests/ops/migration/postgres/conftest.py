"""A PostgreSQL server, and `dynawright migrate` from its databases into a table in memory."""

from collections.abc import Callable
from pathlib import Path

import pytest

from dynawright.ops import migrate
from tests.ops.migration.cloud import Cloud
from tests.ops.migration.postgres.library import INDEXES, MAPPING, TARGET
from tests.postgres import Postgres
from tests.postgres import postgres as postgres

FromPostgres = Callable[..., int]


@pytest.fixture
def url(postgres: Postgres) -> str:
    return postgres.database()


@pytest.fixture
def mapping(tmp_path: Path) -> Path:
    file = tmp_path / "loans.yaml"
    file.write_text(MAPPING)
    return file


@pytest.fixture
def run(
    ops: Callable[..., int],
    cloud: Cloud,
    in_library: None,
    url: str,
    mapping: Path,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> FromPostgres:
    """run("verify", "--repair"): its status."""
    monkeypatch.setattr(migrate, "client", lambda service, **settings: cloud.client)
    cloud.create(TARGET, PK="S", SK="S", indexes=INDEXES)

    def run(action: str, *more: str, source: str = url) -> int:
        given = ("--mapping", str(mapping), "--from", source, "--to", TARGET, "--state", str(tmp_path / "m.state"))
        return ops("migrate", action, *given, "--segments", "3", "--write-units", "10000", "--read-units", "10000", *more)

    return run
