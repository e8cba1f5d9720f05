"""PostgreSQL on Spark: rows read by JDBC give the same items as in one process."""

import os
import socket
import threading
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from dynawright.errors import UserError
from dynawright.ops.migration.postgres.server import Server
from dynawright.ops.migration.spark.jdbc import jdbc
from tests.ops.migration.bulk.conftest import Aws, findings, lines
from tests.ops.migration.spark.conftest import Migrate
from tests.postgres import Postgres
from tests.postgres import postgres as postgres

ROWS = 10_500  # more than are left in one piece
TABLES = r"""
CREATE TABLE orders (id text PRIMARY KEY, customer text NOT NULL, day date NOT NULL, amount numeric, note text);
ALTER TABLE orders REPLICA IDENTITY FULL;
INSERT INTO orders SELECT 'o\'''||n, 'c'||n%7, date '2026-01-01' + n%365, n::numeric/7, NULL FROM generate_series(1, ROWS) n;
INSERT INTO orders VALUES ('empty', '', '2026-01-01', 1, 'x'), ('free', 'c1', '2026-01-01', NULL, '');
"""
MAPPING = """\
system: orders
table: orders
rows:
  orders:
    leave_out: [note]
    entities:
      ORDER: {orderId: id, customerId: customer, day: day, amount: amount}
"""


@pytest.fixture
def url(postgres: Postgres) -> str:
    url = postgres.database()
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(TABLES.replace("ROWS", str(ROWS)))
    return url


@pytest.fixture
def by_tcp(url: str) -> Iterator[str]:
    """Yield the database on a loopback port, because Java can't connect to its Unix socket."""
    given = conninfo_to_dict(url)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=_serve, args=(listening, f"{given['host']}/.s.PGSQL.5432"), daemon=True).start()
        yield f"postgresql://{given['user']}@127.0.0.1:{listening.getsockname()[1]}/{given['dbname']}"


def _serve(listening: socket.socket, path: str) -> None:
    while True:
        try:
            client, _ = listening.accept()
        except OSError:
            return
        server = socket.socket(socket.AF_UNIX)
        server.connect(path)
        for source, sink in ((client, server), (server, client)):
            threading.Thread(target=_pass_on, args=(source, sink), daemon=True).start()


def _pass_on(source: socket.socket, sink: socket.socket) -> None:
    try:
        while data := source.recv(65536):
            sink.sendall(data)
        sink.shutdown(socket.SHUT_WR)
    except OSError:
        return


def test_both_engines_make_the_same_of_rows(
    aws: Aws, migrate: Callable[..., int], on_spark: Migrate, url: str, by_tcp: str, tmp_path: Path
) -> None:
    mapping = tmp_path / "orders.yaml"
    mapping.write_text(MAPPING)
    one, many = tmp_path / "one", tmp_path / "many"
    given = ("--mapping", str(mapping))
    assert migrate("run", url, aws.table("rows-one", "PK", "SK"), str(one), *given) == 1
    state = ("--state", str(tmp_path / "spark.state"))
    done = on_spark("run", by_tcp, aws.table("rows-many", "PK", "SK"), str(many), *given, *state, "--segments", "3")
    if "DW737" in done.stderr and os.environ.get("CI") != "true":
        reason = "NOT TESTED with JDBC: Maven can't be reached"
        warnings.warn(reason, stacklevel=1)
        pytest.skip(reason)
    assert (done.returncode, "Traceback" in done.stderr) == (1, False), done.stderr
    assert lines(many) == lines(one)
    assert len(lines(one)) == ROWS + 1
    assert findings(many) == findings(one)
    assert [finding[0] for finding in findings(one)] == ["rejected"]


def test_a_socket_is_refused_in_words() -> None:
    with pytest.raises(UserError) as error:
        jdbc(Server("postgresql:///db?host=/run/postgresql"))
    assert [problem.code for problem in error.value.problems] == ["DW726"]


def test_options_of_a_connection_follow_from_the_url() -> None:
    url = "postgresql://me:secret@db.internal:6432/orders?sslmode=require"  # pragma: allowlist secret
    assert jdbc(Server(url)) == {
        "url": "jdbc:postgresql://db.internal:6432/orders",
        "user": "me",
        "password": "secret",
        "sslmode": "require",
    }
