"""Items of one table into another with a different key: plan, run (copy and compare), verify (compare).

Have the application write to both tables first. A run that was stopped, by whatever, goes on where it was: run it once more.
"""

from __future__ import annotations

from pathlib import Path

from dynawright import project
from dynawright.aws import client
from dynawright.errors import Place, Problem, UserError, must_be
from dynawright.ops.migration.clock import Clock
from dynawright.ops.migration.migration import Migration
from dynawright.ops.migration.table import describe
from dynawright.ops.migration.transform import Transform

MOST_SEGMENTS = 64  # a thread each
SAMPLE = 1000


def migration(
    source: str,
    target: str,
    *,
    transform: str | None,
    segments: int,
    read_units: float,
    write_units: float,
    state: Path | None,
) -> Migration:
    """Return the migration from one table to another; nothing is read or written yet but their descriptions."""
    _check(source, target, segments=segments, read_units=read_units, write_units=write_units)
    dynamodb = client("dynamodb", max_pool_connections=segments)
    described = describe(dynamodb, target)
    return Migration(
        dynamodb,
        describe(dynamodb, source),
        described,
        Transform(transform, described),
        segments=segments,
        read_units=read_units,
        write_units=write_units,
        state_file=state or project.cache_folder() / "migrations" / f"{source}-to-{target}.state",
        clock=Clock(),
    )


def _check(source: str, target: str, *, segments: int, read_units: float, write_units: float) -> None:
    problems = []
    if source == target:
        text, fix = f"--from and --to are both {source}", "name another target: the key of a table can't be changed"
        problems.append(Problem("DW803", text, value=source, fix=fix))
    if not 1 <= segments <= MOST_SEGMENTS:
        problems.append(must_be("DW802", f"1 to {MOST_SEGMENTS}", segments, place=Place(path="--segments")))
    for name, units in {"--read-units": read_units, "--write-units": write_units}.items():
        if not 1 <= units < float("inf"):
            problems.append(must_be("DW802", "1 or more units a second", units, place=Place(path=name)))
    if problems:
        raise UserError(problems)
