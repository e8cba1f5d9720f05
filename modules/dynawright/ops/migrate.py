"""Prepare a migration: from DynamoDB with a transform, from PostgreSQL or files with a mapping.

The application must write to both tables first. To continue a run that was stopped for any reason, run it again.
"""

from __future__ import annotations

from pathlib import Path

from dynawright import project
from dynawright.aws import client
from dynawright.errors import Place, Problem, UserError, must_be
from dynawright.ops.migration.budget import Budget
from dynawright.ops.migration.clock import Clock
from dynawright.ops.migration.migration import Migration
from dynawright.ops.migration.origin import Origin, TableOrigin
from dynawright.ops.migration.origins import mapped
from dynawright.ops.migration.patient import PatientClient
from dynawright.ops.migration.table import describe
from dynawright.ops.migration.transform import Transform

MOST_SEGMENTS = 64  # one thread each
SAMPLE = 1000


def migration(
    source: str,
    target: str,
    *,
    transform: str | None,
    mapping: Path | None,
    segments: int,
    read_units: float,
    write_units: float,
    state: Path | None,
) -> Migration:
    """Return the migration; only descriptions of both sides have been read, and nothing is written."""
    _check(source, target, transform, mapping, segments=segments, read_units=read_units, write_units=write_units)
    clock = Clock()
    dynamodb = PatientClient(client("dynamodb", max_pool_connections=segments), clock)
    described = describe(dynamodb, target)
    reads, writes = Budget(read_units, clock), Budget(write_units, clock)
    origin: Origin
    if mapping is None:
        origin = TableOrigin(dynamodb, describe(dynamodb, source), Transform(transform, described), reads, segments=segments)
    else:
        origin = mapped(source, mapping, described, segments=segments)
    state_file = state or project.cache_folder() / "migrations" / f"{origin.name}-to-{target}.state"
    return Migration(dynamodb, origin, described, reads=reads, writes=writes, state_file=state_file, clock=clock)


def _check(
    source: str,
    target: str,
    transform: str | None,
    mapping: Path | None,
    *,
    segments: int,
    read_units: float,
    write_units: float,
) -> None:
    problems = []
    if source == target:
        text, fix = f"--from and --to are both {source}", "name another target: the key of a table can't be changed"
        problems.append(Problem("DW803", text, value=source, fix=fix))
    if transform and mapping:
        text, fix = "--transform and --mapping exclude each other", "a mapping is for rows, a transform for items"
        problems.append(Problem("DW803", text, value=transform, fix=fix))
    if not 1 <= segments <= MOST_SEGMENTS:
        problems.append(must_be("DW802", f"1 to {MOST_SEGMENTS}", segments, place=Place(path="--segments")))
    for name, units in {"--read-units": read_units, "--write-units": write_units}.items():
        if not 1 <= units < float("inf"):
            problems.append(must_be("DW802", "1 or more units a second", units, place=Place(path=name)))
    if problems:
        raise UserError(problems)
