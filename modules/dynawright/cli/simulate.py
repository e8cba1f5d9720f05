"""`dynawright simulate`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dynawright.cli.options import EnvironmentOption, JsonOption, systems
from dynawright.cli.output import print_json, write_page


def simulate(
    system: Annotated[str, typer.Argument(help="The system.", autocompletion=systems)],
    environment: EnvironmentOption = "production",
    load: Annotated[Path | None, typer.Option(help="A load file other than the system's own.")] = None,
    without: Annotated[list[str] | None, typer.Option(help="An assumption that does not hold; may be repeated.")] = None,
    pessimistic: Annotated[bool, typer.Option("--pessimistic", help="No assumption holds.")] = False,
    months: Annotated[int, typer.Option(min=1, max=120, help="How far to look ahead.")] = 12,
    html: Annotated[Path | None, typer.Option(help="Write a page with charts to this file.")] = None,
    json: JsonOption = False,
) -> int:
    """Show where, when and why a load is throttled, and the remedy; storage and cost over months.

    Computed from the model, the settings and load.yaml with AWS's published limits. Makes no calls to AWS.
    """
    from dynawright.ops.simulate.assumptions import NOTHING
    from dynawright.ops.simulate.assumptions import without as all_without
    from dynawright.ops.simulate.page import page
    from dynawright.ops.simulate.report import report
    from dynawright.ops.simulate.simulate import simulate as ops

    assumed = NOTHING if pessimistic else all_without(without or [])
    simulation = ops(system, environment_name=environment, assumed=assumed, load_file=load, month_count=months)
    if html is not None:
        write_page(html, page(simulation))
    if json:
        print_json(simulation.document)
    else:
        print(report(simulation))
    return 0
