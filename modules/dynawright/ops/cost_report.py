"""The cost of a system as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dynawright.emulator.report import aligned
from dynawright.model import System
from dynawright.model.load import SECONDS_A_MONTH, Load
from dynawright.ops.around import AroundCost
from dynawright.ops.estimate import PatternCost, StorageCost, TableCost
from dynawright.prices.dynamodb import Prices
from dynawright.settings import Environment

PATTERNS = ("pattern", "question", "items", "units of a request", "$ a million", "requests", "$ on demand")
MODES = ("", "units a second", "$ on demand", "$ provisioned", "capacity", "use", "even at")
AROUND = ("around the tables", "quantity", "$")
LEFT_OUT = "Left out: free tiers, how long functions run, logs, what is kept in S3, calls to KMS, data transfer."


def report(
    system: System,
    environment: Environment,
    row: Prices,
    load: Load,
    costs: Sequence[TableCost],
    around: Sequence[AroundCost],
) -> str:
    heading = f"{system.name} in {environment.name}: US dollars a month, prices of {row.region} as of {row.as_of}"
    lines = [heading]
    has_load = any(load.requests.values())
    for cost in costs:
        lines += ["", f"{cost.name} ({cost.capacity_mode.replace('_', '-')})", *_patterns(cost.patterns, has_load=has_load)]
        if has_load:
            lines += ["", *_modes(cost)]
    if around:
        lines += ["", *_around(around)]
    if has_load:
        lines += ["", *_totals(system, costs, around)]
    unknown = [cost.item for cost in around if cost.usd is None]
    return "\n".join([*lines, "", *_remarks(environment.for_system(system.name).table.table_class, row, load, costs, unknown)])


def _around(around: Sequence[AroundCost]) -> list[str]:
    return aligned(
        AROUND, [(cost.what, f"{cost.quantity:,.6g}", "?" if cost.usd is None else f"{cost.usd:,.2f}") for cost in around]
    )


def _patterns(patterns: Sequence[PatternCost], *, has_load: bool) -> list[str]:
    rows = [
        (
            pattern.id,
            pattern.question,
            "all" if not pattern.items else f"{pattern.items:,}",
            _units(pattern),
            f"{pattern.million_usd:,.3f}",
            *((f"{pattern.requests:,.0f}", f"{pattern.on_demand_usd:,.2f}") if has_load else ()),
        )
        for pattern in patterns
    ]
    return aligned(PATTERNS if has_load else PATTERNS[:-2], rows)


def _units(pattern_cost: PatternCost) -> str:
    kinds = (("read", pattern_cost.units.reads), ("write", pattern_cost.units.writes))
    return ", ".join(
        f"{units:,.15g} {kind}{f' {index}' if index else ''}" for kind, places in kinds for index, units in places.items()
    )


def _modes(cost: TableCost) -> list[str]:
    rows = [
        (
            f"{place_cost.kind}s{f' of {place_cost.index}' if place_cost.index else ''}",
            f"{place_cost.units / SECONDS_A_MONTH:,.2f}",
            f"{place_cost.on_demand_usd:,.2f}",
            f"{place_cost.provisioned_usd:,.2f}",
            f"{place_cost.capacity_units:,}{' (too little)' if place_cost.is_short else ''}",
            f"{place_cost.use_percent:.0f} %",
            f"{place_cost.break_even_percent:.1f} %",
        )
        for place_cost in cost.throughput
    ]
    rows += [(what, "", usd, usd, "", "", "") for what, usd in _same_in_both(cost.storage)]
    rows.append(("total", "", f"{cost.on_demand_usd:,.2f}", f"{cost.provisioned_usd:,.2f}", "", "", ""))
    return aligned(MODES, rows)


def _same_in_both(storage: StorageCost) -> Iterator[tuple[str, str]]:
    """Yield storage costs of both modes; unknown costs are not zero."""
    backups = f"backups ({storage.tier}), {storage.recovery_points:.0f} recovery points in all vaults"
    if storage.unknown and not storage.table_gb:
        yield from (("storage", "?"), ("point-in-time recovery", "?"), (backups, "?"))
        return
    yield f"storage, {storage.table_gb:,.2f} GB and {storage.indexes_gb:,.2f} GB of indexes", f"{storage.storage_usd:,.2f}"
    yield "point-in-time recovery", f"{storage.recovery_usd:,.2f}"
    yield backups, f"{storage.backup_usd:,.2f}"


def _totals(system: System, costs: Sequence[TableCost], around: Sequence[AroundCost]) -> Iterator[str]:
    beside = sum(subject.usd or 0 for subject in around)
    on_demand, provisioned = (
        beside + sum(getattr(table_cost, f"{mode}_usd") for table_cost in costs) for mode in ("on_demand", "provisioned")
    )
    backups = sum(cost.storage.backup_usd for cost in costs)
    yield f"{system.name}: {on_demand:,.2f} on demand, {provisioned:,.2f} provisioned"
    yield f"  in both: {backups:,.2f} for backups, {beside:,.2f} around the tables"
    for cost in costs:
        cheaper = "on_demand" if cost.on_demand_usd < cost.provisioned_usd else "provisioned"
        less = abs(cost.on_demand_usd - cost.provisioned_usd)
        if less >= 0.005:
            chosen = "as chosen" if cheaper == cost.capacity_mode else f"chosen is {cost.capacity_mode}"
            yield f"  {cost.name}: {cheaper} is cheaper by {less:,.2f} ({chosen})"


def _remarks(
    table_class: str, row: Prices, load: Load, costs: Sequence[TableCost], unknown_items: Sequence[str]
) -> Iterator[str]:
    if not any(load.requests.values()):
        yield "No load: give --load <file>, or --reads and --writes, to see a month."
    elif unknown := [name for cost in costs for name in cost.storage.unknown]:
        yield f"stored_items in the load lacks {', '.join(unknown)}: their storage is left out."
    yield "Items are as large as the model's examples, and a request reads one, unless the load says more: real ones cost more."
    if unconfirmed := row.of_class(table_class).unconfirmed:
        yield f"No quotation of AWS was found for: {', '.join(unconfirmed)}."
    if unknown_items:
        names = ", ".join(dict.fromkeys(unknown_items))
        yield f"No price in {row.region} is known of: {names}. They are not in the total; --prices takes a file with yours."
    yield "Recovery points are full copies; those in cold storage or other Regions are counted at this Region's warm price."
    yield LEFT_OUT
