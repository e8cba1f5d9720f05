"""Batches: cut to size, each key once, and sent again until nothing is left."""

from __future__ import annotations

import time

from .errors import Unprocessed
from .values import from_wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from .values import Wire

ATTEMPTS = 8  # in a row without any progress
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 5.0  # seconds


def unique(wires: Iterable[Wire], key: tuple[str, ...] | None = None) -> list[Wire]:
    """Return the last write of each key, since DynamoDB refuses duplicates; without `key`, of each item."""
    return list({repr([wire[name] for name in key] if key else wire): wire for wire in wires}.values())


def batches(wires: list[Wire], size: int) -> Iterator[list[Wire]]:
    return (wires[at : at + size] for at in range(0, len(wires), size))


def until_done(pattern: str, batch: list[Wire], send: Callable[[list[Wire]], list[Wire]]) -> None:
    """Send a batch and retry what is left with growing pauses; raise `Unprocessed` if nothing moves."""
    attempt = 0
    while left := send(batch):
        attempt = 1 if len(left) < len(batch) else attempt + 1
        if attempt >= ATTEMPTS:
            raise Unprocessed(pattern, [from_wire(wire) for wire in left])
        time.sleep(_pause(attempt))
        batch = left


def _pause(attempt: int) -> float:
    """Return a random part of a doubling delay, so that throttled clients don't return all at once."""
    from random import random

    longest: float = FIRST_PAUSE * 2**attempt
    return random() * min(LONGEST_PAUSE, longest)  # noqa: S311
