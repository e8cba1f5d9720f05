"""CloudWatch: composite alarms, and metrics that are selected by exactly their dimensions, as AWS does it."""

import copy
from typing import Any

from moto.cloudwatch.models import CloudWatchBackend, Statistics
from moto.cloudwatch.responses import CloudWatchResponse

from dynawright.emulator.gaps.patch import Original, wrap


def install() -> None:
    CloudWatchResponse.put_composite_alarm = _put_composite_alarm
    CloudWatchBackend.get_alarms_by_alarm_names = _alarms_by_name
    wrap(CloudWatchBackend, "get_metric_data", _get_metric_data)
    wrap(Statistics, "get_statistics_for_type", _get_statistics_for_type)


def _put_composite_alarm(handler: Any) -> Any:
    """Not implemented, although the alarm that is stored knows of rules."""
    return handler.put_metric_alarm()


def _alarms_by_name(backend: Any, alarm_names: list[str]) -> list[Any]:
    """It went through all alarms, and failed where another request made one meanwhile."""
    return [alarm for name in dict.fromkeys(alarm_names) if (alarm := backend.alarms.get(name)) is not None]


def _get_metric_data(original: Original, backend: Any, queries: Any, *args: Any, **kwargs: Any) -> Any:
    """A query got other dimensions' data if it named none, other namespaces' if it named some, and nothing if it named them in another order."""
    selection = copy.copy(backend)
    results = []
    for query in queries:
        if "MetricStat" in query:
            metric = query["MetricStat"]["Metric"]
            wanted = {(one["Name"], one["Value"]) for one in metric.get("Dimensions", [])}
            selection.metric_data = [
                datum
                for datum in backend.metric_data
                if (datum.namespace, datum.name) == (metric["Namespace"], metric["MetricName"])
                and {(one.name, one.value) for one in datum.dimensions} == wanted
            ]
            selected = {name: value for name, value in metric.items() if name != "Dimensions"}
            query = {**query, "MetricStat": {**query["MetricStat"], "Metric": selected}}
        results += original(selection, [query], *args, **kwargs)
    return results


def _get_statistics_for_type(original: Original, statistics: Any, stat: str) -> Any:
    """Percentiles were None."""
    if not stat.startswith("p"):
        return original(statistics, stat)
    values = sorted(statistics.metric_single_values_list)
    return values[min(len(values) - 1, int(len(values) * float(stat[1:]) / 100))] if values else None
