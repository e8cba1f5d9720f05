"""Following changes: the decoder, a server without logical decoding, and unsupported tables."""

from pathlib import Path

import pytest

from dynawright.ops.migration.postgres.pgoutput import Changed, Committed, Decoder, Truncated
from tests.ops.migration.cloud import Cloud
from tests.ops.migration.postgres.conftest import FromPostgres
from tests.ops.migration.postgres.library import TARGET, connect, fill
from tests.problems import codes

Said = pytest.CaptureFixture[str]


@pytest.fixture
def role(url: str) -> str:
    """Return the URL of a role that may read and nothing else."""
    with connect(url) as connection:
        connection.execute("DO $$ BEGIN CREATE ROLE reader LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$")
        connection.execute("ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO reader")
    return url.replace("postgres:@", "reader:@")


def test_messages_tell_which_rows_were_changed(url: str) -> None:
    decoder, told = Decoder(), []
    with connect(url) as connection:
        connection.execute("CREATE TABLE a (id int PRIMARY KEY, name text, large text)")
        connection.execute("CREATE TABLE b (id int, name text); ALTER TABLE b REPLICA IDENTITY FULL")
        connection.execute("CREATE PUBLICATION all_of_it FOR ALL TABLES")
        connection.execute("SELECT pg_create_logical_replication_slot('decoded', 'pgoutput')")
        for change in (
            "INSERT INTO a VALUES (1, NULL, 'é')",
            "UPDATE a SET name = 'x' WHERE id = 1",
            "UPDATE a SET id = 2",
            "DELETE FROM a",
            "INSERT INTO b VALUES (1, 'y')",
            "UPDATE b SET name = NULL",
            "DELETE FROM b",
            "TRUNCATE a, b",
        ):
            connection.execute(change)
        peek = "SELECT data FROM pg_logical_slot_peek_binary_changes('decoded', NULL, NULL, 'proto_version', '1', 'publication_names', 'all_of_it')"
        for (data,) in connection.execute(peek).fetchall():
            told.append(decoder.decode(bytes(data)))
        connection.execute("SELECT pg_drop_replication_slot('decoded')")
    assert [message for message in told if isinstance(message, Changed)] == [
        Changed("public.a", None, {"id": "1", "name": None, "large": "é"}),
        Changed("public.a", None, {"id": "1", "name": "x", "large": "é"}),
        Changed("public.a", {"id": "1", "name": None, "large": None}, {"id": "2", "name": "x", "large": "é"}),
        Changed("public.a", {"id": "2", "name": None, "large": None}, None),
        Changed("public.b", None, {"id": "1", "name": "y"}),
        Changed("public.b", {"id": "1", "name": "y"}, {"id": "1", "name": None}),
        Changed("public.b", {"id": "1", "name": None}, None),
    ]
    assert [message for message in told if isinstance(message, Truncated)] == [Truncated(("public.a", "public.b"))]
    assert sum(isinstance(message, Committed) for message in told) == 8


def test_a_column_tells_changes_where_the_role_may_not_replicate(
    run: FromPostgres, cloud: Cloud, url: str, role: str, capsys: Said
) -> None:
    fill(url, books=3, loans=3)
    assert run("run", source=role) == 0
    assert "changes are found by a column" in capsys.readouterr().err
    with connect(url) as connection:
        connection.execute("UPDATE books SET copies = 99, updated_at = now() WHERE id = 'b1'")
        connection.execute("INSERT INTO books VALUES ('new', 'New', 1)")
        connection.execute("DELETE FROM loans WHERE reader = 'reader1'")
    assert run("catch-up", source=role) == 0
    items = {item["PK"]: item for item in cloud.items(TARGET)}
    assert items["BOOK#b1"]["copies"] == 99
    assert "BOOK#new" in items
    assert run("verify", source=role) == 1
    assert "1 extra: " in capsys.readouterr().out
    assert run("verify", "--repair", "--delete-extra", source=role) == 0


def test_changes_that_no_one_tells_are_refused_before_anything_is_copied(
    run: FromPostgres, cloud: Cloud, url: str, role: str, capsys: Said, mapping: Path
) -> None:
    mapping.write_text(mapping.read_text().replace("    updated_at: updated_at\n", "    leave_out: [updated_at]\n", 1))
    fill(url, books=3, loans=0)
    assert run("run", source=role) == 2
    assert codes(capsys.readouterr().err) == ["DW727"]
    assert cloud.items(TARGET) == []


def test_keys_of_deleted_rows_must_be_told(run: FromPostgres, cloud: Cloud, url: str, capsys: Said) -> None:
    fill(url, books=1, loans=1)
    with connect(url) as connection:
        connection.execute("ALTER TABLE loans REPLICA IDENTITY DEFAULT")
    assert run("run") == 2
    errors = capsys.readouterr().err
    assert codes(errors) == ["DW727"]
    assert "ALTER TABLE loans REPLICA IDENTITY FULL" in errors
    assert cloud.items(TARGET) == []


def test_a_slot_that_is_gone_is_made_again_and_said(run: FromPostgres, cloud: Cloud, url: str, capsys: Said) -> None:
    fill(url, books=2, loans=0)
    assert run("run") == 0
    with connect(url) as connection:
        connection.execute(
            "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE database = current_database()"
        )
        connection.execute("UPDATE books SET copies = 77 WHERE id = 'b1'")
    assert run("verify") == 1
    captured = capsys.readouterr()
    assert "was gone" in captured.err
    assert "1 different: " in captured.out
    assert run("verify", "--repair") == 0
    assert {item["copies"] for item in cloud.items(TARGET)} == {77, 2}


def test_a_newer_version_in_the_table_stays(run: FromPostgres, cloud: Cloud, url: str, mapping: Path) -> None:
    mapping.write_text(mapping.read_text().replace("  books:\n", "  books:\n    version: copies\n"))
    fill(url, books=3, loans=0)
    for number, copies in enumerate((5, 0), 1):
        keys = {"PK": f"BOOK#b{number}", "SK": "BOOK", "GSI2PK": f"TITLE#Title {number}", "GSI2SK": f"BOOK#b{number}"}
        cloud.put(TARGET, **keys, bookId=f"b{number}", title=f"Title {number}", copies=copies)
    assert run("run") == 1  # b1 differs: PostgreSQL has not seen the newer one yet
    assert {item["bookId"]: item["copies"] for item in cloud.items(TARGET)} == {"b1": 5, "b2": 2, "b3": 3}
    with connect(url) as connection:
        connection.execute("UPDATE books SET title = title || '!', copies = CASE id WHEN 'b1' THEN 4 ELSE 9 END")
    run("catch-up")
    assert {item["bookId"]: item["copies"] for item in cloud.items(TARGET)} == {"b1": 5, "b2": 9, "b3": 9}


def test_changed_items_without_a_version_are_written_in_batches(run: FromPostgres, cloud: Cloud, url: str) -> None:
    fill(url, books=60, loans=0)
    assert run("run") == 0
    requests: list[str] = []
    for operation in ("PutItem", "BatchWriteItem"):
        cloud.on(f"before-call.dynamodb.{operation}", lambda model, **_: requests.append(model.name))
    with connect(url) as connection:
        connection.execute("UPDATE books SET copies = 99")
    assert run("catch-up") == 0
    cloud.calm()
    assert requests == ["BatchWriteItem"] * 3
    assert {item["copies"] for item in cloud.items(TARGET)} == {99}
