"""The marker of a message, when DynamoDB does not answer or refuses."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from botocore import exceptions

from dynawright.runtime.errors import InDoubtError, NotTakenError
from dynawright.runtime.settled import Settled
from tests.runtime.receiver import OF_AN_EARLIER_RELEASE, TABLE, THROTTLE, UNKNOWNS, Receiver


def test_a_record_that_comes_again_leaves_the_marker_as_it_is(receiver: Receiver) -> None:
    receiver.send()
    before = copy.deepcopy(receiver.cloud.items(TABLE))
    receiver.now += 1
    receiver.send()
    assert receiver.cloud.items(TABLE) == before


@pytest.fixture
def asked_twice(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    """DynamoDB's answer gets lost: botocore asks again, and finds what it has just written."""
    dynamodb = receiver.cloud.client("dynamodb")
    update = dynamodb.update_item
    monkeypatch.setattr(dynamodb, "update_item", lambda **request: (update(**request), update(**request))[1])


@pytest.mark.usefixtures("asked_twice")
def test_a_lost_answer_of_the_marker_is_no_doubt(receiver: Receiver) -> None:
    receiver.send()
    assert (receiver.taken, receiver.status) == (1, "DONE")


@pytest.mark.usefixtures("asked_twice")
def test_a_lost_answer_about_a_marker_of_an_earlier_release_is_no_first_attempt(receiver: Receiver) -> None:
    receiver.cloud.put(TABLE, OF_AN_EARLIER_RELEASE)
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
