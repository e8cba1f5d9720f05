"""When an alarm must ring and when not: metrics, with values of good times and of a failure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

MINUTE, DAY = 60, 86_400
DYNAMODB, LAMBDA, BACKUP, EVENTS, SQS, DAX = "AWS/DynamoDB", "AWS/Lambda", "AWS/Backup", "AWS/Events", "AWS/SQS", "AWS/DAX"
OF = {
    LAMBDA: ("FunctionName", "EventSourceMappingUUID"),
    BACKUP: ("BackupVaultName",),
    EVENTS: ("RuleName",),
    SQS: ("QueueName",),
    DAX: ("ClusterId",),
}
"""Namespace → what an alarm on it must be about: some metrics also exist for the whole account."""
OF_LOGS = "logs"
"""Placeholder for metrics that log filters make."""
BULK = frozenset({"BatchGetItem", "Scan", "TransactGetItems", "BatchWriteItem", "TransactWriteItems"})
"""Operations that move several items at once, and may take longer."""


@dataclass(frozen=True)
class Sign:
    """One metric. Missing data is good, unless `missing` says that data must not stop."""

    metric: str
    statistic: str
    well: float
    """A value of good times, at which an alarm must be silent."""
    ill: float
    """A value of a failure, at which an alarm must ring."""
    namespace: str = DYNAMODB
    within_seconds: int = 15 * MINUTE
    """The longest time until it rings."""
    datapoints: int = 3
    """The most periods it may wait for: fewer for what happens once."""
    missing: str = "notBreaching"
    operations: frozenset[str] = frozenset()
    """Operations that this row is about; empty for all that no other row names."""


def _each(metrics: Iterable[str], statistic: str, well: float, ill: float, **more: object) -> tuple[Sign, ...]:
    return tuple(Sign(metric, statistic, well, ill, **more) for metric in metrics)  # type: ignore[arg-type]


THROTTLES = tuple(
    f"{kind}{cause}ThrottleEvents"
    for kind in ("Read", "Write")
    for cause in ("", "KeyRangeThroughput", "ProvisionedThroughput", "MaxOnDemandThroughput", "AccountLimit")
)
SHARES = tuple(
    f"{scope}{kind}CapacityUtilization" for scope in ("AccountProvisioned", "MaxProvisionedTable") for kind in ("Read", "Write")
)
SIGNS = (
    *_each(THROTTLES, "Sum", 0, 50),
    Sign("SystemErrors", "Sum", 0, 50),
    Sign("UserErrors", "Sum", 0, 100, within_seconds=30 * MINUTE, datapoints=15),
    Sign("SuccessfulRequestLatency", "p99", 2, 500, within_seconds=30 * MINUTE, datapoints=15),
    Sign("SuccessfulRequestLatency", "p99", 5, 2500, within_seconds=30 * MINUTE, datapoints=15, operations=BULK),
    *_each(SHARES, "Maximum", 50, 100, within_seconds=30 * MINUTE),
    Sign("ConditionalCheckFailedRequests", "Sum", 0, 100_000),
    Sign("ReplicationLatency", "Average", 1000, 30 * MINUTE * 1000, within_seconds=30 * MINUTE, datapoints=15),
    Sign("FailedToReplicateRecordCount", "SUM", 0, 1, datapoints=1),
    Sign("AgeOfOldestUnreplicatedRecord", "MAX", 1000, 30 * MINUTE * 1000),
    Sign("IteratorAge", "Maximum", 1000, 3600 * 1000, LAMBDA, datapoints=5),
    Sign("Errors", "Sum", 0, 1, LAMBDA, datapoints=2),
    *_each(("Throttles", "DestinationDeliveryFailures", "DroppedEventCount", "OnFailureDestinationDeliveredEventCount"), "Sum", 0, 1, namespace=LAMBDA, datapoints=1),
    Sign("PolledEventCount", "SampleCount", 10, 0, LAMBDA, within_seconds=30 * MINUTE, missing="missing"),
    Sign("ApproximateNumberOfMessagesVisible", "Maximum", 0, 1, SQS),
    *_each(("NumberOfBackupJobsFailed", "NumberOfBackupJobsExpired", "NumberOfCopyJobsFailed"), "Sum", 0, 1, namespace=BACKUP, datapoints=1),
    Sign("FailedInvocations", "Sum", 0, 1, EVENTS, datapoints=1),
    *_each(("FaultRequestCount", "ThrottledRequestCount"), "Sum", 0, 50, namespace=DAX),
    Sign("CPUUtilization", "Maximum", 30, 100, DAX),
    Sign("", "Sum", 0, 50, OF_LOGS),
)  # fmt: skip
"""Signs for alarms on one metric.

The bad value is about ten times the usual one: an alarm that rings later is of no use.
"""


@dataclass(frozen=True)
class Trial:
    """Values of the metrics of a sum, and whether the alarm must ring; a missing metric has no data.

    `each` tries its metrics one operation at a time.
    """

    rings: bool
    values: tuple[tuple[str, float], ...]
    each: str = ""


@dataclass(frozen=True)
class Sum:
    """An alarm on the result of several metrics."""

    metrics: frozenset[str]
    statistics: tuple[tuple[str, str], ...]
    trials: tuple[Trial, ...]
    within_seconds: int = 15 * MINUTE
    datapoints: int = 3


def _use(kind: str) -> Sum:
    consumed, provisioned = f"Consumed{kind}CapacityUnits", f"Provisioned{kind}CapacityUnits"
    full, half = 100.0 * 300, 50.0 * 300
    return Sum(
        frozenset({consumed, provisioned}),
        ((consumed, "Sum"), (provisioned, "Average")),
        (
            Trial(True, ((consumed, full), (provisioned, 100))),
            Trial(False, ((consumed, half), (provisioned, 100))),
            Trial(False, ((provisioned, 100),)),
        ),
        within_seconds=30 * MINUTE,
    )


ERRORS, ANSWERED = "SystemErrors", "SuccessfulRequestLatency"
EXPIRED, WRITTEN = "TimeToLiveDeletedItemCount", "ConsumedWriteCapacityUnits"
SUMS = (
    Sum(
        frozenset({ERRORS}),
        ((ERRORS, "Sum"),),
        (Trial(True, ((ERRORS, 50),), each=ERRORS), Trial(False, ()), Trial(False, ((ERRORS, 0),))),
    ),
    Sum(
        frozenset({ERRORS, ANSWERED}),
        ((ERRORS, "Sum"), (ANSWERED, "SampleCount")),
        (
            Trial(True, ((ERRORS, 100),), each=ERRORS),
            Trial(True, ((ERRORS, 1000), (ANSWERED, 9000))),
            Trial(False, ((ERRORS, 1), (ANSWERED, 100_000))),
            Trial(False, ((ANSWERED, 100),), each=ANSWERED),
            Trial(False, ()),
        ),
        datapoints=10,
    ),
    *(_use(kind) for kind in ("Read", "Write")),
    Sum(
        frozenset({EXPIRED, WRITTEN}),
        ((EXPIRED, "Sum"), (WRITTEN, "Sum")),
        (
            Trial(True, ((WRITTEN, 1000),)),
            Trial(True, ((WRITTEN, 1000), (EXPIRED, 0))),
            Trial(False, ((WRITTEN, 1000), (EXPIRED, 10))),
            Trial(False, ((EXPIRED, 0),)),
        ),
        within_seconds=7 * DAY,
        datapoints=7,
    ),
)
"""Sums of alarms on several metrics; the rules check the one that counts backups."""
