"""`dynawright adopt`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dynawright.cli.options import EnvironmentOption, JsonOption
from dynawright.cli.output import print_json

MOST_DAYS = 365


def adopt(
    tables: Annotated[list[str] | None, typer.Argument(help="Tables as AWS calls them.")] = None,
    environment: EnvironmentOption = "local",
    system: Annotated[str | None, typer.Option("--system", "-s", help="What the system of new tables is called.")] = None,
    every: Annotated[bool, typer.Option("--all", help="All tables of the Region.")] = False,
    prefix: Annotated[str, typer.Option(help="Tables whose names have this prefix.")] = "",
    tag: Annotated[str, typer.Option(help="Tables with this tag: key, or key=value.")] = "",
    from_describe: Annotated[
        Path | None, typer.Option(help="A file printed by --describe or by describe-table, instead of asking AWS.")
    ] = None,
    from_state: Annotated[
        Path | None, typer.Option(help="Take all tables in the state of another Terraform stack (`terraform state pull`).")
    ] = None,
    endpoint: Annotated[str | None, typer.Option(help="The address of an emulator to ask instead of AWS.")] = None,
    describe: Annotated[bool, typer.Option("--describe", help="Print what was read, and write nothing.")] = False,
    items: Annotated[
        int,
        typer.Option(
            "--sample",
            min=0,
            max=1_000,
            help="Read this many items of each new table to suggest entities. Values are never kept.",
        ),
    ] = 0,
    figures: Annotated[
        bool, typer.Option("--figures", help="Ask CloudWatch how new tables are used, to suggest access patterns.")
    ] = False,
    trail: Annotated[
        Path | None,
        typer.Option(help="Files of a CloudTrail trail with data events: suggests access patterns, and who asks them."),
    ] = None,
    days: Annotated[int, typer.Option(min=1, max=MOST_DAYS, help="How long exceptions hold.")] = 90,
    json: JsonOption = False,
) -> int:
    """Take over existing tables with a model, a stack, settings and imports; the first plan is empty.

    Reads descriptions, and items only with --sample. What the gate would like changed becomes exceptions that expire.
    """
    from dynawright.new.names import check_name
    from dynawright.ops.adopt import report
    from dynawright.ops.adopt.adopt import adopt as adopted
    from dynawright.ops.adopt.adopt import last_day
    from dynawright.ops.adopt.command import Wanted, facts_of, suggested
    from dynawright.ops.adopt.old_state import held_in

    if system is not None:
        check_name("system", system)
    wanted = Wanted(tuple(tables or ()), every, prefix, tag, from_describe, from_state)
    facts = facts_of(wanted, environment_name=environment, endpoint=endpoint)
    if describe:
        print_json([fact.document for fact in facts])
        return 0
    held = held_in(from_state) if from_state else ()
    suggestions = suggested(facts, wanted, environment_name=environment, items=items, figures=figures, trail=trail)
    adoption = adopted(
        facts, environment_name=environment, system=system, until=last_day(days), held=held, suggestions=suggestions
    )
    if json:
        print_json(report.document(adoption))
    else:
        print(report.text(adoption))
    return 0
