"""Actual use of a table: operations, indexes and callers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from dynawright.ops.adopt.facts import TableFacts

DAYS = 14
READS = ("GetItem", "BatchGetItem", "Query", "Scan", "TransactGetItems")
WRITES = ("PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem", "TransactWriteItems")
OPERATIONS = (*READS, *WRITES)
ANYONE = ("users",)


@dataclass(frozen=True)
class Used:
    """Use according to CloudWatch, CloudTrail or both."""

    source: str
    operations: Mapping[str, int]
    """Requests by operation."""
    indexes: Mapping[str, int]
    """Units read by index, from CloudWatch; or requests, from CloudTrail."""
    askers: Mapping[tuple[str, str], Sequence[str]] = field(default_factory=dict)
    """(operation, index or empty) → callers; only from CloudTrail."""
    updates: Sequence[tuple[str, ...]] = ()
    """Attributes that are set together, most frequent first; only from CloudTrail."""

    @property
    def words(self) -> str:
        counts = {**self.operations, **{f"of {index}": count for index, count in self.indexes.items()}}
        listed = ", ".join(f"{what} {count}" for what, count in counts.items())
        return f"{self.source}: {listed}" if counts else f"{self.source}: not used"

    def and_also(self, other: Used) -> Used:
        """Return both merged; callers and updates come from whichever has them."""
        operations, indexes = Counter(self.operations) | Counter(other.operations), Counter(self.indexes) | Counter(other.indexes)
        return Used(
            f"{self.source}, {other.source}",
            operations,
            indexes,
            {**self.askers, **other.askers},
            (*self.updates, *other.updates),
        )

    def asked_by(self, operation: str, index: str = "") -> Sequence[str]:
        """Return the callers of an operation; none if it isn't used."""
        if (operation, index) in self.askers:
            return self.askers[operation, index]
        if self.askers and any(known_operation == operation for known_operation, _ in self.askers):
            return ()  # the trail covers the table, and has no call of this index
        is_done = operation in self.operations and (not index or index in self.indexes)
        return ANYONE if is_done else ()


def used(cloudwatch: Any, facts: TableFacts) -> Used:
    """Read the use from CloudWatch, which has no figures for operations without requests."""

    def total(metric: str, statistic: str, **dimensions: str) -> int:
        end = datetime.now(UTC)
        answer = cloudwatch.get_metric_statistics(
            Namespace="AWS/DynamoDB",
            MetricName=metric,
            Dimensions=[{"Name": name, "Value": value} for name, value in {"TableName": facts.name, **dimensions}.items()],
            StartTime=end - timedelta(days=DAYS),
            EndTime=end,
            Period=86_400,
            Statistics=[statistic],
        )
        return int(sum(point[statistic] for point in answer["Datapoints"]))

    operations = {name: total("SuccessfulRequestLatency", "SampleCount", Operation=name) for name in OPERATIONS}
    names = [str(index["IndexName"]) for index in facts.global_indexes]
    indexes = {name: total("ConsumedReadCapacityUnits", "Sum", GlobalSecondaryIndexName=name) for name in names}
    return Used(f"CloudWatch, {DAYS} days", _counted(operations), _counted(indexes))


def _counted(counts: Mapping[str, int]) -> dict[str, int]:
    return {name: count for name, count in counts.items() if count}
