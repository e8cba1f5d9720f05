"""Connections to a PostgreSQL server, with its refusals as problems."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from dynawright.errors import Problem, UserError

SETTINGS = (
    "SET TimeZone = 'UTC'",
    "SET DateStyle = 'ISO'",
    "SET IntervalStyle = 'iso_8601'",
    "SET extra_float_digits = 1",
    "SET bytea_output = 'hex'",
    "SET statement_timeout = 0",
    "SET idle_in_transaction_session_timeout = 0",
)
"""Settings that make the text of values independent of the server's configuration."""

PASSWORD = re.compile(r"(?<=:)[^:@/]+(?=@)")


class Server:
    """`url` is libpq's: postgresql://user@host/database. A password is safer in PGPASSFILE or PGPASSWORD."""

    def __init__(self, url: str) -> None:
        self.url = url

    def __str__(self) -> str:
        return PASSWORD.sub("***", self.url)

    def connect(self) -> Any:
        """Return a connection in autocommit mode."""
        import psycopg

        with refusals():
            connection = psycopg.connect(self.url, autocommit=True, application_name="dynawright migrate", connect_timeout=30)
            for setting in SETTINGS:
                connection.execute(setting)
        return connection


@contextmanager
def refusals() -> Iterator[None]:
    """Convert PostgreSQL's refusals to problems for the user."""
    import psycopg

    try:
        yield
    except (psycopg.errors.UndefinedColumn, psycopg.errors.UndefinedTable) as error:
        fix = "change the mapping, then run the same command to continue"
        raise UserError([Problem("DW726", f"the schema has changed: {_words(error)}", fix=fix)]) from None
    except psycopg.errors.InsufficientPrivilege as error:
        fix = "docs/migrate-from-postgresql.md lists the rights"
        raise UserError([Problem("DW726", f"PostgreSQL refused it: {_words(error)}", fix=fix)]) from None
    except psycopg.Error as error:
        raise UserError([Problem("DW726", f"PostgreSQL: {_words(error)}")]) from None


def _words(error: Exception) -> str:
    return PASSWORD.sub("***", str(error).strip().splitlines()[0]) if str(error).strip() else type(error).__name__


def quoted(name: str) -> str:
    """Return the name of a table or column quoted for SQL."""
    return '"' + name.replace('"', '""') + '"'


def quoted_table(name: str) -> str:
    schema, _, table = name.rpartition(".")
    return f"{quoted(schema or 'public')}.{quoted(table)}"


def row_of(names: Sequence[str]) -> str:
    return f"({', '.join(quoted(name) for name in names)})"


def places(count: int) -> str:
    return f"({', '.join(['%s'] * count)})"
