"""Storage and cost by month, and the month of the first throttle if the load grows as declared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dynawright.model.load import Load
from dynawright.model.table import TableModel
from dynawright.ops.estimate import table_cost
from dynawright.ops.simulate.assumptions import Assumed
from dynawright.ops.simulate.day import simulate_day
from dynawright.ops.simulate.findings import findings
from dynawright.prices.dynamodb import Prices
from dynawright.settings import Environment


@dataclass(frozen=True)
class Month:
    """One month of one table; month 0 is the current load."""

    number: int
    gigabytes: float
    on_demand_usd: float
    provisioned_usd: float


def grown(load: Load, months: int) -> Load:
    """Return the load after some months of growth."""
    factor = (1 + load.growth_percent / 100) ** months
    return replace(
        load,
        requests={id: count * factor for id, count in load.requests.items()},
        stored_items={name: round(count * factor) for name, count in load.stored_items.items()},
        keys={
            name: keys
            if keys.hot_values or keys.every_seconds or keys.values < MANY
            else replace(keys, values=round(keys.values * factor))
            for name, keys in load.keys.items()
        },
    )


MANY = 1000
"""Placeholders with this many values get more as the load grows; fewer, such as a status, don't."""


def months(model: TableModel, load: Load, environment: Environment, system: str, prices: Prices, count: int) -> list[Month]:
    settings = environment.for_system(system)
    rows = []
    for number in range(count + 1):
        cost = table_cost(model, environment.table_name(model.name), settings, prices, grown(load, number))
        size = cost.storage.table_gb + cost.storage.indexes_gb
        rows.append(Month(number, size, cost.on_demand_usd, cost.provisioned_usd))
    return rows


def first_throttled(
    models: Sequence[TableModel], load: Load, environment: Environment, system: str, count: int, assumed: Assumed
) -> int | None:
    """Return the first month with a finding, by bisection; None if there is none until `count`."""
    settings = environment.for_system(system)

    def throttles(month: int) -> bool:
        later = grown(load, month)
        days = ((simulate_day(model, later, settings.of_table(model.name), assumed), model) for model in models)
        return any(findings(day, later, settings.of_table(model.name)) for day, model in days)

    if load.growth_percent <= 0 or not throttles(count):
        return None
    low, high = 0, count
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if throttles(middle) else (middle + 1, high)
    return low
