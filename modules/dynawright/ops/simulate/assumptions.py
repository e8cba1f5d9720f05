"""Assumptions where AWS publishes nothing.

Each assumption has a name, is in the report, and can be switched off: the pessimistic answer has none.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from dynawright.errors import UserError, unknown


@dataclass(frozen=True)
class Assumption:
    """`otherwise` says what happens without it."""

    name: str
    what: str
    otherwise: str
    why: str


SPLIT_AFTER_SECONDS = 600
SPLITS_FOR_HEAT = Assumption(
    "splits-for-heat",
    f"a partition that throttles for {SPLIT_AFTER_SECONDS // 60} minutes splits: a key with more than half of its load gets a partition of "
    "its own, else the keys are halved",
    "partitions split only for throughput and size",
    "AWS documents that it splits partitions with sustained high traffic, but not when",
)
SPLITS_COLLECTIONS = Assumption(
    "splits-collections",
    "a key that is alone on a partition is split by its sort key, unless the table has local indexes or the sort key grows with time",
    "all items of a partition key stay on one partition",
    "AWS documents that item collections may be split by sort key, but not when",
)
SHARES_CAPACITY = Assumption(
    "shares-capacity",
    "provisioned and saved capacity go at once to the partitions that need them",
    "each partition has an equal part of the capacity, and saves for itself",
    "AWS calls adaptive capacity instant and automatic, without figures",
)
ASSUMPTIONS = (SPLITS_FOR_HEAT, SPLITS_COLLECTIONS, SHARES_CAPACITY)


@dataclass(frozen=True)
class Assumed:
    """The assumptions in use."""

    names: frozenset[str]

    def __contains__(self, assumption: Assumption) -> bool:
        return assumption.name in self.names


EVERYTHING = Assumed(frozenset(known.name for known in ASSUMPTIONS))
NOTHING = Assumed(frozenset())


def without(names: Collection[str]) -> Assumed:
    """Return all assumptions but these."""
    problems = [unknown("DW751", "assumption", name, sorted(EVERYTHING.names)) for name in names if name not in EVERYTHING.names]
    if problems:
        raise UserError(problems)
    return Assumed(EVERYTHING.names - {*names})
