"""Spread of requests over keys, hottest first; a billion keys need some 350 numbers.

Keys are counted by rank. The first `SINGLES` ranks are kept one by one, the rest in groups that grow geometrically.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from dynawright.model.traffic import Keys

SINGLES = 256
GROWTH = 1.25


@dataclass(frozen=True)
class Spread:
    """`shares[i]` is the share of all requests to the keys of group i of `groups(count)`."""

    count: int
    shares: tuple[float, ...]

    @property
    def hottest(self) -> float:
        """Return the share of the hottest key."""
        return self.shares[0]

    @property
    def singles(self) -> tuple[float, ...]:
        """Return the shares of the hottest keys, one by one."""
        return self.shares[: min(SINGLES, self.count)]

    def with_keys(self) -> Iterator[tuple[int, float]]:
        """Yield each group's number of keys, and the share of one of them."""
        before = 0
        for end, share in zip(groups(self.count), self.shares, strict=True):
            yield end - before, share / (end - before)
            before = end


@cache
def groups(count: int) -> tuple[int, ...]:
    """Return the last rank of each group."""
    ends = [*range(1, min(count, SINGLES) + 1)]
    while ends[-1] < count:
        ends.append(min(count, max(ends[-1] + 1, int(ends[-1] * GROWTH))))
    return tuple(ends)


def spread_of(keys: Keys) -> Spread:
    if keys.every_seconds:
        return _filled(keys.values, [(1, 1.0)])
    if keys.zipf:
        return zipf(keys.values, keys.zipf)
    if 0 < keys.hot_values < keys.values:
        hot, rest = keys.hot_percent / 100, keys.values - keys.hot_values
        both = [(keys.hot_values, hot / keys.hot_values), (rest, (1 - hot) / rest)]
        return _filled(keys.values, sorted(both, key=lambda pair: -pair[1]))
    return even(keys.values)


def even(count: int) -> Spread:
    return _filled(count, [(count, 1 / count)])


def zipf(count: int, exponent: float) -> Spread:
    """Return Zipf's spread: the key of rank r gets requests in proportion to r ** -exponent."""
    weights, before = [], 0
    for end in groups(count):
        weights.append(end**-exponent if end == before + 1 else _integral(before + 0.5, end + 0.5, exponent))
        before = end
    total = sum(weights)
    return Spread(count, tuple(weight / total for weight in weights))


def together(first: Spread, second: Spread, at_most: int) -> Spread:
    """Return the spread over pairs of independent values; only the hottest `at_most` of them exist."""
    pairs = [(keys * others, share * other) for keys, share in first.with_keys() for others, other in second.with_keys()]
    pairs.sort(key=lambda pair: -pair[1])
    return _filled(min(at_most, first.count * second.count), pairs)


def capped(spread: Spread, at_most: int) -> Spread:
    return spread if spread.count <= at_most else _filled(at_most, spread.with_keys())


def _filled(count: int, keys: Iterable[tuple[int, float]]) -> Spread:
    """Return a spread of this many keys with such shares, hottest first; other keys get nothing."""
    ends, shares, before = groups(count), [], 0
    given = iter(keys)
    left, share = next(given)
    for end in ends:
        room, group = end - before, 0.0
        while room and left:
            taken = min(room, left)
            group, room, left = group + taken * share, room - taken, left - taken
            if not left:
                left, share = next(given, (0, 0.0))
        shares.append(group)
        before = end
    total = sum(shares)
    return Spread(count, tuple(value / total for value in shares))


def _integral(low: float, high: float, exponent: float) -> float:
    """Return the sum of r ** -exponent over whole r, as an integral (exact to parts in a million)."""
    if abs(exponent - 1) < 1e-9:
        from math import log

        return log(high / low)
    power = 1 - exponent
    return (float(high**power) - float(low**power)) / power
