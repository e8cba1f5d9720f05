"""`dynawright migrate`."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from dynawright.cli.output import usage_error


class Action(StrEnum):
    """What to do: `plan` and `verify` write nothing."""

    PLAN = "plan"
    RUN = "run"
    VERIFY = "verify"


def migrate(
    action: Annotated[Action, typer.Argument(help="plan: what a run would do. run: copy, then compare. verify: compare.")],
    source: Annotated[str, typer.Option("--from", metavar="TABLE", help="The table to read.")],
    target: Annotated[str, typer.Option("--to", metavar="TABLE", help="The table to fill; it must exist.")],
    transform: Annotated[
        str | None,
        typer.Option(metavar="MODULE:FUNCTION", help="Makes of an item one, several or none. Default: the same item."),
    ] = None,
    segments: Annotated[int, typer.Option(help="Parts of the table that are read at once.")] = 8,
    read_units: Annotated[float, typer.Option(help="At most so many read units a second.")] = 100,
    write_units: Annotated[float, typer.Option(help="At most so many write units a second.")] = 100,
    state: Annotated[
        Path | None, typer.Option(help="The file that remembers how far a run is. Default: one in .cache/migrations.")
    ] = None,
    all_items: Annotated[bool, typer.Option("--all", help="With plan: try the transform on all items.")] = False,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="With run: write over what the target has, for one that nothing else writes to.")
    ] = False,
) -> int:
    """Copy the items of a table into another with a different key, and compare the two.

    Have the application write to both tables first. A run that was stopped goes on where it was: run it once more.
    """
    from dynawright.aws import refusals_in_words
    from dynawright.ops.migrate import SAMPLE, migration

    if all_items and action != Action.PLAN:
        raise usage_error("--all is for `migrate plan`")
    if overwrite and action != Action.RUN:
        raise usage_error("--overwrite is for `migrate run`")
    with refusals_in_words():
        prepared = migration(
            source,
            target,
            transform=transform,
            segments=segments,
            read_units=read_units,
            write_units=write_units,
            state=state,
        )
        match action:
            case Action.PLAN:
                return prepared.plan(None if all_items else SAMPLE)
            case Action.RUN:
                return prepared.run(overwrite=overwrite)
            case Action.VERIFY:
                return prepared.verify()
