"""From PostgreSQL in an operator's steps: copy, catch up, compare, cut over, retire."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.ops.migration.cloud import Cloud
from tests.ops.migration.postgres.conftest import FromPostgres
from tests.ops.migration.postgres.library import TARGET, connect, fill
from tests.problems import codes

Said = pytest.CaptureFixture[str]


def keys(cloud: Cloud) -> list[tuple[str, str]]:
    return sorted((item["PK"], item["SK"]) for item in cloud.items(TARGET))


def test_rows_become_items_with_keys_and_expiry(run: FromPostgres, cloud: Cloud, url: str, capsys: Said) -> None:
    fill(url, books=1, loans=0)
    with connect(url) as connection:
        loan = "11111111-1111-4111-8111-111111111111"
        values = (loan, "x", "r", "b1", "c", "2026-01-31 12:00+01")
        connection.execute("INSERT INTO loans (id, branch, reader, book, clerk, lent_at) VALUES (%s, %s, %s, %s, %s, %s)", values)
    assert run("run") == 0
    lent, book = sorted(cloud.items(TARGET), key=len, reverse=True)
    assert book == {
        "PK": "BOOK#b1",
        "SK": "BOOK",
        "GSI2PK": "TITLE#Title 1",
        "GSI2SK": "BOOK#b1",
        "bookId": "b1",
        "title": "Title 1",
        "copies": 1,
    }
    assert (lent["PK"], lent["SK"], lent["updatedBy"]) == ("BRANCH#x", f"LOAN#{loan}", "c")
    assert lent["expiresAt"] == 1769857200 + 90 * 86400
    assert "2 items read: 2 copied\n" in capsys.readouterr().out


def test_both_sides_are_counted_by_entity(run: FromPostgres, cloud: Cloud, url: str, capsys: Said) -> None:
    fill(url, books=3, loans=2)
    assert run("run") == 0
    output = capsys.readouterr().out
    assert "BOOK: 3 in the source, 3 in the target, digests equal, " in output
    assert "LOAN: 2 in the source, 2 in the target, digests equal, " in output
    cloud.put(TARGET, PK="BOOK#b2", SK="BOOK", title="wrong")
    cloud.put(TARGET, PK="nothing", SK="known")
    assert run("verify") == 1
    output = capsys.readouterr().out
    assert "BOOK: 3 in the source, 3 in the target, digests differ, " in output
    assert "other items: 0 in the source, 1 in the target, digests differ, " in output


def test_tables_are_read_in_pieces_and_pages(
    run: FromPostgres, cloud: Cloud, url: str, monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    monkeypatch.setattr("dynawright.ops.migration.postgres.source.PAGE", 7)
    monkeypatch.setattr("dynawright.ops.migration.postgres.source.SMALL", 10)
    fill(url, books=20, loans=100)
    assert run("run") == 0
    assert len(keys(cloud)) == 120
    assert "compared: the target has every item of the source, and nothing else (120 items)" in capsys.readouterr().out


def test_changes_since_the_copy_are_caught_up_with(run: FromPostgres, cloud: Cloud, url: str, capsys: Said) -> None:
    fill(url, books=3, loans=3)
    assert run("run") == 0
    with connect(url) as connection:
        connection.execute("INSERT INTO books VALUES ('new', 'New', 1)")
        connection.execute("UPDATE books SET copies = 99 WHERE id = 'b1'")
        connection.execute("UPDATE loans SET branch = 'moved' WHERE reader = 'reader1'")  # to another key
        connection.execute("DELETE FROM loans WHERE reader = 'reader2'")
        connection.execute(
            "UPDATE books SET id = 'b9' WHERE id = (SELECT id FROM books WHERE id NOT IN (SELECT book FROM loans) LIMIT 1)"
        )
    capsys.readouterr()
    assert run("catch-up") == 0
    assert "caught up: " in capsys.readouterr().out
    items = {item["PK"]: item for item in cloud.items(TARGET)}
    assert items["BOOK#b1"]["copies"] == 99
    assert "BRANCH#moved" in items
    assert "BRANCH#branch1" not in items
    assert "BRANCH#branch2" not in items
    assert {"BOOK#new", "BOOK#b9"} <= items.keys()
    assert run("verify") == 0
    assert run("catch-up") == 0
    assert "caught up: 0 records had changed\n" in capsys.readouterr().out


def test_a_row_that_fails_holds_up_no_other_and_is_mended_by_catching_up(
    run: FromPostgres, cloud: Cloud, url: str, capsys: Said
) -> None:
    fill(url, books=2, loans=1)
    with connect(url) as connection:
        connection.execute("UPDATE loans SET clerk = NULL")
    assert run("run") == 1
    assert "LOAN needs updatedBy: clerk must not be NULL" in capsys.readouterr().out
    assert [pk for pk, _ in keys(cloud)] == ["BOOK#b1", "BOOK#b2"]
    with connect(url) as connection:
        connection.execute("UPDATE loans SET clerk = 'c'")
    assert run("verify") == 0


def test_differences_are_mended_only_if_asked(run: FromPostgres, cloud: Cloud, url: str, capsys: Said) -> None:
    fill(url, books=3, loans=0)
    assert run("run") == 0
    cloud.client.delete_item(TableName=TARGET, Key={"PK": {"S": "BOOK#b1"}, "SK": {"S": "BOOK"}})
    cloud.put(TARGET, PK="BOOK#b2", SK="BOOK", title="wrong")
    cloud.put(TARGET, PK="BOOK#extra", SK="BOOK")
    assert run("verify") == 1
    assert keys(cloud) == [("BOOK#b2", "BOOK"), ("BOOK#b3", "BOOK"), ("BOOK#extra", "BOOK")]
    assert run("verify", "--repair") == 1
    output = capsys.readouterr().out
    assert "mended: 2\n" in output
    assert output.count("1 extra: ") == 2
    assert run("verify", "--repair", "--delete-extra") == 0
    assert keys(cloud) == [("BOOK#b1", "BOOK"), ("BOOK#b2", "BOOK"), ("BOOK#b3", "BOOK")]


def test_readers_switch_only_when_nothing_differs(
    run: FromPostgres, cloud: Cloud, url: str, tmp_path: Path, capsys: Said
) -> None:
    fill(url, books=3, loans=0)
    assert run("cut-over") == 1
    assert "no   everything is copied" in capsys.readouterr().out
    assert run("run") == 0
    cloud.put(TARGET, PK="BOOK#b1", SK="BOOK", title="wrong")
    assert run("cut-over") == 1
    assert "no   both are equal" in capsys.readouterr().out
    assert run("retire") == 2
    assert codes(capsys.readouterr().err) == ["DW728"]
    assert run("verify", "--repair") == 0
    queue = tmp_path / "queue.sqlite"
    with closing(sqlite3.connect(queue)) as database, database:
        database.execute("CREATE TABLE waiting (number INTEGER PRIMARY KEY)")
        database.execute("INSERT INTO waiting VALUES (1)")
    assert run("cut-over", "--queue", str(queue)) == 1
    assert "no   no write of the application waits: 1 in " in capsys.readouterr().out
    assert run("cut-over") == 0


def test_retiring_takes_everything_off_the_server(run: FromPostgres, url: str, capsys: Said) -> None:
    fill(url, books=1, loans=0)
    slots = "SELECT count(*) FROM pg_replication_slots WHERE database = current_database()"
    with connect(url) as connection:
        assert run("run") == 0
        assert connection.execute(slots).fetchone() == (1,)
        assert run("cut-over") == 0
        assert run("retire") == 0
        assert connection.execute(slots).fetchone() == (0,)
        assert connection.execute("SELECT count(*) FROM pg_publication").fetchone() == (0,)


def test_a_table_that_is_emptied_shows_as_extra_items(run: FromPostgres, cloud: Cloud, url: str, capsys: Said) -> None:
    fill(url, books=2, loans=3)
    assert run("run") == 0
    with connect(url) as connection:
        connection.execute("TRUNCATE loans")
    assert run("verify") == 1
    captured = capsys.readouterr()
    assert "public.loans was emptied by TRUNCATE" in captured.err
    assert "3 extra: " in captured.out
    assert run("verify", "--repair", "--delete-extra") == 0
    assert len(keys(cloud)) == 2


def test_a_plan_writes_nothing_on_either_side(run: FromPostgres, cloud: Cloud, url: str, capsys: Said) -> None:
    fill(url, books=3, loans=2)
    assert run("plan") == 0
    output = capsys.readouterr().out
    assert "changes    logical decoding\n" in output
    assert "tried      5 items read: 5 to copy\n" in output
    assert cloud.items(TARGET) == []
    with connect(url) as connection:
        assert connection.execute("SELECT count(*) FROM pg_publication").fetchone() == (0,)
