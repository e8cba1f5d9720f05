"""`dynawright invoke`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dynawright.cli.options import EnvironmentOption, systems
from dynawright.cli.output import usage_error


def invoke(
    system: Annotated[str, typer.Argument(help="The system.", autocompletion=systems)],
    function: Annotated[str, typer.Argument(help="The name of its stream function.")],
    event: Annotated[
        Path | None, typer.Option(help="A file with an event, or the name of a sample in the function's events/.")
    ] = None,
    follow: Annotated[bool, typer.Option("--follow", help="Read the stream of the emulator until Ctrl-C.")] = False,
    from_start: Annotated[bool, typer.Option("--from-start", help="With --follow: begin with the oldest record.")] = False,
    until_idle: Annotated[bool, typer.Option("--until-idle", help="With --follow: end when no more records come.")] = False,
    environment: EnvironmentOption = "local",
) -> int:
    """Run a stream function on this machine, with an event from a file or from the emulator's stream.

    Without AWS_ENDPOINT_URL its writes stay in memory and are shown. It never calls real AWS.
    """
    from dynawright.ops import invoke as ops

    if follow == (event is not None):
        raise usage_error("give either --event <file> or --follow")
    if event is not None:
        return ops.invoke(system, function, event_file=event, environment_name=environment)
    return ops.follow(system, function, environment_name=environment, from_start=from_start, until_idle=until_idle)
