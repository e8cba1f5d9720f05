"""`dynawright patterns`."""

from __future__ import annotations

from typing import Annotated

import typer

from dynawright.cli.options import EnvironmentOption, JsonOption, systems
from dynawright.cli.output import print_json


def patterns(
    system: Annotated[str | None, typer.Argument(envvar="DYNAWRIGHT_SYSTEM", help="One system.", autocompletion=systems)] = None,
    endpoint: Annotated[
        str, typer.Option(envvar="AWS_ENDPOINT_URL", help="A DynamoDB: the emulator, DynamoDB Local, a test account.")
    ] = "http://127.0.0.1:5560",
    environment: EnvironmentOption = "local",
    json: JsonOption = False,
) -> int:
    """Make the tables at an endpoint, run every access pattern on sample items, delete the tables again.

    A table that exists there already is never touched. Ends with 1 if an answer is wrong.
    """
    from dynawright.aws import refusals_in_words
    from dynawright.emulator.patterns.at_endpoint import client_at, outcomes_at
    from dynawright.emulator.report import pattern_table
    from dynawright.ops.systems import chosen
    from dynawright.settings import load_named

    target = load_named(environment)
    results = {}
    with refusals_in_words():
        client = client_at(endpoint, target.region)
        for shown in chosen(system):
            results[shown] = outcomes_at(client, target, shown)
    wrong = sum(bool(outcome.problems) for outcomes in results.values() for outcome in outcomes)
    if json:
        print_json([outcome.document(shown.name) for shown, outcomes in results.items() for outcome in outcomes])
    else:
        for shown, outcomes in results.items():
            print(pattern_table(shown, outcomes))
        total = sum(map(len, results.values()))
        print(f"{total} access patterns at {endpoint}: {total - wrong} right, {wrong} wrong.")
    return 1 if wrong else 0
