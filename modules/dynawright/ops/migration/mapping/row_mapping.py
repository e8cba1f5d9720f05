"""The mapping file, as data.

system: orders
table: orders
rows:
  public.orders:                      # a table, or a file
    leave_out: [search_vector]        # columns that no item gets, on purpose
    updated_at: updated_at            # the column that tells changes, where the server has no logical decoding
    written_at: created_at            # the column that an expiry counts from
    version: UpdatedAt                # the attribute by which the newer of two versions is told
    entities:
      ORDER:
        orderId: id
        placedAt: created_at as milliseconds
        address: {city: city, zip: zip}
    columns: {id: text, …}            # files only: what a row has
    key: [id]                         # files only
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Union

from dynawright.errors import Place
from dynawright.ops.migration.mapping.values import Form


@dataclass(frozen=True)
class Column:
    """A column to read, and the form to convert it to."""

    name: str
    form: Form | None = None
    place: Place = field(default_factory=Place, compare=False)


Fields = Mapping[str, Union[Column, "Fields"]]
"""Attribute → the column that fills it; for a map, its attributes."""


@dataclass(frozen=True)
class RowMapping:
    """The mapping of one table's or file's rows."""

    name: str
    entities: Mapping[str, Fields]
    leave_out: tuple[str, ...] = ()
    updated_at: str | None = None
    written_at: str | None = None
    version: str | None = None
    columns: Mapping[str, Any] = field(default_factory=dict)
    key: tuple[str, ...] = ()
    place: Place = field(default_factory=Place, compare=False)

    @property
    def used(self) -> set[str]:
        """Return the columns that are used."""
        named = {column.name for fields in self.entities.values() for _, column in flat(fields)}
        return named | {column for column in (self.updated_at, self.written_at) if column}


@dataclass(frozen=True)
class RowMappings:
    """A whole file."""

    file: str
    system: str
    table: str
    rows: Mapping[str, RowMapping]
    place: Place = field(default_factory=Place, compare=False)


def flat(fields: Fields, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Column]]:
    """Yield all columns with the path of the attribute that each fills."""
    for name, value in fields.items():
        if isinstance(value, Column):
            yield (*path, name), value
        else:
            yield from flat(value, (*path, name))
