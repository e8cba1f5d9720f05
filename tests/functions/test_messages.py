"""Every message arrives: repeats are counted, and told apart from those that a FIFO topic drops."""

from typing import Any

import pytest

from tests.functions.histories import Figures
from tests.functions.messages import FIFO_SECONDS, Messages
from tests.functions.world import Call, World

ALERTS = Messages("sns.publish", lambda call: str(call["MessageDeduplicationId"]), "ALERT#", FIFO_SECONDS)


def sent(invocation: int, at: float = 0, *, took_effect: bool = True) -> Call:
    return Call("sns.publish", {"MessageDeduplicationId": "1"}, at, invocation, took_effect)


def noted(invocation: int, *, took_effect: bool = True) -> Call:
    request = {"Key": {"PK": {"S": "ALERT#1"}}, "ExpressionAttributeValues": {":done": {"S": "DONE"}}}
    return Call("dynamodb.update_item", request, 0, invocation, took_effect)


def world(*calls: Call, cut_off: int = 0) -> World:
    made: Any = World.__new__(World)
    made.journal, made.cut_off = list(calls), {cut_off}
    made.messages = made.repeats = made.dropped_repeats = 0
    found: World = made
    return found


@pytest.mark.parametrize(
    ("calls", "repeats", "dropped"),
    [
        ((sent(2), noted(2)), 0, 0),
        ((sent(1), sent(2, 299), noted(2)), 0, 1),
        ((sent(1), sent(2, 300), noted(2)), 1, 0),  # the topic has forgotten the first
        ((sent(1, took_effect=False), sent(2), noted(2)), 0, 0),
        ((sent(3), noted(3), sent(2, 300), noted(2)), 1, 0),  # two at the same time: the first was under way when the other ended
    ],
)
def test_a_message_that_arrives_and_is_noted_is_right(calls: tuple[Call, ...], repeats: int, dropped: int) -> None:
    found = world(*calls, cut_off=1)
    ALERTS.check(found, {"1"})
    assert (found.messages, found.repeats, found.dropped_repeats) == (1, repeats, dropped)


@pytest.mark.parametrize(
    "calls",
    [
        (sent(2), sent(3, 1), noted(3)),  # nothing cut the first attempt off
        (sent(2), noted(2), sent(3), noted(3)),  # dropped, but it was noted
        (sent(2), noted(2), sent(2, 300)),
        (sent(1),),  # it was never noted
        (sent(1), noted(1, took_effect=False)),
        (noted(2),),  # it was noted, but never sent
        (),
    ],
)
def test_anything_else_is_wrong(calls: tuple[Call, ...]) -> None:
    with pytest.raises(AssertionError):
        ALERTS.check(world(*calls, cut_off=1), {"1"})


def test_what_became_of_messages_is_in_the_figures() -> None:
    assert str(Figures(messages=9, repeats=2, dropped_repeats=3)).endswith(
        "; nothing lost, no count or entry doubled; "
        "9 messages, 2 repeated after an attempt was cut off, 3 more dropped by the topic"
    )
    assert str(Figures()).endswith("; nothing lost, no count or entry doubled")
