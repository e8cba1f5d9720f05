"""Messages, which have no transaction with anything: what was sent, what of it the receivers got, and why something came again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.functions.world import Call, World

FIFO_SECONDS = 300
"""For so long after a message an SNS FIFO topic takes others of the same deduplication id and delivers none of them."""
UNSEEN = ("crash_after", "lost_answer")
UNDONE = ("crash_before", "throttle")


def check_sent(
    world: World,
    method: str,
    prefix: str,
    expected: set[str],
    id_of: Callable[[Mapping[str, Any]], str],
    *,
    dropped_within_seconds: float = 0,
) -> None:
    """Everything was sent, nothing else was, nothing once it was marked as sent; again only where an attempt was cut off.

    What came again is counted: repeats that the topic dropped, and those that receivers got and have to know by their id.
    """
    sends: dict[str, list[int]] = defaultdict(list)
    marked: set[str] = set()
    for place, call in enumerate(world.journal):
        if call.name == method and call.took_effect:
            assert id_of(call.request) not in marked
            sends[id_of(call.request)].append(place)
        elif call.took_effect and (key := _marks(call)) is not None:
            marked.add(key.removeprefix(prefix))
    assert set(sends) == expected == marked
    for id, places in sends.items():
        assert all(_was_cut_off(world.journal, place, prefix + id) for place in places[:-1])
        delivered = _delivered([world.journal[place].at for place in places], dropped_within_seconds)
        world.delivered_again += delivered - 1
        world.dropped_repeats += len(places) - delivered


def _marks(call: Call) -> str | None:
    """The key of the marker that the call sets to DONE."""
    if call.name != "dynamodb.update_item" or ":done" not in call.request["ExpressionAttributeValues"]:
        return None
    return str(call.request["Key"]["PK"]["S"])


def _was_cut_off(journal: Sequence[Call], place: int, key: str) -> bool:
    """Whether the attempt that sent this ended before it could mark it: its answer, its process or its mark was lost."""
    sent = journal[place]
    later = [call for call in journal[place:] if call.invocation == sent.invocation]
    return sent.fault in UNSEEN or any(_marks(call) == key and call.fault in UNDONE for call in later)


def _delivered(times: Sequence[float], dropped_within_seconds: float) -> int:
    """How many messages of one id, sent at these times, arrive."""
    delivered, last = 0, float("-inf")
    for at in times:
        if at - last >= dropped_within_seconds:
            delivered, last = delivered + 1, at
    return delivered
