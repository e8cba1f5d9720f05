"""The cost of a system as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dynawright.emulator.report import aligned
from dynawright.model import System
from dynawright.model.load import SECONDS_A_MONTH, Load
from dynawright.ops.estimate import PatternCost, StorageCost, TableCost
from dynawright.prices.dynamodb import AS_OF, Prices
from dynawright.prices.general import KEY_MONTH
from dynawright.settings import Environment, SystemSettings

PATTERNS = ("pattern", "question", "items", "units of a request", "$ a million", "requests", "$ on demand")
MODES = ("", "units a second", "$ on demand", "$ provisioned", "capacity", "use", "even at")
LEFT_OUT = (
    "Left out: free tiers, functions, alarms, caches, exports, calls to KMS, data transfer; streams cost nothing to Lambda."
)


def report(system: System, environment: Environment, row: Prices, load: Load, costs: Sequence[TableCost]) -> str:
    heading = f"{system.name} in {environment.name}: US dollars a month, prices of {row.region} as of {AS_OF}"
    lines = [heading]
    has_load = any(load.requests.values())
    for cost in costs:
        lines += ["", f"{cost.name} ({cost.capacity_mode.replace('_', '-')})", *_patterns(cost.patterns, has_load=has_load)]
        if has_load:
            lines += ["", *_modes(cost)]
    if has_load:
        lines += ["", *_totals(system, environment, costs)]
    return "\n".join([*lines, "", *_remarks(environment.for_system(system.name).table.table_class, row, load, costs)])


def _patterns(patterns: Sequence[PatternCost], *, has_load: bool) -> list[str]:
    rows = [
        (
            one.id,
            one.question,
            "all" if not one.items else f"{one.items:,}",
            _units(one),
            f"{one.million_usd:,.3f}",
            *((f"{one.requests:,.0f}", f"{one.on_demand_usd:,.2f}") if has_load else ()),
        )
        for one in patterns
    ]
    return aligned(PATTERNS if has_load else PATTERNS[:-2], rows)


def _units(one: PatternCost) -> str:
    kinds = (("read", one.units.reads), ("write", one.units.writes))
    return ", ".join(
        f"{units:,.15g} {kind}{f' {index}' if index else ''}" for kind, places in kinds for index, units in places.items()
    )


def _modes(cost: TableCost) -> list[str]:
    rows = [
        (
            f"{one.kind}s{f' of {one.index}' if one.index else ''}",
            f"{one.units / SECONDS_A_MONTH:,.2f}",
            f"{one.on_demand_usd:,.2f}",
            f"{one.provisioned_usd:,.2f}",
            f"{one.capacity_units:,}{' (too little)' if one.is_short else ''}",
            f"{one.use_percent:.0f} %",
            f"{one.break_even_percent:.1f} %",
        )
        for one in cost.throughput
    ]
    rows += [(what, "", usd, usd, "", "", "") for what, usd in _same_in_both(cost.storage)]
    rows.append(("total", "", f"{cost.on_demand_usd:,.2f}", f"{cost.provisioned_usd:,.2f}", "", "", ""))
    return aligned(MODES, rows)


def _same_in_both(storage: StorageCost) -> Iterator[tuple[str, str]]:
    """What nothing is known of is no zero."""
    backups = f"backups, {storage.recovery_points:.0f} recovery points in all vaults"
    if storage.unknown and not storage.table_gb:
        yield from (("storage", "?"), ("point-in-time recovery", "?"), (backups, "?"))
        return
    yield f"storage, {storage.table_gb:,.2f} GB and {storage.indexes_gb:,.2f} GB of indexes", f"{storage.storage_usd:,.2f}"
    yield "point-in-time recovery", f"{storage.recovery_usd:,.2f}"
    yield backups, f"{storage.backup_usd:,.2f}"


def _totals(system: System, environment: Environment, costs: Sequence[TableCost]) -> Iterator[str]:
    key = key_usd(environment.for_system(system.name))
    on_demand, provisioned = key + sum(one.on_demand_usd for one in costs), key + sum(one.provisioned_usd for one in costs)
    with_key = f", with {key:.2f} for its key" if key else ""
    yield f"{system.name}: {on_demand:,.2f} on demand, {provisioned:,.2f} provisioned{with_key}"
    for cost in costs:
        cheaper = "on_demand" if cost.on_demand_usd < cost.provisioned_usd else "provisioned"
        less = abs(cost.on_demand_usd - cost.provisioned_usd)
        if less >= 0.005:
            chosen = "as chosen" if cheaper == cost.capacity_mode else f"chosen is {cost.capacity_mode}"
            yield f"  {cost.name}: {cheaper} is cheaper by {less:,.2f} ({chosen})"


def _remarks(table_class: str, row: Prices, load: Load, costs: Sequence[TableCost]) -> Iterator[str]:
    if not any(load.requests.values()):
        yield "No load: give --load <file>, or --reads and --writes, to see a month."
    elif unknown := [name for cost in costs for name in cost.storage.unknown]:
        yield f"Nobody said how many are stored of {', '.join(unknown)} (stored_items in the load): their storage is left out."
    yield "Items are as large as the model's examples, and a request reads one, unless the load says more: real ones cost more."
    if unconfirmed := row.of_class(table_class).unconfirmed:
        yield f"No quotation of AWS was found for: {', '.join(unconfirmed)}."
    yield "Recovery points are full copies; those in cold storage or other Regions are counted at this Region's warm price."
    yield LEFT_OUT


def key_usd(settings: SystemSettings) -> float:
    """A system has one key, if it has its own."""
    return KEY_MONTH if settings.encryption.key == "customer_managed" else 0
