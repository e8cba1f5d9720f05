"""Items of one table into another with a different key: plan, run (copy and compare), verify (compare).

Have the application write to both tables first. A run that was stopped, by whatever, goes on where it was: run it once more.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from dynawright import project
from dynawright.errors import UserError
from dynawright.ops.aws import client, refusals_in_words
from dynawright.ops.migration.clock import Clock
from dynawright.ops.migration.migration import Migration
from dynawright.ops.migration.table import describe
from dynawright.ops.migration.transform import Transform

MOST_SEGMENTS = 64  # a thread each
SAMPLE = 1000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="plan|run|verify")
    planning = actions.add_parser("plan", help="what a run would do and take; writes nothing")
    running = actions.add_parser("run", help="copy what is not copied yet, then compare")
    verifying = actions.add_parser("verify", help="compare the tables item by item, in both directions; writes nothing to them")
    for action in (planning, running, verifying):
        action.add_argument("--from", dest="source", required=True, metavar="TABLE", help="the table to read")
        action.add_argument("--to", dest="target", required=True, metavar="TABLE", help="the table to fill; it must exist")
        action.add_argument(
            "--transform", metavar="MODULE:FUNCTION", help="makes of an item one, several or none; default: the same"
        )
        action.add_argument(
            "--segments", type=int, default=8, help="parts of the table that are read at once; default: %(default)s"
        )
        action.add_argument("--read-units", type=float, default=100, help="at most so many a second; default: %(default)s")
        action.add_argument("--write-units", type=float, default=100, help="at most so many a second; default: %(default)s")
        action.add_argument(
            "--state", type=Path, help="where it is remembered how far a run is; default: a file in .cache/migrations"
        )
    planning.add_argument("--all", action="store_true", help=f"try the transform on all items, not just the first {SAMPLE:,}")
    running.add_argument(
        "--overwrite",
        action="store_true",
        help="write in batches, over what the target has: for a target that nothing else writes to, or to mend what differs",
    )


def main(arguments: argparse.Namespace) -> int:
    _check(arguments)
    state = arguments.state or project.root() / ".cache" / "migrations" / f"{arguments.source}-to-{arguments.target}.state"
    with refusals_in_words():
        dynamodb = client("dynamodb", max_pool_connections=arguments.segments)
        target = describe(dynamodb, arguments.target)
        migration = Migration(
            dynamodb,
            describe(dynamodb, arguments.source),
            target,
            Transform(arguments.transform, target),
            segments=arguments.segments,
            read_units=arguments.read_units,
            write_units=arguments.write_units,
            state_file=state,
            clock=Clock(),
        )
        if arguments.action == "plan":
            return migration.plan(None if arguments.all else SAMPLE)
        if arguments.action == "run":
            return migration.run(overwrite=arguments.overwrite)
        return migration.verify()


def _check(arguments: argparse.Namespace) -> None:
    problems = []
    if arguments.source == arguments.target:
        problems.append(f"--from and --to are both {arguments.source}: a table's key is for ever, so the target is another table")
    if not 1 <= arguments.segments <= MOST_SEGMENTS:
        problems.append(f"--segments {arguments.segments}: 1 to {MOST_SEGMENTS} are possible")
    for name in ("read_units", "write_units"):
        if not 1 <= getattr(arguments, name) < float("inf"):
            problems.append(f"--{name.replace('_', '-')} {getattr(arguments, name):g}: at least 1 unit a second is needed")
    if problems:
        raise UserError(problems)
