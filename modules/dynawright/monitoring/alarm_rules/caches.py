"""Rules for a DAX cluster."""

from __future__ import annotations

from functools import partial

from dynawright.monitoring.alarm import AlarmRule
from dynawright.monitoring.alarm_rules.incidents import FAILING
from dynawright.monitoring.alarm_rules.reasons import SILENT
from dynawright.monitoring.metric_catalogue import DAX
from dynawright.monitoring.metrics import metric

caches = partial(metric, DAX)

CACHE = (
    AlarmRule(
        "CacheFaults",
        "requests fail inside the cache",
        {"failed": (caches("FaultRequestCount"), "Sum")},
        "system_errors_in_5_minutes",
        SILENT,
        incident=FAILING,
    ),
    AlarmRule(
        "CacheThrottles",
        "the cache refuses requests",
        {"refused": (caches("ThrottledRequestCount"), "Sum")},
        "throttle_events_in_5_minutes",
        SILENT,
        incident=FAILING,
    ),
    AlarmRule(
        "CacheCpu",
        "a node of the cache has little processor time left",
        {"used": (caches("CPUUtilization"), "Maximum")},
        "utilization_percent",
        "a value of zero is not published",
        level="full",
        message="ticket",
        datapoints=3,
        of=3,
    ),
)
"""Rules for a whole cluster: its figures are the sum or the worst of its nodes' figures."""

RULES = (*CACHE,)
