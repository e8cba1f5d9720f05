"""The metrics an alarm evaluates, from a single metric or from metric math."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from dynawright.rules.resources import Resource, as_blocks
from dynawright.rules.values import number


@dataclass(frozen=True)
class Term:
    """One metric with its dimensions. A value that only Terraform knows (`${…}`) is None."""

    id: str
    namespace: str | None
    metric: str | None
    dimensions: Mapping[str, Any] | None = field(hash=False)
    statistic: str | None
    period_seconds: float | None
    unit: str | None = None

    def of(self, dimension: str) -> Any:
        """Return the value of a dimension, or None if it is absent or unknown."""
        return (self.dimensions or {}).get(dimension)


def terms(alarm: Resource) -> Iterator[Term]:
    """Yield the metrics of an alarm, without its expressions."""
    if alarm.get("metric_name"):
        yield _term("", alarm.values, alarm.get("statistic") or alarm.get("extended_statistic"))
    for query in alarm.blocks("metric_query"):
        for metric in as_blocks(query.get("metric")):
            yield _term(str(query.get("id", "")), metric, metric.get("stat"))


def expressions(alarm: Resource) -> list[str]:
    """Return the metric math expressions of an alarm."""
    return [text for query in alarm.blocks("metric_query") if (text := _text(query.get("expression")))]


def looks_at_the_unknown(alarm: Resource) -> bool:
    """Whether Terraform generates the metrics: by a dynamic block, or one expression for all of them."""
    dynamic = alarm.get("dynamic")
    made = isinstance(dynamic, list | Mapping) and any("metric_query" in block for block in as_blocks(dynamic))
    return made or any(isinstance(alarm.get(name), str) and "${" in alarm.get(name) for name in ("metric_query", "metric_name"))


def _term(id: str, values: Mapping[str, Any], statistic: Any) -> Term:
    written = values.get("dimensions")
    if written is None:
        written = {}
    return Term(
        id,
        _text(values.get("namespace") or ""),
        _text(values.get("metric_name") or ""),
        written if isinstance(written, Mapping) and not any("${" in name for name in written) else None,
        _text(statistic or ""),
        number(values.get("period") or 0),
        _text(values.get("unit")),
    )


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and "${" not in value else None
