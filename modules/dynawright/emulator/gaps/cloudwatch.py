"""CloudWatch: composite alarms, and metrics selected by exactly their dimensions, as on AWS."""

import copy
from typing import Any

from moto.cloudwatch.models import CloudWatchBackend, Statistics
from moto.cloudwatch.responses import CloudWatchResponse

from dynawright.emulator.gaps.patch import Original, wrap


def install() -> None:
    CloudWatchResponse.put_composite_alarm = _put_composite_alarm
    CloudWatchBackend.get_alarms_by_alarm_names = _alarms_by_name
    wrap(CloudWatchBackend, "delete_alarms", _delete_alarms)
    wrap(CloudWatchBackend, "get_metric_data", _get_metric_data)
    wrap(Statistics, "get_statistics_for_type", _get_statistics_for_type)


def _put_composite_alarm(handler: Any) -> Any:
    """Add the operation; moto's stored alarms already support rules."""
    return handler.put_metric_alarm()


def _alarms_by_name(backend: Any, alarm_names: list[str]) -> list[Any]:
    """Find alarms by name instead of iterating over all, which fails if another request adds one."""
    return [alarm for name in dict.fromkeys(alarm_names) if (alarm := backend.alarms.get(name)) is not None]


def _delete_alarms(original: Original, backend: Any, alarm_names: list[str]) -> None:
    """Delete an alarm's tags with it, so that a new alarm of that name doesn't inherit them."""
    for alarm in _alarms_by_name(backend, alarm_names):
        backend.tagger.delete_all_tags_for_resource(alarm.alarm_arn)
    original(backend, alarm_names)


def _get_metric_data(original: Original, backend: Any, queries: Any, *args: Any, **kwargs: Any) -> Any:
    """Select metrics by exactly their dimensions and namespace; moto mixes up those of several queries."""
    selection = copy.copy(backend)
    results = []
    for query in queries:
        if "MetricStat" in query:
            metric = query["MetricStat"]["Metric"]
            wanted = {(dimension["Name"], dimension["Value"]) for dimension in metric.get("Dimensions", [])}
            selection.metric_data = [
                datum
                for datum in backend.metric_data
                if (datum.namespace, datum.name) == (metric["Namespace"], metric["MetricName"])
                and {(dimension.name, dimension.value) for dimension in datum.dimensions} == wanted
            ]
            selected = {name: value for name, value in metric.items() if name != "Dimensions"}
            query = {**query, "MetricStat": {**query["MetricStat"], "Metric": selected}}
        results += original(selection, [query], *args, **kwargs)
    return results


def _get_statistics_for_type(original: Original, statistics: Any, stat: str) -> Any:
    """Compute percentiles, which are None in moto."""
    if not stat.startswith("p"):
        return original(statistics, stat)
    values = sorted(statistics.metric_single_values_list)
    return values[min(len(values) - 1, int(len(values) * float(stat[1:]) / 100))] if values else None
