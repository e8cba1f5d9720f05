"""Metrics that CloudWatch publishes; one that would never get data is an error at synth.

metric_catalogue.py has the rows. AWS accepts wrong dimensions, and the alarm never gets data.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

from dynawright.errors import NOWHERE, Problem, UserError, did_you_mean, unknown

_PART = r"(\d{1,2}(\.\d{1,10})?|100)"
_RANGE = r"\((\d+(\.\d{1,10})?%?)?:(\d+(\.\d{1,10})?%?)?\)"
EXTENDED = re.compile(rf"(p|tm|wm|tc|ts){_PART}|IQM|(TM|WM|TC|TS|PR){_RANGE}")
"""Percentiles and statistics trimmed by them: `p99`, `tm90`, `TM(2%:98%)`, `PR(:300)`."""
PERCENTILES = "p99"  # in a row, means all such statistics
SHORTEST_PERIOD_SECONDS = 60
LONGEST_PERIOD_SECONDS = 86_400
LOGS = "/Logs"
"""Suffix of the namespace of metrics from the application's log filters: `<Project>/Logs`."""
COMPLETE = ("AWS/DynamoDB",)
"""Namespaces that the catalogue covers completely: other metrics of them don't exist."""


ADD_ROW = "add its row to dynawright/monitoring/metric_catalogue.py"


class MetricError(UserError):
    """A metric that would never have data."""


@dataclass(frozen=True)
class Metric:
    """A row of the catalogue: a metric, its period and its meaning for users."""

    namespace: str
    name: str
    dimensions: tuple[frozenset[str], ...]
    """Its sets of dimensions; an empty set is the whole account in the Region."""
    statistics: tuple[str, ...]
    unit: str
    meaning: str
    remedy: str
    period_seconds: int = 60
    """The interval at which AWS publishes it: shorter periods would mostly be empty."""

    def problems(self, dimensions: Iterable[str], statistic: str, period_seconds: float) -> list[Problem]:
        """Return the problem of these arguments; None if there is none."""
        given, wrong = frozenset(dimensions), []
        if given not in self.dimensions:
            options = " or ".join(_listed(option) for option in self.dimensions)
            fix = f"{self.namespace} publishes it by {options}"
            wrong.append(
                Problem("DW332", f"{self.name} by {_listed(given)} never has data", NOWHERE, _listed(given), options, fix)
            )
        if statistic not in self.statistics and not (PERCENTILES in self.statistics and EXTENDED.fullmatch(statistic)):
            offered = [
                "percentiles" if offered_statistic == PERCENTILES else offered_statistic for offered_statistic in self.statistics
            ]
            wrong.append(unknown("DW332", "statistic", statistic, offered, within=self.name))
        allowed = f"a multiple of {SHORTEST_PERIOD_SECONDS} from {self.period_seconds} to {LONGEST_PERIOD_SECONDS} seconds"
        too_short = period_seconds < self.period_seconds
        if too_short or period_seconds % SHORTEST_PERIOD_SECONDS or period_seconds > LONGEST_PERIOD_SECONDS:
            text = f"the period of {self.name} must be {allowed}, got {period_seconds}"
            fix = f"AWS publishes it every {self.period_seconds} seconds" if too_short else ""
            wrong.append(Problem("DW332", text, NOWHERE, period_seconds, allowed, fix))
        return wrong


@dataclass(frozen=True)
class Series:
    """A metric of a resource over a period; only metrics that CloudWatch has are possible."""

    metric: Metric
    dimensions: Mapping[str, str] = field(hash=False)
    statistic: str
    period_seconds: int = 60

    def __post_init__(self) -> None:
        _check_row(self.metric)
        if problems := self.metric.problems(self.dimensions, self.statistic, self.period_seconds):
            raise MetricError(problems)


@dataclass(frozen=True)
class Query:
    """A metric summed over a dimension with undocumented values, by a Metrics Insights query."""

    metric: Metric
    dimensions: Mapping[str, str] = field(hash=False)
    statistic: str
    period_seconds: int = 60

    def __post_init__(self) -> None:
        _check_row(self.metric)
        (published,) = self.metric.dimensions
        if problems := self.metric.problems(published, self.statistic, self.period_seconds):
            raise MetricError(problems)

    @property
    def text(self) -> str:
        (published,) = self.metric.dimensions
        schema = ", ".join([f'"{self.metric.namespace}"', *sorted(published)])
        where = " AND ".join(f"{name} = '{value}'" for name, value in self.dimensions.items())
        return f"SELECT {INSIGHTS[self.statistic]}({self.metric.name}) FROM SCHEMA({schema}) WHERE {where}"  # noqa: S608 - names that AWS admits hold no quotes


INSIGHTS = {"Sum": "SUM", "Maximum": "MAX", "Minimum": "MIN", "Average": "AVG", "SampleCount": "COUNT"}
"""Statistic → its name in Metrics Insights."""


def problems(namespace: str, name: str, dimensions: Iterable[str], statistic: str, period_seconds: float) -> list[Problem]:
    """Return the problem of a metric, for rules on any JSON."""
    if is_of_log_filters(namespace):
        return []
    rows = catalogue()
    if namespace not in {row.namespace for row in rows.values()}:
        return [Problem("DW332", f"namespace '{namespace}' is not in the catalogue of metrics", value=namespace, fix=ADD_ROW)]
    row = rows.get((namespace, name))
    if row is None:
        known = [known for space, known in rows if space == namespace]
        if namespace in COMPLETE:
            return [unknown("DW332", "metric", name, known, within=namespace)]
        text = f"metric '{name}' of {namespace} is not in the catalogue of metrics"
        return [Problem("DW332", text, value=name, fix=did_you_mean(name, known) or ADD_ROW)]
    return row.problems(dimensions, statistic, period_seconds)


def is_of_log_filters(namespace: str) -> bool:
    """Return whether the stack's own log filters publish to the namespace."""
    return namespace.endswith(LOGS) and not namespace.startswith("AWS/")


def metric(namespace: str, name: str) -> Metric:
    """Return a row of the catalogue."""
    row = catalogue().get((namespace, name))
    if row is None:
        raise MetricError(problems(namespace, name, (), "", 0))
    return row


def _check_row(row: Metric) -> None:
    """Reject rows of AWS metrics that are not in the catalogue."""
    if row.namespace.startswith("AWS/") and catalogue().get((row.namespace, row.name)) is not row:
        text = f"metric '{row.name}' of {row.namespace} is not a row of the catalogue"
        fix = f"use metric('{row.namespace}', '{row.name}'); if it is missing, {ADD_ROW}"
        raise MetricError([Problem("DW332", text, value=row.name, fix=fix)])


@cache
def catalogue() -> dict[tuple[str, str], Metric]:
    """Return all rows by namespace and name."""
    from dynawright.monitoring.metric_catalogue import ROWS

    return {(row.namespace, row.name): row for row in ROWS}


def _listed(dimensions: frozenset[str]) -> str:
    return (
        " + ".join(sorted(dimensions, key=lambda dimension: (dimension != "TableName", dimension)))
        or "nothing (the whole account)"
    )
