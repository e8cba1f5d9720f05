"""A system's cost as lines: requests, indexes, storage, recovery, backups, replicas, and around."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dynawright.ops.cost import SystemCost
from dynawright.ops.estimate import TableCost
from dynawright.settings import TableSettings
from dynawright.settings.own_table import of_index

AROUND = "around the tables"


@dataclass(frozen=True)
class BillLine:
    """A resource's cost in a month; `usd` is None if the price or quantity is unknown."""

    group: str
    """The table, or `AROUND`."""
    thing: str
    detail: str
    usd: float | None

    @property
    def subject(self) -> str:
        return f"{self.group}: {self.thing}"


def bill(cost: SystemCost) -> list[BillLine]:
    """Return every line of a system's monthly cost, with each table's capacity mode."""
    settings = cost.environment.for_system(cost.system.name)
    models = {cost.environment.table_name(table.name): table.name for table in cost.system.tables}
    lines = [line for table in cost.tables for line in _table(table, settings.of_table(models[table.name]))]
    lines += [BillLine(AROUND, row.what, f"{row.quantity:,.6g}", row.usd) for row in cost.around]
    return lines


def total(lines: list[BillLine]) -> float:
    """Return the sum of the known amounts."""
    return sum(line.usd or 0 for line in lines)


def _warm(cost: TableCost, settings: TableSettings) -> str:
    """Return what the table and its indexes are kept ready for, such as `12,000 reads`."""
    texts = []
    for index in dict.fromkeys(part.index for part in cost.throughput):
        units = of_index(settings, index) if index else settings
        ready = {"reads": units.warm_read_units, "writes": units.warm_write_units}
        texts += [f"{number:,} {kind}{f' of {index}' if index else ''}" for kind, number in ready.items() if number]
    return ", ".join(texts)


def _table(cost: TableCost, settings: TableSettings) -> Iterator[BillLine]:
    provisioned = cost.capacity_mode == "provisioned"
    for index in dict.fromkeys(part.index for part in cost.throughput):
        parts = [part for part in cost.throughput if part.index == index]
        usd = sum(part.provisioned_usd if provisioned else part.on_demand_usd for part in parts)
        kinds = [
            f"{part.capacity_units:,} {part.kind} units" if provisioned else f"{part.units:,.0f} {part.kind} units"
            for part in parts
        ]
        yield BillLine(cost.name, f"index {index}" if index else "requests", ", ".join(kinds), usd)
    if warm := _warm(cost, settings):
        yield BillLine(
            cost.name, "warm throughput", f"{warm}: AWS bills each increase once, by the Region's provisioned units", None
        )
    storage = cost.storage
    size = f"{storage.table_gb:,.2f} GB, indexes {storage.indexes_gb:,.2f} GB"
    unknown = bool(storage.unknown) and not storage.table_gb
    detail = f"stored number unknown of {', '.join(storage.unknown)}" if storage.unknown else size
    yield BillLine(cost.name, "storage", detail, None if unknown else storage.storage_usd)
    if settings.point_in_time_recovery_days:
        yield BillLine(cost.name, "point-in-time recovery", size, None if unknown else storage.recovery_usd)
    if storage.recovery_points:
        points = f"{storage.recovery_points:,.0f} recovery points, tier {storage.tier}"
        yield BillLine(cost.name, "backups", points, None if unknown else storage.backup_usd)
    if settings.witness_region:
        yield BillLine(cost.name, f"witness in {settings.witness_region}", "not priced: each write is replicated to it", None)
    for replica in settings.replicas:
        yield BillLine(cost.name, f"replica in {replica.region}", "not priced: a copy of storage and of each write", None)
