"""Convert a row to items: one function for every engine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, NamedTuple

from dynawright.errors import UserError
from dynawright.model import Declared, Entity, TableModel
from dynawright.model.item import item_of
from dynawright.ops.migration.mapping.columns import Columns
from dynawright.ops.migration.mapping.row_mapping import Column, Fields, RowMappings, flat
from dynawright.ops.migration.mapping.values import convert, in_seconds
from dynawright.ops.migration.output import Output, Outputs, RejectedError
from dynawright.ops.migration.table import Table


class Row(NamedTuple):
    """A row of a table or file; `values` are by column, NULL is None."""

    table: str
    values: Mapping[str, Any]


class Rows:
    """Makes items from rows by a mapping, which must fit the model and the source."""

    def __init__(self, mapping: RowMappings, model: TableModel, source: Mapping[str, Columns]) -> None:
        self.mapping, self.model, self.source = mapping, model, source

    def items(self, row: Row) -> list[dict[str, Any]]:
        """Return an item for each entity, or raise RejectedError."""
        rows = self.mapping.rows[row.table]
        return [self._item(self.model.entity(name), fields, row) for name, fields in rows.entities.items()]

    def keys(self, row: Row) -> list[dict[str, Any]]:
        """Return the items' primary keys; the row may lack other columns."""
        rows = self.mapping.rows[row.table]
        keys = []
        for name, fields in rows.entities.items():
            entity = self.model.entity(name)
            needed = {attribute: fields[attribute] for attribute in key_attributes(self.model, entity) if attribute in fields}
            item = {**entity.constants, **self._attributes(entity, needed, row)}
            keys.append(_key(self.model, entity, item))
        return keys

    def key_columns(self, table: str) -> set[str]:
        """Return the columns in primary keys of items."""
        rows = self.mapping.rows[table]
        return {
            column.name
            for name, fields in rows.entities.items()
            for (attribute, *_), column in flat(fields)
            if attribute in key_attributes(self.model, self.model.entity(name))
        }

    def _item(self, entity: Entity, fields: Fields, row: Row) -> dict[str, Any]:
        attributes = self._attributes(entity, fields, row)
        if missing := [name for name in fields if name not in attributes and name not in entity.optional]:
            columns = ", ".join(column.name for name in missing for _, column in flat({name: fields[name]}))
            raise RejectedError(f"{entity.name} needs {', '.join(missing)}: {columns} must not be NULL")
        now = None
        if entity.expires_after and not any(name in attributes for name in entity.expires_from):
            written_at = self.mapping.rows[row.table].written_at
            now = row.values.get(written_at or "")
            if now is None:
                raise RejectedError(f"column '{written_at}' is NULL: the expiry of {entity.name} is counted from it")
        try:
            return item_of(self.model, entity, attributes, in_seconds(now) if now else 0)
        except (UserError, ValueError, KeyError) as error:
            raise RejectedError(f"{entity.name}: {error}") from None

    def _attributes(self, entity: Entity, fields: Fields, row: Row) -> dict[str, Any]:
        return dict(self._filled(fields, entity.declared, row))

    def _filled(self, fields: Fields, declared: Mapping[str, Declared], row: Row) -> Iterator[tuple[str, Any]]:
        """Yield the attributes that the row has a value for; a map is kept even if empty."""
        kinds = self.source[row.table].kinds
        for name, field in fields.items():
            if not isinstance(field, Column):
                inner = declared[name]
                types = inner if isinstance(inner, Mapping) else dict.fromkeys(field, None)
                yield name, dict(self._filled(field, types, row))  # type: ignore[arg-type]
                continue
            value = row.values.get(field.name)
            if value is None:
                continue
            try:
                yield name, convert(value, kinds[field.name], field.form, declared[name])
            except ValueError as error:
                raise RejectedError(f"column '{field.name}' {error}") from None


class RowTransform:
    """Makes typed items from rows, checked for one table."""

    def __init__(self, rows: Rows, target: Table) -> None:
        self.rows, self._outputs = rows, Outputs(target)

    def __call__(self, row: Row) -> list[Output]:
        return self._outputs(self.rows.items(row), self.rows.mapping.rows[row.table].version)

    def keys(self, row: Row) -> list[str]:
        """Return the keys of the row's items as text."""
        return [self._outputs.key_text(key) for key in self.rows.keys(row)]


def key_attributes(model: TableModel, entity: Entity) -> set[str]:
    """Return the attributes in an item's primary key."""
    places = {place for key in model.key for place in entity.keys[key.name].parameters}
    if places & entity.shards.keys():
        return set(entity.key_attributes)
    return places


def _key(model: TableModel, entity: Entity, item: Mapping[str, Any]) -> dict[str, Any]:
    places = entity.places(item)
    key: dict[str, Any] = {}
    for part in model.key:
        template = entity.keys[part.name]
        if part.type == "S":
            key[part.name] = template.render({name: places[name] for name in template.parameters})
        else:
            key[part.name] = item[template.parameters[0]] if template.parameters else Decimal(template.text)
    return key
