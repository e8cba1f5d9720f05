"""A metric as CloudWatch really has it: asking for one that never gets data is an error at synth.

The rows stand in `modules/metric_catalogue.py`. A wrong dimension raises no error in AWS: the alarm is simply never fed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

from dynawright.errors import UserError, did_you_mean
from dynawright.model.checks.names import nearest

_PART = r"(\d{1,2}(\.\d{1,10})?|100)"
_RANGE = r"\((\d+(\.\d{1,10})?%?)?:(\d+(\.\d{1,10})?%?)?\)"
EXTENDED = re.compile(rf"(p|tm|wm|tc|ts){_PART}|IQM|(TM|WM|TC|TS|PR){_RANGE}")
"""Percentiles, and what is trimmed by them: `p99`, `tm90`, `TM(2%:98%)`, `PR(:300)`."""
PERCENTILES = "p99"  # stands in a row's statistics for all of them
SHORTEST_PERIOD_SECONDS = 60
LONGEST_PERIOD_SECONDS = 86_400
CUSTOM_NAMESPACE = "Tablestakes/"
"""Metrics of our own log filters: whoever writes the filter decides what they are."""
COMPLETE = ("AWS/DynamoDB",)
"""Namespaces of which the catalogue has every metric: what is not there does not exist."""


class MetricError(UserError):
    """A metric that would never have data."""


@dataclass(frozen=True)
class Metric:
    """One row: what AWS publishes, how often, and what it means for the user."""

    namespace: str
    name: str
    dimensions: tuple[frozenset[str], ...]
    """The sets of dimensions under which it is published; an empty set is the whole account in this Region."""
    statistics: tuple[str, ...]
    unit: str
    meaning: str
    remedy: str
    period_seconds: int = 60
    """How often AWS publishes it: a shorter period finds most of its slots empty."""

    def problems(self, dimensions: Iterable[str], statistic: str, period_seconds: float) -> list[str]:
        """What is wrong with asking for it this way."""
        given, found = frozenset(dimensions), []
        if given not in self.dimensions:
            options = " or ".join(_listed(option) for option in self.dimensions)
            found.append(f"{self.name} by {_listed(given)} never has data: {self.namespace} publishes it by {options}")
        if statistic not in self.statistics and not (PERCENTILES in self.statistics and EXTENDED.fullmatch(statistic)):
            offered = ", ".join("percentiles" if one == PERCENTILES else one for one in self.statistics)
            found.append(f"{self.name} has no statistic '{statistic}': it has {offered}")
        if period_seconds < self.period_seconds:
            found.append(
                f"{self.name} every {period_seconds} seconds finds nothing most of the time: it is published every "
                f"{self.period_seconds} seconds; use that or more"
            )
        elif period_seconds % SHORTEST_PERIOD_SECONDS or period_seconds > LONGEST_PERIOD_SECONDS:
            found.append(
                f"{self.name} every {period_seconds} seconds: a period is a multiple of 60, up to {LONGEST_PERIOD_SECONDS}"
            )
        return found


@dataclass(frozen=True)
class Series:
    """One metric of one thing, added up over a period; made only if CloudWatch has it."""

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
    """One metric summed up over a dimension whose values nobody documents: a query of Metrics Insights finds them."""

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
"""What Metrics Insights calls a statistic."""


def problems(namespace: str, name: str, dimensions: Iterable[str], statistic: str, period_seconds: float) -> list[str]:
    """What is wrong with a metric that somebody wrote by hand; for rules on any JSON."""
    if namespace.startswith(CUSTOM_NAMESPACE):
        return []
    rows = catalogue()
    if namespace not in {row.namespace for row in rows.values()}:
        return [f"namespace '{namespace}' is not in the catalogue: add its metrics to modules/metric_catalogue.py"]
    row = rows.get((namespace, name))
    if row is None:
        known = [known for space, known in rows if space == namespace]
        if namespace in COMPLETE:
            return [f"{namespace} has no metric '{name}'{nearest(name, known)}"]
        hint = did_you_mean(name, known) or "add it to dynawright/monitoring/metric_catalogue.py"
        return [f"metric '{name}' of {namespace} is not in the catalogue: {hint}"]
    return row.problems(dimensions, statistic, period_seconds)


def metric(namespace: str, name: str) -> Metric:
    """A row of the catalogue."""
    row = catalogue().get((namespace, name))
    if row is None:
        raise MetricError(problems(namespace, name, (), "", 0))
    return row


def _check_row(row: Metric) -> None:
    """A row that somebody made by hand could claim anything of AWS's metrics."""
    if row.namespace.startswith("AWS/") and catalogue().get((row.namespace, row.name)) is not row:
        raise MetricError(
            [
                f"metric '{row.name}' of {row.namespace} is not the catalogue's own row: take metric('{row.namespace}', '{row.name}'); "
                "what is missing there is added to modules/metric_catalogue.py"
            ]
        )


@cache
def catalogue() -> dict[tuple[str, str], Metric]:
    """All rows, by namespace and name."""
    from dynawright.monitoring.metric_catalogue import ROWS

    return {(row.namespace, row.name): row for row in ROWS}


def _listed(dimensions: frozenset[str]) -> str:
    return " + ".join(sorted(dimensions, key=lambda one: (one != "TableName", one))) or "nothing (the whole account)"
