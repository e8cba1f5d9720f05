"""`dynawright simulate`: a system's day under load by AWS's published limits, and later months."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from dynawright.errors import Place, Problem, UserError
from dynawright.model import System, TableModel
from dynawright.model.load import Load
from dynawright.ops.simulate import rules
from dynawright.ops.simulate.assumptions import ASSUMPTIONS, NOTHING, Assumed
from dynawright.ops.simulate.day import TableDay, simulate_day
from dynawright.ops.simulate.findings import Finding, findings
from dynawright.ops.simulate.months import Month, first_throttled, months
from dynawright.ops.systems import chosen
from dynawright.prices.dynamodb import ROWS
from dynawright.settings import Environment, load_named
from dynawright.settings.load_file import load_of
from dynawright.systems import tables_in


@dataclass(frozen=True)
class TableHeat:
    """A table's day with the requested assumptions, and the findings without any."""

    model: TableModel
    name: str
    capacity_mode: str
    day: TableDay
    findings: tuple[Finding, ...]
    pessimistic: tuple[Finding, ...]
    months: tuple[Month, ...]


@dataclass(frozen=True)
class Simulation:
    """The simulation of a system's tables."""

    system: System
    environment: Environment
    load: Load
    assumed: Assumed
    tables: tuple[TableHeat, ...]
    first_throttled_month: int | None
    months: int

    @property
    def findings(self) -> list[Finding]:
        return [finding for table in self.tables for finding in table.findings]

    @property
    def document(self) -> dict[str, Any]:
        return {
            "system": self.system.name,
            "environment": self.environment.name,
            "assumptions": {assumption.name: assumption in self.assumed for assumption in ASSUMPTIONS},
            "rules": [asdict(rule) for rule in rules.RULES],
            "first_throttled_month": self.first_throttled_month,
            "tables": [_document(table) for table in self.tables],
        }


def simulate(
    name: str, *, environment_name: str, assumed: Assumed, load_file: Path | None = None, month_count: int = 12
) -> Simulation:
    (system,) = chosen(name)
    environment = load_named(environment_name).seen_by(system.name)
    load = load_of(system, load_file)
    if not any(load.requests.values()):
        place = Place(f"stacks/{system.name}/load.yaml")
        raise UserError(
            [Problem("DW752", f"no load of {system.name} is declared", place, fix="write one, or give --load <file>")]
        )
    models = tables_in(environment, system)
    tables = tuple(_table(model, load, environment, system.name, assumed, month_count) for model in models)
    first = first_throttled(models, load, environment, system.name, month_count, assumed)
    return Simulation(system, environment, load, assumed, tables, first, month_count)


def _table(model: TableModel, load: Load, environment: Environment, system: str, assumed: Assumed, count: int) -> TableHeat:
    settings = environment.for_system(system).of_table(model.name)
    day = simulate_day(model, load, settings, assumed)
    without = day if assumed == NOTHING else simulate_day(model, load, settings, NOTHING)
    prices = ROWS.get(environment.region)
    return TableHeat(
        model,
        environment.table_name(model.name),
        settings.capacity_mode,
        day,
        tuple(findings(day, load, settings)),
        tuple(findings(without, load, settings)),
        tuple(months(model, load, environment, system, prices, count)) if prices else (),
    )


def _document(table: TableHeat) -> dict[str, Any]:
    return {
        "name": table.name,
        "capacity_mode": table.capacity_mode,
        "places": [
            {
                "index": place.name,
                "partitions": place.partitions.count,
                **{kind: _peaks(series.asked, series.limit) for kind, series in place.series.items()},
            }
            for place in table.day.places
        ],
        "requests": table.day.requests,
        "throttled_requests": {id: count for id, count in table.day.throttled.items() if count},
        "findings": [asdict(finding) for finding in table.findings],
        "pessimistic": [asdict(finding) for finding in table.pessimistic],
        "months": [asdict(month) for month in table.months],
    }


def _peaks(demand: Sequence[float], limit: Sequence[float]) -> dict[str, float]:
    return {"peak_units": max(demand), "mean_units": sum(demand) / len(demand), "least_limit": min(limit)}
