"""A message is sent once: what nobody can know is held, not guessed."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from botocore import exceptions

from runtime import sending
from runtime.errors import InDoubtError, RefusedError
from runtime.sending import Message, send_once
from runtime.settled import Settled
from stacks.miyabi_lambda.model import SYSTEM
from tests.functions.cloud import MemoryCloud, refusal
from tests.functions.world import Crash

TABLE, NOBODY = "miyabi-lambda-processed", Settled()
URL = "https://bus.example"
REFUSALS = [
    refusal("AccessDeniedException", "PutEvents"),
    exceptions.ConnectTimeoutError(endpoint_url=URL),
    exceptions.EndpointConnectionError(endpoint_url=URL),
    exceptions.NoCredentialsError(),
    RefusedError("MalformedDetail"),
]
UNKNOWNS = [
    refusal("InternalFailure", "PutEvents", ResponseMetadata={"HTTPStatusCode": 500}),
    exceptions.ReadTimeoutError(endpoint_url=URL),
    exceptions.ConnectionClosedError(endpoint_url=URL),
    KeyError("Entries"),
]
THROTTLE = refusal("ThrottlingException", "PutEvents")


class Receiver:
    """Takes a message, or does first what `goes_wrong` says: each error once, in order."""

    def __init__(self) -> None:
        self.cloud = MemoryCloud(SYSTEM)
        self.taken = 0
        self.now = 1_000_000.0
        self.goes_wrong: list[BaseException] = []

    def take(self) -> None:
        if self.goes_wrong:
            raise self.goes_wrong.pop(0)
        self.taken += 1

    def send(self, settled: Settled = NOBODY, *, dropped_seconds: int = 0) -> None:
        send_once(Message("1", TABLE, "EVENT#1", {"eventId": "1"}, self.take, dropped_seconds), settled)

    def cut_off(self, error: BaseException, **more: Any) -> None:
        """An attempt of which nobody knows whether it has arrived."""
        self.goes_wrong = [error] * sending.ATTEMPTS
        with pytest.raises(type(error)):
            self.send(**more)
        self.goes_wrong = []

    @property
    def started(self) -> bool:
        return self.status is not None

    @property
    def status(self) -> str | None:
        (item,) = self.cloud.items(TABLE)
        found: str | None = item.get("Status")
        return found


@pytest.fixture
def receiver(monkeypatch: pytest.MonkeyPatch) -> Receiver:
    receiver = Receiver()
    monkeypatch.setattr(sending, "client", receiver.cloud.client)
    monkeypatch.setattr(sending, "pause", lambda attempt: None)
    monkeypatch.setattr("time.time", lambda: receiver.now)
    return receiver


def test_a_message_is_sent_once(receiver: Receiver) -> None:
    receiver.send()
    receiver.send()
    assert (receiver.taken, receiver.status) == (1, "DONE")


def test_a_record_that_comes_again_leaves_the_marker_as_it_is(receiver: Receiver) -> None:
    receiver.send()
    before = copy.deepcopy(receiver.cloud.items(TABLE))
    receiver.now += 1
    receiver.send()
    assert receiver.cloud.items(TABLE) == before


@pytest.mark.parametrize("error", [Crash(), *UNKNOWNS])
def test_what_may_be_out_is_in_doubt_and_stays_so(receiver: Receiver, error: BaseException) -> None:
    receiver.cut_off(error)
    for _ in range(2):
        with pytest.raises(
            InDoubtError, match=r"message 1 may have been sent at 1970-01-12 13:46:40 UTC: .* --sent 1 or --not-sent 1"
        ):
            receiver.send()
    assert (receiver.taken, receiver.status) == (0, "STARTED")


@pytest.mark.parametrize("ids", [{"1"}, {"all"}])
def test_what_somebody_knows_to_be_sent_is_marked(receiver: Receiver, ids: set[str]) -> None:
    receiver.cut_off(Crash())
    receiver.send(Settled(sent=frozenset(ids)))
    receiver.send()
    assert (receiver.taken, receiver.status) == (0, "DONE")


@pytest.mark.parametrize("ids", [{"1"}, {"all"}])
def test_what_somebody_knows_not_to_be_sent_is_sent_once(receiver: Receiver, ids: set[str]) -> None:
    receiver.cut_off(Crash())
    for _ in range(2):
        receiver.send(Settled(not_sent=frozenset(ids)))
    assert (receiver.taken, receiver.status) == (1, "DONE")


def test_what_is_said_of_another_message_settles_nothing(receiver: Receiver) -> None:
    receiver.cut_off(Crash())
    with pytest.raises(InDoubtError):
        receiver.send(Settled(frozenset({"2"}), frozenset({"3"})))


def test_a_message_that_is_not_in_doubt_can_not_be_settled(receiver: Receiver) -> None:
    receiver.send(Settled(sent=frozenset({"all"})))
    assert receiver.taken == 1


def test_a_receiver_that_drops_repeats_gets_one_until_it_drops_them_no_more(receiver: Receiver) -> None:
    receiver.cut_off(Crash(), dropped_seconds=240)
    receiver.now += 239
    receiver.cut_off(Crash(), dropped_seconds=240)
    receiver.now += 1
    with pytest.raises(InDoubtError):
        receiver.send(dropped_seconds=240)
    receiver.now -= 1
    receiver.send(dropped_seconds=240)
    assert (receiver.taken, receiver.status) == (1, "DONE")


@pytest.mark.parametrize("error", [*REFUSALS, THROTTLE])
def test_what_was_certainly_refused_is_sent_next_time(receiver: Receiver, error: Exception) -> None:
    receiver.cut_off(error)
    assert not receiver.started
    receiver.send()
    assert (receiver.taken, receiver.status) == (1, "DONE")


def test_a_throttle_is_waited_for(receiver: Receiver) -> None:
    receiver.goes_wrong = [THROTTLE, RefusedError("ThrottlingException"), THROTTLE]
    receiver.send()
    assert (receiver.taken, receiver.status) == (1, "DONE")


def test_an_unknown_end_is_repeated_at_once_only_where_repeats_are_dropped(receiver: Receiver) -> None:
    receiver.goes_wrong = [UNKNOWNS[1]]
    receiver.send(dropped_seconds=240)
    assert receiver.taken == 1


def test_a_refusal_after_an_unknown_end_leaves_the_doubt(receiver: Receiver) -> None:
    receiver.goes_wrong = [UNKNOWNS[1], REFUSALS[0]]
    with pytest.raises(exceptions.ReadTimeoutError):
        receiver.send(dropped_seconds=240)
    assert receiver.status == "STARTED"


def test_a_refusal_of_a_later_attempt_leaves_the_doubt_of_the_first(receiver: Receiver) -> None:
    receiver.cut_off(Crash(), dropped_seconds=240)
    receiver.cut_off(REFUSALS[0], dropped_seconds=240)
    assert receiver.status == "STARTED"


def test_a_refusal_while_somebody_else_tries_leaves_the_doubt(receiver: Receiver) -> None:
    def meanwhile() -> None:
        if receiver.taken == 0:
            receiver.taken = 1
            receiver.cut_off(Crash(), dropped_seconds=240)
            raise REFUSALS[0]

    with pytest.raises(type(REFUSALS[0])):
        send_once(Message("1", TABLE, "EVENT#1", {"eventId": "1"}, meanwhile), NOBODY)
    assert receiver.status == "STARTED"


def test_a_lost_answer_of_the_marker_is_no_doubt(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    """botocore asks again, and finds what it has just written."""
    dynamodb = receiver.cloud.client("dynamodb")
    update = dynamodb.update_item

    def asked_twice(**request: Any) -> Any:
        update(**request)
        return update(**request)

    monkeypatch.setattr(dynamodb, "update_item", asked_twice)
    receiver.send()
    assert (receiver.taken, receiver.status) == (1, "DONE")


def test_a_marker_of_an_earlier_release_is_in_doubt(receiver: Receiver) -> None:
    receiver.cloud.put(TABLE, {"PK": "EVENT#1", "eventId": "1", "Status": "STARTED", "StartedAt": 5, "ExpiresAt": 9})
    with pytest.raises(InDoubtError):
        receiver.send()
