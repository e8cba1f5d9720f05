"""Interpret `--from` with a mapping: PostgreSQL, or a folder of files."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from dynawright.errors import UserError, unknown
from dynawright.model import TableModel
from dynawright.ops.migration.files.origin import FilesOrigin
from dynawright.ops.migration.mapping.checks import check
from dynawright.ops.migration.mapping.columns import Columns
from dynawright.ops.migration.mapping.load import load
from dynawright.ops.migration.mapping.row_mapping import RowMappings
from dynawright.ops.migration.mapping.rows import Rows, RowTransform
from dynawright.ops.migration.origin import Origin
from dynawright.ops.migration.postgres.origin import PostgresOrigin
from dynawright.ops.migration.postgres.schema import described
from dynawright.ops.migration.postgres.server import Server, refusals
from dynawright.ops.migration.table import Table
from dynawright.ops.systems import chosen

POSTGRES = ("postgres://", "postgresql://")


def mapped(source: str, file: Path, target: Table, *, segments: int) -> Origin:
    """Return the mapping's origin, checked against the model, the source and the target."""
    mapping = load(file)
    model = model_of(mapping)
    if not source.startswith(POSTGRES):
        return FilesOrigin.of(Path(source), mapping, model, target, threads=segments)
    server = Server(source)
    with refusals(), closing(server.connect()) as connection:
        tables = described(connection, mapping.rows)
    transform = _transform(mapping, model, target, {name: table.columns for name, table in tables.items()})
    return PostgresOrigin(server, tables, transform, target, threads=segments)


def model_of(mapping: RowMappings) -> TableModel:
    """Return the table of the model that a mapping fills."""
    (system,) = chosen(mapping.system)
    tables = {table.name: table for table in system.tables}
    if mapping.table not in tables:
        raise UserError([unknown("DW724", "table", mapping.table, tables, within=system.name, place=mapping.place)])
    return tables[mapping.table]


def _transform(mapping: RowMappings, model: TableModel, target: Table, source: Mapping[str, Columns]) -> RowTransform:
    check(mapping, model, target, source)
    return RowTransform(Rows(mapping, model, source), target)
