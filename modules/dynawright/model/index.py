"""Secondary indexes and their projections."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from dynawright.errors import Problem
from dynawright.model.declaration import Declaration
from dynawright.model.error import ModelError
from dynawright.model.key import Key
from dynawright.model.must_be import declaring_line, may_be, must_be, must_be_all, must_be_one_of
from dynawright.model.vocabulary import Vocabulary


@dataclass(frozen=True)
class Projection(Vocabulary):
    """The attributes of an index besides the keys of table and index."""

    type: Literal["ALL", "KEYS_ONLY", "INCLUDE"]
    attributes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        must_be_one_of("a projection", "type", self.type, ("KEYS_ONLY", "INCLUDE", "ALL"))
        must_be("a projection", "attributes", self.attributes, tuple, 'include("status", "amount")')
        must_be_all("a projection", "attributes", self.attributes, str, '"status"')
        if self.attributes and self.type != "INCLUDE":
            text = f"an index that projects {self.type} can't name attributes"
            place = declaring_line("a projection")
            raise ModelError([Problem("DW207", text, place, self.attributes, fix='use ALL, KEYS_ONLY or include("status")')])


ALL = Projection("ALL")
KEYS_ONLY = Projection("KEYS_ONLY")


def include(*attributes: str) -> Projection:
    for attribute in attributes:
        must_be("include", "attribute", attribute, str, 'include("status", "amount")')
    return Projection("INCLUDE", attributes)


@dataclass(frozen=True)
class Index(Declaration):
    """A global secondary index: its own keys, can be added and removed at any time, eventually consistent."""

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
    """A local secondary index: another order within the table's partitions.

    Fixed when the table is created.
    """

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
