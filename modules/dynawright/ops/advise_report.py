"""Observations and advice as text, and as JSON for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from dynawright.emulator.report import aligned
from dynawright.ops.live import PERCENTILES
from dynawright.ops.observed import PERIOD_SECONDS, Observed, Traffic
from dynawright.ops.recommendations import Advice
from dynawright.prices.dynamodb import GIGABYTE, Prices
from dynawright.settings import Environment

Advised = Sequence[tuple[Observed, Sequence[Advice]]]
NONE = "no data"
USED = ("", "mean", "peak", "capacity", "use", "throttled", "$ so far")


def report(
    environment: Environment, start: datetime, end: datetime, advised: Advised, missing: Sequence[str], prices: Prices | None
) -> str:
    lines = [f"{environment.name}, {start:%Y-%m-%d %H:%M} to {end:%Y-%m-%d %H:%M} UTC; units a second, by five minutes"]
    for observed, advices in advised:
        own = prices.of_class(observed.table_class) if prices else None
        lines += ["", f"{observed.name}: {observed.capacity_mode.replace('_', '-')}, {_costs(observed, own)}"]
        latency = [
            (operation, *(NONE if (value := of[percentile]) is None else f"{value:.1f} ms" for percentile in PERCENTILES))
            for operation, of in observed.latency.items()
        ]
        lines += [*aligned(("latency, worst day", *PERCENTILES), latency), "", *aligned(USED, list(_used(observed, own))), ""]
        lines += [line for advice in advices for line in _advised(advice)] or ["nothing to advise"]
    lines += ["", *(f"{name}: not deployed" for name in missing)] if missing else []
    if prices is None:
        lines += ["", f"There are no prices of {environment.region} in modules/dynamodb_prices.py: no cost is shown."]
    return "\n".join(lines)


def _advised(advice: Advice) -> Iterator[str]:
    yield f"{advice.what}: {advice.about}: {advice.text}"
    if advice.urgency != "none":
        yield f"  {advice.urgency}; {advice.impact}"
    if advice.change is not None:
        setting, value = advice.change
        yield f"  a setting does it: {setting}: {value}"


def _costs(observed: Observed, prices: Prices | None) -> str:
    gigabytes = observed.size_bytes / GIGABYTE
    stored = f"{gigabytes:,.2f} GB stored with indexes"
    if prices is None:
        return stored
    spent = [traffic.usd(prices) for place in observed.places for traffic in (place.reads, place.writes)]
    throughput = (
        f"{sum(usd or 0 for usd in spent):,.2f} dollars of throughput so far" if any(usd is not None for usd in spent) else NONE
    )
    return f"{stored}, {gigabytes * prices.storage_gb_month:,.2f} dollars a month; {throughput}"


def _used(observed: Observed, prices: Prices | None) -> Iterator[tuple[str, ...]]:
    for place in observed.places:
        for traffic in (place.reads, place.writes):
            usd = traffic.usd(prices) if prices else None
            if not traffic.is_known and not traffic.throttled:
                yield traffic.words, NONE, NONE, _capacity(traffic), NONE, NONE, "-" if usd is None else f"{usd:,.2f}"
                continue
            mean, peak = _mean(traffic), None if traffic.peak_units is None else traffic.peak_units / PERIOD_SECONDS
            yield (
                traffic.words,
                NONE if mean is None else f"{mean:,.2f}",
                NONE if peak is None else f"{peak:,.2f}",
                _capacity(traffic),
                "-" if traffic.use_percent is None else f"{traffic.use_percent:.0f} %",
                f"{traffic.throttled:,.0f}",
                "-" if usd is None else f"{usd:,.2f}",
            )


def _mean(traffic: Traffic) -> float | None:
    """Return the mean of the periods that have figures."""
    return None if traffic.total_units is None else traffic.total_units / (PERIOD_SECONDS * len(traffic.consumed))


def _capacity(traffic: Traffic) -> str:
    match traffic.capacity.mode:
        case "autoscaled":
            return f"{traffic.capacity.least:,} to {traffic.capacity.most:,}"
        case "fixed":
            return f"{traffic.capacity.least:,}"
    return "-" if traffic.capacity.most is None else f"at most {traffic.capacity.most:,}"


def document(
    environment: Environment, start: datetime, end: datetime, advised: Advised, missing: Sequence[str], prices: Prices | None
) -> dict[str, Any]:
    """Return the JSON; null means that CloudWatch has no figures."""
    return {
        "environment": environment.name,
        "from": start.isoformat(),
        "to": end.isoformat(),
        "not_deployed": list(missing),
        "tables": [
            {
                "name": observed.name,
                "capacity_mode": observed.capacity_mode,
                "size_bytes": observed.size_bytes,
                "latency_ms": observed.latency,
                "traffic": [
                    _traffic(traffic, prices.of_class(observed.table_class) if prices else None)
                    for place in observed.places
                    for traffic in (place.reads, place.writes)
                ],
                "advice": [_advice(advice) for advice in advices],
            }
            for observed, advices in advised
        ],
    }


def _advice(advice: Advice) -> dict[str, Any]:
    change = None if advice.change is None else dict([advice.change])
    return {**asdict(advice), "urgency": advice.urgency, "impact": advice.impact, "change": change}


def _traffic(traffic: Traffic, prices: Prices | None) -> dict[str, Any]:
    return {
        "index": traffic.index,
        "kind": traffic.kind,
        "capacity": asdict(traffic.capacity),
        "mean_units_per_second": _mean(traffic),
        "peak_units_per_second": None if traffic.peak_units is None else traffic.peak_units / PERIOD_SECONDS,
        "use_percent": traffic.use_percent,
        "throttled": traffic.throttled if traffic.is_known or traffic.throttled else None,
        "causes": {cause.name.lower(): events for cause, events in traffic.causes.items()},
        "usd": traffic.usd(prices) if prices else None,
    }
