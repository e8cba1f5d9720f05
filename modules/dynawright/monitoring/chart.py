"""One chart of a dashboard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from dynawright.monitoring.metrics import Query, Series, metric


@dataclass(frozen=True)
class Chart:
    """Labelled series under a title; only series that CloudWatch has are possible."""

    title: str
    lines: Sequence[tuple[str, Series | Query]] = field(hash=False)


def line(
    label: str, namespace: str, name: str, statistic: str, dimensions: dict[str, str], period_seconds: int = 60
) -> tuple[str, Series]:
    """Return a line of a chart."""
    return label, Series(metric(namespace, name), dimensions, statistic, period_seconds)
