"""Messages, which have no transactions: sent and received ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.functions.world import Call, World

FIFO_SECONDS = 300
"""An SNS FIFO topic drops repeats of a deduplication id for this long."""


@dataclass(frozen=True)
class Messages:
    """How a function sends: the call, the id, and how long the receiver drops repeats."""

    method: str
    id_of: Callable[[Mapping[str, Any]], str]
    marker_prefix: str
    dropped_within_seconds: float = 0

    def check(self, world: World, expected: set[str]) -> None:
        """Check that each message arrived and has a marker, and that no later attempt sent it again.

        A sent message without a marker comes from an interrupted attempt. Repeats are counted.
        """
        times: dict[str, list[float]] = defaultdict(list)
        noted: dict[str, int] = {}
        open_sends: set[tuple[str, int]] = set()
        for call in world.journal:
            if self._sends(call):
                id = self.id_of(call.request)
                assert call.invocation < noted.get(id, call.invocation + 1)
                times[id].append(call.at)
                open_sends.add((id, call.invocation))
            elif call.took_effect and (key := _notes(call)) is not None:
                id = key.removeprefix(self.marker_prefix)
                noted[id] = min(call.invocation, noted.get(id, call.invocation))
                open_sends.discard((id, call.invocation))
        assert set(times) == expected == set(noted)
        assert {invocation for _, invocation in open_sends} <= world.cut_off
        arrivals = {id: _arrivals(at, self.dropped_within_seconds) for id, at in times.items()}
        world.messages += len(times)
        world.repeats += sum(arrivals.values()) - len(arrivals)
        world.dropped_repeats += sum(len(at) - arrivals[id] for id, at in times.items())

    def _sends(self, call: Call) -> bool:
        return call.name == self.method and call.took_effect


def _notes(call: Call) -> str | None:
    """The key of the marker that the call sets to DONE."""
    if call.name != "dynamodb.update_item" or ":done" not in call.request["ExpressionAttributeValues"]:
        return None
    return str(call.request["Key"]["PK"]["S"])


def _arrivals(times: Sequence[float], dropped_within_seconds: float) -> int:
    """Return how many messages with one id arrive if sent at these times."""
    arrived, last = 0, float("-inf")
    for at in times:
        if at - last >= dropped_within_seconds:
            arrived, last = arrived + 1, at
    return arrived
