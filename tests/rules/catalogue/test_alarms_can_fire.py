"""Alarms on existing metrics pass; each commonly published mistake fails."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.documents import messages

TABLE = {"name": "orders-production", "global_secondary_index": [{"name": "GSI1"}], "replica": [{"region_name": "eu-west-1"}]}


def alarm(**given: Any) -> dict[str, Any]:
    """An alarm that can fire, with some of it written differently."""
    good = {
        "alarm_name": "reads",
        "namespace": "AWS/DynamoDB",
        "metric_name": "ReadThrottleEvents",
        "dimensions": {"TableName": "orders-production"},
        "statistic": "Sum",
        "period": 60,
        "evaluation_periods": 5,
        "datapoints_to_alarm": 3,
        "threshold": 5,
        "comparison_operator": "GreaterThanThreshold",
    }
    return good | given


def math(expression: str, metrics: dict[str, str], **given: Any) -> dict[str, Any]:
    """An alarm on an expression over metrics of GetItem."""
    dimensions = {"TableName": "orders-production", "Operation": "GetItem"}
    queries = [
        {
            "id": id,
            "metric": {"namespace": "AWS/DynamoDB", "metric_name": name, "dimensions": dimensions, "stat": "Sum", "period": 60},
        }
        for id, name in metrics.items()
    ]
    result = {"id": "result", "expression": expression, "return_data": True}
    return {"alarm_name": "math", "evaluation_periods": 1, "threshold": 1, "metric_query": [result, *queries]} | given


USED: dict[str, Any] = {
    "id": "used",
    "metric": alarm(metric_name="ConsumedReadCapacityUnits") | {"stat": "Sum"},
}
BAND: dict[str, Any] = {
    "alarm_name": "unusual",
    "evaluation_periods": 1,
    "threshold_metric_id": "band",
    "comparison_operator": "GreaterThanUpperThreshold",
    "metric_query": [{"id": "band", "expression": "ANOMALY_DETECTION_BAND(used, 2)", "return_data": True}],
}


def found(values: dict[str, Any], **others: dict[str, Any]) -> list[str]:
    resources = {"aws_dynamodb_table.t": TABLE, "aws_cloudwatch_metric_alarm.a": values, **others}
    prefix = "aws_cloudwatch_metric_alarm.a: "
    return [message.removeprefix(prefix) for message in messages("alarms-can-fire", resources)]


@pytest.mark.parametrize(
    "values",
    [
        alarm(),
        alarm(dimensions={"TableName": "${aws_dynamodb_table.t.name}", "GlobalSecondaryIndexName": "GSI1"}),
        alarm(metric_name="UserErrors", dimensions=None),
        alarm(metric_name="SystemErrors", dimensions={"TableName": "orders-production", "Operation": "PutItem"}),
        alarm(metric_name="ProvisionedReadCapacityUnits", statistic="Average", period=300),
        alarm(
            metric_name="ReplicationLatency",
            statistic="Average",
            dimensions={"TableName": "orders-production", "ReceivingRegion": "eu-west-1"},
        ),
        alarm(
            metric_name="SuccessfulRequestLatency",
            dimensions={"TableName": "orders-production", "Operation": "GetItem"},
            statistic=None,
            extended_statistic="p99",
        ),
        alarm(namespace="Orders/Orders", metric_name="Placed", dimensions={}),  # unknown to the catalogue
        math("FILL(e1, 0) + FILL(e2, 0)", {"e1": "SystemErrors", "e2": "SystemErrors"}),
        math("100 * IF(e1 > 0, e1, 0)", {"e1": "SystemErrors"}),
        {**BAND, "metric_query": [*BAND["metric_query"], {**USED, "return_data": True}]},
    ],
)
def test_an_alarm_on_what_cloudwatch_has_passes(values: dict[str, Any]) -> None:
    assert found(values) == []


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (alarm(metric_name="UserErrors"), "UserErrors by TableName never has data"),
        (alarm(metric_name="*", namespace="AWS/Lambda"), "metric '*' has no data"),
        (
            alarm(metric_name="ThrottledRequests"),
            "ThrottledRequests by TableName never has data",
        ),
        (alarm(metric_name="SystemErrors"), "SystemErrors by TableName never has data"),
        (
            alarm(metric_name="ConsumedReadCapacityUnits", dimensions={"TableName": "orders-production", "Operation": "GetItem"}),
            "ConsumedReadCapacityUnits by TableName + Operation never has data",
        ),
        (
            alarm(metric_name="ProvisionedReadCapacityUnits", statistic="Average"),
            "the period of ProvisionedReadCapacityUnits must be a multiple of 60 from 300",
        ),
        (
            alarm(metric_name="SuccessfulRequestLatency", statistic="Average"),
            "SuccessfulRequestLatency by TableName never has data",
        ),
        (alarm(metric_name="ReadThrottleEvent"), "metric 'ReadThrottleEvent' does not exist in AWS/DynamoDB"),
        (alarm(namespace="AWS/Dynamodb"), "namespace 'AWS/Dynamodb' has no metrics; did you mean 'AWS/DynamoDB'?"),
        (alarm(statistic="Average"), "statistic 'Average' does not exist in ReadThrottleEvents"),
        (
            alarm(dimensions={"TableName": "orders"}),
            "TableName 'orders' is not built here; use one of: orders-production",
        ),
        (
            alarm(dimensions={"TableName": "${aws_dynamodb_table.other.name}"}),
            "TableName '${aws_dynamodb_table.other.name}' is not built here; use one of: orders-production",
        ),
        (
            alarm(dimensions={"TableName": "orders-production", "GlobalSecondaryIndexName": "GSI2"}),
            "GlobalSecondaryIndexName 'GSI2' does not exist; use one of: GSI1",
        ),
        (
            alarm(metric_name="ReplicationLatency", statistic="Average", dimensions={"TableName": "orders-production", "ReceivingRegion": "us-east-1"}),
            "ReceivingRegion 'us-east-1' does not exist; use one of: eu-west-1",
        ),
        (alarm(datapoints_to_alarm=6), "datapoints_to_alarm 6 of evaluation_periods 5 can't be reached"),
        (
            alarm(period=300, evaluation_periods=289),
            "it evaluates 289 periods of 300 seconds; CloudWatch evaluates 86400 seconds at most",
        ),
        (
            alarm(period=86_400, evaluation_periods=8),
            "it evaluates 8 periods of 86400 seconds; CloudWatch evaluates 604800 seconds at most",
        ),
        (alarm(comparison_operator="LessThanThreshold", threshold=0), "ReadThrottleEvents is never less than 0"),
        (alarm(comparison_operator="LessThanOrEqualToThreshold", threshold=-1), "ReadThrottleEvents is never less than -1"),
        (alarm(comparison_operator="LessThanThreshold", threshold="-1"), "ReadThrottleEvents is never less than -1"),
        (
            alarm(unit="Bytes"),
            "ReadThrottleEvents has the unit Count; with unit 'Bytes' it never has data: leave unit out",
        ),
        (
            alarm(namespace="AWS/Lambda", metric_name="Error", dimensions={"FunctionName": "f"}),
            "metric 'Error' of AWS/Lambda has no data; did you mean 'Errors'?",
        ),
        (alarm(metric_name=None), "it has no metric: add metric_name, or metric_query blocks"),
        (
            math("FILL(e1, 0) + FILL(e3, 0)", {"e1": "SystemErrors"}),
            "the expression 'FILL(e1, 0) + FILL(e3, 0)' uses e3, which no metric_query defines",
        ),
        (
            math("e1 + e2", {"e1": "SystemErrors", "e2": "SystemErrors"}),
            "e1, e2 often has no data, and then the sum has none: write FILL(e1, 0)",
        ),
        (
            math("SUM(METRICS())", {f"e{number}": "SystemErrors" for number in range(11)}),
            "it has 11 metrics; CloudWatch allows 10 per alarm",
        ),
        (
            {**BAND, "metric_query": [*BAND["metric_query"], USED]},
            "1 metric_query blocks return data; an alarm compares the metric and its band",
        ),
        (
            math("FILL(e1 + e2, 0)", {"e1": "SystemErrors", "e2": "SystemErrors"}),
            "e1, e2 often has no data, and then the sum has none: write FILL(e1, 0)",
        ),
        (
            math("e1", {"e1": "SystemErrors"}, threshold_metric_id="band"),
            "threshold_metric_id 'band' is not the id of a metric_query",
        ),
        (
            math("e1", {"e1": "SystemErrors"}, metric_query=[{"id": "result", "expression": "1"}]),
            "0 metric_query blocks return data; an alarm compares one",
        ),
    ],
)  # fmt: skip
def test_an_alarm_that_never_fires_is_found(values: dict[str, Any], message: str) -> None:
    assert any(text.startswith(message) for text in found(values))


@pytest.mark.parametrize(("comparison", "threshold"), [("GreaterThanThreshold", 100), ("GreaterThanOrEqualToThreshold", 101)])
def test_a_percentage_over_a_hundred_is_found(comparison: str, threshold: int) -> None:
    values = alarm(
        metric_name="MaxProvisionedTableReadCapacityUtilization",
        dimensions={},
        statistic="Maximum",
        period=300,
        comparison_operator=comparison,
        threshold=threshold,
    )
    assert found(values) == [f"MaxProvisionedTableReadCapacityUtilization is a percentage, never more than {threshold}"]
    assert found({**values, "threshold": threshold - 1}) == []


def test_an_operation_that_does_not_exist_is_found() -> None:
    values = alarm(metric_name="SystemErrors", dimensions={"TableName": "orders-production", "Operation": "Getitem"})
    (message,) = found(values)
    assert message.startswith("Operation 'Getitem' does not exist; use one of: BatchExecuteStatement, ")


@pytest.mark.parametrize(
    ("namespace", "metric", "dimension", "type", "attribute"),
    [
        ("AWS/Lambda", "Errors", "FunctionName", "aws_lambda_function", "function_name"),
        ("AWS/SQS", "ApproximateNumberOfMessagesVisible", "QueueName", "aws_sqs_queue", "name"),
        ("AWS/SNS", "NumberOfNotificationsFailed", "TopicName", "aws_sns_topic", "name"),
        ("AWS/DAX", "FaultRequestCount", "ClusterId", "aws_dax_cluster", "cluster_name"),
        ("AWS/Events", "FailedInvocations", "RuleName", "aws_cloudwatch_event_rule", "name"),
    ],
)
def test_the_name_of_whatever_is_watched_must_exist(
    namespace: str, metric: str, dimension: str, type: str, attribute: str
) -> None:
    values = alarm(namespace=namespace, metric_name=metric, dimensions={dimension: "there"})
    assert found(values, **{f"{type}.one": {attribute: "there"}}) == []
    assert found(values, **{f"{type}.one": {attribute: "other"}}) == [f"{dimension} 'there' is not built here; use one of: other"]


@pytest.mark.parametrize(
    ("copy", "messages"),
    [
        ({"arn": "arn:aws:dynamodb:us-east-1:111111111111:table/orders-production"}, []),
        ({"arn": "arn:aws:dynamodb:us-west-2:111111111111:table/orders-production"},
         ["ReceivingRegion 'us-east-1' does not exist; use one of: eu-west-1, us-west-2"]),
        ({}, []),  # a plan that makes it does not say where
        ({"global_table_arn": "${TfToken[TOKEN.7]}"}, []),  # cdktf has not resolved its table or Region yet
    ],
)  # fmt: skip
def test_a_replica_may_be_a_resource_of_its_own(copy: dict[str, Any], messages: list[str]) -> None:
    dimensions = {"TableName": "orders-production", "ReceivingRegion": "us-east-1"}
    values = alarm(metric_name="ReplicationLatency", statistic="Average", dimensions=dimensions)
    replica = {"global_table_arn": "${aws_dynamodb_table.t.arn}", **copy}
    assert found(values, **{"aws_dynamodb_table_replica.r": replica}) == messages


def test_a_table_of_another_stack_is_no_finding() -> None:
    assert messages("alarms-can-fire", {"aws_cloudwatch_metric_alarm.a": alarm(dimensions={"TableName": "elsewhere"})}) == []


def test_a_count_of_log_lines_needs_the_filter_that_makes_it() -> None:
    values = alarm(namespace="Acme/Logs", metric_name="Poison", dimensions={})
    made = {"metric_transformation": {"namespace": "Acme/Logs", "name": "Poison"}}
    other = {"metric_transformation": {"namespace": "Acme/Logs", "name": "Slow"}}
    assert found(values, **{"aws_cloudwatch_log_metric_filter.f": made}) == []
    assert found(values, **{"aws_cloudwatch_log_metric_filter.f": other}) == [
        "no log metric filter makes 'Poison'; existing ones: Slow"
    ]
    assert found(values) == ["no log metric filter makes 'Poison'; existing ones: none"]


def test_a_composite_alarm_of_alarms_that_exist_passes() -> None:
    composite = {"alarm_name": "health", "alarm_rule": 'ALARM("reads") OR OK("reads")'}
    assert found(alarm(), **{"aws_cloudwatch_composite_alarm.c": composite}) == []


def test_a_composite_alarm_of_an_alarm_that_is_not_built_is_found() -> None:
    composite = {"alarm_name": "health", "alarm_rule": 'ALARM("reads") OR ALARM("gone")'}
    assert found(alarm(), **{"aws_cloudwatch_composite_alarm.c": composite}) == [
        "aws_cloudwatch_composite_alarm.c: alarm_rule uses alarm 'gone', which is not built here"
    ]


@pytest.mark.parametrize(
    "change",
    [
        {"period": "60", "threshold": "5", "evaluation_periods": "5"},
        {"period": "${var.p}"},
        {"dimensions": "${var.d}"},
        {"dimensions": [{"TableName": "orders-production"}]},
        {"dimensions": {"${var.d}": "x"}},
        {"metric_name": "${var.m}"},
        {"namespace": "${var.n}"},
        {"statistic": "${var.s}"},
        {"unit": "${var.u}"},
        {"threshold": "${var.t}", "comparison_operator": "${var.c}"},
        {"evaluation_periods": "${var.e}", "datapoints_to_alarm": "${var.e}"},
        {"alarm_name": "${var.a}"},
        {"metric_name": None, "metric_query": "${var.q}"},
        {"metric_name": None, "dynamic": {"metric_query": {"for_each": "${var.q}", "content": {}}}},
        {"metric_name": None, "dynamic": [{"metric_query": [{"for_each": "${var.q}"}]}]},
        {"metric_name": None, "metric_query": [{"id": "a", "expression": "${var.x}", "return_data": True}]},
        {"metric_name": None, "metric_query": [{"id": "a", "return_data": True, "metric": {"metric_name": "${var.m}", "period": "${var.p}"}}]},
        {"namespace": "AWS/SQS", "metric_name": "SomethingOfNextYear", "dimensions": {"QueueName": "q"}},
        {"namespace": "AWS/RDS", "metric_name": "CPUUtilization", "dimensions": {"DBInstanceIdentifier": "d"}, "statistic": "Average"},
        {"namespace": "AWS/Lambda", "metric_name": "Errors", "dimensions": {}},
    ],
)  # fmt: skip
def test_what_terraform_fills_in_later_or_nobody_knows_is_no_finding(change: dict[str, Any]) -> None:
    assert found(alarm(**change)) == []


MAPPING = "aws_lambda_event_source_mapping"


def dropped(value: str) -> dict[str, Any]:
    return alarm(namespace="AWS/Lambda", metric_name="DroppedEventCount", dimensions={"EventSourceMappingUUID": value})


def test_a_mapping_that_counts_its_events_has_their_metrics() -> None:
    counting = {"function_name": "f", "metrics_config": {"metrics": ["EventCount"]}}
    assert found(dropped(f"${{{MAPPING}.m.uuid}}"), **{f"{MAPPING}.m": counting}) == []
    unknown = {"function_name": "f", "metrics_config": {"metrics": "${var.m}"}}
    assert found(dropped(f"${{{MAPPING}.m.uuid}}"), **{f"{MAPPING}.m": unknown}) == []


@pytest.mark.parametrize("config", [{}, {"metrics_config": {"metrics": []}}])
def test_a_mapping_that_counts_nothing_is_found(config: dict[str, Any]) -> None:
    assert found(dropped(f"${{{MAPPING}.m.uuid}}"), **{f"{MAPPING}.m": {"function_name": "f", **config}}) == [
        f"DroppedEventCount has no data: {MAPPING}.m has no metrics_config with the metrics EventCount"
    ]


@pytest.mark.parametrize("uuid", ["${aws_lambda_event_source_mapping.gone.uuid}", "5b1e5f0c-0000-4000-8000-000000000000"])
def test_a_mapping_that_is_not_there_is_found(uuid: str) -> None:
    counting = {"function_name": "f", "metrics_config": {"metrics": ["EventCount"]}}
    assert found(dropped(uuid), **{f"{MAPPING}.m": counting}) == [
        f"EventSourceMappingUUID '{uuid}' is not built here; use one of: {MAPPING}.m"
    ]


def test_two_alarms_of_one_name_are_found() -> None:
    assert found(alarm(), **{"aws_cloudwatch_metric_alarm.b": alarm()}) == [
        "aws_cloudwatch_metric_alarm.b has the alarm_name 'reads' too: CloudWatch keeps only one; rename the other",
        "aws_cloudwatch_metric_alarm.b: aws_cloudwatch_metric_alarm.a has the alarm_name 'reads' too: CloudWatch keeps only "
        "one; rename the other",
    ]


def test_an_operation_that_no_pattern_calls_is_refused() -> None:
    noted = TABLE | {"//": {"dynawright": {"operations": ["GetItem", "TransactWriteItems"]}}}

    def refused(operation: str, table: dict[str, Any]) -> list[str]:
        dimensions = {"TableName": "orders-production", "Operation": operation}
        slow = alarm(metric_name="SuccessfulRequestLatency", dimensions=dimensions, statistic=None, extended_statistic="p99")
        return messages("alarms-can-fire", {"aws_dynamodb_table.t": table, "aws_cloudwatch_metric_alarm.a": slow})

    assert refused("TransactWriteItems", noted) == []
    (message,) = refused("PutItem", noted)
    assert "no pattern calls PutItem" in message
    assert refused("PutItem", TABLE) == []  # written by hand: what calls it is not known
