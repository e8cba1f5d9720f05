"""The number of a request's item, which determines its keys, chosen by the load's distribution."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from random import Random

from dynawright.model.entity import Entity
from dynawright.model.heat import keys_of
from dynawright.model.load import Load
from dynawright.model.spread import Spread, groups, spread_of
from dynawright.model.traffic import Keys

OWN = 1_000_000_000
"""First number of items owned by single users: only the owner writes them."""


@dataclass
class Ranks:
    """Draws ranks of keys; rank 1 is the most frequent."""

    spread: Spread
    ends: tuple[int, ...] = field(init=False)
    sums: list[float] = field(init=False)

    def __post_init__(self) -> None:
        self.ends = groups(self.spread.count)
        self.sums = list(accumulate(self.spread.shares))

    def draw(self, random: Random) -> int:
        at = min(bisect(self.sums, random.random()), len(self.ends) - 1)
        first = self.ends[at - 1] + 1 if at else 1
        return random.randint(first, self.ends[at])


class Numbers:
    """Items are numbered from 1; item n has value 1 + (n - 1) mod v of a placeholder with v values."""

    def __init__(
        self, entity: Entity, load: Load, pattern: str, items: int, partition_places: tuple[str, ...], clock: Callable[[], float]
    ) -> None:
        self._keys: Mapping[str, Keys] = {place: keys_of(load, pattern, place, entity, items) for place in entity.key_attributes}
        self.items, self._clock = items, clock
        places = [place for place in partition_places if place in self._keys]
        self._leading = max(places, key=lambda place: _skew(self._keys[place]), default=None)
        self._ranks = Ranks(spread_of(self._keys[self._leading])) if self._leading else None

    def draw(self, random: Random) -> int:
        """Return the number of an item whose leading placeholder has the drawn rank."""
        if self._leading is None or self._ranks is None:
            return random.randint(1, self.items)
        values = self._values(self._leading)
        keys = self._keys[self._leading]
        rank = (
            1 + int(self._clock() // keys.every_seconds) % values
            if keys.every_seconds
            else 1 + (self._ranks.draw(random) - 1) % values
        )
        return rank + values * random.randrange(max(1, 1 + (self.items - rank) // values))

    def of(self, number: int) -> dict[str, int]:
        """Return each placeholder's number for item `number`; users' own items differ in all of them."""
        if number >= OWN:
            return dict.fromkeys(self._keys, number)
        return {place: 1 + (number - 1) % self._values(place) for place in self._keys}

    def _values(self, place: str) -> int:
        return min(self._keys[place].values, self.items)


def _skew(keys: Keys) -> tuple[bool, float, int]:
    return bool(keys.every_seconds), keys.zipf + keys.hot_percent, keys.values
