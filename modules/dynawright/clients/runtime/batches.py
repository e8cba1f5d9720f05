"""Batches: split to size, without duplicate keys, and resent until everything is done."""

from __future__ import annotations

import time

from .errors import Unprocessed
from .values import from_wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from .values import Wire

ATTEMPTS = 8  # in a row without progress
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 5.0  # seconds


def unique(wires: Iterable[Wire], key: tuple[str, ...] | None = None) -> list[Wire]:
    """Return the last write of each key, or without `key` of each item: DynamoDB refuses duplicates."""
    return list({repr([wire[name] for name in key] if key else wire): wire for wire in wires}.values())


def batches(wires: list[Wire], size: int) -> Iterator[list[Wire]]:
    return (wires[at : at + size] for at in range(0, len(wires), size))


def until_done(pattern: str, batch: list[Wire], send: Callable[[list[Wire]], list[Wire]]) -> None:
    """Send a batch and retry the rest with growing pauses; raise `Unprocessed` without progress."""
    attempt = 0
    while left := send(batch):
        attempt = 1 if len(left) < len(batch) else attempt + 1
        if attempt >= ATTEMPTS:
            raise Unprocessed(pattern, [from_wire(wire) for wire in left])
        time.sleep(_pause(attempt))
        batch = left


def _pause(attempt: int) -> float:
    """Return a random part of a doubling delay, so that throttled clients don't all retry at once."""
    from random import random

    longest: float = FIRST_PAUSE * 2**attempt
    return random() * min(LONGEST_PAUSE, longest)  # noqa: S311
