"""Every message arrives once: repeats that a FIFO topic drops are told apart from those that arrive."""

from typing import Any

import pytest

from tests.functions.histories import Figures
from tests.functions.messages import FIFO_SECONDS, Messages
from tests.functions.world import Call, World

ALERTS = Messages("sns.publish", lambda call: str(call["MessageDeduplicationId"]), "ALERT#", FIFO_SECONDS)


def sent(invocation: int, at: float = 0, *, took_effect: bool = True) -> Call:
    return Call("sns.publish", {"MessageDeduplicationId": "1"}, at, invocation, took_effect)


def marked(invocation: int, *, took_effect: bool = True) -> Call:
    request = {"Key": {"PK": {"S": "ALERT#1"}}, "ExpressionAttributeValues": {":done": {"S": "DONE"}}}
    return Call("dynamodb.update_item", request, 0, invocation, took_effect)


def world(*calls: Call) -> World:
    made: Any = World.__new__(World)
    made.journal, made.dropped_repeats = list(calls), 0
    found: World = made
    return found


@pytest.mark.parametrize(
    ("calls", "dropped"),
    [
        ((sent(1), marked(1)), 0),
        ((sent(1), sent(2, 299), marked(2)), 1),
        ((sent(1, took_effect=False), sent(2), marked(2)), 0),
        ((sent(2), marked(2), sent(1, 1), marked(1)), 1),  # two at the same time: the first was under way when the other ended
    ],
)
def test_a_message_that_arrives_once_is_right(calls: tuple[Call, ...], dropped: int) -> None:
    found = world(*calls)
    ALERTS.check(found, {"1"})
    assert found.dropped_repeats == dropped


@pytest.mark.parametrize(
    "calls",
    [
        (sent(1), sent(2, 300), marked(2)),  # the topic has forgotten the first
        (sent(1), marked(1), sent(2), marked(2)),  # dropped, but it was known to be sent
        (sent(1),),  # it was never marked
        (sent(1), marked(1, took_effect=False)),
        (marked(1),),  # it was marked, but never sent
        (),
    ],
)
def test_anything_else_is_wrong(calls: tuple[Call, ...]) -> None:
    with pytest.raises(AssertionError):
        ALERTS.check(world(*calls), {"1"})


def test_whoever_looks_at_the_receiver_sees_what_arrived() -> None:
    assert ALERTS.arrived(world(sent(1)), "1")
    assert not ALERTS.arrived(world(sent(1, took_effect=False)), "1")
    assert not ALERTS.arrived(world(sent(1)), "2")


def test_what_became_of_messages_is_in_the_figures() -> None:
    assert str(Figures(in_doubt=2, dropped_repeats=3)).endswith(
        "; nothing lost, nothing doubled (2 messages in doubt held until somebody looked, 3 repeats dropped by the topic)"
    )
    assert str(Figures()).endswith("; nothing lost, nothing doubled")
