"""Secondary indexes, and what they carry."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from modules.model.key import Key


@dataclass(frozen=True)
class Projection:
    """The attributes an index holds besides the keys of table and index."""

    type: Literal["ALL", "KEYS_ONLY", "INCLUDE"]
    attributes: tuple[str, ...] = ()


ALL = Projection("ALL")
KEYS_ONLY = Projection("KEYS_ONLY")


def include(*attributes: str) -> Projection:
    return Projection("INCLUDE", attributes)


@dataclass(frozen=True)
class Index:
    """A global secondary index: keys of its own, added and removed at any time, eventually consistent."""

    name: str
    partition_key: Key
    sort_key: Key | None = None
    projection: Projection = ALL


@dataclass(frozen=True)
class LocalIndex:
    """A local secondary index: another order within the table's partitions. Fixed when the table is created."""

    name: str
    sort_key: Key
    projection: Projection = ALL
