"""Partitions of a table or index: the share of each demand that each gets, and how they split.

Partitions divide the range of hashes evenly. Each of the hottest keys has a position in it, computed from the key; all
others are spread evenly, so that partitions without a hot key are alike and are kept as one row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b

from dynawright.model.heat import Demand
from dynawright.model.spread import SINGLES

NOTICED = 0.01
"""A key with less than this share of a partition's limit is not hot."""


@dataclass(frozen=True)
class HotKey:
    """The key of one rank of a form, hottest first, with its share of each demand."""

    form: str
    rank: int
    hash: float
    shares: tuple[float, ...]
    may_split: bool


@dataclass(eq=False)
class Partition:
    """`count` equal partitions: each has `width` of the range of hashes from `low` on, and its hot keys."""

    count: int
    low: float
    width: float
    hot: list[HotKey]
    shares: tuple[float, ...] = ()
    """The share of each demand that one of these partitions gets."""
    pieces: int = 1
    """The number of partitions into which its only key is split by the sort key."""
    saved: dict[str, float] = field(default_factory=dict)
    throttled_seconds: int = 0


def hash_of(form: str, rank: int) -> float:
    """Return a key's position in the range from 0 to 1; AWS's hash function is not published."""
    return int.from_bytes(blake2b(f"{form}|{rank}".encode(), digest_size=8).digest()) / 2**64


def hot_keys(
    demands: Sequence[Demand], peaks: Sequence[float], limits: dict[str, float], may_split: dict[str, bool]
) -> Iterator[HotKey]:
    """Yield the keys hot enough to matter; `peaks` are the most units per second of each demand."""
    for form in dict.fromkeys(demand.form for demand in demands if demand.form):
        count = max(demand.spread.count for demand in demands if demand.form == form)
        for rank in range(min(count, SINGLES)):
            shares = tuple(
                demand.spread.shares[rank] if demand.form == form and rank < len(demand.spread.singles) else 0.0
                for demand in demands
            )
            heat = max(share * peak / limits[demand.kind] for share, peak, demand in zip(shares, peaks, demands, strict=True))
            if heat >= NOTICED or (count <= SINGLES and heat):
                yield HotKey(form, rank + 1, hash_of(form, rank + 1), shares, may_split.get(form, False))


class Partitions:
    """All partitions of a table or index."""

    def __init__(self, count: int, hot: Sequence[HotKey], demands: int) -> None:
        self._rest = tuple(1 - sum(key.shares[at] for key in hot) for at in range(demands))
        cells: dict[int, list[HotKey]] = {}
        for key in hot:
            cells.setdefault(int(key.hash * count), []).append(key)
        width = 1 / count
        self.rows = [self._weighed(Partition(1, cell * width, width, keys)) for cell, keys in sorted(cells.items())]
        if count > len(cells):
            self.rows.append(self._weighed(Partition(count - len(cells), 0, width, [])))

    @property
    def count(self) -> int:
        return sum(row.count for row in self.rows)

    def grow(self, count: int) -> bool:
        """Halve the widest partitions until there are this many."""
        grown = False
        while (missing := count - self.count) > 0:
            widest = max(self.rows, key=lambda row: row.width)
            if not widest.width:
                break
            self._replace(widest, self._halves(widest, min(missing, widest.count)))
            grown = True
        return grown

    def split(self, row: Partition, heats: Sequence[float], *, by_sort_key: bool) -> bool:
        """Split a partition for heat; `heats` are each demand's units on it.

        Return whether that was possible.
        """
        loads = [sum(share * heat for share, heat in zip(key.shares, heats, strict=True)) for key in row.hot]
        total = sum(share * heat for share, heat in zip(row.shares, heats, strict=True)) * row.pieces
        if loads and max(loads) > total / 2:
            key = row.hot[loads.index(max(loads))]
            if row.width:
                alone = Partition(1, key.hash, 0.0, [key])
                rest = Partition(1, row.low, row.width, [hot_key for hot_key in row.hot if hot_key is not key])
                self._replace(row, [self._weighed(alone), self._weighed(rest)])
                return True
            if by_sort_key and key.may_split:
                pieces = 2 * row.pieces
                self._replace(row, [self._weighed(Partition(pieces, key.hash, 0.0, [key], pieces=pieces))])
                return True
            return False
        if not row.width:
            return False
        self._replace(row, self._halves(row, row.count))
        return True

    def rejoin(self, form: str) -> None:
        """Undo splits for the hottest key of this form: another key is the hottest now."""
        alone = next((row for row in self.rows if not row.width and row.hot[0].form == form), None)
        home = next(
            (row for row in self.rows if row.count == 1 and alone and row.low <= alone.hot[0].hash < row.low + row.width), None
        )
        if alone is not None and home is not None:
            self.rows.remove(alone)
            home.hot.extend(alone.hot)
            self._weighed(home)

    def _halves(self, row: Partition, count: int) -> list[Partition]:
        """Return the rows that replace a row when `count` of its partitions are halved."""
        half = row.width / 2
        if not row.hot:
            rows = [Partition(2 * count, row.low, half, [])]
            return [
                self._weighed(half)
                for half in [*rows, *([Partition(row.count - count, row.low, row.width, [])] if row.count > count else [])]
            ]
        both = [
            Partition(1, low, half, [key for key in row.hot if low <= key.hash < low + half]) for low in (row.low, row.low + half)
        ]
        return [self._weighed(partition) for partition in both]

    def _replace(self, row: Partition, others: list[Partition]) -> None:
        for key in others:
            key.saved = {
                kind: units * row.count * row.pieces / sum(other.count for other in others) for kind, units in row.saved.items()
            }
        at = self.rows.index(row)
        self.rows[at : at + 1] = others

    def _weighed(self, row: Partition) -> Partition:
        row.shares = tuple(
            (rest * row.width + sum(key.shares[at] for key in row.hot)) / row.pieces for at, rest in enumerate(self._rest)
        )
        return row
