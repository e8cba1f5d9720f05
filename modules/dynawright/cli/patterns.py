"""`dynawright patterns`."""

from __future__ import annotations

from typing import Annotated

import typer

from dynawright.cli.options import JsonOption, systems
from dynawright.cli.output import print_json
from dynawright.environ import EMULATOR_HOST, EMULATOR_PORT


def patterns(
    system: Annotated[str | None, typer.Argument(envvar="DYNAWRIGHT_SYSTEM", help="One system.", autocompletion=systems)] = None,
    endpoint: Annotated[
        str, typer.Option(envvar="AWS_ENDPOINT_URL", help="An endpoint with DynamoDB's API, such as DynamoDB Local.")
    ] = f"http://{EMULATOR_HOST}:{EMULATOR_PORT}",
    json: JsonOption = False,
) -> int:
    """Create the tables at an endpoint, run every access pattern on sample items, delete the tables.

    The tables get unique names; existing tables are not touched. Ends with 1 if an answer is wrong.
    """
    from dynawright.aws import refusals_in_words
    from dynawright.emulator.engines.run import run_patterns
    from dynawright.emulator.report import pattern_table
    from dynawright.ops.systems import chosen

    shown = chosen(system)
    with refusals_in_words():
        runs = run_patterns(endpoint, shown)
    wrong = sum(bool(run.outcome.problems) for run in runs)
    if json:
        print_json([run.outcome.document(run.system) for run in runs])
    else:
        for model in shown:
            print(pattern_table(model, [run.outcome for run in runs if run.system == model.name]))
        print(f"{len(runs)} access patterns at {endpoint}: {len(runs) - wrong} right, {wrong} wrong.")
    return 1 if wrong else 0
