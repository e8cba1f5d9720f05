"""A system's monthly cost per table, on-demand and provisioned, from its model and a load.

Without a load, only the cost of each pattern's requests is known. `--load` names a file (see settings/load_file.py); by
default it is load.yaml beside the model. AWS is not contacted.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from dynawright.errors import Problem, UserError
from dynawright.model import System
from dynawright.model.load import Load
from dynawright.ops.around import AroundCost, around_costs
from dynawright.ops.cost_report import report
from dynawright.ops.estimate import TableCost, table_cost
from dynawright.ops.load import load_of, scaled
from dynawright.ops.own_prices import own_prices
from dynawright.ops.systems import chosen
from dynawright.prices.dynamodb import Prices, prices
from dynawright.settings import Environment, load_named
from dynawright.systems import tables_in


@dataclass(frozen=True)
class SystemCost:
    """One system's monthly cost under a load."""

    system: System
    environment: Environment
    prices: Prices
    load: Load
    tables: list[TableCost]
    around: list[AroundCost]

    @property
    def text(self) -> str:
        return report(self.system, self.environment, self.prices, self.load, self.tables, self.around)

    @property
    def document(self) -> dict[str, Any]:
        return _document(self.system, self.environment, self.prices, self.tables, self.around)


def costs(
    name: str | None,
    *,
    environment_name: str,
    load_file: Path | None = None,
    reads: int | None = None,
    writes: int | None = None,
    region: str | None = None,
    prices_file: Path | None = None,
) -> list[SystemCost]:
    """Return the costs of a system; without a name, of all systems."""
    own = own_prices(prices_file) if prices_file else None
    systems, environment = chosen(name), load_named(environment_name)
    given = [
        f"--{option}" for option, value in {"load": load_file, "reads": reads, "writes": writes}.items() if value is not None
    ]
    if given and name is None:
        text, fix = f"{' and '.join(given)} needs a system", f"name one, for example `dynawright cost --system {systems[0].name}`"
        raise UserError([Problem("DW803", text, value=", ".join(given), fix=fix)])
    system_costs = []
    for system in systems:
        view = environment.seen_by(system.name)
        wanted = region or view.region
        row = own if own and own.region == wanted else prices(wanted)
        load = scaled(tables_in(view, system), load_of(system, load_file), reads=reads, writes=writes)
        costs = tables(system, view, row, load)
        system_costs.append(SystemCost(system, view, row, load, costs, around_costs(system, environment, row, load, costs)))
    return system_costs


def tables(system: System, environment: Environment, row: Prices, load: Load) -> list[TableCost]:
    settings = environment.for_system(system.name)
    models = tables_in(environment, system)
    return [table_cost(table, environment.table_name(table.name), settings, row, load) for table in models]


def _document(
    system: System, environment: Environment, row: Prices, costs: list[TableCost], around: list[AroundCost]
) -> dict[str, Any]:
    settings = environment.for_system(system.name)
    unconfirmed = row.of_class(settings.table.table_class).unconfirmed
    return {
        "system": system.name,
        "environment": environment.name,
        "prices": {"region": row.region, "as_of": row.as_of, "unconfirmed": unconfirmed},
        "around": [asdict(cost) for cost in around],
        "tables": [
            {**_named(asdict(cost)), "on_demand_usd": cost.on_demand_usd, "provisioned_usd": cost.provisioned_usd}
            for cost in costs
        ],
    }


def _named(value: Any) -> Any:
    """Return a value with "table" instead of the key None, which JSON doesn't allow."""
    if isinstance(value, dict):
        return {"table" if key is None else key: _named(inner) for key, inner in value.items()}
    return [_named(inner) for inner in value] if isinstance(value, list | tuple) else value
