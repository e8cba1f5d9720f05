"""Rules for a table, its indexes, its replicas and the capture of its changes."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

from dynawright.monitoring.alarm import ABOVE_BAND, AlarmRule
from dynawright.monitoring.alarm_rules.incidents import BUSY, FAILING, SLOW
from dynawright.monitoring.alarm_rules.incidents import UNUSUAL as UNUSUAL_LOAD
from dynawright.monitoring.alarm_rules.reasons import IDLE, SILENT
from dynawright.monitoring.metric_catalogue import DYNAMODB
from dynawright.monitoring.metrics import metric

dynamodb = partial(metric, DYNAMODB)

THROTTLES = tuple(
    AlarmRule(
        f"{kind}Throttles",
        f"{kind.lower()}s are throttled",
        {"throttled": (dynamodb(f"{kind}ThrottleEvents"), "Sum")},
        "throttle_events_in_5_minutes",
        SILENT,
        incident=FAILING,
    )
    for kind in ("Read", "Write")
)
"""Rules for a table and for each index: a table's metrics exclude its indexes."""


def _cause(kind: str, cause: str, title: str) -> AlarmRule:
    metric = f"{kind}{cause}ThrottleEvents"
    return AlarmRule(
        metric.removesuffix("Events") + "s",
        f"{kind.lower()}s are throttled: {title}",
        {"throttled": (dynamodb(metric), "Sum")},
        "throttle_events_in_5_minutes",
        SILENT,
        level="full",
        incident=FAILING,  # it shows the cause; the throttle alarm fires too
    )


HOT_KEYS = tuple(_cause(kind, "KeyRangeThroughput", "one key range is too hot") for kind in ("Read", "Write"))
PROVISIONED_CAUSES = tuple(
    _cause(kind, "ProvisionedThroughput", "the provisioned capacity is used up") for kind in ("Read", "Write")
)
MAXIMUM_CAUSES = {kind: _cause(kind, "MaxOnDemandThroughput", "the on-demand maximum is reached") for kind in ("Read", "Write")}
ACCOUNT_READ_CAUSE = _cause("Read", "AccountLimit", "the account's quota is used up")
ACCOUNT_WRITE_CAUSE = _cause("Write", "AccountLimit", "the account's quota is used up")

UTILIZATION = tuple(
    AlarmRule(
        f"{kind}Utilization",
        f"most of the provisioned {kind.lower()} capacity is used",
        {
            "consumed": (dynamodb(f"Consumed{kind}CapacityUnits"), "Sum"),
            "provisioned": (dynamodb(f"Provisioned{kind}CapacityUnits"), "Average"),
        },
        "utilization_percent",
        IDLE,
        message="ticket",
        incident=BUSY,
        expression="100 * (consumed / PERIOD(consumed)) / provisioned",
        datapoints=2,
        of=2,
    )
    for kind in ("Read", "Write")
)
"""Five-minute periods, since provisioned units are published only that often."""

SYSTEM_ERRORS = AlarmRule(
    "SystemErrors",
    "requests fail inside DynamoDB",
    {"errors": (dynamodb("SystemErrors"), "Sum")},
    "system_errors_in_5_minutes",
    SILENT,
    incident=FAILING,
    expression="errors",
)


def _error_rate(kind: str) -> AlarmRule:
    return AlarmRule(
        f"{kind}ErrorRate",
        f"a share of the {kind.lower()}s fails inside DynamoDB",
        {"errors": (dynamodb("SystemErrors"), "Sum"), "answered": (dynamodb("SuccessfulRequestLatency"), "SampleCount")},
        "system_error_percent",
        IDLE,
        level="full",
        incident=FAILING,
        expression="100 * errors / (errors + answered)",
        period_seconds=60,
        datapoints=5,
        of=5,
    )


ERROR_RATES = {kind: _error_rate(kind) for kind in ("Read", "Write")}
"""Separate alarms for reads and writes: five operations with two metrics reach the limit of ten."""


def _latency(threshold: str) -> AlarmRule:
    return AlarmRule(
        "Latency",
        "the slowest 1 % take too long",
        {"latency": (dynamodb("SuccessfulRequestLatency"), "p99")},
        threshold,
        IDLE,
        level="full",
        message="ticket",
        incident=SLOW,
        period_seconds=60,
        datapoints=10,
        of=10,
    )


LATENCY = _latency("latency_p99_milliseconds")
BULK_LATENCY = _latency("bulk_latency_p99_milliseconds")

CONDITIONAL_CHECKS = AlarmRule(
    "ConditionalCheckFailures",
    "conditional writes are refused",
    {"refused": (dynamodb("ConditionalCheckFailedRequests"), "Sum")},
    "conditional_check_failures_in_5_minutes",
    SILENT,
    level="full",
    message="ticket",
)
LONGEST_LIFE_WATCHED = timedelta(days=3)
"""CloudWatch evaluates at most seven days: with a longer TTL the alarm would fire on every new table."""
EXPIRY_STALLED = AlarmRule(
    "ExpiryStalled",
    "items are written, and none has expired for seven days",
    {"deleted": (dynamodb("TimeToLiveDeletedItemCount"), "Sum"), "written": (dynamodb("ConsumedWriteCapacityUnits"), "Sum")},
    0,
    "a table without writes has nothing to expire",
    level="full",
    message="ticket",
    expression="IF(written > 0 AND FILL(deleted, 0) < 1, 1, 0)",
    period_seconds=86_400,
    datapoints=7,
    of=7,
    remedy="The TTL attribute must be a Number of seconds, and TTL switched on. Only tables with items that live for three days or "
    "less are watched: DynamoDB deletes within two days of the expiry, and CloudWatch looks back no more than seven.",
)
REPLICATION = AlarmRule(
    "ReplicationLatency",
    "a replica is behind",
    {"latency": (dynamodb("ReplicationLatency"), "Average")},
    "replication_latency_seconds",
    "the metric is published while something is being replicated",
    factor=1000,
    period_seconds=60,
    datapoints=15,
    of=15,
)
UNUSUAL = tuple(
    AlarmRule(
        f"Unusual{kind}s",
        f"far more {kind.lower()}s than usual",
        {"consumed": (dynamodb(f"Consumed{kind}CapacityUnits"), "Sum")},
        0,
        IDLE,
        level="full",
        message="ticket",
        incident=UNUSUAL_LOAD,
        expression="ANOMALY_DETECTION_BAND(consumed, 2)",
        comparison=ABOVE_BAND,
        datapoints=3,
        of=3,
        remedy="Find the caller: a deployment, a retry loop, a crawler. If it is here to stay, the band learns it.",
    )
    for kind in ("Read", "Write")
)

CAPTURE = (
    AlarmRule(
        "CaptureFailed",
        "changes did not get into the data stream",
        {"lost": (dynamodb("FailedToReplicateRecordCount"), "Sum")},
        0,
        SILENT,
        incident=FAILING,
        tells_recovery=False,  # DynamoDB continues with the next change
    ),
    AlarmRule(
        "CaptureLag",
        "changes wait for the data stream",
        {"age": (dynamodb("AgeOfOldestUnreplicatedRecord"), "Maximum")},
        "replication_latency_seconds",
        "the metric is published while something waits",
        incident=FAILING,
        factor=1000,
        datapoints=3,
        of=3,
    ),
)

RULES = (
    *THROTTLES,
    *HOT_KEYS,
    *PROVISIONED_CAUSES,
    *MAXIMUM_CAUSES.values(),
    ACCOUNT_READ_CAUSE,
    ACCOUNT_WRITE_CAUSE,
    *UTILIZATION,
    SYSTEM_ERRORS,
    *ERROR_RATES.values(),
    LATENCY,
    BULK_LATENCY,
    CONDITIONAL_CHECKS,
    EXPIRY_STALLED,
    REPLICATION,
    *UNUSUAL,
    *CAPTURE,
)
