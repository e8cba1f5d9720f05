"""Directions in which a change of an attribute is known to be harmless."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from dynawright.guard.change import UNKNOWN
from dynawright.guard.differences import Difference, same

Test = Callable[[Difference], bool]


@dataclass(frozen=True)
class Direction:
    """A test of a difference, with a description for docs/guard.md."""

    words: str
    test: Test

    def __call__(self, difference: Difference) -> bool:
        return self.test(difference)


ANYTHING = Direction("", lambda _: True)
ON = Direction("on", lambda difference: difference.after is True)
OFF = Direction("off", lambda difference: difference.after is False or difference.after is None)
FIRST = Direction("where nothing was set", lambda difference: not difference.before)
GONE = Direction("removed", lambda difference: not difference.after)
GROWN = Direction("more than before", lambda difference: _is_grown(difference))


def higher(default: float | None = None, *, endless: Collection[float] = ()) -> Direction:
    """Harmless if the number grows; `default` applies if unset, `endless` values mean no limit."""
    return _number("higher", lambda before, after: after >= before, default, endless)


def lower(default: float | None = None, *, endless: Collection[float] = ()) -> Direction:
    """Harmless if the number shrinks."""
    return _number("lower", lambda before, after: after <= before, default, endless)


def to(value: Any) -> Direction:
    """Harmless if this is the new value."""
    return Direction(f"to {value}", lambda difference: difference.after is not UNKNOWN and difference.after == value)


def any_of(*directions: Direction) -> Direction:
    """Harmless if it passes any of the directions."""
    return Direction(
        " or ".join(direction.words for direction in directions),
        lambda difference: any(direction(difference) for direction in directions),
    )


def _number(words: str, compares: Callable[[float, float], bool], default: float | None, endless: Collection[float]) -> Direction:
    def read(value: Any) -> float | None:
        try:
            number = float(default if value is None else value)  # type: ignore[arg-type]
        except (TypeError, ValueError):
            return None
        return float("inf") if number in endless else number

    def test(difference: Difference) -> bool:
        before, after = read(difference.before), read(difference.after)
        return before is not None and after is not None and compares(before, after)

    return Direction(words, test)


def _is_grown(difference: Difference) -> bool:
    """Whether a list keeps all its elements."""
    after = difference.after
    return isinstance(after, list) and all(any(same(element, other) for other in after) for element in difference.before or ())
