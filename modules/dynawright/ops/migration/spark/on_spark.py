"""`--engine spark`: write the items of an export, and compare two exports."""

from __future__ import annotations

import shutil

from dynawright import project
from dynawright.ops.migration.bulk.command import Bulk
from dynawright.ops.migration.bulk.export import read_export
from dynawright.ops.migration.bulk.input import ExportInput, SourceInput
from dynawright.ops.migration.bulk.made import Counts
from dynawright.ops.migration.bulk.store import Folder
from dynawright.ops.migration.bulk.written import REJECTS
from dynawright.ops.migration.postgres.source import PostgresSource
from dynawright.ops.migration.spark.compare import EQUAL, Differences, compare
from dynawright.ops.migration.spark.jdbc import DRIVER
from dynawright.ops.migration.spark.jdbc import write_rows as rows_by_jdbc
from dynawright.ops.migration.spark.session import spark_session
from dynawright.ops.migration.spark.write import write_all


def write(bulk: Bulk, given: ExportInput) -> Counts:
    with spark_session() as spark:
        return write_all(spark.sparkContext, given, bulk.store)


def write_rows(bulk: Bulk, given: SourceInput) -> Counts:
    """Write the rows of a database, by JDBC."""
    assert isinstance(given.source, PostgresSource)  # noqa: S101  # what the command has checked
    with spark_session(DRIVER) as spark:
        return rows_by_jdbc(spark, given.source, given.records_to_items, bulk.store)


def verify(bulk: Bulk, given: ExportInput, target: str) -> int:
    """Compare a transformed export with an export of the target; 0 if both are equal."""
    there, table = read_export(target), bulk.target.table
    folder = project.cache_folder() / "migrations" / f"{table.name}.differences"
    shutil.rmtree(folder, ignore_errors=True)
    with spark_session() as spark:
        difference_counts = compare(spark.sparkContext, given, there, table, bulk.target.entities, Folder(folder))
    for line in told(difference_counts):
        print(line)
    if any(kind != EQUAL for kind, _ in difference_counts):
        print(f"all of them: {folder / REJECTS}")
        return 1
    return 0


def told(difference_counts: Differences) -> list[str]:
    """Return a line for each entity."""
    entities = sorted({entity for _, entity in difference_counts})
    return [
        f"{entity}: {', '.join(f'{count:,} {kind}' for (kind, of), count in sorted(difference_counts.items()) if of == entity)}"
        for entity in entities
    ] or ["both are empty"]
