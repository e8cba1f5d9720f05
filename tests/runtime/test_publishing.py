"""A message with a marker is never sent again; one without may be, with the same id."""

from __future__ import annotations

from typing import Any

import pytest

from dynawright.runtime import Message, SentMessages, publish_once
from dynawright.runtime.markers import MARKER_DAYS
from tests.functions.cloud import refusal
from tests.functions.declared import problems
from tests.functions.world import Crash
from tests.runtime.receiver import MARKERS, TABLE, Receiver

MARKER_OF_AN_EARLIER_RELEASE = {
    "PK": "MESSAGE#1",
    "messageId": "1",
    "StartedAt": 5,
    "StartedBy": "a",
    "TriedBy": "a",
    "ExpiresAt": 9,
}


def test_a_message_is_sent_once_however_often_its_record_comes(receiver: Receiver) -> None:
    for _ in range(3):
        receiver.publish()
    assert receiver.taken == ["1"]


def test_messages_of_other_ids_are_other_messages(receiver: Receiver) -> None:
    receiver.publish("1")
    receiver.publish("10")
    assert receiver.taken == ["1", "10"]


@pytest.mark.parametrize("error", [Crash(), refusal("ThrottlingException", "Publish"), TimeoutError()])
def test_a_message_that_was_not_taken_is_sent_when_its_record_comes_again(receiver: Receiver, error: BaseException) -> None:
    receiver.goes_wrong = [error]
    with pytest.raises(type(error)):
        receiver.publish()
    assert receiver.cloud.items(TABLE) == []
    receiver.publish()
    assert receiver.taken == ["1"]


def test_an_attempt_cut_off_before_its_note_is_repeated_and_then_noted(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cut_off(**request: Any) -> Any:
        raise Crash

    with monkeypatch.context() as patch:
        patch.setattr(receiver.cloud.client("dynamodb"), "update_item", cut_off)
        with pytest.raises(Crash):
            receiver.publish()
    for _ in range(2):
        receiver.publish()
    assert receiver.taken == ["1", "1"]


def test_a_marker_says_when_and_outlives_every_repeat_of_its_record(receiver: Receiver) -> None:
    receiver.publish()
    assert receiver.marker == {
        "PK": "MESSAGE#1",
        "messageId": "1",
        "Status": "DONE",
        "SentAt": 1_000_000,
        "ExpiresAt": 1_000_000 + MARKER_DAYS * 86_400,
    }


def test_a_marker_is_as_the_model_declares_it(receiver: Receiver) -> None:
    receiver.publish()
    assert problems(MARKERS, receiver.marker) == []


@pytest.mark.parametrize(("status", "taken"), [({"Status": "DONE"}, []), ({"Status": "STARTED"}, ["1"]), ({}, ["1"])])
def test_a_marker_of_an_earlier_release_counts_if_it_says_done(
    receiver: Receiver, status: dict[str, str], taken: list[str]
) -> None:
    receiver.cloud.put(TABLE, {**MARKER_OF_AN_EARLIER_RELEASE, **status})
    receiver.publish()
    assert (receiver.taken, receiver.marker["Status"]) == (taken, "DONE")


def test_a_marker_has_the_key_and_the_id_of_its_model(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []
    monkeypatch.setattr(receiver.cloud.client("dynamodb"), "update_item", lambda **request: asked.append(request))
    publish_once(Message("7", lambda: None), SentMessages(TABLE, "ALERT#{alertId}"))
    assert (asked[0]["Key"], asked[0]["ExpressionAttributeNames"]["#id"]) == ({"PK": {"S": "ALERT#7"}}, "alertId")
