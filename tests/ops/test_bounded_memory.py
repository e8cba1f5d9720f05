"""Tables of any size are moved and restored in little memory, by commands that are killed meanwhile."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.killed import Commands, client, dynamodb, items, random_points, when_filled

OLD, NEW = "readings-old", "readings-new"
MOST_MEGABYTES = 200
BATCH = 25
FAST = ("--read-units", "1000000", "--write-units", "1000000")


@pytest.fixture
def endpoint() -> Iterator[str]:
    with dynamodb() as endpoint:
        for name in (OLD, NEW):
            client(endpoint).create_table(
                TableName=name,
                KeySchema=[{"AttributeName": "sensor", "KeyType": "HASH"}, {"AttributeName": "at", "KeyType": "RANGE"}],
                AttributeDefinitions=[
                    {"AttributeName": "sensor", "AttributeType": "S"},
                    {"AttributeName": "at", "AttributeType": "N"},
                ],
                BillingMode="PAY_PER_REQUEST",
            )
        yield endpoint


def key(number: int) -> dict[str, Any]:
    return {"sensor": {"S": f"SENSOR#{number % 1000}"}, "at": {"N": str(number)}}


def reading(number: int, letters: int = 200) -> dict[str, Any]:
    """Return an item with a note of so many letters."""
    place = {"M": {"room": {"S": f"room {number % 97}"}, "floor": {"N": str(number % 7)}}}
    return {**key(number), "value": {"N": f"{number}.5"}, "place": place, "note": {"S": (f"{number:x} " * letters)[:letters]}}


def fill(endpoint: str, count: int, letters: int = 200) -> None:
    """Put this many readings into the old table, with two threads."""
    filled = client(endpoint)

    def write(first: int) -> None:
        requests = [{"PutRequest": {"Item": reading(number, letters)}} for number in range(first, min(first + BATCH, count))]
        assert not filled.batch_write_item(RequestItems={OLD: requests}).get("UnprocessedItems")

    with ThreadPoolExecutor(2) as pool:
        for _ in pool.map(write, range(0, count, BATCH)):
            pass


def keys_in(index: Path) -> int:
    """Return how many items of the table a restore has read."""
    try:
        with closing(sqlite3.connect(f"file:{index}?mode=ro", uri=True)) as database:
            return int(database.execute("SELECT COUNT(*) FROM seen").fetchone()[0])
    except sqlite3.OperationalError:  # not made yet
        return 0


def damage(endpoint: str, count: int, every: int, letters: int = 200) -> int:
    """Delete, change and add one of so many in the new table each; return how many of each."""
    damaged, numbers = client(endpoint), range(0, count - 1, every)
    for number in numbers:
        damaged.delete_item(TableName=NEW, Key=key(number))
        damaged.put_item(TableName=NEW, Item={**reading(number + 1, letters), "value": {"N": "0"}})
        damaged.put_item(TableName=NEW, Item=reading(count + number, letters))
    return len(numbers)


def moved_and_restored(endpoint: str, root: Path, folder: Path, *, count: int, every: int) -> dict[str, float]:
    """Move readings, damage the copy, restore it from the old table; return seconds and megabytes."""
    fill(endpoint, count)
    options = ("--from", OLD, "--to", NEW, "--state", str(folder / "m.state"), *FAST)
    migrate = Commands("migrate", endpoint, root, options)
    moments = when_filled(client(endpoint), NEW, random_points(2, count, seed=count))
    began = time.monotonic()
    run = ["run", "--overwrite"]
    killed = migrate.killed(run, moments)
    assert migrate.run(*run) == 0, migrate.said[-1]
    moved = time.monotonic() - began
    assert f"({count:,} items)" in migrate.said[-1]

    damaged = damage(endpoint, count, every)
    index = folder / "r.index"
    restore = Commands("restore", endpoint, root, ("--state", str(folder / "r.state"), *FAST))
    began = time.monotonic()
    killed += restore.killed([OLD, NEW, "--put-back"], [lambda: index.exists() and index.stat().st_size > count * 10])
    assert restore.run(OLD, NEW, "--put-back") == 0, restore.said[-1]
    restored = time.monotonic() - began
    counts = [f"{kind}: {damaged:,}\n" for kind in ("lost", "changed", "only there")]
    assert all(line in restore.said[-1] for line in counts), restore.said[-1]
    for number in range(0, 100 * every, every):
        for there in (number, number + 1):
            assert client(endpoint).get_item(TableName=NEW, Key=key(there)).get("Item") == (
                reading(there) if there < count else None
            )
    assert items(client(endpoint), NEW) == count + damaged
    assert killed == 3
    return {
        "items": count,
        "migrate_seconds": moved,
        "migrate_megabytes": migrate.most_megabytes,
        "restore_seconds": restored,
        "restore_megabytes": restore.most_megabytes,
    }


def test_memory_does_not_grow_with_the_items(endpoint: str, project_root: Path, tmp_path: Path) -> None:
    """Killed once each, then run to the end: the second half of large items must not stay in memory."""
    count, letters = 4000, 10_000
    half_megabytes = count * letters / 2 / 1024**2
    fill(endpoint, count, letters)
    options = ("--from", OLD, "--to", NEW, "--state", str(tmp_path / "m.state"), "--segments", "1", *FAST)
    migrate = Commands("migrate", endpoint, project_root, options)
    run = ["run", "--overwrite"]
    third, half = when_filled(client(endpoint), NEW, [count // 3, count // 2])
    assert migrate.killed(run, [third]) == 1
    assert migrate.growth(run, half) < half_megabytes
    assert f"({count:,} items)" in migrate.said[-1]

    damaged = damage(endpoint, count, every=200, letters=letters)
    index = tmp_path / "r.index"
    restore = Commands("restore", endpoint, project_root, ("--state", str(tmp_path / "r.state"), *FAST))
    arguments = [OLD, NEW, "--put-back"]
    assert restore.killed(arguments, [lambda: keys_in(index) > count // 4]) == 1
    assert restore.growth(arguments, lambda: keys_in(index) >= count) < half_megabytes
    assert all(f"{kind}: {damaged:,}\n" in restore.said[-1] for kind in ("lost", "changed", "only there"))
    assert items(client(endpoint), NEW) == count + damaged


@pytest.mark.soak
def test_a_million_items(endpoint: str, project_root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    figures = moved_and_restored(endpoint, project_root, tmp_path, count=1_000_000, every=1000)
    with capsys.disabled():
        print(f"\n{figures}")
    assert max(figures["migrate_megabytes"], figures["restore_megabytes"]) <= MOST_MEGABYTES
