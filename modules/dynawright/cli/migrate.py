"""`dynawright migrate`."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from dynawright.cli.options import EnvironmentOption
from dynawright.cli.output import usage_error


class Action(StrEnum):
    """The steps. `plan` writes nothing, `verify` writes only with --repair."""

    PLAN = "plan"
    RUN = "run"
    CATCH_UP = "catch-up"
    VERIFY = "verify"
    CUT_OVER = "cut-over"
    RETIRE = "retire"
    LOAD = "load"
    JOB = "job"


class Engine(StrEnum):
    """The engine that transforms and compares: this process, or Spark."""

    PYTHON = "python"
    SPARK = "spark"


IN_BULK: dict[Engine, tuple[Action, ...]] = {
    Engine.PYTHON: (Action.PLAN, Action.RUN, Action.LOAD),
    Engine.SPARK: (Action.PLAN, Action.RUN, Action.VERIFY),
}


def migrate(
    action: Annotated[
        Action,
        typer.Argument(
            help="plan: what a run would do. run: copy, then compare. catch-up: what changed since. verify: compare. "
            "cut-over: may readers switch? retire: end what follows the source. load: have DynamoDB read what --via has. "
            "job: write the Terraform of a Glue job that runs it on Spark."
        ),
    ],
    source: Annotated[
        str,
        typer.Option(
            "--from",
            metavar="SOURCE",
            help="What to read: a table; an export, s3://… or a folder; with --mapping postgresql://user@host/database or a folder.",
        ),
    ],
    target: Annotated[str, typer.Option("--to", metavar="TABLE", help="The table to fill. Without --via it must exist.")],
    transform: Annotated[
        str | None,
        typer.Option(metavar="MODULE:FUNCTION", help="Makes of an item one, several or none. Default: the same item."),
    ] = None,
    mapping: Annotated[
        Path | None, typer.Option(help="The file that says which column of a row fills which attribute of an item.")
    ] = None,
    segments: Annotated[int, typer.Option(help="Parts of the source that are read at once.")] = 8,
    read_units: Annotated[float, typer.Option(help="At most so many read units a second.")] = 100,
    write_units: Annotated[float, typer.Option(help="At most so many write units a second.")] = 100,
    state: Annotated[
        Path | None, typer.Option(help="The file that remembers how far a run is. Default: one in .cache/migrations.")
    ] = None,
    all_items: Annotated[bool, typer.Option("--all", help="With plan: try the transform on all items.")] = False,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="With run: write over what the target has, for one that nothing else writes to.")
    ] = False,
    repair: Annotated[
        bool, typer.Option("--repair", help="With verify: put what is missing or different, as the source has it.")
    ] = False,
    delete_extra: Annotated[bool, typer.Option("--delete-extra", help="With --repair: delete what only the target has.")] = False,
    queue: Annotated[
        Path | None, typer.Option(help="With cut-over: the queue of writes that failed, which must be empty.")
    ] = None,
    via: Annotated[
        str | None,
        typer.Option(
            metavar="LOCATION",
            help="With plan, run and load: write files to s3://bucket/prefix, or to a folder, and have DynamoDB load them. With verify: an export of the target.",
        ),
    ] = None,
    engine: Annotated[Engine, typer.Option(help="With --via: what does the work, this process or Spark.")] = Engine.PYTHON,
    environment: EnvironmentOption = "local",
    prices: Annotated[
        Path | None, typer.Option(help="With --via and job: a file of prices, as `dynawright cost --prices` takes it.")
    ] = None,
    workers: Annotated[int, typer.Option(min=2, max=299, help="With job: workers of a Glue run, one DPU each.")] = 10,
    timeout_minutes: Annotated[
        int, typer.Option(min=5, max=10_080, help="With job: minutes after which Glue ends a run, and what it costs.")
    ] = 480,
    schedule: Annotated[
        str | None,
        typer.Option(metavar="CRON", help="With job: the six fields of AWS's cron in UTC. Default: a person starts each run."),
    ] = None,
    wheel: Annotated[
        Path | None, typer.Option(help="With job: a wheel of dynawright for the workers. Default: this version, from PyPI.")
    ] = None,
) -> int:
    """Copy items or rows into a table, apply later changes too, and compare the two.

    Make the application write to both tables first. Run a stopped command again to continue.
    """
    from dynawright.aws import refusals_in_words
    from dynawright.ops.migrate import SAMPLE, migration
    from dynawright.ops.migrate_in_bulk import Given, bulk

    if all_items and action != Action.PLAN:
        raise usage_error("--all is for `migrate plan`")
    if overwrite and action != Action.RUN:
        raise usage_error("--overwrite is for `migrate run`")
    if (repair and action != Action.VERIFY) or (delete_extra and not repair):
        raise usage_error("--repair is for `migrate verify`, and --delete-extra for --repair")
    if queue and action != Action.CUT_OVER:
        raise usage_error("--queue is for `migrate cut-over`")
    if engine == Engine.SPARK and not via:
        raise usage_error("--engine spark needs --via: it writes or compares files")
    if via and action == Action.JOB:
        raise usage_error("`migrate job` takes no --via: it builds a bucket for what it writes")
    if via and action not in IN_BULK[engine]:
        raise usage_error(f"--via is for {', '.join(IN_BULK[engine])}; `migrate {action}` works without it")
    if action == Action.LOAD and not via:
        raise usage_error("`migrate load` needs --via: what to load")
    if (schedule or wheel) and action != Action.JOB:
        raise usage_error("--schedule and --wheel are for `migrate job`")
    if action == Action.JOB:
        from dynawright.ops.migration.glue.job import JobOptions, write

        options = JobOptions(workers, timeout_minutes, schedule, wheel)
        given = Given(source, target, "", transform, mapping, segments, read_units, write_units, state, environment, prices)
        with refusals_in_words():
            return write(given, options)
    if via:
        given = Given(source, target, via, transform, mapping, segments, read_units, write_units, state, environment, prices)
        with refusals_in_words():
            return bulk(action, given, spark=engine == Engine.SPARK)
    with refusals_in_words():
        prepared = migration(
            source,
            target,
            transform=transform,
            mapping=mapping,
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
            case Action.CATCH_UP:
                return prepared.catch_up()
            case Action.VERIFY:
                return prepared.verify(repair=repair, delete_extra=delete_extra)
            case Action.CUT_OVER:
                return prepared.cut_over(queue)
            case Action.RETIRE:
                return prepared.retire()
            case Action.LOAD | Action.JOB:
                raise AssertionError
