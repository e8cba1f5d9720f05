"""The source of a migration: what `migrate` needs besides its records."""

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
    """Changes of the source since the copy began; may be called repeatedly."""

    def apply(self) -> int:
        """Apply all changes so far to the target; return the number of records."""
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
        """Return a function that names the kind of a target item, for the comparison's counts."""
        ...

    @property
    def made_for(self) -> Mapping[str, str]:
        """Return what identifies a state; other tables or files have their own."""
        ...

    @property
    def cut_into(self) -> Mapping[str, str]:
        """Return what positions in the copy depend on besides."""
        ...

    def described(self) -> Iterator[str]:
        """Yield the plan's lines about the source."""
        ...

    def warnings(self, target: Table) -> Iterator[str]: ...

    def sample(self) -> Source:
        """Return the source of a plan's sample."""
        ...

    def copied(self, state: State) -> AbstractContextManager[Source]:
        """Return the source for the copy: as of one moment if it supports that."""
        ...

    def compared(self) -> AbstractContextManager[Source]:
        """Return the source for the comparison: in its current state."""
        ...

    def changes(self, state: State, client: Any, writes: Budget) -> Changes | None:
        """Return how to follow changes since the copy began; None if the application writes to both."""
        ...

    def retire(self) -> Iterator[str]:
        """Remove what was set up to follow the source, and yield steps that are left for people."""
        ...


class TableOrigin:
    """A DynamoDB table, with a function that converts its items."""

    def __init__(self, client: Any, table: Table, transform: ItemTransform, reads: Budget, *, segments: int) -> None:
        self.table, self.transform, self.threads = table, transform, segments
        self.name, self.entity_of = table.name, all_alike
        self.made_for = {"from": table.identity, "transform": transform.name or "none"}
        self.cut_into = {"segments": str(segments)}  # positions in a scan depend on the number of segments
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
    """Yield a warning if the budget is more than the table's provisioned capacity."""
    if 0 < capacity < budget.units_a_second:
        yield (
            f"{table} has {capacity} {kind} units a second: "
            f"--{kind}-units {budget.units_a_second:g} leaves none for the application"
        )
