"""Where items come from: what `migrate` has to know of a source beyond its records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Protocol

from dynawright.ops.migration.budget import Budget
from dynawright.ops.migration.entities import EntityOf, all_alike
from dynawright.ops.migration.read import Reader
from dynawright.ops.migration.source import Source, Transform
from dynawright.ops.migration.state import State
from dynawright.ops.migration.table import Table
from dynawright.ops.migration.transform import Transform as ItemTransform


class Changes(Protocol):
    """What changed in the source since the copy began, as often as it is asked."""

    def apply(self) -> int:
        """Bring the target up to date with changes so far; return the number of records."""
        ...


class Origin(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def threads(self) -> int: ...

    @property
    def transform(self) -> Transform: ...

    @property
    def entity_of(self) -> EntityOf:
        """Return what names the kind of an item of the target, for the comparison's counts."""
        ...

    @property
    def made_for(self) -> Mapping[str, str]:
        """Return what a state belongs to; other tables or files have another state."""
        ...

    @property
    def cut_into(self) -> Mapping[str, str]:
        """Return what the places of a copy belong to, besides."""
        ...

    def described(self) -> Iterator[str]:
        """Return the plan's lines about it."""
        ...

    def warnings(self, target: Table) -> Iterator[str]: ...

    def sample(self) -> Source:
        """Return what a plan tries some records of."""
        ...

    def copied(self, state: State) -> AbstractContextManager[Source]:
        """Return what the copy reads: one moment of the source, where it can keep one."""
        ...

    def compared(self) -> AbstractContextManager[Source]:
        """Return what the comparison reads: the source as it is now."""
        ...

    def changes(self, state: State, client: Any, writes: Budget) -> Changes | None:
        """Return how changes since the copy began are followed; None where the application writes both."""
        ...

    def retire(self) -> Iterator[str]:
        """End what was set up to follow the source, and return what is left for people to do."""
        ...


class TableOrigin:
    """A table of DynamoDB, and a function that makes of its items those of the new one."""

    def __init__(self, client: Any, table: Table, transform: ItemTransform, reads: Budget, *, segments: int) -> None:
        self.table, self.transform, self.threads = table, transform, segments
        self.name, self.entity_of = table.name, all_alike
        self.made_for = {"from": table.identity, "transform": transform.name or "none"}
        self.cut_into = {"segments": str(segments)}  # with others, a place in the scan means nothing
        self._client, self._reads = client, reads

    def described(self) -> Iterator[str]:
        keys = ", ".join(f"{name} ({type})" for name, type in self.table.keys.items())
        yield f"from       {self.name}: key {keys}; about {self.table.items:,} items, {self.table.size:,} bytes"
        yield f"transform  {self.transform.name or 'none: items stay as they are'}"

    def warnings(self, target: Table) -> Iterator[str]:
        if self.table.ttl and not target.ttl:
            yield f"{self.name} expires items by '{self.table.ttl}', {target.name} never deletes them: switch its TTL on"
        yield from too_much("read", self.table.name, self.table.read_capacity, self._reads)

    def sample(self) -> Source:
        return Reader(self._client, self.table, self._reads, 1)

    @contextmanager
    def copied(self, state: State) -> Iterator[Source]:
        yield self._reader()

    @contextmanager
    def compared(self) -> Iterator[Source]:
        yield self._reader()

    def changes(self, state: State, client: Any, writes: Budget) -> Changes | None:
        return None

    def retire(self) -> Iterator[str]:
        yield f"take {self.name} out of its model when nothing reads or writes it any more"

    def _reader(self) -> Reader:
        return Reader(self._client, self.table, self._reads, self.threads)


def too_much(kind: str, table: str, capacity: int, budget: Budget) -> Iterator[str]:
    """Return a warning if the budget is more than the table's provisioned capacity."""
    if 0 < capacity < budget.units_a_second:
        yield (
            f"{table} has {capacity} {kind} units a second: "
            f"--{kind}-units {budget.units_a_second:g} leaves none to the application"
        )
