"""`dynawright replay`."""

from __future__ import annotations

from typing import Annotated

import typer

from dynawright.cli.options import EnvironmentOption
from dynawright.cli.output import usage_error

replay = typer.Typer(no_args_is_help=True, help="List, show and process once more what a stream function could not process.")

BucketOption = Annotated[str, typer.Option(help="The failure destination of the function's mapping.")]
FunctionOption = Annotated[str | None, typer.Option(help="Only batches of the Lambda function of this name.")]


@replay.command("list", epilog="Example: dynawright replay list --bucket orders-failures")
def list_(bucket: BucketOption, function: FunctionOption = None) -> int:
    """List the batches in the bucket."""
    from dynawright.ops.replay import list_batches

    return list_batches(bucket, function=function)


@replay.command(epilog="Example: dynawright replay show --bucket orders-failures 2026-11-18T04.00.00")
def show(key: Annotated[str, typer.Argument(help="The object's key, or its end.")], bucket: BucketOption) -> int:
    """Print one batch with its records as JSON."""
    from dynawright.ops.replay import show_batch

    return show_batch(bucket, key)


@replay.command(epilog="Example: dynawright replay run --bucket orders-failures --all --dry-run")
def run(
    bucket: BucketOption,
    keys: Annotated[list[str] | None, typer.Argument(metavar="[KEY]...", help="Keys, or their ends.")] = None,
    all_batches: Annotated[bool, typer.Option("--all", help="All batches that have not been replayed yet.")] = False,
    function: FunctionOption = None,
    through: Annotated[
        str | None, typer.Option(metavar="SYSTEM/FUNCTION", help="Run the batches' function here instead of in AWS.")
    ] = None,
    environment: EnvironmentOption = "local",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print what would be done.")] = False,
    again: Annotated[bool, typer.Option("--again", help="Also batches whose replay succeeded.")] = False,
    older: Annotated[bool, typer.Option("--older", help="Also batches whose markers may have expired.")] = False,
) -> int:
    """Process batches again, in the order of their streams.

    Repeats are harmless: functions recognize records that they have processed and messages that they have sent.
    """
    from dynawright.ops.replay import Choice, replay_batches

    if bool(keys) == all_batches:
        raise usage_error("name the batches to replay (`replay list` shows their keys), or give --all; not both")
    choice = Choice(
        keys=keys or (),
        function=function,
        through=through,
        environment=environment,
        dry_run=dry_run,
        again=again,
        older=older,
    )
    return replay_batches(bucket, choice)
