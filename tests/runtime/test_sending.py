"""A message is sent once: what nobody can know is held, not guessed."""

from __future__ import annotations

import copy
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any, ClassVar

import pytest
from botocore import exceptions

from runtime import clients, respond, sending
from runtime.errors import InDoubtError, NotTakenError
from runtime.sending import Message, send_once
from runtime.settled import Settled
from stacks.miyabi_lambda.model import SYSTEM
from tests.functions.cloud import Item, MemoryCloud, refusal
from tests.functions.world import Crash

TABLE, NOBODY = "miyabi-lambda-processed", Settled()
URL = "https://bus.example"
REFUSALS = [
    refusal("AccessDeniedException", "PutEvents"),
    exceptions.ConnectTimeoutError(endpoint_url=URL),
    exceptions.EndpointConnectionError(endpoint_url=URL),
    exceptions.NoCredentialsError(),
    NotTakenError("MalformedDetail"),
    exceptions.PartialCredentialsError(provider="env", cred_var="x"),
    exceptions.CredentialRetrievalError(provider="env", error_msg="x"),
    exceptions.ParamValidationError(report="x"),
]
UNKNOWNS = [
    refusal("InternalFailure", "PutEvents", ResponseMetadata={"HTTPStatusCode": 500}),
    exceptions.ReadTimeoutError(endpoint_url=URL),
    exceptions.ConnectionClosedError(endpoint_url=URL),
    exceptions.SSLError(endpoint_url=URL, error="x"),
    exceptions.ClientError({"Error": {"Code": "Strange"}}, "PutEvents"),
    refusal("RequestTimeoutException", "PutEvents", ResponseMetadata={"HTTPStatusCode": 408}),
    NotTakenError("InternalFailure"),
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

    def fail(self, error: BaseException, raised: type[BaseException], **more: Any) -> None:
        self.goes_wrong = [error] * sending.TRIES
        with pytest.raises(raised):
            self.send(**more)
        self.goes_wrong = []

    def crash(self, **more: Any) -> None:
        """An attempt of which nobody knows whether it has arrived."""
        self.fail(Crash(), Crash, **more)

    @property
    def attempt(self) -> str:
        """The one in doubt, as it is named to whoever settles it."""
        with pytest.raises(InDoubtError) as doubt:
            self.send()
        return f"{doubt.value.message_id}@{doubt.value.attempt}"

    @property
    def marker(self) -> Item:
        (item,) = self.cloud.items(TABLE)
        return item

    @property
    def status(self) -> str | None:
        found: str | None = self.marker.get("Status")
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


@pytest.mark.parametrize("error", UNKNOWNS)
def test_what_may_be_out_is_in_doubt_and_stays_so(receiver: Receiver, error: Exception) -> None:
    receiver.fail(error, InDoubtError)
    where = r"message 1 may have been sent at 1970-01-12 13:46:40 UTC: look for it .* --sent 1 or --not-sent 1@[0-9a-f]{8}"
    receiver.now += 60
    for _ in range(2):
        with pytest.raises(InDoubtError, match=where):
            receiver.send()
    assert (receiver.taken, receiver.status) == (0, "STARTED")


def test_a_crash_leaves_a_doubt(receiver: Receiver) -> None:
    receiver.crash()
    assert receiver.attempt == receiver.attempt
    assert (receiver.taken, receiver.status) == (0, "STARTED")


def test_what_somebody_knows_to_be_sent_is_marked(receiver: Receiver) -> None:
    receiver.crash()
    receiver.send(Settled(sent=frozenset({"1"})))
    receiver.send()
    assert (receiver.taken, receiver.status) == (0, "DONE")


def test_what_somebody_knows_to_be_sent_is_not_sent_even_if_its_marker_has_expired(receiver: Receiver) -> None:
    receiver.send(Settled(sent=frozenset({"1"})))
    assert (receiver.taken, receiver.status) == (0, "DONE")
    assert {"eventId", "ExpiresAt"} < {*receiver.marker}


def test_what_somebody_knows_not_to_be_sent_is_sent_once(receiver: Receiver) -> None:
    receiver.crash()
    said = Settled(attempts_not_sent=frozenset({receiver.attempt}))
    for _ in range(2):
        receiver.send(said)
    assert (receiver.taken, receiver.status) == (1, "DONE")


def test_what_is_said_of_one_attempt_is_not_said_of_the_next(receiver: Receiver) -> None:
    receiver.crash()
    first = receiver.attempt
    said = Settled(attempts_not_sent=frozenset({first}))
    receiver.now += 60
    receiver.crash(settled=said)
    with pytest.raises(InDoubtError, match="1970-01-12 13:47:40"):
        receiver.send(said)
    assert receiver.attempt != first


@pytest.mark.parametrize(("other_crashes", "taken", "status"), [(False, 1, "DONE"), (True, 0, "STARTED")])
def test_of_two_who_settle_an_attempt_one_sends(receiver: Receiver, other_crashes: bool, taken: int, status: str) -> None:
    receiver.crash()
    said = Settled(attempts_not_sent=frozenset({receiver.attempt}))
    dynamodb = receiver.cloud.client("dynamodb")
    update, others = dynamodb.update_item, [receiver.crash if other_crashes else receiver.send]

    def overtaken(**request: Any) -> Any:
        if ":theirs" in request["ExpressionAttributeValues"] and others:
            others.pop()(settled=said)
        return update(**request)

    dynamodb.update_item = overtaken
    with pytest.raises(exceptions.ClientError, match="ConditionalCheckFailed"):
        receiver.send(said)
    assert (receiver.taken, receiver.status) == (taken, status)


def test_a_settled_attempt_that_is_refused_leaves_no_doubt(receiver: Receiver) -> None:
    receiver.crash()
    receiver.fail(REFUSALS[0], exceptions.ClientError, settled=Settled(attempts_not_sent=frozenset({receiver.attempt})))
    receiver.send()
    assert (receiver.taken, receiver.status) == (1, "DONE")


def test_what_is_said_of_another_message_settles_nothing(receiver: Receiver) -> None:
    receiver.crash()
    with pytest.raises(InDoubtError):
        receiver.send(Settled(frozenset({"2"}), frozenset({receiver.attempt.replace("1@", "2@")})))


def test_a_receiver_that_drops_repeats_gets_one_until_it_drops_them_no_more(receiver: Receiver) -> None:
    receiver.crash(dropped_seconds=240)
    receiver.now += 239
    receiver.crash(dropped_seconds=240)
    receiver.now += 1
    with pytest.raises(InDoubtError):
        receiver.send(dropped_seconds=240)
    receiver.now -= 1
    receiver.send(dropped_seconds=240)
    assert (receiver.taken, receiver.status) == (1, "DONE")


@pytest.mark.parametrize("error", [*REFUSALS, THROTTLE])
def test_what_was_certainly_refused_is_sent_next_time(receiver: Receiver, error: Exception) -> None:
    receiver.fail(error, type(error))
    assert {*receiver.marker} == {"PK", "eventId", "ExpiresAt"}
    receiver.now += 60
    receiver.send()
    assert (receiver.taken, receiver.status) == (1, "DONE")


def test_a_throttle_is_waited_for(receiver: Receiver) -> None:
    receiver.goes_wrong = [THROTTLE, NotTakenError("ThrottlingException"), THROTTLE]
    receiver.send()
    assert (receiver.taken, receiver.status) == (1, "DONE")


def test_an_unknown_end_is_repeated_at_once_only_where_repeats_are_dropped(receiver: Receiver) -> None:
    receiver.goes_wrong = [UNKNOWNS[1]]
    receiver.send(dropped_seconds=240)
    assert receiver.taken == 1


def test_a_refusal_after_an_unknown_end_leaves_the_doubt(receiver: Receiver) -> None:
    receiver.goes_wrong = [UNKNOWNS[1], REFUSALS[0]]
    with pytest.raises(exceptions.ClientError):
        receiver.send(dropped_seconds=240)
    assert receiver.status == "STARTED"


def test_an_unknown_end_is_not_repeated_once_repeats_arrive(receiver: Receiver) -> None:
    def slow() -> None:
        receiver.now += 240
        receiver.taken += 1
        raise UNKNOWNS[1]

    with pytest.raises(InDoubtError):
        send_once(Message("1", TABLE, "EVENT#1", {"eventId": "1"}, slow, 240), NOBODY)
    assert receiver.taken == 1


def test_a_refusal_of_a_later_attempt_leaves_the_doubt_of_the_first(receiver: Receiver) -> None:
    receiver.crash(dropped_seconds=240)
    receiver.fail(REFUSALS[0], exceptions.ClientError, dropped_seconds=240)
    assert receiver.status == "STARTED"


def test_a_refusal_while_somebody_else_tries_leaves_the_doubt(receiver: Receiver) -> None:
    def meanwhile() -> None:
        if receiver.taken == 0:
            receiver.taken = 1
            receiver.crash(dropped_seconds=240)
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
    receiver.send(Settled(attempts_not_sent=frozenset({receiver.attempt})))
    assert (receiver.taken, receiver.status) == (1, "DONE")


def test_a_lost_answer_about_a_marker_of_an_earlier_release_is_no_first_attempt(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    receiver.cloud.put(TABLE, {"PK": "EVENT#1", "eventId": "1", "Status": "STARTED", "StartedAt": 5, "ExpiresAt": 9})
    dynamodb = receiver.cloud.client("dynamodb")
    update = dynamodb.update_item

    def asked_twice(**request: Any) -> Any:
        update(**request)
        return update(**request)

    monkeypatch.setattr(dynamodb, "update_item", asked_twice)
    with pytest.raises(InDoubtError):
        receiver.send()


def test_a_marker_whose_every_answer_is_lost_leaves_no_doubt(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    dynamodb = receiver.cloud.client("dynamodb")
    update, lost = dynamodb.update_item, [True]

    def answer_lost(**request: Any) -> Any:
        answer = update(**request)
        if lost and lost.pop():
            raise UNKNOWNS[1]
        return answer

    monkeypatch.setattr(dynamodb, "update_item", answer_lost)
    with pytest.raises(exceptions.ReadTimeoutError):
        receiver.send()
    receiver.send()
    assert (receiver.taken, receiver.status) == (1, "DONE")


def test_a_message_that_is_out_and_not_noted_is_named(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    dynamodb = receiver.cloud.client("dynamodb")
    update = dynamodb.update_item

    def refused(**request: Any) -> Any:
        if ":done" in request["ExpressionAttributeValues"]:
            raise THROTTLE
        return update(**request)

    with monkeypatch.context() as patch:
        patch.setattr(dynamodb, "update_item", refused)
        with pytest.raises(
            InDoubtError, match="message 1 was sent, but that could not be noted: replay this record with --sent 1"
        ):
            receiver.send()
    receiver.send(Settled(sent=frozenset({"1"})))
    assert (receiver.taken, receiver.status) == (1, "DONE")


def test_a_marker_that_can_not_be_taken_back_hides_no_error(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    dynamodb = receiver.cloud.client("dynamodb")
    update = dynamodb.update_item

    def refused(**request: Any) -> Any:
        if request["UpdateExpression"].startswith("REMOVE"):
            raise THROTTLE
        return update(**request)

    monkeypatch.setattr(dynamodb, "update_item", refused)
    receiver.fail(NotTakenError("MalformedDetail"), NotTakenError)
    assert receiver.status == "STARTED"


class Server(BaseHTTPRequestHandler):
    """Answers nothing and hangs up; counts how often it is asked."""

    asked: ClassVar[list[str]] = []

    def do_POST(self) -> None:
        self.asked.append(self.path)
        self.connection.close()

    def log_message(self, format: str, *args: Any) -> None:
        pass


def test_a_client_that_sends_asks_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """botocore repeats what was not answered, unless it is told not to; and it must not use a connection of long ago."""
    for name, value in {"AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b", "AWS_DEFAULT_REGION": "us-east-1"}.items():
        monkeypatch.setenv(name, value)
    clients.client.cache_clear()
    with HTTPServer(("127.0.0.1", 0), Server) as server:
        monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{server.server_port}")
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            with pytest.raises(exceptions.HTTPClientError):
                clients.client("events", attempts=1).put_events(Entries=[{"Source": "a", "DetailType": "b", "Detail": "{}"}])
        finally:
            server.shutdown()
            thread.join()
            clients.client.cache_clear()
    assert len(Server.asked) == 1


def test_a_function_hangs_up_before_it_is_frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[str] = []

    class Client:
        def __init__(self, service: str) -> None:
            self.service = service

        def close(self) -> None:
            closed.append(self.service)

    monkeypatch.setattr("boto3.client", lambda service, config: Client(service))
    monkeypatch.setattr(clients, "_asking_once", [])
    clients.client.cache_clear()
    for service, attempts in (("sns", 1), ("dynamodb", 3)):
        clients.client(service, attempts)
    respond({"Records": []}, None)
    clients.client.cache_clear()
    assert closed == ["sns"]
