"""What a system's deployed tables went through, and what to do about it: latency, throttles, use, cost, and advice.

Asks CloudWatch and DynamoDB of the environment's Region, and changes nothing; `local` is the emulator. A figure that CloudWatch does not
have is said to be missing, and never taken for zero.
"""

from __future__ import annotations

import argparse
import json
import os
from datetime import UTC, datetime, timedelta

from dynawright.deploy import account
from dynawright.errors import UserError
from dynawright.ops.advise_report import document, report
from dynawright.ops.aws import client, refusals_in_words, use_emulator
from dynawright.ops.live import describe, observe
from dynawright.ops.observed import PERIOD_SECONDS
from dynawright.ops.recommendations import advice
from dynawright.ops.systems import chosen
from dynawright.prices.dynamodb import ROWS
from dynawright.settings import Environment, load_named
from dynawright.systems import tables_in

MOST_DAYS = 63
"""How long CloudWatch keeps five-minute figures."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("system", nargs="?", help="for example shop; all of them if left out")
    parser.add_argument("--days", type=_days, default=7, help="how far back to look, 1 to 63; default: %(default)s")
    parser.add_argument("--env", default=os.environ.get("DYNAWRIGHT_ENV") or "local", help="default: %(default)s")
    parser.add_argument("--json", action="store_true", help="for programs")


def main(arguments: argparse.Namespace) -> int:
    systems, environment = chosen(arguments.system), load_named(arguments.env)
    models = [(system.name, table) for system in systems for table in tables_in(environment, system)]
    with refusals_in_words():
        _reach(environment)
        dynamodb, cloudwatch = client("dynamodb", environment.region), client("cloudwatch", environment.region)
        named = {environment.physical_name(table.name): (system, table) for system, table in models}
        found = {
            name: describe(dynamodb, table, name, environment.for_system(system).of_table(table.name))
            for name, (system, table) in named.items()
        }
        deployed = [one for one in found.values() if one is not None]
        if not deployed:
            raise UserError([f"none of {', '.join(named)} is deployed in {environment.name}: apply first"])
        end = _rounded(datetime.now(UTC))
        start = end - timedelta(days=arguments.days)
        observed = observe(cloudwatch, deployed, start, end)
    advised = [(one, advice(one, table.model)) for one, table in zip(observed, deployed, strict=True)]
    missing = [name for name, one in found.items() if one is None]
    prices = ROWS.get(environment.region)
    if arguments.json:
        shown = document(environment, start, end, advised, missing, prices)
        print(json.dumps(shown, indent=2, ensure_ascii=False))
    else:
        print(report(environment, start, end, advised, missing, prices))
    return 0


def _reach(environment: Environment) -> None:
    if environment.name == "local":
        use_emulator(environment)
    else:
        account.refuse_another(environment, client("sts", environment.region))


def _rounded(time: datetime) -> datetime:
    """To the last whole five minutes: a period that has just begun would look like a lull."""
    return datetime.fromtimestamp(time.timestamp() // PERIOD_SECONDS * PERIOD_SECONDS, UTC)


def _days(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= MOST_DAYS:
        reason = f"a whole number from 1 to {MOST_DAYS}, as long as CloudWatch keeps five-minute figures"
        raise argparse.ArgumentTypeError(f"{text!r} is not allowed: {reason}")
    return int(text)
