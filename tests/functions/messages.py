"""Messages, which have no transaction with anything: what was sent, and what of it their receivers got."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.functions.world import Call, World

FIFO_SECONDS = 300
"""For so long after a message an SNS FIFO topic takes others of the same deduplication id and delivers none of them."""


@dataclass(frozen=True)
class Messages:
    """How a function sends: by which call, under which id, and how long the receiver drops repeats by itself."""

    method: str
    id_of: Callable[[Mapping[str, Any]], str]
    marker_prefix: str
    dropped_within_seconds: float = 0

    def arrived(self, world: World, id: str) -> bool:
        """What somebody sees who looks at the receiver."""
        return any(self._sends(call) and self.id_of(call.request) == id for call in world.journal)

    def check(self, world: World, expected: set[str]) -> None:
        """Each arrived, once, and is marked; no later invocation sent it once more. Repeats that the receiver dropped are counted."""
        times: dict[str, list[float]] = defaultdict(list)
        marked: dict[str, int] = {}
        for call in world.journal:
            if self._sends(call):
                id = self.id_of(call.request)
                assert call.invocation <= marked.get(id, call.invocation)
                times[id].append(call.at)
            elif call.took_effect and (key := _marks(call)) is not None:
                marked[key.removeprefix(self.marker_prefix)] = call.invocation
        assert set(times) == expected == set(marked)
        assert {id: _arrivals(at, self.dropped_within_seconds) for id, at in times.items()} == dict.fromkeys(expected, 1)
        world.dropped_repeats += sum(len(at) - 1 for at in times.values())

    def _sends(self, call: Call) -> bool:
        return call.name == self.method and call.took_effect


def _marks(call: Call) -> str | None:
    """The key of the marker that the call sets to DONE."""
    if call.name != "dynamodb.update_item" or ":done" not in call.request["ExpressionAttributeValues"]:
        return None
    return str(call.request["Key"]["PK"]["S"])


def _arrivals(times: Sequence[float], dropped_within_seconds: float) -> int:
    """How many messages of one id, sent at these times, arrive."""
    arrived, last = 0, float("-inf")
    for at in times:
        if at - last >= dropped_within_seconds:
            arrived, last = arrived + 1, at
    return arrived
