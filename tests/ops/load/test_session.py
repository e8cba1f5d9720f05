"""Right answers of an engine pass; wrong answers, lost writes and missing refusals are caught."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from dynawright.clients.loading import loaded
from dynawright.emulator.client import client
from dynawright.emulator.client_patterns.exercise import methods
from dynawright.emulator.engines import StartedEngines
from dynawright.model import System
from dynawright.model.load import Load
from dynawright.ops.load.counts import Tally
from dynawright.ops.load.seeding import seed
from dynawright.ops.load.session import Session
from dynawright.ops.load.settings import LoadTest
from dynawright.ops.load.target import REGION, made_tables
from dynawright.ops.load.wire import WireClient
from tests.application.stacks.orders.model import SYSTEM as ORDERS
from tests.complete.stacks.library.model import SYSTEM as LIBRARY

Make = Callable[..., tuple[Session, Tally]]


class Lying:
    """A DynamoDB client with one operation replaced."""

    def __init__(self, client: Any, operation: str, instead: Callable[..., Any]) -> None:
        self._client, self._operation, self._instead = client, operation, instead

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._client, name)
        return (lambda **arguments: self._instead(method, **arguments)) if name == self._operation else method


@pytest.fixture
def make(engines: StartedEngines, tmp_path: Path) -> Iterator[Make]:
    endpoint_url = engines.endpoints.get("dynoxide") or engines.endpoints["moto"]
    dynamodb = client("dynamodb", endpoint_url=endpoint_url, region=REGION, checked=False)
    opened: list[Any] = []

    def session(
        system: System, using: Any = dynamodb, share_checked: float = 1.0, is_signed: bool = True
    ) -> tuple[Session, Tally]:
        tables = made_tables(dynamodb, system.tables)
        names = tables.__enter__()
        opened.append(tables)
        test = LoadTest(system.name, "", names, endpoint_url, REGION, 1, 1, 1, 30, share_checked, False, None, "")
        load = Load()
        seed(dynamodb, system, load, names, 30, 1e9)
        package = loaded(system, tmp_path / f"{system.name}{len(opened)}", methods=methods(system))
        tally = Tally()
        used = using if is_signed else WireClient(endpoint_url, REGION)
        return Session(test, system, load, package, used, tally, 0), tally

    session.dynamodb = dynamodb  # type: ignore[attr-defined]
    yield session
    for tables in opened:
        tables.__exit__(None, None, None)


def ask_all(session: Session, system: System, times: int) -> None:
    for _ in range(times):
        for _, pattern in system.access_patterns:
            session.ask(pattern.id)


@pytest.mark.parametrize("system", [ORDERS, LIBRARY], ids=lambda system: system.name)
@pytest.mark.parametrize("share_checked", [0.0, 1.0])
@pytest.mark.parametrize("is_signed", [True, False])
def test_every_pattern_is_asked_and_no_answer_is_wrong(make: Make, system: System, share_checked: float, is_signed: bool) -> None:
    session, tally = make(system, share_checked=share_checked, is_signed=is_signed)
    ask_all(session, system, 12)
    assert tally.messages == []
    counts = tally.patterns
    assert {id for id, count in counts.items() if count.requests == 12} == {pattern.id for _, pattern in system.access_patterns}
    assert (sum(count.checked for count in counts.values()) > 80) is (share_checked == 1)
    assert all(count.read_units + count.write_units > 0 for count in counts.values() if count.conditions < count.requests)


def forgotten(method: Any, **arguments: Any) -> Any:
    """Answer as if the item had been written."""
    return {"ConsumedCapacity": {"CapacityUnits": 1}}


def without_items(method: Any, **arguments: Any) -> Any:
    return {**method(**arguments), "Items": []}


def with_another_amount(method: Any, **arguments: Any) -> Any:
    answer = method(**arguments)
    if "Item" in answer:
        answer["Item"]["amount"] = {"N": "-1"}
    return answer


def without_condition(method: Any, **arguments: Any) -> Any:
    arguments = {name: value for name, value in arguments.items() if not name.startswith(("ConditionExpression", "Expression"))}
    return method(**arguments)


@pytest.mark.parametrize(
    ("operation", "instead"),
    [
        ("put_item", forgotten),
        ("query", without_items),
        ("get_item", with_another_amount),
        ("put_item", without_condition),
    ],
    ids=["a lost write", "an empty answer", "another value", "a condition that is not asked"],
)
def test_wrong_answers_are_found(make: Make, operation: str, instead: Callable[..., Any]) -> None:
    session, tally = make(ORDERS, Lying(make.dynamodb, operation, instead))  # type: ignore[attr-defined]
    ask_all(session, ORDERS, 60)
    assert sum(counts.wrong for counts in tally.patterns.values()) > 0
    assert any("WrongAnswer" in message for message in tally.messages)


def test_throttles_are_counted_and_nothing_else(make: Make) -> None:
    from botocore.exceptions import ClientError

    def throttled(method: Any, **arguments: Any) -> Any:
        raise ClientError({"Error": {"Code": "ProvisionedThroughputExceededException", "Message": "slow down"}}, "GetItem")

    session, tally = make(ORDERS, Lying(make.dynamodb, "get_item", throttled))  # type: ignore[attr-defined]
    for _ in range(5):
        milliseconds, wrong = session.ask("PO1")
        assert wrong is not None
        assert milliseconds >= 0
    assert (tally.of("PO1").throttles, tally.of("PO1").errors, tally.of("PO1").wrong) == (5, 0, 0)


def test_what_was_spent_is_summed(make: Make) -> None:
    session, _ = make(ORDERS, share_checked=0.0)
    assert session.spent_usd == 0
    session._test = LoadTest(**{**vars(session._test), "read_million_usd": 0.25, "write_million_usd": 1.0})
    session.ask("PO1")
    assert session.spent_usd == pytest.approx(0.5 * 0.25e-6)
    for _ in range(40):  # some are refused by their condition, which is billed as well
        session.ask("PO4")
    assert 40e-6 <= session.spent_usd < 90e-6
