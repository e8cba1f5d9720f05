"""Secondary indexes, and what they carry."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from dynawright.model.declaration import Declaration
from dynawright.model.key import Key
from dynawright.model.must_be import may_be, must_be


@dataclass(frozen=True)
class Projection:
    """The attributes an index holds besides the keys of table and index."""

    type: Literal["ALL", "KEYS_ONLY", "INCLUDE"]
    attributes: tuple[str, ...] = ()


ALL = Projection("ALL")
KEYS_ONLY = Projection("KEYS_ONLY")


def include(*attributes: str) -> Projection:
    for attribute in attributes:
        must_be("include", "attribute", attribute, str, 'include("status", "amount")')
    return Projection("INCLUDE", attributes)


@dataclass(frozen=True)
class Index(Declaration):
    """A global secondary index: keys of its own, added and removed at any time, eventually consistent."""

    name: str
    partition_key: Key
    sort_key: Key | None = None
    projection: Projection = ALL

    @property
    def subject(self) -> str:
        return f"index {self.name}"

    def __post_init__(self) -> None:
        _check(self)
        must_be(f"index {self.name}", "partition_key", self.partition_key, Key, 'Key("GSI1PK")')


@dataclass(frozen=True)
class LocalIndex(Declaration):
    """A local secondary index: another order within the table's partitions. Fixed when the table is created."""

    name: str
    sort_key: Key
    projection: Projection = ALL

    @property
    def subject(self) -> str:
        return f"index {self.name}"

    def __post_init__(self) -> None:
        _check(self)
        must_be(f"index {self.name}", "sort_key", self.sort_key, Key, 'Key("LSI1SK")')


def _check(index: Index | LocalIndex) -> None:
    must_be("an index", "name", index.name, str, 'Index("GSI1", Key("GSI1PK"))')
    may_be(f"index {index.name}", "sort_key", index.sort_key, Key, 'Key("GSI1SK")')
    must_be(f"index {index.name}", "projection", index.projection, Projection, 'ALL, KEYS_ONLY or include("status")')
