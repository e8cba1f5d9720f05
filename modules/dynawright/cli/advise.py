"""`dynawright advise`."""

from __future__ import annotations

from typing import Annotated

import typer

from dynawright.cli.options import EnvironmentOption, JsonOption, SystemOption
from dynawright.cli.output import print_json

MOST_DAYS = 63  # CloudWatch's retention of five-minute figures


def advise(
    system: SystemOption = None,
    environment: EnvironmentOption = "local",
    days: Annotated[int, typer.Option(min=1, max=MOST_DAYS, help="How far back to look.")] = 7,
    json: JsonOption = False,
) -> int:
    """Show latency, throttles, utilization and cost of deployed tables, with advice.

    Asks CloudWatch and DynamoDB of the environment's Region and changes nothing; `local` is the emulator.
    """
    from dynawright.ops import advise as ops

    advisory = ops.advise(system, environment_name=environment, days=days)
    if json:
        print_json(advisory.document)
    else:
        print(advisory.text)
    return 0
