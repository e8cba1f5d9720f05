"""`dynawright cost`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dynawright.cli.options import EnvironmentOption, JsonOption, SystemOption
from dynawright.cli.output import print_json


def cost(
    system: SystemOption = None,
    environment: EnvironmentOption = "production",
    load: Annotated[Path | None, typer.Option(help="A file with the requests of a month by pattern.")] = None,
    reads: Annotated[int | None, typer.Option(min=0, help="Total reads a month, in the load's mix or evenly spread.")] = None,
    writes: Annotated[int | None, typer.Option(min=0, help="Total writes a month, likewise.")] = None,
    region: Annotated[str | None, typer.Option(help="Compute with this Region's prices.")] = None,
    prices: Annotated[Path | None, typer.Option(help="A file with your own prices for its Region.")] = None,
    json: JsonOption = False,
) -> int:
    """Show a system's monthly cost per table, on-demand and provisioned, and the cost around its tables.

    Computed from the model and a load: the system's load.yaml or --load. Makes no calls to AWS.
    """
    from dynawright.ops.cost import costs

    computed = costs(
        system, environment_name=environment, load_file=load, reads=reads, writes=writes, region=region, prices_file=prices
    )
    if json:
        print_json([report.document for report in computed])
    else:
        print("\n\n".join(report.text for report in computed))
    return 0
