"""A system's deployed tables: latency, throttles, utilization, cost, and advice.

Reads CloudWatch and DynamoDB in the environment's Region, and changes nothing; `local` is the emulator. Figures that
CloudWatch doesn't have are reported as missing, never as zero.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from dynawright.aws import client, refusals_in_words, use_emulator
from dynawright.deploy import account
from dynawright.errors import Problem, UserError
from dynawright.model import System
from dynawright.ops.advise_report import document, report
from dynawright.ops.live import Deployed, describe, observe
from dynawright.ops.observed import PERIOD_SECONDS, Observed
from dynawright.ops.recommendations import Advice, advice
from dynawright.ops.systems import chosen
from dynawright.prices.dynamodb import ROWS
from dynawright.settings import Environment, load_named
from dynawright.systems import tables_in


@dataclass(frozen=True)
class RegionAdvisory:
    """Observations of the tables in one Region over a time, with advice."""

    environment: Environment
    start: datetime
    end: datetime
    tables: list[tuple[Observed, list[Advice]]]
    missing: list[str]

    @property
    def text(self) -> str:
        return report(self.environment, self.start, self.end, self.tables, self.missing, ROWS.get(self.environment.region))

    @property
    def document(self) -> dict[str, Any]:
        return document(self.environment, self.start, self.end, self.tables, self.missing, ROWS.get(self.environment.region))


@dataclass(frozen=True)
class Advisory:
    """Observations and advice for all Regions of the systems."""

    regions: list[RegionAdvisory]

    @property
    def text(self) -> str:
        return "\n\n".join(region.text for region in self.regions)

    @property
    def document(self) -> dict[str, Any]:
        documents = [region.document for region in self.regions]
        lists = {name: [row for part in documents for row in part[name]] for name in ("not_deployed", "tables")}
        return documents[0] | lists


def advise(name: str | None, *, environment_name: str, days: int) -> Advisory:
    """Return figures and advice for a system's tables; without a name, for all systems."""
    systems, environment = chosen(name), load_named(environment_name)
    end = _rounded(datetime.now(UTC))
    start = end - timedelta(days=days)
    used = {environment.seen_by(system.name).region for system in systems}
    with refusals_in_words():
        _reach(environment)
        regions = [_in_region(environment, region, systems, start, end) for region in environment.regions if region in used]
    if not any(region.tables for region in regions):
        names = ", ".join(name for region in regions for name in region.missing)
        text = f"none of {names} is deployed in {environment.name}"
        raise UserError([Problem("DW704", text, value=environment.name, fix="deploy it first")])
    return Advisory(regions)


def _in_region(
    environment: Environment, region: str, systems: Iterable[System], start: datetime, end: datetime
) -> RegionAdvisory:
    dynamodb, cloudwatch = client("dynamodb", region), client("cloudwatch", region)
    described: dict[str, Deployed | None] = {}
    for system in systems:
        view = environment.seen_by(system.name)
        for table in tables_in(view, system) if view.region == region else ():
            name = view.table_name(table.name)
            described[name] = describe(dynamodb, table, name, view.for_system(system.name).of_table(table.name))
    deployed = [table for table in described.values() if table is not None]
    observed = observe(cloudwatch, deployed, start, end) if deployed else []
    advised = [(figures, advice(figures, table.model)) for figures, table in zip(observed, deployed, strict=True)]
    missing = [name for name, table in described.items() if table is None]
    return RegionAdvisory(environment.in_region(region), start, end, advised, missing)


def _reach(environment: Environment) -> None:
    if environment.name == "local":
        use_emulator(environment)
    else:
        account.refuse_another(environment, client("sts", environment.region))


def _rounded(time: datetime) -> datetime:
    """Return the last whole five minutes: a period that has just begun would look like a lull."""
    return datetime.fromtimestamp(time.timestamp() // PERIOD_SECONDS * PERIOD_SECONDS, UTC)
