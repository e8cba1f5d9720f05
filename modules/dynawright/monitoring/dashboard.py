"""A system's dashboard: its work, its health, and its active alarms."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from constructs import Construct

from dynawright.bindings.aws.cloudwatch_dashboard import CloudwatchDashboard
from dynawright.constructs.component import Component
from dynawright.constructs.naming import DASHBOARD, environment_of, physical_name
from dynawright.monitoring.chart import Chart
from dynawright.monitoring.metrics import Query, Series
from dynawright.prices.general import DASHBOARD_MONTH

COLUMNS, WIDTH, HEIGHT = 3, 8, 6  # CloudWatch's grid is 24 wide
MOST_ALARMS = 100  # per widget


class Shown(Protocol):
    """A construct with charts."""

    def charts(self) -> Iterable[Chart]: ...


class Dashboard(Component):
    """A CloudWatch dashboard: alarm states on top, then charts."""

    def __init__(self, scope: Construct, id: str, *, name: str, shows: Sequence[Shown], alarm_names: Sequence[str]) -> None:
        super().__init__(scope, id)
        self._environment = environment_of(self)
        widgets = self._alarm_states(alarm_names)
        top = len(widgets) * HEIGHT
        for number, chart in enumerate(chart for shown in shows for chart in shown.charts()):
            row, column = divmod(number, COLUMNS)
            widgets.append(self._chart(chart, x=column * WIDTH, y=top + row * HEIGHT))
        CloudwatchDashboard(
            self,
            "Dashboard",
            dashboard_name=physical_name(self, name, DASHBOARD),
            dashboard_body=json.dumps({"widgets": widgets}, separators=(",", ":")),
        )

    @property
    def monthly_price(self) -> float:
        """The monthly price in US dollars; the first three dashboards of an account are free."""
        return DASHBOARD_MONTH

    def _alarm_states(self, names: Sequence[str]) -> list[dict[str, Any]]:
        place = f"{self._environment.region}:{self._environment.account_id}"
        groups = [names[start : start + MOST_ALARMS] for start in range(0, len(names), MOST_ALARMS)]
        return [
            {
                "type": "alarm",
                "x": 0,
                "y": number * HEIGHT,
                "width": COLUMNS * WIDTH,
                "height": HEIGHT,
                "properties": {"title": "Alarms", "alarms": [f"arn:aws:cloudwatch:{place}:alarm:{name}" for name in group]},
            }
            for number, group in enumerate(groups)
        ]

    def _chart(self, chart: Chart, *, x: int, y: int) -> dict[str, Any]:
        metrics = [_line(label, series) for label, series in chart.lines]
        return {
            "type": "metric",
            "x": x,
            "y": y,
            "width": WIDTH,
            "height": HEIGHT,
            "properties": {"title": chart.title, "region": self._environment.region, "view": "timeSeries", "metrics": metrics},
        }


def _line(label: str, series: Series | Query) -> list[Any]:
    if isinstance(series, Query):
        return [{"expression": series.text, "period": series.period_seconds, "label": label}]
    return [
        series.metric.namespace,
        series.metric.name,
        *(part for dimension in sorted(series.dimensions.items()) for part in dimension),
        {"stat": series.statistic, "period": series.period_seconds, "label": label},
    ]
