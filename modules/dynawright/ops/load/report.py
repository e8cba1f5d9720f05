"""A load test's report as text and as one HTML page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from dynawright.emulator.report import aligned
from dynawright.ops.load.result import LoadResult
from dynawright.ops.simulate.chart import Line, chart
from dynawright.ops.simulate.page import document, table_of

HEADINGS = (
    "pattern",
    "question",
    "requests",
    "p50 ms",
    "p90",
    "p95",
    "p99",
    "slowest",
    "throttled",
    "failed",
    "condition failed",
    "checked",
    "wrong",
    "units",
    "predicted",
)


def report(result: LoadResult) -> str:
    lines = [_heading(result), "", *aligned(HEADINGS, _rows(result)), "", *_remarks(result)]
    return "\n".join([*lines, *(f"  {text}" for text in result.messages)])


def page(result: LoadResult) -> str:
    verdict = "good" if result.is_right else "bad"
    body = [f"<h1>{escape(result.system)}: a load test</h1>", f'<p class="{verdict}">{escape(_heading(result))}</p>']
    ends = ("0 s", f"{len(result.each_second)} s")
    body.append(chart("requests a second", [Line("requests", "asked", result.each_second)], ends))
    body.append(table_of(HEADINGS, _rows(result)))
    body += [f"<p>{escape(line)}</p>" for line in _remarks(result)]
    body += [f"<pre>{escape(text)}</pre>" for text in result.messages]
    return document(f"{result.system}: a load test", body)


def _heading(result: LoadResult) -> str:
    where = result.test.endpoint_url or f"an account in {result.test.region}"
    return (
        f"{result.system}: {result.total('requests'):,.0f} requests in {len(result.each_second)} s, {result.rate:,.0f} a second "
        f"(asked for {result.test.rate:,.0f}) at {where}; {result.total('wrong'):,.0f} wrong answers of {result.total('checked'):,.0f} "
        f"checked, {result.total('errors'):,.0f} failed, {result.total('throttles'):,.0f} throttled"
    )


def _rows(result: LoadResult) -> Sequence[tuple[str, ...]]:
    return [
        (
            pattern.id,
            pattern.question,
            f"{pattern.counts.requests:,}",
            *(f"{value:,.0f}" for value in pattern.milliseconds),
            f"{pattern.slowest:,.0f}",
            f"{pattern.counts.throttles:,}",
            f"{pattern.counts.errors:,}",
            f"{pattern.counts.conditions:,}",
            f"{pattern.counts.checked:,}",
            f"{pattern.counts.wrong:,}",
            f"{pattern.units:,.2f}",
            f"{pattern.predicted_units:,.2f}",
        )
        for pattern in result.patterns
    ]


def _remarks(result: LoadResult) -> Iterator[str]:
    yield f"{result.seeded.items:,} items were written before. Units are per successful request; predictions are the model's."
    if result.test.spend_usd is not None:
        yield f"{result.usd:,.4f} of {result.test.spend_usd:,.2f} US dollars were spent on requests."
