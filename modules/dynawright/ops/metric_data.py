"""Read CloudWatch series with as few requests as its limits allow."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from datetime import datetime
from typing import Any, TypeVar

from dynawright.errors import Problem, UserError
from dynawright.monitoring.metrics import Series
from dynawright.ops.observed import Points

MAX_QUERIES = 500  # limit of a GetMetricData request
MAX_DATAPOINTS = 100_800  # limit of a page

Key = TypeVar("Key", bound=Hashable)


def fetch(cloudwatch: Any, series: Mapping[Key, Series], start: datetime, end: datetime) -> dict[Key, Points]:
    """Return the points of each series; none where CloudWatch has none."""
    points: dict[Key, dict[datetime, float]] = {key: {} for key in series}
    keys = list(series)
    for first in range(0, len(keys), MAX_QUERIES):
        ids = {f"m{number}": key for number, key in enumerate(keys[first : first + MAX_QUERIES])}
        pages = cloudwatch.get_paginator("get_metric_data").paginate(
            MetricDataQueries=[{"Id": id, "MetricStat": _statistic(series[key])} for id, key in ids.items()],
            StartTime=start,
            EndTime=end,
            MaxDatapoints=MAX_DATAPOINTS,
        )
        for result_ in (result for page in pages for result in page["MetricDataResults"]):
            if result_.get("StatusCode") in ("InternalError", "Forbidden"):
                name, status = series[ids[result_["Id"]]].metric.name, result_["StatusCode"]
                raise UserError([Problem("DW701", f"CloudWatch gave no data of {name}: {status}", value=status, fix="try again")])
            points[ids[result_["Id"]]].update(
                zip(result_["Timestamps"], result_["Values"], strict=True)
            )  # a series may span several pages
    return dict(points)


def _statistic(series: Series) -> dict[str, Any]:
    dimensions = [{"Name": name, "Value": value} for name, value in series.dimensions.items()]
    metric = {"Namespace": series.metric.namespace, "MetricName": series.metric.name, "Dimensions": dimensions}
    return {"Metric": metric, "Period": series.period_seconds, "Stat": series.statistic}
