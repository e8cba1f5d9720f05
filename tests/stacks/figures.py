"""The monthly cost of a system's table under its load."""

from __future__ import annotations

from dynawright.model import System
from dynawright.model.load import Load
from dynawright.ops.estimate import table_cost
from dynawright.prices.dynamodb import prices
from dynawright.settings import load_named


def figures(system: System, table: str, region: str, load: Load) -> dict[str, float]:
    model = next(one for one in system.tables if one.name == table)
    found = table_cost(model, table, load_named("production").for_system(system.name), prices(region), load)
    totals = {f"{kind}s": sum(one.on_demand_usd for one in found.throughput if one.kind == kind) for kind in ("read", "write")}
    return {
        **totals,
        "storage": found.storage.storage_usd,
        "writes of the table": sum(one.on_demand_usd for one in found.throughput if (one.index, one.kind) == (None, "write")),
    }
