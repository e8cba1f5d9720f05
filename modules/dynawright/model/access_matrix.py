"""The access matrix of a system: every right of every consumer, as data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from dynawright.model.consumer import Consumer
from dynawright.model.permission import Permission, permissions
from dynawright.model.system import System
from dynawright.model.table import TableModel

Matrix = Mapping[str, list[dict[str, Any]]]
"""Validates the JSON file: consumer → its rights."""


@dataclass(frozen=True)
class Right:
    """One action of one consumer on a table or index, and what limits it."""

    consumer: str
    action: str
    table: str
    index: str | None = None
    leading_keys: tuple[str, ...] = ()
    """Partition keys with IAM's wildcards; () for any."""
    tenant_key: str | None = None
    """For a tenant-scoped consumer: the one partition key that a session reaches."""
    attributes: tuple[str, ...] = ()
    """Attributes that may be read; () for all."""
    written: tuple[str, ...] = ()
    """Attributes that may be written; () for all."""
    returns: str | None = None
    """The `ReturnValues` that a write may use; None for none."""
    patterns: tuple[str, ...] = ()
    """The access patterns that need the right."""

    @property
    def allowed(self) -> Right:
        """The right without its patterns: two equal rights allow the same."""
        return replace(self, patterns=())

    @property
    def deed(self) -> str:
        """The action, with its `ReturnValues`."""
        return self.action if self.returns is None else f"{self.action}, returns {self.returns}"

    @property
    def place(self) -> str:
        """The table or index, as Markdown."""
        return f"`{self.table}`" if self.index is None else f"`{self.table}` index `{self.index}`"

    @property
    def partition(self) -> str:
        """The partition keys that it reaches, as Markdown."""
        if self.tenant_key is not None:
            return f"`{self.tenant_key}` of the session's tag, no other"
        if self.action == "Scan":
            return "all"
        return ", ".join(f"`{key}`" for key in self.leading_keys) or "any"


def access_matrix(system: System) -> tuple[Right, ...]:
    """Return every right of the system's consumers once, ordered by consumer, table and pattern."""
    joined: dict[Right, list[str]] = {}
    for consumer in system.consumers:
        for table in system.tables:
            for permission in permissions(table, consumer):
                patterns = joined.setdefault(_right(consumer, table, permission), [])
                if permission.pattern not in patterns:
                    patterns.append(permission.pattern)
    return tuple(replace(right, patterns=tuple(patterns)) for right, patterns in joined.items())


def to_json(rights: Iterable[Right]) -> Matrix:
    """Return the rights by consumer, ready for a JSON file; empty limits are left out."""
    matrix: dict[str, list[dict[str, Any]]] = {}
    for right in rights:
        values = {name: value for name, value in asdict(right).items() if value and name != "consumer"}
        matrix.setdefault(right.consumer, []).append(values)
    return matrix


def from_json(matrix: Matrix) -> Iterator[Right]:
    """Yield the rights of a JSON file."""
    for consumer, rights in matrix.items():
        for values in rights:
            lists = {name: tuple(value) for name, value in values.items() if isinstance(value, list)}
            yield Right(consumer=consumer, **{**values, **lists})


def _right(consumer: Consumer, table: TableModel, permission: Permission) -> Right:
    return Right(
        consumer=consumer.name,
        action=permission.action,
        table=table.name,
        index=permission.index,
        leading_keys=() if consumer.tenant_key else permission.leading_keys,
        tenant_key=consumer.tenant_key,
        attributes=permission.attributes,
        written=permission.written,
        returns=None if permission.returns == "NONE" else permission.returns,
    )
