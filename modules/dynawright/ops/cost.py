"""What a system costs in a month, per table: on demand and provisioned side by side, computed from its model and a load.

Without a load only what each pattern's requests cost is known. `--load` names a file (see ops/load.py); a system's own is load.yaml
beside its model. Nothing is asked of AWS.
"""

from __future__ import annotations

import argparse
import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

from dynawright.errors import UserError
from dynawright.model import System
from dynawright.model.load import Load
from dynawright.ops.cost_report import key_usd, report
from dynawright.ops.estimate import TableCost, table_cost
from dynawright.ops.load import load_of, scaled
from dynawright.ops.systems import chosen
from dynawright.prices.dynamodb import AS_OF, Prices, prices
from dynawright.settings import Environment, load_named
from dynawright.systems import tables_in


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("system", nargs="?", help="for example shop; all of them if left out")
    parser.add_argument("--load", type=Path, help="a file with the requests of a month by pattern")
    parser.add_argument("--reads", type=_count, metavar="N", help="reads a month in all, in the load's mix or evenly spread")
    parser.add_argument("--writes", type=_count, metavar="N", help="writes a month in all, likewise")
    parser.add_argument("--region", help="compute with this Region's prices instead of the environment's own")
    parser.add_argument("--env", default=os.environ.get("DYNAWRIGHT_ENV") or "production", help="default: %(default)s")
    parser.add_argument("--json", action="store_true", help="for programs")


def main(arguments: argparse.Namespace) -> int:
    systems, environment = chosen(arguments.system), load_named(arguments.env)
    given = [f"--{name}" for name in ("load", "reads", "writes") if getattr(arguments, name) is not None]
    if given and arguments.system is None:
        raise UserError([f"{' and '.join(given)} without a system: say which one, for example `cost {systems[0].name} …`"])
    row = prices(arguments.region or environment.region)
    found = []
    for system in systems:
        load = load_of(system, arguments.load)
        load = scaled(system, load, reads=arguments.reads, writes=arguments.writes)
        found.append((system, load, tables(system, environment, row, load)))
    if arguments.json:
        print(
            json.dumps([_document(system, environment, row, costs) for system, _, costs in found], indent=2, ensure_ascii=False)
        )
    else:
        print("\n\n".join(report(system, environment, row, load, costs) for system, load, costs in found))
    return 0


def tables(system: System, environment: Environment, row: Prices, load: Load) -> list[TableCost]:
    settings = environment.for_system(system.name)
    found = tables_in(environment, system)
    return [table_cost(table, environment.physical_name(table.name), settings, row, load) for table in found]


def _count(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not allowed: a whole number of 0 or more")
    return int(text)


def _document(system: System, environment: Environment, row: Prices, costs: list[TableCost]) -> dict[str, Any]:
    settings = environment.for_system(system.name)
    unconfirmed = row.of_class(settings.table.table_class).unconfirmed
    return {
        "system": system.name,
        "environment": environment.name,
        "prices": {"region": row.region, "as_of": AS_OF, "unconfirmed": unconfirmed},
        "key_usd": key_usd(settings),
        "tables": [
            {**_named(asdict(cost)), "on_demand_usd": cost.on_demand_usd, "provisioned_usd": cost.provisioned_usd}
            for cost in costs
        ],
    }


def _named(value: Any) -> Any:
    """JSON has no null as a key: the table's own units stand under "table"."""
    if isinstance(value, dict):
        return {"table" if key is None else key: _named(inner) for key, inner in value.items()}
    return [_named(inner) for inner in value] if isinstance(value, list | tuple) else value
