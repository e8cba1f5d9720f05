"""Reads and writes through AWS's DAX client: DynamoDB takes over from a failing cache."""

import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from dynawright.emulator.patterns.definition import definition
from dynawright.model import Consumer, Entity, Get, Key, Put, System, TableModel
from tests.clients.dax_node import CONDITION_FAILED, GET, INTERNAL_ERROR, PUT, DaxNode, node
from tests.clients.loading import loaded

EVALUATOR = Consumer("evaluator", "reads through the cache", cache="reads")
ADMIN = Consumer("admin", "writes through the cache", cache="writes")
FLAGS = TableModel(
    "flags",
    partition_key=Key("PK"),
    entities=[Entity("FLAG", PK="FLAG#{flag}", attributes={"flag": "S", "owner": "S", "version": "N"})],
    access_patterns=[
        Get("P1", "a flag", PK="FLAG#{flag}", attributes=["owner"], used_by=[EVALUATOR, ADMIN]),
        Get("P2", "a flag as it is", name="current", PK="FLAG#{flag}", consistent=True, used_by=[EVALUATOR]),
        Put("P3", "save a flag", entity="FLAG", condition="attribute_not_exists(PK)", used_by=[ADMIN]),
        Put("P4", "note a flag", entity="FLAG", used_by=[EVALUATOR]),
    ],
)
SYSTEM = System("flagship", [FLAGS])
CACHED, STORED = "as the cache has it", "as the table has it"
PATIENCE = 60.0
"""Seconds after which something that must happen has not: no test takes so long unless it fails."""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return loaded(SYSTEM, tmp_path_factory.mktemp("flagship"))


@pytest.fixture
def dax() -> Iterator[DaxNode]:
    with node({0: CACHED}, {"PK": "S"}) as made:
        yield made


@pytest.fixture
def table(client: Any) -> Any:
    client.create_table(**definition(FLAGS, "flags"))
    client.put_item(TableName="flags", Item={"PK": {"S": "FLAG#dark"}, "flag": {"S": "dark"}, "owner": {"S": STORED}})
    return client


@pytest.fixture
def lines() -> list[dict[str, Any]]:
    return []


@pytest.fixture
def made(
    package: Any, dax: DaxNode, table: Any, lines: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., Any]]:
    """Make a client of a consumer with a cache."""
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "a")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "b")
    caches = []

    def make(consumer: str, *, timeout: float = 20, pause: float = 0, access_log: Any = None) -> Any:
        emit = lambda line: lines.append(json.loads(line))  # noqa: E731
        cache = package.Cache(f"dax://127.0.0.1:{dax.port}", region="eu-west-1", timeout=timeout, pause=pause, emit=emit)
        caches.append(cache)
        return getattr(package, consumer)("test", client=table, cache=cache, access_log=access_log)

    yield make
    for cache in caches:
        cache.close()


def owner(client: Any) -> str:
    return str(client.flag(flag="dark")["owner"])


def fallbacks(lines: list[dict[str, Any]]) -> int:
    return sum(line["CacheFallbacks"] for line in lines)


def test_what_the_cache_has_is_not_asked_of_the_table(made: Callable[..., Any], lines: list[dict[str, Any]]) -> None:
    assert owner(made("Evaluator")) == CACHED
    assert lines == []


def test_a_consistent_read_goes_to_the_table(made: Callable[..., Any], dax: DaxNode) -> None:
    assert made("Evaluator").current(flag="dark")["owner"] == STORED
    assert dax.connections == 0


def test_only_what_a_consumer_sends_through_the_cache_goes_there(made: Callable[..., Any], dax: DaxNode, table: Any) -> None:
    assert owner(made("Admin")) == STORED
    made("Evaluator").note_flag(flag="light", owner="me", version=1)
    assert dax.connections == 0
    assert table.get_item(TableName="flags", Key={"PK": {"S": "FLAG#light"}})["Item"]["owner"] == {"S": "me"}


def test_a_cache_that_refuses_is_passed_by_and_counted(
    made: Callable[..., Any], dax: DaxNode, lines: list[dict[str, Any]]
) -> None:
    dax.refuse()
    assert owner(made("Evaluator")) == STORED
    (line,) = lines
    (about,) = line["_aws"]["CloudWatchMetrics"]
    assert (line["Client"], line["CacheFallbacks"], line["reason"]) == ("flagship.Evaluator", 1, "NoRouteException")
    assert (about["Dimensions"], about["Metrics"]) == ([["Client"]], [{"Name": "CacheFallbacks", "Unit": "Count"}])


@pytest.mark.parametrize("mood", ["hangs", "cuts off"])
def test_a_cache_that_fails_while_it_is_used_is_passed_by(
    made: Callable[..., Any], dax: DaxNode, lines: list[dict[str, Any]], mood: str
) -> None:
    client = made("Evaluator", timeout=1)
    until(client, CACHED)
    lines.clear()
    dax.mood = mood
    assert owner(client) == STORED
    dax.mood = "serves"
    until(client, CACHED)
    assert fallbacks(lines) >= 1


def test_a_cache_that_hangs_from_the_start_is_passed_by(
    made: Callable[..., Any], dax: DaxNode, lines: list[dict[str, Any]]
) -> None:
    dax.mood = "hangs"
    assert owner(made("Evaluator", timeout=0.2)) == STORED
    assert fallbacks(lines) == 1


def test_an_error_of_the_cache_is_passed_by(made: Callable[..., Any], dax: DaxNode) -> None:
    client = made("Evaluator")
    assert owner(client) == CACHED
    dax.refusal = INTERNAL_ERROR
    assert owner(client) == STORED


def test_a_failure_is_not_kept(made: Callable[..., Any], dax: DaxNode) -> None:
    client = made("Evaluator")
    dax.refusal = INTERNAL_ERROR
    assert owner(client) == STORED
    dax.refusal = ()
    assert owner(client) == CACHED


def test_a_cache_that_comes_back_is_used_again_and_what_it_missed_is_told(
    made: Callable[..., Any], dax: DaxNode, lines: list[dict[str, Any]]
) -> None:
    dax.refuse()
    client = made("Evaluator")
    assert [owner(client) for _ in range(3)] == [STORED] * 3
    dax.listen()
    asked = until(client, CACHED)
    assert fallbacks(lines) == 3 + asked - 1


def test_a_cache_that_comes_back_while_it_is_used_is_used_again(made: Callable[..., Any], dax: DaxNode) -> None:
    client = made("Evaluator", timeout=1)
    until(client, CACHED)
    dax.refuse()
    until(client, STORED)
    dax.listen()
    until(client, CACHED)


def test_a_cache_that_has_failed_is_left_alone_for_a_while(made: Callable[..., Any], dax: DaxNode) -> None:
    dax.mood = "hangs"
    client = made("Evaluator", timeout=0.2, pause=PATIENCE)
    assert [owner(client) for _ in range(5)] == [STORED] * 5
    assert dax.connections == 1


def test_a_write_goes_through_the_cache(made: Callable[..., Any], dax: DaxNode, table: Any) -> None:
    made("Admin").save_flag(flag="new", owner="me", version=1)
    assert PUT in dax.served
    assert "Item" not in table.get_item(TableName="flags", Key={"PK": {"S": "FLAG#new"}})  # this node keeps nothing


def test_a_write_that_the_cache_fails_to_do_is_done_by_the_table(made: Callable[..., Any], dax: DaxNode, table: Any) -> None:
    dax.refuse()
    made("Admin").save_flag(flag="new", owner="me", version=1)
    assert table.get_item(TableName="flags", Key={"PK": {"S": "FLAG#new"}})["Item"]["owner"] == {"S": "me"}


def test_a_write_that_dynamodb_refuses_through_the_cache_is_not_tried_again(
    package: Any, made: Callable[..., Any], dax: DaxNode, table: Any, lines: list[dict[str, Any]]
) -> None:
    dax.refusal = CONDITION_FAILED
    with pytest.raises(package.ConditionFailed) as raised:
        made("Admin").save_flag(flag="new", owner="me", version=1)
    assert raised.value.pattern == "P3"
    assert "Item" not in table.get_item(TableName="flags", Key={"PK": {"S": "FLAG#new"}})
    assert lines == []


def test_an_error_of_the_table_after_a_fallback_is_the_tables(
    package: Any, made: Callable[..., Any], dax: DaxNode, table: Any
) -> None:
    client = made("Evaluator")
    dax.refuse()
    table.delete_table(TableName="flags")
    with pytest.raises(table.exceptions.ResourceNotFoundException):
        client.flag(flag="dark")
    table.create_table(**definition(FLAGS, "flags"))


def test_the_log_says_what_the_cache_answered(package: Any, dax: DaxNode, made: Callable[..., Any]) -> None:
    written: list[dict[str, Any]] = []
    log = package.AccessLog(package.Caller, hash_key=b"k" * 32, emit=lambda line: written.append(json.loads(line)))
    client = made("Evaluator", access_log=log)
    assert owner(client) == CACHED
    dax.refusal = INTERNAL_ERROR
    assert owner(client) == STORED
    assert [line["source"] for line in written] == ["cache", "table"]
    assert GET in dax.served


def until(client: Any, expected: str) -> int:
    """Ask until the answer is the expected one, and return how often that was."""
    end, asked = time.monotonic() + PATIENCE, 0
    while time.monotonic() < end:
        asked += 1
        if owner(client) == expected:
            return asked
    raise AssertionError(f"the answer never was {expected!r}")
