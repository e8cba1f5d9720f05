"""A table's monthly cost under a load in both capacity modes, from model, settings and prices."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from dynawright.model import TableModel
from dynawright.model.consumption import Consumption, consumption, place_of, stored_bytes
from dynawright.model.load import HOURS_A_MONTH, SECONDS_A_MONTH, Load
from dynawright.model.pattern import Scan
from dynawright.prices.dynamodb import BILLED_OVERHEAD_BYTES, GIGABYTE, Prices
from dynawright.settings import BackupSettings, SystemSettings, TableSettings

Kind = Literal["read", "write"]
KINDS: tuple[Kind, ...] = ("read", "write")
DAYS_A_MONTH = HOURS_A_MONTH / 24


@dataclass(frozen=True)
class PatternCost:
    """An access pattern's on-demand cost; units are per request."""

    id: str
    question: str
    requests: float
    items: int
    units: Consumption
    million_usd: float
    on_demand_usd: float


@dataclass(frozen=True)
class ThroughputCost:
    """Reads or writes of the table (index None) or of one global index, priced in both modes."""

    index: str | None
    kind: Kind
    units: float
    on_demand_usd: float
    capacity_units: int
    provisioned_usd: float
    use_percent: float
    break_even_percent: float
    is_short: bool
    """Whether the provisioned capacity that the settings allow is less than the mean load."""


@dataclass(frozen=True)
class StorageCost:
    """Cost of stored bytes, in any capacity mode; indexes count as storage, not for recovery or backup."""

    table_gb: float
    indexes_gb: float
    storage_usd: float
    recovery_usd: float
    recovery_points: float
    backup_usd: float
    tier: str
    """The table's backup tier."""
    unknown: tuple[str, ...]
    """Entities of unknown number, which are left out."""

    @property
    def usd(self) -> float:
        return self.storage_usd + self.recovery_usd + self.backup_usd


@dataclass(frozen=True)
class TableCost:
    """One table's monthly cost."""

    name: str
    capacity_mode: str
    patterns: tuple[PatternCost, ...]
    throughput: tuple[ThroughputCost, ...]
    storage: StorageCost

    @property
    def on_demand_usd(self) -> float:
        return self.storage.usd + sum(place_cost.on_demand_usd for place_cost in self.throughput)

    @property
    def provisioned_usd(self) -> float:
        return self.storage.usd + sum(place_cost.provisioned_usd for place_cost in self.throughput)


def table_cost(model: TableModel, name: str, settings: SystemSettings, region: Prices, load: Load) -> TableCost:
    own = settings.of_table(model.name)
    prices = region.of_class(own.table_class)
    units = {pattern.id: consumption(model, pattern, load) for pattern in model.access_patterns}
    patterns = []
    for pattern in model.access_patterns:
        request_units, requests = units[pattern.id], load.requests.get(pattern.id, 0)
        million = (
            sum(request_units.reads.values()) * prices.read_million + sum(request_units.writes.values()) * prices.write_million
        )
        items = 0 if isinstance(pattern, Scan) else load.items(pattern.id)
        patterns.append(
            PatternCost(pattern.id, pattern.question, requests, items, request_units, million, requests / 1e6 * million)
        )
    throughput = []
    for index in (None, *(index.name for index in model.indexes)):
        for kind in KINDS:
            used = sum(_of(units[id], kind).get(index, 0) * requests for id, requests in load.requests.items() if id in units)
            throughput.append(_throughput(index, kind, used, own, prices))
    storage = _storage(model, settings, prices, load)
    return TableCost(name, own.capacity_mode, tuple(patterns), tuple(throughput), storage)


def _of(units: Consumption, kind: Kind) -> dict[str | None, float]:
    return dict(units.reads if kind == "read" else units.writes)


def _throughput(index: str | None, kind: Kind, units: float, settings: TableSettings, prices: Prices) -> ThroughputCost:
    mean = units / SECONDS_A_MONTH
    capacity: int = getattr(settings, f"{kind}_capacity_units")
    if settings.autoscaling.enabled:
        wanted = math.ceil(100 * mean / settings.autoscaling.target_utilization_percent)
        capacity = min(max(capacity, wanted), getattr(settings.autoscaling, f"{kind}_max_units"))
    return ThroughputCost(
        index,
        kind,
        units,
        on_demand_usd=units / 1e6 * prices.million(kind),
        capacity_units=capacity,
        provisioned_usd=capacity * HOURS_A_MONTH * prices.unit_hour(kind),
        use_percent=100 * mean / capacity,
        break_even_percent=100 * prices.break_even(kind),
        is_short=mean > capacity,
    )


def _storage(model: TableModel, settings: SystemSettings, prices: Prices, load: Load) -> StorageCost:
    table = indexes = 0.0
    counts = {entity.name: load.stored(model, entity) for entity in model.entities}
    for entity in model.entities:
        count = counts[entity.name] or 0
        pieces = len(load.examples(model, entity))
        for index in (None, *model.index_keys):
            size = stored_bytes(model, entity, load, index)
            gigabytes = count * (size + pieces * BILLED_OVERHEAD_BYTES) / GIGABYTE if size else 0
            if index is None or place_of(model, index) is None:
                table += gigabytes  # recovery and backups include local indexes
            else:
                indexes += gigabytes
    points = _recovery_points(settings.backup_of_table(model.name))
    return StorageCost(
        table_gb=table,
        indexes_gb=indexes,
        storage_usd=(table + indexes) * prices.storage_gb_month,
        recovery_usd=table * prices.recovery_gb_month if settings.of_table(model.name).point_in_time_recovery_days else 0.0,
        recovery_points=points,
        backup_usd=table * points * prices.backup_gb_month,
        tier=settings.of_table(model.name).tier,
        unknown=tuple(name for name, count in counts.items() if count is None),
    )


def _recovery_points(backup: BackupSettings) -> float:
    """Return how many full copies AWS Backup keeps once the oldest expire, in all vaults."""
    if not backup.enabled:
        return 0
    every = {"daily": 1, "weekly": 7, "monthly": DAYS_A_MONTH}
    copies = sum(backup.retention_days(period) / days for period, days in every.items())
    return copies * (1 + len(backup.copy_to_vault_arns))
