"""Bad input gives a clear error, and leaves nothing that can't be continued."""

from pathlib import Path
from typing import Any

import pytest

from tests.ops.migration.cloud import Cloud
from tests.ops.migration.postgres.conftest import FromPostgres
from tests.ops.migration.postgres.library import TARGET, connect, fill
from tests.problems import codes

Said = pytest.CaptureFixture[str]


def test_a_server_that_is_not_there_is_told(run: FromPostgres, capsys: Said) -> None:
    assert run("plan", source="postgresql://someone:secret@127.0.0.1:1/nothing") == 2  # pragma: allowlist secret
    errors = capsys.readouterr().err
    assert codes(errors) == ["DW726"]
    assert "secret" not in errors


def test_a_role_that_may_not_read_a_table_is_told(run: FromPostgres, cloud: Cloud, url: str, capsys: Said) -> None:
    fill(url, books=1, loans=1)
    with connect(url) as connection:
        connection.execute("DO $$ BEGIN CREATE ROLE stranger LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$")
        connection.execute("GRANT SELECT ON books TO stranger")
    assert run("run", source=url.replace("postgres:@", "stranger:@")) == 2
    errors = capsys.readouterr().err
    assert codes(errors) == ["DW726"]
    assert "loans" in errors
    assert cloud.items(TARGET) == []


def test_a_lost_column_a_missing_table_and_a_wrong_type_are_told_together(
    run: FromPostgres, cloud: Cloud, url: str, mapping: Path, capsys: Said
) -> None:
    fill(url, books=1, loans=0)
    text = mapping.read_text().replace("copies: copies", "copies: title").replace("    leave_out: [noted]\n", "")
    mapping.write_text(f"{text}  readers:\n    entities:\n      BOOK: {{bookId: id}}\n")
    assert run("run") == 2
    assert codes(capsys.readouterr().err) == ["DW725"] * 4  # copies is lost and filled by text; noted is lost; no readers
    assert cloud.items(TARGET) == []
    with connect(url) as connection:
        assert connection.execute("SELECT count(*) FROM pg_publication").fetchone() == (0,)


def test_a_table_without_a_key_is_refused(run: FromPostgres, url: str, capsys: Said) -> None:
    fill(url, books=1, loans=0)
    with connect(url) as connection:
        connection.execute("ALTER TABLE loans DROP CONSTRAINT loans_pkey")
    assert run("run") == 2
    assert codes(capsys.readouterr().err) == ["DW725"]


def test_a_schema_that_changes_half_way_stops_and_goes_on_when_the_mapping_fits_again(
    run: FromPostgres, cloud: Cloud, url: str, mapping: Path, capsys: Said
) -> None:
    fill(url, books=4, loans=5)

    def change(**_: Any) -> None:
        """As the first book is written: one table at a time, so that the loans are not being read yet."""
        cloud.calm()
        with connect(url) as connection:
            connection.execute("ALTER TABLE loans RENAME COLUMN clerk TO staff")

    cloud.on("before-call.dynamodb.PutItem", change)
    assert run("run", "--segments", "1") == 2
    errors = capsys.readouterr().err
    assert errors.startswith("stopped: run the same command to continue\n")
    assert codes(errors) == ["DW726"]
    assert len(cloud.items(TARGET)) == 4
    assert run("run") == 2
    assert codes(capsys.readouterr().err) == ["DW725", "DW725"]  # clerk does not exist, staff is lost
    mapping.write_text(mapping.read_text().replace("updatedBy: clerk", "updatedBy: staff"))
    assert run("run") == 0
    assert "9 items read: 9 copied\n" in capsys.readouterr().out
    assert len(cloud.items(TARGET)) == 9


def test_a_column_that_is_new_between_two_runs_is_not_lost(
    run: FromPostgres, cloud: Cloud, url: str, mapping: Path, capsys: Said
) -> None:
    fill(url, books=2, loans=0)
    assert run("run") == 0
    with connect(url) as connection:
        connection.execute("ALTER TABLE books ADD COLUMN shelf text")
    for action in ("catch-up", "verify", "cut-over"):
        assert run(action) == 2
        assert codes(capsys.readouterr().err) == ["DW725"]
    mapping.write_text(mapping.read_text().replace("  books:\n", "  books:\n    leave_out: [shelf]\n"))
    assert run("cut-over") == 0


def test_tables_that_were_made_again_are_another_migration(run: FromPostgres, url: str, capsys: Said) -> None:
    fill(url, books=1, loans=0)
    assert run("run") == 0
    with connect(url) as connection:
        connection.execute("DROP TABLE loans, books")
    fill(url, books=1, loans=0)
    assert run("run") == 2
    assert codes(capsys.readouterr().err) == ["DW721"]
