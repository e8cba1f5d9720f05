"""A simulation as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dynawright.emulator.report import aligned
from dynawright.ops.simulate.assumptions import ASSUMPTIONS
from dynawright.ops.simulate.findings import Finding
from dynawright.ops.simulate.simulate import Simulation, TableHeat

PLACES = ("", "units a second, mean", "peak", "limit, least", "partitions")
LEFT_OUT = "Left out: retries after a throttle, filters, AWS's background work, and differences between keys behind the hottest 256 of a form."


def report(simulation: Simulation) -> str:
    lines = [f"{simulation.system.name} in {simulation.environment.name}: a day under the load"]
    for table in simulation.tables:
        lines += ["", f"{table.name} ({table.capacity_mode.replace('_', '-')})", *_places(table)]
        lines += ["", *_findings("throttled", table.findings)]
        if table.pessimistic != table.findings:
            lines += ["", *_findings("throttled without any assumption", table.pessimistic)]
        lines += _months(table)
    return "\n".join([*lines, "", *_remarks(simulation)])


def clock(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"


def where(finding: Finding) -> str:
    return f"{finding.kind}s of {'the table' if finding.place is None else finding.place}"


def why(finding: Finding) -> str:
    about = f" {finding.about}" if finding.about else ""
    return f"{finding.cause}{about}"


def _places(table: TableHeat) -> list[str]:
    rows = [
        (
            f"{kind}s of {place.name or 'the table'}",
            f"{sum(series.asked) / len(series.asked):,.1f}",
            f"{max(series.asked):,.1f}",
            f"{min(series.limit):,.0f}",
            f"{place.partitions.count:,}",
        )
        for place in reversed(table.day.places)
        for kind, series in place.series.items()
        if any(series.asked)
    ]
    return aligned(PLACES, rows)


def _findings(heading: str, findings: Sequence[Finding]) -> Iterator[str]:
    if not findings:
        yield f"  {heading}: nothing"
    for finding in findings:
        when = f"{clock(finding.first)} to {clock(finding.last)}, {finding.minutes:,} min"
        share = f"{100 * finding.share:.3g} % of the units, {when}" if finding.units else "writes fail beyond 10 GB"
        yield f"  {heading}: {where(finding)}: {why(finding)}: {share}"
        if finding.patterns:
            yield f"    by {', '.join(finding.patterns)}; at most {finding.peak:,.0f} units a second are demanded"
        yield f"    {finding.remedy}"


def _months(table: TableHeat) -> list[str]:
    if not table.months:
        return []
    first, last = table.months[0], table.months[-1]
    return [
        "",
        f"  storage {first.gigabytes:,.2f} GB now, {last.gigabytes:,.2f} GB after {last.number} months; "
        f"a month costs ${first.on_demand_usd:,.2f} now and ${last.on_demand_usd:,.2f} then on demand, "
        f"${first.provisioned_usd:,.2f} and ${last.provisioned_usd:,.2f} provisioned",
    ]


def _remarks(simulation: Simulation) -> Iterator[str]:
    growth = simulation.load.growth_percent
    if simulation.first_throttled_month is not None:
        yield f"With {growth:g} % growth a month, requests are throttled from month {simulation.first_throttled_month} on."
    elif growth > 0:
        yield f"With {growth:g} % growth a month, nothing is throttled for {simulation.months} months."
    for assumption in ASSUMPTIONS:
        holds = assumption in simulation.assumed
        yield f"Assumed{'' if holds else ' not'}: {assumption.name}: {assumption.what if holds else assumption.otherwise} ({assumption.why})."
    yield LEFT_OUT
