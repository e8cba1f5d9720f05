"""Weakenings of alarms: each leaves something unwatched, or makes an alarm that can never fire."""

from __future__ import annotations

from dynawright.gate.mutation import Json, Mutation, alarm_on, first, has, removes, removes_all, sets

ALARM, TABLE, MAPPING = "aws_cloudwatch_metric_alarm", "aws_dynamodb_table", "aws_lambda_event_source_mapping"
READ_THROTTLES = alarm_on("ReadThrottleEvents")
COMPOSITE = "aws_cloudwatch_composite_alarm"
FUNCTION, BY_MAPPING = "FunctionName", "EventSourceMappingUUID"


def _sends(alarm: Json) -> bool:
    """Match a composite alarm with actions."""
    return "alarm_actions" in alarm


def _adds_system_errors(alarm: Json) -> bool:
    """Match the alarm on a table's errors, summed over its operations."""
    metrics = [query["metric"] for query in alarm.get("metric_query", []) if "metric" in query]
    return len(metrics) > 1 and all(metric["metric_name"] == "SystemErrors" for metric in metrics)


def _system_errors(content: Json) -> tuple[Json, Json]:
    """Return that alarm and its first metric."""
    alarm = first(content, ALARM, _adds_system_errors)
    return alarm, next(query for query in alarm["metric_query"] if "metric" in query)


def _drop_operation(content: Json) -> None:
    _, term = _system_errors(content)
    del term["metric"]["dimensions"]["Operation"]


def _uncalled_operation(content: Json) -> None:
    """Watch PartiQL, which no pattern uses."""
    alarm = first(content, ALARM, lambda alarm_body: "Operation" in alarm_body.get("dimensions", {}))
    alarm["dimensions"] = {**alarm["dimensions"], "Operation": "ExecuteTransaction"}


def _drop_term(content: Json) -> None:
    alarm, term = _system_errors(content)
    alarm["metric_query"].remove(term)


def _drop_fill(content: Json) -> None:
    alarm, term = _system_errors(content)
    query = alarm["metric_query"][0]
    query["expression"] = query["expression"].replace(f"FILL({term['id']}, 0)", term["id"])


def _no_results(content: Json) -> None:
    del _system_errors(content)[0]["metric_query"][0]["return_data"]


def _same_name(content: Json) -> None:
    alarm = first(content, ALARM, READ_THROTTLES)
    alarm["alarm_name"] = first(content, ALARM, lambda other: other is not alarm)["alarm_name"]


def _rename_table(content: Json) -> None:
    table = first(content, TABLE)
    table["name"] = f"renamed-{table['name']}"


def _rename_index(content: Json) -> None:
    first(content, TABLE, lambda table: bool(table.get("global_secondary_index")))["global_secondary_index"][0]["name"] = (
        "Renamed"
    )


ALARM_MUTATIONS = (
    Mutation("an incident without an action", sets(COMPOSITE, _sends, alarm_actions=None)),
    Mutation("an incident that is switched off", sets(COMPOSITE, _sends, actions_enabled=False)),
    Mutation("an alarm without an action", sets(ALARM, alarm_on("Throttles", FUNCTION), alarm_actions=None)),
    Mutation("an alarm that is switched off", sets(ALARM, alarm_on("Throttles", FUNCTION), actions_enabled=False)),
    Mutation("a mapping that stops unseen", removes(ALARM, alarm_on("PolledEventCount", BY_MAPPING))),
    Mutation("a stopped mapping that sends nothing", sets(ALARM, alarm_on("PolledEventCount", BY_MAPPING), insufficient_data_actions=None)),
    Mutation("a stopped mapping that counts as fine", sets(ALARM, alarm_on("PolledEventCount", BY_MAPPING), treat_missing_data="notBreaching")),
    Mutation("an alarm taken away", removes(ALARM, READ_THROTTLES)),
    Mutation("a cache's alarm taken away", removes(ALARM, alarm_on("FaultRequestCount", "ClusterId"))),
    Mutation("an index's alarm taken away", removes(ALARM, alarm_on("WriteThrottleEvents", "TableName", "GlobalSecondaryIndexName"))),
    Mutation("a metric that does not exist", sets(ALARM, READ_THROTTLES, metric_name="ReadThrottledEvents")),
    Mutation("a metric of the account, by table", sets(ALARM, READ_THROTTLES, metric_name="UserErrors")),
    Mutation("a namespace that does not exist", sets(ALARM, READ_THROTTLES, namespace="AWS/Dynamodb")),
    Mutation("a statistic that says nothing", sets(ALARM, READ_THROTTLES, statistic="Average")),
    Mutation("a period too short", sets(ALARM, READ_THROTTLES, metric_name="ProvisionedReadCapacityUnits", statistic="Average", period=60)),
    Mutation("more datapoints than periods", sets(ALARM, READ_THROTTLES, datapoints_to_alarm=5)),
    Mutation("a window longer than CloudWatch looks", sets(ALARM, READ_THROTTLES, evaluation_periods=300, datapoints_to_alarm=1)),
    Mutation("a threshold that is never crossed", sets(ALARM, READ_THROTTLES, comparison_operator="LessThanThreshold", threshold=0)),
    Mutation("a threshold below zero", sets(ALARM, READ_THROTTLES, comparison_operator="LessThanOrEqualToThreshold", threshold=-1)),
    Mutation("a unit that the metric does not have", sets(ALARM, READ_THROTTLES, unit="Bytes")),
    Mutation("two alarms of one name", _same_name),
    Mutation("a mapping that counts no events", sets(MAPPING, metrics_config=None)),
    Mutation("a mapping that is not there", sets(ALARM, alarm_on("DroppedEventCount", BY_MAPPING), dimensions={"EventSourceMappingUUID": "${aws_lambda_event_source_mapping.gone.uuid}"})),
    Mutation("a reader that may fall behind unseen", removes(ALARM, alarm_on("IteratorAge", FUNCTION))),
    Mutation("records given up unseen", removes(ALARM, alarm_on("DroppedEventCount", BY_MAPPING))),
    Mutation("failed records that nobody hears of", removes(ALARM, alarm_on("OnFailureDestinationDeliveredEventCount", BY_MAPPING))),
    Mutation("failed records that can't be kept", removes(ALARM, alarm_on("DestinationDeliveryFailures", FUNCTION))),
    Mutation("backups that fail unseen", removes(ALARM, alarm_on("NumberOfBackupJobsFailed", "BackupVaultName"))),
    Mutation("failed backups that are not told", removes(ALARM, alarm_on("FailedInvocations", "RuleName"))),
    Mutation("the operation forgotten", _drop_operation),
    Mutation("an operation that nothing calls", _uncalled_operation),
    Mutation("a term forgotten", _drop_term),
    Mutation("a sum with holes", _drop_fill),
    Mutation("an alarm that compares nothing", _no_results),
    Mutation("a table renamed, its alarms not", _rename_table),
    Mutation("an index renamed, its alarms not", _rename_index),
    Mutation("a summary of an alarm that is gone", sets(COMPOSITE, alarm_rule='ALARM("gone")')),
    Mutation("the account's alarms silent", sets(ALARM, has(metric_name="UserErrors"), alarm_actions=[])),
    Mutation("the filter that feeds an alarm taken away", removes_all("aws_cloudwatch_log_metric_filter")),
)  # fmt: skip
