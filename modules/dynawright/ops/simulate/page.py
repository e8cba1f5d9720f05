"""A simulation as one self-contained HTML page: figures, charts, findings, assumptions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from dynawright.ops.simulate import rules
from dynawright.ops.simulate.assumptions import ASSUMPTIONS
from dynawright.ops.simulate.chart import Line, chart
from dynawright.ops.simulate.findings import Finding
from dynawright.ops.simulate.report import LEFT_OUT, clock, where, why
from dynawright.ops.simulate.simulate import Simulation, TableHeat

STYLE = """
body{font:15px/1.45 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#1f2328}
table{border-collapse:collapse;width:100%;margin:.6rem 0 1.4rem}td,th{border-bottom:1px solid #d0d7de;padding:.3rem .5rem;text-align:left;vertical-align:top}
svg{width:100%;max-width:40rem;display:block;margin:.4rem 0}svg text{font:11px system-ui,sans-serif;fill:#57606a}svg .title{font-weight:600;fill:#1f2328}
.axis{fill:none;stroke:#d0d7de}.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(26rem,1fr));gap:0 1.5rem}
.bad{color:#cf222e;font-weight:600}.good{color:#1a7f37;font-weight:600}
"""
HOURS = ("0:00", "6:00", "12:00", "18:00", "24:00")


def page(simulation: Simulation) -> str:
    name = f"{simulation.system.name} in {simulation.environment.name}"
    body = [f"<h1>{escape(name)}: a day under the load</h1>", *_verdict(simulation)]
    for table in simulation.tables:
        body += _table(table)
    body += _keys(simulation)
    body += ["<h2>Assumptions</h2>", table_of(("name", "holds", "what", "why"), _assumptions(simulation))]
    body += ["<h2>What AWS publishes</h2>", _rules(), f"<p>{escape(LEFT_OUT)}</p>"]
    return document(name, body)


def document(title: str, body: Sequence[str]) -> str:
    """Return a complete page; parts of the body are HTML already."""
    style = f"<style>{STYLE}</style>"
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(title)}</title>{style}'
    return f'<!doctype html><html lang="en"><head>{head}</head><body>{"".join(body)}</body></html>\n'


def _verdict(simulation: Simulation) -> Iterator[str]:
    throttling = [table.name for table in simulation.tables if table.findings]
    if throttling:
        yield f'<p class="bad">Requests are throttled: {escape(", ".join(throttling))}.</p>'
    else:
        yield '<p class="good">Nothing is throttled.</p>'
    if any(table.pessimistic and not table.findings for table in simulation.tables):
        yield "<p>Without the assumptions, some tables are throttled: see below.</p>"
    if simulation.first_throttled_month is not None:
        yield f"<p>With {simulation.load.growth_percent:g} % growth a month, throttles begin in month {simulation.first_throttled_month}.</p>"


def _table(table: TableHeat) -> Iterator[str]:
    yield f"<h2>{escape(table.name)} ({escape(table.capacity_mode.replace('_', '-'))})</h2>"
    if table.findings:
        yield _findings(table.findings)
    else:
        yield '<p class="good">Nothing is throttled.</p>'
    if table.pessimistic != table.findings:
        yield f"<details><summary>Without any assumption: {len(table.pessimistic)} findings</summary>{_findings(table.pessimistic)}</details>"
    charts = []
    for place in reversed(table.day.places):
        for kind, series in place.series.items():
            if any(series.asked):
                throttled = [asked - taken for asked, taken in zip(series.asked, series.taken, strict=True)]
                lines = [Line("limit", "limit", series.limit, dashed=True), Line("asked", "asked", series.asked)]
                if any(units > 1e-6 for units in throttled):
                    lines.append(Line("throttled", "throttled", throttled))
                title = f"{kind}s of {place.name or 'the table'}, units a second (blue), limit (grey), throttled (red)"
                charts.append(chart(title, lines, HOURS))
    if table.months:
        ends = ("now", f"month {table.months[-1].number}")
        charts.append(chart("storage, GB", [Line("GB", "taken", [month.gigabytes for month in table.months])], ends))
        both = [
            Line("on demand", "asked", [month.on_demand_usd for month in table.months]),
            Line("provisioned", "taken", [month.provisioned_usd for month in table.months]),
        ]
        charts.append(chart("US dollars a month, on demand (blue), provisioned (green)", both, ends))
    yield f'<div class="charts">{"".join(charts)}</div>'
    requests = [
        (id, f"{count:,.0f}", f"{table.day.throttled[id]:,.0f}", f"{100 * table.day.throttled[id] / count if count else 0:.3g} %")
        for id, count in table.day.requests.items()
    ]
    yield table_of(("pattern", "requests a day", "throttled", "share"), requests)


def _findings(findings: Sequence[Finding]) -> str:
    rows = [
        (
            where(finding),
            why(finding),
            f"{100 * finding.share:.3g} %",
            f"{clock(finding.first)} to {clock(finding.last)}, {finding.minutes:,} min",
            ", ".join(finding.patterns),
            f"{finding.peak:,.0f}",
            finding.remedy,
        )
        for finding in findings
    ]
    return table_of(("where", "cause", "of the units", "when", "patterns", "peak units/s", "remedy"), rows)


def _keys(simulation: Simulation) -> Iterator[str]:
    if simulation.load.keys:
        yield "<h2>Keys, as the load declares them</h2>"
        yield table_of(("place", "spread"), [(name, str(keys)) for name, keys in simulation.load.keys.items()])


def _assumptions(simulation: Simulation) -> Iterator[tuple[str, ...]]:
    for assumption in ASSUMPTIONS:
        holds = assumption in simulation.assumed
        yield assumption.name, "yes" if holds else "no", assumption.what if holds else assumption.otherwise, assumption.why


def _rules() -> str:
    rows = "".join(
        f"<tr><td>{escape(rule.name)}</td><td>{rule.value:,g} {escape(rule.unit)}</td><td>{escape(rule.what)}</td>"
        f'<td><a href="{escape(rule.source)}">source</a></td></tr>'
        for rule in rules.RULES
    )
    return f"<table><tr><th>rule</th><th>value</th><th>what</th><th></th></tr>{rows}</table>"


def table_of(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{body}</table>"
