"""What somebody says of a message in doubt holds for one attempt, once."""

from __future__ import annotations

from typing import Any

import pytest
from botocore import exceptions

from dynawright.runtime.errors import ConfigurationError, InDoubtError
from dynawright.runtime.settled import Settled
from tests.runtime.receiver import OF_AN_EARLIER_RELEASE, REFUSALS, TABLE, Receiver


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


def test_a_marker_of_an_earlier_release_is_in_doubt(receiver: Receiver) -> None:
    receiver.cloud.put(TABLE, OF_AN_EARLIER_RELEASE)
    receiver.send(Settled(attempts_not_sent=frozenset({receiver.attempt})))
    assert (receiver.taken, receiver.status) == (1, "DONE")


@pytest.mark.parametrize("said", [None, [], "1", {"sent": "1"}, {"notSent": [1]}])
def test_a_statement_that_is_none_is_refused_before_anything_is_sent(said: Any) -> None:
    with pytest.raises(ConfigurationError, match="is allowed"):
        Settled.of({"Records": [], "settled": said})
