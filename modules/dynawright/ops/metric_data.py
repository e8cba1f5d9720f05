"""Series of CloudWatch, read with as few requests as its limits admit."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from datetime import datetime
from typing import Any, TypeVar

from dynawright.errors import Problem, UserError
from dynawright.monitoring.metrics import Series
from dynawright.ops.observed import Points

MAX_QUERIES = 500  # of one GetMetricData
MAX_DATAPOINTS = 100_800  # of one page

Key = TypeVar("Key", bound=Hashable)


def fetch(cloudwatch: Any, series: Mapping[Key, Series], start: datetime, end: datetime) -> dict[Key, Points]:
    """The points of each series; none where CloudWatch has none."""
    found: dict[Key, dict[datetime, float]] = {key: {} for key in series}
    keys = list(series)
    for first in range(0, len(keys), MAX_QUERIES):
        ids = {f"m{number}": key for number, key in enumerate(keys[first : first + MAX_QUERIES])}
        pages = cloudwatch.get_paginator("get_metric_data").paginate(
            MetricDataQueries=[{"Id": id, "MetricStat": _statistic(series[key])} for id, key in ids.items()],
            StartTime=start,
            EndTime=end,
            MaxDatapoints=MAX_DATAPOINTS,
        )
        for one in (result for page in pages for result in page["MetricDataResults"]):
            if one.get("StatusCode") in ("InternalError", "Forbidden"):
                name, status = series[ids[one["Id"]]].metric.name, one["StatusCode"]
                raise UserError([Problem("DW701", f"CloudWatch gave no data of {name}: {status}", value=status, fix="try again")])
            found[ids[one["Id"]]].update(zip(one["Timestamps"], one["Values"], strict=True))  # a series may go over pages
    return dict(found)


def _statistic(series: Series) -> dict[str, Any]:
    dimensions = [{"Name": name, "Value": value} for name, value in series.dimensions.items()]
    metric = {"Namespace": series.metric.namespace, "MetricName": series.metric.name, "Dimensions": dimensions}
    return {"Metric": metric, "Period": series.period_seconds, "Stat": series.statistic}
