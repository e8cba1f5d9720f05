"""The metrics that AWS would publish for the emulator, and the resulting states of alarms."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from tests.monitoring.metric_facts import facts

OPERATIONS = (
    *("GetItem", "BatchGetItem", "Query", "Scan", "PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem", "TransactGetItems"),
    *("TransactWriteItems", "ExecuteStatement", "BatchExecuteStatement", "ExecuteTransaction", "GetRecords"),
)
BAD = 1e9
GOOD_WHEN_HIGH = ("Provisioned", "TimeToLiveDeletedItemCount", "NumberOfBackupJobsCompleted")
"""Metrics whose low values are bad."""


class Published:
    """A data point of every metric of the emulator's tables, functions and logs, at its worst."""

    def __init__(self, cloudwatch: Any) -> None:
        self.cloudwatch = cloudwatch
        self.time = datetime.now(UTC).replace(second=0, microsecond=0)

    def publish(self, namespace: str, metrics: Iterator[tuple[str, dict[str, str]]]) -> None:
        data = [
            {
                "MetricName": name,
                "Dimensions": [{"Name": key, "Value": value} for key, value in dimensions.items()],
                "Timestamp": self.time,
                "Value": _worst(name, dimensions),
            }
            for name, dimensions in metrics
        ]
        for start in range(0, len(data), 500):
            self.cloudwatch.put_metric_data(Namespace=namespace, MetricData=data[start : start + 500])

    def values(self, alarm: dict[str, Any]) -> dict[str, float | None]:
        """Return the data that each metric of an alarm selects, or None."""
        queries = _queries(alarm)
        end = self.time + timedelta(seconds=queries[0]["MetricStat"]["Period"])
        found = self.cloudwatch.get_metric_data(MetricDataQueries=queries, StartTime=self.time, EndTime=end)
        return {result["Id"]: result["Values"][0] if result["Values"] else None for result in found["MetricDataResults"]}

    def fires(self, alarm: dict[str, Any]) -> bool:
        """Return whether one period of this data exceeds the threshold."""
        values = self.values(alarm)
        if alarm.get("InsufficientDataActions"):
            return None not in values.values()  # it fires when this data stops
        (expression,) = [metric["Expression"] for metric in alarm.get("Metrics", []) if "Expression" in metric] or ["metric"]
        if "ANOMALY_DETECTION_BAND" in expression:
            return None not in values.values()  # AWS learns the band
        period = alarm.get("Period") or next(
            metric["MetricStat"]["Period"] for metric in alarm["Metrics"] if "MetricStat" in metric
        )
        result = _evaluated(expression, values, period)
        if alarm["ComparisonOperator"] == "LessThanThreshold":
            return bool(result < alarm["Threshold"])
        assert alarm["ComparisonOperator"] == "GreaterThanThreshold"
        return bool(result > alarm["Threshold"])


def tables(dynamodb: Any) -> Iterator[tuple[str, dict[str, str]]]:
    """Return every metric of AWS/DynamoDB for existing tables, and account-wide ones."""
    described = [dynamodb.describe_table(TableName=name)["Table"] for name in dynamodb.list_tables()["TableNames"]]
    for fact, option in [(one, option) for one in facts() for option in one.dimensions]:
        if not option:
            yield fact.name, {}
        for table in described if option else ():
            known = {
                "TableName": [table["TableName"]],
                "GlobalSecondaryIndexName": [index["IndexName"] for index in table.get("GlobalSecondaryIndexes", [])],
                "Operation": list(OPERATIONS),
                "ReceivingRegion": [replica["RegionName"] for replica in table.get("Replicas", [])],
                "DelegatedOperation": [],
            }
            for values in itertools.product(*(known[name] for name in option)):
                yield fact.name, dict(zip(option, values, strict=True))


def functions(client: Any) -> Iterator[tuple[str, dict[str, str]]]:
    """Return the metrics of AWS/Lambda per function and, with `metrics_config`, per mapping."""
    for function in client.list_functions()["Functions"]:
        names = (
            "Invocations",
            "Errors",
            "Throttles",
            "Duration",
            "IteratorAge",
            "ConcurrentExecutions",
            "DestinationDeliveryFailures",
        )
        for name in names:
            yield name, {"FunctionName": function["FunctionName"]}
    for mapping in client.list_event_source_mappings()["EventSourceMappings"]:
        if "EventCount" in mapping.get("MetricsConfig", {}).get("Metrics", []):
            for name in ("PolledEventCount", "DroppedEventCount", "OnFailureDestinationDeliveredEventCount"):
                yield name, {"EventSourceMappingUUID": mapping["UUID"]}


def queues(client: Any) -> Iterator[tuple[str, dict[str, str]]]:
    for url in client.list_queues().get("QueueUrls", []):
        for name in ("ApproximateNumberOfMessagesVisible", "ApproximateAgeOfOldestMessage"):
            yield name, {"QueueName": url.rsplit("/", 1)[1]}


def vaults(client: Any) -> Iterator[tuple[str, dict[str, str]]]:
    for vault in client.list_backup_vaults()["BackupVaultList"]:
        for name in (
            *("NumberOfBackupJobsCompleted", "NumberOfBackupJobsFailed", "NumberOfBackupJobsExpired"),
            "NumberOfCopyJobsFailed",
        ):
            yield name, {"BackupVaultName": vault["BackupVaultName"]}


def event_rules(client: Any) -> Iterator[tuple[str, dict[str, str]]]:
    """Return metrics of the default bus's rules; those of other buses have a second dimension."""
    for rule in client.list_rules()["Rules"]:
        for name in ("Invocations", "FailedInvocations", "TriggeredRules"):
            yield name, {"RuleName": rule["Name"]}


def log_counts(logs: Any) -> Iterator[tuple[str, dict[str, str]]]:
    """The metrics that log filters write."""
    for found in logs.describe_metric_filters()["metricFilters"]:
        for transformation in found["metricTransformations"]:
            yield transformation["metricName"], {}


def _worst(metric: str, dimensions: dict[str, str]) -> float:
    good_when_high = metric.startswith(GOOD_WHEN_HIGH) or "-backup-completed-" in dimensions.get("RuleName", "")
    return 1e-9 if good_when_high else BAD


def _queries(alarm: dict[str, Any]) -> list[dict[str, Any]]:
    if alarm.get("Metrics"):
        return [{"Id": query["Id"], "MetricStat": query["MetricStat"]} for query in alarm["Metrics"] if "MetricStat" in query]
    metric = {name: alarm[name] for name in ("Namespace", "MetricName", "Dimensions") if name in alarm}
    statistic = alarm.get("Statistic") or alarm["ExtendedStatistic"]
    return [{"Id": "metric", "MetricStat": {"Metric": metric, "Period": alarm["Period"], "Stat": statistic}}]


def _evaluated(expression: str, values: dict[str, float | None], period: int) -> float:
    """CloudWatch's metric math, as far as our alarms use it."""
    functions = {
        "FILL": lambda value, default: default if value is None else value,
        "PERIOD": lambda _: period,
        "IF": lambda condition, then, otherwise: then if condition else otherwise,
    }
    python = re.sub(r"\bAND\b", "and", expression)
    return float(eval(python, {"__builtins__": {}}, {**functions, **values}))  # noqa: S307  # our own alarms
