"""The library's loans in PostgreSQL, and their conversion to items."""

from typing import Any

import psycopg

TARGET = "library-loans-test"
INDEXES = {"by-reader": {"GSI1PK": "S", "GSI1SK": "S"}, "by-title": {"GSI2PK": "S", "GSI2SK": "S"}}

TABLES = """
CREATE TABLE books (id text PRIMARY KEY, title text NOT NULL, copies int NOT NULL, updated_at timestamptz NOT NULL DEFAULT now());
CREATE TABLE loans (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(), branch text NOT NULL, reader text NOT NULL, book text NOT NULL REFERENCES books,
  clerk text, lent_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now(), noted tsvector
);
ALTER TABLE loans REPLICA IDENTITY FULL;
"""

MAPPING = """\
system: library
table: library-loans
rows:
  books:
    updated_at: updated_at
    entities:
      BOOK: {bookId: id, title: title, copies: copies}
  loans:
    leave_out: [noted]
    written_at: lent_at
    updated_at: updated_at
    entities:
      LOAN:
        branchId: branch
        loanId: id
        readerId: reader
        bookId: book
        updatedBy: clerk
"""


def connect(url: str) -> Any:
    return psycopg.connect(url, autocommit=True)


def fill(url: str, books: int, loans: int) -> None:
    """Create the tables and this many rows."""
    with connect(url) as connection:
        connection.execute(TABLES)
        connection.execute("INSERT INTO books SELECT 'b' || n, 'Title ' || n, n FROM generate_series(1, %s) n", [books])
        connection.execute(
            "INSERT INTO loans (branch, reader, book, clerk) "
            "SELECT 'branch' || n %% 7, 'reader' || n, 'b' || (1 + n %% %s), 'clerk' FROM generate_series(1, %s) n",
            [books, loans],
        )
