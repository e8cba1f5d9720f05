"""Prepare a migration by files: the source, the location of the files, and the table to load."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from dynawright import project
from dynawright.aws import client
from dynawright.errors import Place, Problem, UserError, must_be
from dynawright.ops.migration.budget import Budget
from dynawright.ops.migration.bulk import command
from dynawright.ops.migration.bulk.command import Bulk, Target
from dynawright.ops.migration.bulk.export import is_export, read_export
from dynawright.ops.migration.bulk.input import ExportInput, SourceInput
from dynawright.ops.migration.bulk.store import SCHEME, store_of
from dynawright.ops.migration.clock import Clock
from dynawright.ops.migration.origin import Origin, TableOrigin
from dynawright.ops.migration.origins import POSTGRES, mapped
from dynawright.ops.migration.patient import PatientClient
from dynawright.ops.migration.spark import on_spark
from dynawright.ops.migration.table import describe
from dynawright.ops.migration.transform import Transform


@dataclass(frozen=True)
class Given:
    """Arguments of the command line."""

    source: str
    target: str
    via: str
    transform: str | None
    mapping: Path | None
    segments: int
    read_units: float
    write_units: float
    state: Path | None
    environment: str
    prices: Path | None


def from_export(source: str) -> bool:
    """Whether `--from` is a location of files; table names have no slash."""
    return source.startswith(SCHEME) or (Path(source).is_dir() and is_export(source))


def bulk(action: str, given: Given, *, spark: bool) -> int:
    """Show the cost, write the files, load them, or compare two exports."""
    migration = prepared(given)
    if action == "load":
        return migration.load()
    if from_export(given.source):
        read = export_input(given, migration)
        return (
            on_spark.verify(migration, read, given.via)
            if action == "verify"
            else _of_export(action, migration, read, spark=spark)
        )
    if action == "verify" or (spark and not (given.mapping and given.source.startswith(POSTGRES))):
        text = "--engine spark compares exports" if action == "verify" else "--engine spark reads an export or PostgreSQL"
        fix = "export the table to S3, and name it: --from s3://bucket/prefix/AWSDynamoDB/<id>"
        raise UserError([Problem("DW803", text, Place(path="--from"), given.source, fix=fix)])
    origin = _origin(given, migration)
    if action == "plan":
        migration.show_cost(SourceInput(origin.sample(), origin.transform))
        return 0
    file = given.state or state_file(origin.name, given.target)
    if spark:
        return command.run(migration, origin, file, lambda read: on_spark.write_rows(migration, read))
    return command.run(migration, origin, file, lambda read: migration.write(read, threads=origin.threads))


def prepared(given: Given) -> Bulk:
    clock, dynamodb = Clock(), client("dynamodb", max_pool_connections=given.segments)
    if not given.write_units >= 1:
        raise UserError([must_be("DW802", "1 or more units a second", given.write_units, place=Place(path="--write-units"))])
    target = Target(dynamodb, given.target, given.environment)
    return Bulk(target, store_of(given.via), given.prices, dynamodb.meta.region_name, given.write_units, clock)


def export_input(given: Given, migration: Bulk) -> ExportInput:
    if given.mapping:
        text, fix = "--mapping is for rows, and an export has items", "give --transform module:function"
        raise UserError([Problem("DW803", text, value=str(given.mapping), fix=fix)])
    return ExportInput(read_export(given.source), Transform(given.transform, migration.target.table))


def state_file(source: str, target: str) -> Path:
    return project.cache_folder() / "migrations" / f"{source}-to-{target}.state"


def _of_export(action: str, migration: Bulk, given: ExportInput, *, spark: bool) -> int:
    migration.show_cost(given)
    if action == "plan":
        return 0
    migration.check()
    counts = on_spark.write(migration, given) if spark else migration.write(given, threads=1)
    migration.tell(counts)
    status = migration.load()
    return 1 if counts.rejected else status


def _origin(given: Given, migration: Bulk) -> Origin:
    if given.mapping:
        return mapped(given.source, given.mapping, migration.target.table, segments=given.segments)
    dynamodb = PatientClient(migration.target.client, migration.clock)
    reads = Budget(given.read_units, migration.clock)
    transform = Transform(given.transform, migration.target.table)
    return TableOrigin(dynamodb, describe(dynamodb, given.source), transform, reads, segments=given.segments)
