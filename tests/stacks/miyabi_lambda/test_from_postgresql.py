"""The platform moves from PostgreSQL during writes and kills at random points; both end equal."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from stacks.miyabi_lambda.model import DATA
from tests.killed import Commands, client, dynamodb, items, random_points, when_filled
from tests.postgres import Postgres
from tests.postgres import postgres as postgres
from tests.stacks.miyabi_lambda.platform import Writer, expected_items, fill

TABLE = "miyabi-lambda-data-test"


@pytest.fixture
def endpoint() -> Iterator[str]:
    with dynamodb() as endpoint:
        types = DATA.key_types
        client(endpoint).create_table(
            TableName=TABLE,
            KeySchema=[{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}],
            AttributeDefinitions=[{"AttributeName": name, "AttributeType": type} for name, type in types.items()],
            GlobalSecondaryIndexes=[
                {
                    "IndexName": name,
                    "KeySchema": [
                        {"AttributeName": key.name, "KeyType": kind} for key, kind in zip(keys, ("HASH", "RANGE"), strict=True)
                    ],
                    "Projection": {"ProjectionType": "ALL"},
                }
                for name, keys in DATA.index_keys.items()
            ],
            BillingMode="PAY_PER_REQUEST",
        )
        yield endpoint


def moved(
    postgres: Postgres, endpoint: str, root: Path, state: Path, *, rows: int, kills: int, changes: float, overwrite: bool
) -> dict[str, Any]:
    """Move so many rows with so many changes a second and so many kills; return figures."""
    url = postgres.database()
    fill(url, rows)
    options = ("--mapping", str(root / "stacks/miyabi_lambda/from_postgresql.yaml"), "--from", url, "--to", TABLE)
    given = ("--state", str(state), "--segments", "2", "--write-units", "100000", "--read-units", "100000")
    commands = Commands("migrate", endpoint, root, (*options, *given), look_every_seconds=rows / 400_000)
    run = ["run", *(["--overwrite"] if overwrite else [])]
    writer = Writer(url, changes, rows)
    total = expected_items(url)
    began = time.monotonic()
    writer.start()
    try:
        moments = when_filled(client(endpoint), TABLE, random_points(kills, total, seed=rows))
        killed = commands.killed(run, moments)
        ended = commands.run(*run)
    finally:
        writer.stop()
    seconds = time.monotonic() - began
    assert ended in (0, 1), commands.said[-1]  # 1: changes that came while it compared
    assert commands.run("cut-over") == 0, commands.said[-1]
    return {
        "rows": rows,
        "items": items(client(endpoint), TABLE),
        "expected": expected_items(url),
        "changes": writer.done,
        "kills": killed,
        "seconds": seconds,
        "megabytes": commands.most_megabytes,
        "url": url,
    }


def check(figures: dict[str, Any], endpoint: str, kills: int) -> None:
    assert figures["kills"] == kills
    assert figures["items"] == figures["expected"]
    assert figures["changes"] > 0
    assert figures["megabytes"] <= 200
    with psycopg.connect(figures["url"]) as connection:  # as a reader would see it, not as the comparison does
        some = "SELECT user_id, id, status, name, retry_count FROM tasks ORDER BY md5(id::text) LIMIT 50"
        for user, id, status, name, retries in connection.execute(some).fetchall():
            key = {"PK": {"S": f"USER#{user}"}, "SK": {"S": f"TASK#{id}"}}
            item = client(endpoint).get_item(TableName=TABLE, Key=key)["Item"]
            assert (item["status"], item["GSI1PK"]) == ({"S": status}, {"S": f"TASK_STATUS#{status}"})
            assert item["Data"]["M"]["name"] == {"S": name}
            assert item["Data"]["M"].get("retryCount") == (None if retries is None else {"N": str(retries)})


def test_two_kills_of_a_small_platform(postgres: Postgres, endpoint: str, project_root: Path, tmp_path: Path) -> None:
    check(
        moved(postgres, endpoint, project_root, tmp_path / "m.state", rows=2000, kills=2, changes=20, overwrite=False),
        endpoint,
        kills=2,
    )


@pytest.mark.soak
def test_five_kills_of_200_000_rows(
    postgres: Postgres, endpoint: str, project_root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By batches: nothing else writes to the table. Its small twin copies by conditional requests."""
    state = tmp_path / "m.state"
    figures = moved(postgres, endpoint, project_root, state, rows=200_000, kills=5, changes=200, overwrite=True)
    with capsys.disabled():
        print(f"\n{figures}, {figures['rows'] / figures['seconds']:.0f} rows a second")
    check(figures, endpoint, kills=5)
