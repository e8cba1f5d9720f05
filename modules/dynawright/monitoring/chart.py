"""One chart of a dashboard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from dynawright.monitoring.metrics import Query, Series, metric


@dataclass(frozen=True)
class Chart:
    """Labelled series under one title; only series that CloudWatch has can be made."""

    title: str
    lines: Sequence[tuple[str, Series | Query]] = field(hash=False)


def line(
    label: str, namespace: str, name: str, statistic: str, dimensions: dict[str, str], period_seconds: int = 60
) -> tuple[str, Series]:
    """One line of a chart."""
    return label, Series(metric(namespace, name), dimensions, statistic, period_seconds)
