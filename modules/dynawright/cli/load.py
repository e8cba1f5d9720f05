"""`dynawright load`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dynawright.cli.options import JsonOption, environments, systems
from dynawright.cli.output import print_json, usage_error, write_page


def load(
    system: Annotated[str, typer.Argument(help="The system.", autocompletion=systems)],
    rate: Annotated[float, typer.Option(min=0.1, max=100_000, help="Requests a second, on average.")] = 100,
    seconds: Annotated[int, typer.Option(min=1, max=3_600, help="How long.")] = 30,
    users: Annotated[int, typer.Option(min=1, max=5_000, help="The maximum of concurrent requests.")] = 20,
    items: Annotated[int, typer.Option(min=1, max=1_000_000, help="Items of each entity that are written first.")] = 500,
    checked: Annotated[float, typer.Option(min=0, max=1, help="The share of requests whose answers are checked.")] = 0.1,
    like_a_day: Annotated[bool, typer.Option("--like-a-day", help="Run through the hours and spikes of load.yaml.")] = False,
    load: Annotated[Path | None, typer.Option(help="A load file other than the system's own.")] = None,
    workers: Annotated[int, typer.Option(min=0, max=64, help="Worker processes beside a master; 0 is one process.")] = 0,
    endpoint: Annotated[str | None, typer.Option(help="An endpoint other than the second engine.")] = None,
    account: Annotated[
        str | None,
        typer.Option(help="Use the deployed tables of this environment: this costs money.", autocompletion=environments),
    ] = None,
    spend: Annotated[float | None, typer.Option(min=0.00001, help="With --account: stop at this many US dollars.")] = None,
    html: Annotated[Path | None, typer.Option(help="Write a page to this file.")] = None,
    json: JsonOption = False,
) -> int:
    """Run a system's access patterns at the rate in load.yaml and check a sample of the answers.

    Runs on a DynamoDB engine on this machine unless an endpoint or account is given. Ends with 1 if an answer was wrong.
    """
    from dynawright.ops.load.report import page, report
    from dynawright.ops.load.run import Wanted, load_test

    if (account is None) != (spend is None):
        raise usage_error("--account needs --spend, the most that the test may cost in US dollars, and --spend needs --account")
    if account is not None and endpoint is not None:
        raise usage_error("--account and --endpoint exclude each other")
    wanted = Wanted(rate, seconds, users, items, checked, like_a_day, load, workers)
    result = load_test(system, wanted, endpoint_url=endpoint, environment_name=account, spend_usd=spend)
    if html is not None:
        write_page(html, page(result))
    if json:
        print_json(result.document)
    else:
        print(report(result))
    return 0 if result.is_right else 1
