"""Read deployed tables and their metrics from AWS, without changing anything."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from dynawright.model import TableModel
from dynawright.monitoring.metric_catalogue import DYNAMODB
from dynawright.monitoring.metrics import LONGEST_PERIOD_SECONDS, Series, metric
from dynawright.monitoring.operations import operations
from dynawright.ops.estimate import KINDS, Kind
from dynawright.ops.metric_data import fetch
from dynawright.ops.observed import PERIOD_SECONDS, Capacity, Cause, Observed, Place, Points, Traffic
from dynawright.settings import TableSettings

PERCENTILES = ("p50", "p95", "p99")
CONSUMED, PROVISIONED, THROTTLES = "Consumed{}CapacityUnits", "Provisioned{}CapacityUnits", "{}ThrottleEvents"
LATENCY = "SuccessfulRequestLatency"
CAUSES = {
    Cause.KEY_RANGE: "{}KeyRangeThroughputThrottleEvents",
    Cause.PROVISIONED: "{}ProvisionedThroughputThrottleEvents",
    Cause.MAXIMUM: "{}MaxOnDemandThroughputThrottleEvents",
    Cause.ACCOUNT: "{}AccountLimitThrottleEvents",
}


@dataclass(frozen=True)
class Wanted:
    """A series to read: of a table or index and kind, or of an operation."""

    table: str
    what: str
    index: str | None = None
    detail: str = ""
    """`read`, `write` or the operation."""


@dataclass(frozen=True)
class Deployed:
    """A deployed table: its model, its settings and DescribeTable's response."""

    model: TableModel
    settings: TableSettings
    description: Mapping[str, Any]

    @property
    def name(self) -> str:
        return str(self.description["TableName"])

    @property
    def is_provisioned(self) -> bool:
        return bool(self.description.get("BillingModeSummary", {}).get("BillingMode") != "PAY_PER_REQUEST")

    @property
    def indexes(self) -> dict[str, Mapping[str, Any]]:
        return {index["IndexName"]: index for index in self.description.get("GlobalSecondaryIndexes", [])}

    @property
    def size_bytes(self) -> int:
        local = self.description.get("LocalSecondaryIndexes", [])
        of_indexes = [int(index.get("IndexSizeBytes", 0)) for index in (*self.indexes.values(), *local)]
        return int(self.description.get("TableSizeBytes", 0)) + sum(of_indexes)

    def capacity(self, index: str | None, kind: Kind) -> Capacity:
        described = self.description if index is None else self.indexes[index]
        if not self.is_provisioned:
            most = described.get("OnDemandThroughput", {}).get(f"Max{kind.capitalize()}RequestUnits", -1)
            return Capacity("on_demand", most=most if most > 0 else None)
        if self.settings.is_autoscaled:
            limits = self.settings.autoscaling
            return Capacity("autoscaled", getattr(self.settings, f"{kind}_capacity_units"), getattr(limits, f"{kind}_max_units"))
        units = int(described["ProvisionedThroughput"][f"{kind.capitalize()}CapacityUnits"])
        return Capacity("fixed", units, units)


def describe(dynamodb: Any, model: TableModel, name: str, settings: TableSettings) -> Deployed | None:
    """Return the deployed table; None if it doesn't exist."""
    try:
        return Deployed(model, settings, dynamodb.describe_table(TableName=name)["Table"])
    except dynamodb.exceptions.ResourceNotFoundException:
        return None


def observe(cloudwatch: Any, tables: list[Deployed], start: datetime, end: datetime) -> list[Observed]:
    """Return all figures of all tables."""
    day = min(LONGEST_PERIOD_SECONDS, int((end - start).total_seconds()))
    series = {wanted: a_series for table in tables for wanted, a_series in _series(table, day)}
    points = fetch(cloudwatch, series, start, end)
    return [_observed(table, points) for table in tables]


def _series(table: Deployed, day: int) -> Iterator[tuple[Wanted, Series]]:
    for index in (None, *table.indexes):
        dimensions = {"TableName": table.name} | ({"GlobalSecondaryIndexName": index} if index else {})
        for kind in KINDS:
            for template in (CONSUMED, THROTTLES, *CAUSES.values(), *([PROVISIONED] if table.is_provisioned else [])):
                row = metric(DYNAMODB, template.format(kind.capitalize()))
                if frozenset(dimensions) in row.dimensions:  # one of the causes is published for tables only
                    statistic = "Average" if template == PROVISIONED else "Sum"
                    yield Wanted(table.name, template, index, kind), Series(row, dimensions, statistic, PERIOD_SECONDS)
    for operation in operations(table.model):
        for percentile in PERCENTILES:
            of_operation = {"TableName": table.name, "Operation": operation}
            latency = Series(metric(DYNAMODB, LATENCY), of_operation, percentile, day)
            yield Wanted(table.name, percentile, None, operation), latency


def _observed(table: Deployed, points_of: Mapping[Wanted, Points]) -> Observed:
    def traffic(index: str | None, kind: Kind) -> Traffic:
        def points(template: str) -> Points:
            return points_of.get(Wanted(table.name, template, index, kind), {})

        return Traffic(
            index,
            kind,
            table.capacity(index, kind),
            consumed=points(CONSUMED),
            provisioned=points(PROVISIONED),
            throttles=sum(points(THROTTLES).values()) if points(THROTTLES) else None,
            causes={cause: sum(points(template).values()) for cause, template in CAUSES.items() if points(template)},
        )

    return Observed(
        name=table.name,
        capacity_mode="provisioned" if table.is_provisioned else "on_demand",
        table_class=table.description.get("TableClassSummary", {}).get("TableClass", "STANDARD"),
        size_bytes=table.size_bytes,
        places=tuple(Place(traffic(index, "read"), traffic(index, "write")) for index in (None, *table.indexes)),
        latency={
            operation: {
                percentile: max(points_of[Wanted(table.name, percentile, None, operation)].values(), default=None)
                for percentile in PERCENTILES
            }
            for operation in operations(table.model)
        },
    )
