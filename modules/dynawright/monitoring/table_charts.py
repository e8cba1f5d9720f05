"""Dashboard charts of a table and its indexes."""

from __future__ import annotations

from dynawright.model import TableModel
from dynawright.monitoring.chart import Chart, line
from dynawright.monitoring.metric_catalogue import DYNAMODB
from dynawright.monitoring.operations import operations
from dynawright.settings import TableSettings


def table_charts(model: TableModel, table_name: str, settings: TableSettings) -> list[Chart]:
    """Return charts of capacity, throttles, latency, errors, expiry and replicas."""
    places = {"table": {"TableName": table_name}} | {
        index.name: {"TableName": table_name, "GlobalSecondaryIndexName": index.name} for index in model.indexes
    }
    used = operations(model)
    charts = [_capacity(kind, model, places, settings) for kind in ("Read", "Write")]
    charts.append(
        Chart(
            f"{model.name}: throttled requests",
            [
                line(f"{kind.lower()}s, {place}", DYNAMODB, f"{kind}ThrottleEvents", "Sum", dimensions)
                for place, dimensions in places.items()
                for kind in ("Read", "Write")
            ],
        )
    )
    charts += [
        Chart(
            f"{model.name}: latency of {operation}",
            [
                line(
                    percentile,
                    DYNAMODB,
                    "SuccessfulRequestLatency",
                    percentile,
                    {"TableName": table_name, "Operation": operation},
                )
                for percentile in ("p50", "p95", "p99")
            ],
        )
        for operation in used
    ]
    errors = [
        line(operation, DYNAMODB, "SystemErrors", "Sum", {"TableName": table_name, "Operation": operation}) for operation in used
    ]
    conditions = line("failed conditions", DYNAMODB, "ConditionalCheckFailedRequests", "Sum", {"TableName": table_name})
    charts.append(Chart(f"{model.name}: errors inside DynamoDB, failed conditions", [*errors, conditions]))
    if model.ttl:
        deleted = line("deleted", DYNAMODB, "TimeToLiveDeletedItemCount", "Sum", {"TableName": table_name})
        charts.append(Chart(f"{model.name}: expired items", [deleted]))
    if settings.replicas and not settings.is_strongly_consistent:
        behind = [
            line(region, DYNAMODB, "ReplicationLatency", "Average", {"TableName": table_name, "ReceivingRegion": region})
            for region in (replica.region for replica in settings.replicas)
        ]
        charts.append(Chart(f"{model.name}: how far replicas are behind", behind))
    return charts


def _capacity(kind: str, model: TableModel, places: dict[str, dict[str, str]], settings: TableSettings) -> Chart:
    lines = [line(f"used, {place}", DYNAMODB, f"Consumed{kind}CapacityUnits", "Sum", where) for place, where in places.items()]
    if settings.capacity_mode == "provisioned":
        lines += [
            line(f"provisioned, {place}", DYNAMODB, f"Provisioned{kind}CapacityUnits", "Average", where, 300)
            for place, where in places.items()
        ]
    return Chart(f"{model.name}: {kind.lower()} capacity", lines)
