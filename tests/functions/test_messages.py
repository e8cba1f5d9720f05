"""Repeated messages are told apart: dropped by a FIFO topic, delivered again after a crash, or wrong."""

from typing import Any

import pytest

from tests.functions.histories import Figures
from tests.functions.messages import FIFO_SECONDS, check_sent
from tests.functions.world import Call, World


def sent(invocation: int, at: float = 0, fault: str = "") -> Call:
    return Call("sns.publish", {"MessageDeduplicationId": "1"}, at, invocation, True, fault)


def marked(invocation: int, fault: str = "", *, took_effect: bool = True) -> Call:
    request = {"Key": {"PK": {"S": "ALERT#1"}}, "ExpressionAttributeValues": {":done": {"S": "DONE"}}}
    return Call("dynamodb.update_item", request, 0, invocation, took_effect, fault)


def judged(*calls: Call) -> World:
    world: Any = World.__new__(World)
    world.journal, world.delivered_again, world.dropped_repeats = list(calls), 0, 0
    window = {"dropped_within_seconds": FIFO_SECONDS}
    check_sent(world, "sns.publish", "ALERT#", {"1"}, lambda call: str(call["MessageDeduplicationId"]), **window)
    found: World = world
    return found


@pytest.mark.parametrize("fault", ["crash_after", "lost_answer"])
@pytest.mark.parametrize(("seconds", "figures"), [(299, (0, 1)), (300, (1, 0))])
def test_a_repeat_is_dropped_within_five_minutes_and_delivered_after(
    fault: str, seconds: float, figures: tuple[int, int]
) -> None:
    world = judged(sent(1, fault=fault), sent(2, seconds), marked(2))
    assert (world.delivered_again, world.dropped_repeats) == figures


@pytest.mark.parametrize("fault", ["crash_before", "throttle"])
def test_a_lost_mark_is_a_reason_to_send_again(fault: str) -> None:
    assert judged(sent(1), marked(1, fault, took_effect=False), sent(2), marked(2)).dropped_repeats == 1


@pytest.mark.parametrize(
    "calls",
    [
        (sent(1), sent(2), marked(2)),  # nothing had happened to the first attempt
        (sent(1), sent(2, fault="crash_after"), marked(3)),  # what happened, happened to another attempt
        (sent(1, fault="crash_after"), marked(2), sent(3)),  # it was known to be sent
        (sent(1),),  # it was never marked
        (marked(1),),  # it was marked, but never sent
    ],
)
def test_anything_else_is_wrong(calls: tuple[Call, ...]) -> None:
    with pytest.raises(AssertionError):
        judged(*calls)


def test_repeats_are_in_the_figures() -> None:
    assert str(Figures(delivered_again=2, dropped_repeats=3)).endswith(
        "; nothing lost, nothing doubled but 2 messages sent again under the same id after a crash "
        "(and 3 that the topic dropped): receivers drop them by id"
    )
    assert str(Figures()).endswith("; nothing lost, nothing doubled")
