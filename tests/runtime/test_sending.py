"""A message is sent once: what nobody can know is held, not guessed."""

from __future__ import annotations

import pytest
from botocore import exceptions

from dynawright.runtime.errors import InDoubtError, NotTakenError
from dynawright.runtime.sending import Message, send_once
from tests.runtime.receiver import NOBODY, REFUSALS, TABLE, THROTTLE, UNKNOWNS, Receiver


def test_a_message_is_sent_once(receiver: Receiver) -> None:
    receiver.send()
    receiver.send()
    assert (receiver.taken, receiver.status) == (1, "DONE")


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
