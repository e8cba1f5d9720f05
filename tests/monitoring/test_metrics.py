"""The catalogue has the metrics that AWS publishes, and rejects all others."""

from dataclasses import replace

import pytest

from dynawright.monitoring.metric_catalogue import DYNAMODB, ROWS
from dynawright.monitoring.metrics import Metric, MetricError, Series, catalogue, metric, problems
from tests.monitoring.metric_facts import Fact, facts
from tests.problems import refused, told


@pytest.mark.parametrize("fact", facts(), ids=lambda fact: fact.name)
def test_the_catalogue_agrees_with_awss_metric_reference(fact: Fact) -> None:
    row = metric(DYNAMODB, fact.name)
    assert frozenset(row.dimensions) == fact.dimensions
    assert row.period_seconds == fact.seconds


def test_the_catalogue_claims_no_other_metric_of_dynamodb() -> None:
    assert {row.name for row in ROWS if row.namespace == DYNAMODB} == {fact.name for fact in facts()}


def test_no_metric_stands_there_twice() -> None:
    assert len(catalogue()) == len(ROWS)


def test_every_row_says_what_it_means_and_what_to_do() -> None:
    assert [row.name for row in ROWS if not (row.meaning.endswith(".") and row.remedy.endswith("."))] == []


PER_OPERATION = "TableName + Operation"
MISTAKES: dict[str, tuple[tuple[str, list[str], str, int], object, str]] = {
    "UserErrors of a table": (("UserErrors", ["TableName"], "Sum", 60), "TableName", "nothing (the whole account)"),
    "ThrottledRequests of a table": (("ThrottledRequests", ["TableName"], "Sum", 60), "TableName", PER_OPERATION),
    "SystemErrors of a table": (("SystemErrors", ["TableName"], "Sum", 60), "TableName", PER_OPERATION),
    "throttles of an operation": (
        ("ReadThrottleEvents", ["TableName", "Operation"], "Sum", 60),
        PER_OPERATION,
        "TableName or TableName + GlobalSecondaryIndexName",
    ),
    "a percentile of a count": (("ReadThrottleEvents", ["TableName"], "p99", 60), "p99", "Sum, SampleCount"),
    "a sum of latencies": (
        ("SuccessfulRequestLatency", ["TableName", "Operation"], "Sum", 60),
        "Sum",
        "Minimum, Maximum, Average, SampleCount, percentiles",
    ),
    "a period that is too short": (
        ("ProvisionedReadCapacityUnits", ["TableName"], "Average", 60),
        60,
        "a multiple of 60 from 300 to 86400 seconds",
    ),
    "a period that CloudWatch lacks": (
        ("ReadThrottleEvents", ["TableName"], "Sum", 90),
        90,
        "a multiple of 60 from 60 to 86400 seconds",
    ),
    "a period over a day": (
        ("ReadThrottleEvents", ["TableName"], "Sum", 86_460),
        86_460,
        "a multiple of 60 from 60 to 86400 seconds",
    ),
}


@pytest.mark.parametrize(("asked", "value", "allowed"), MISTAKES.values(), ids=MISTAKES)
def test_a_metric_that_never_has_data_is_refused(asked: tuple[str, list[str], str, int], value: object, allowed: str) -> None:
    (problem,) = problems(DYNAMODB, *asked)
    assert (problem.code, problem.value, problem.allowed) == ("DW332", value, allowed)


def test_a_metric_that_does_not_exist_names_the_nearest() -> None:
    (problem,) = problems(DYNAMODB, "ReadThrottleEvent", ["TableName"], "Sum", 60)
    assert problem.value == "ReadThrottleEvent"
    assert "'ReadThrottleEvents'" in problem.fix


def test_all_that_is_wrong_is_said_at_once() -> None:
    assert len(problems(DYNAMODB, "ProvisionedReadCapacityUnits", ["Operation"], "p50", 60)) == 3


def test_a_series_is_only_made_of_what_exists() -> None:
    row = metric(DYNAMODB, "SystemErrors")
    assert refused(lambda: Series(row, {"TableName": "orders"}, "Sum")) == [("DW332", "", "TableName")]


def test_a_percentile_of_latency_exists() -> None:
    for statistic in ("p50", "p99", "p99.9", "p100"):
        assert problems(DYNAMODB, "SuccessfulRequestLatency", ["TableName", "Operation"], statistic, 60) == []
    assert problems(DYNAMODB, "SuccessfulRequestLatency", ["TableName", "Operation"], "p101", 60) != []


def test_an_unknown_namespace_is_refused_and_our_own_is_free() -> None:
    assert told(problems("AWS/RDS", "CPUUtilization", [], "Average", 60)) == [("DW332", "", "AWS/RDS")]
    assert problems("Acme/Logs", "anything", ["whatever"], "Sum", 60) == []


def test_asking_the_catalogue_for_a_misspelt_metric_names_the_nearest() -> None:
    with pytest.raises(MetricError) as error:
        metric(DYNAMODB, "SystemError")
    assert "'SystemErrors'" in error.value.problems[0].fix


def test_a_row_made_by_hand_is_no_row_of_the_catalogue() -> None:
    by_hand = replace(metric(DYNAMODB, "UserErrors"), dimensions=(frozenset({"TableName"}),))
    assert refused(lambda: Series(by_hand, {"TableName": "orders"}, "Sum")) == [("DW332", "", "UserErrors")]
    own = Metric("Sales/Orders", "Placed", (frozenset(),), ("Sum",), "Count", "Orders.", "Sell more.")
    assert Series(own, {}, "Sum").metric is own


@pytest.mark.parametrize(
    "statistic", ["tm99", "wm95", "tc90", "ts10", "IQM", "TM(2%:98%)", "TM(150:1000)", "PR(:300)", "WM(:95%)"]
)
def test_trimmed_statistics_exist_where_percentiles_do(statistic: str) -> None:
    assert problems("AWS/Lambda", "Duration", ["FunctionName"], statistic, 60) == []
    assert problems(DYNAMODB, "ReadThrottleEvents", ["TableName"], statistic, 60) != []


@pytest.mark.parametrize(
    ("namespace", "name", "dimensions", "statistic"),
    [
        ("AWS/Lambda", "Errors", [], "Sum"),
        ("AWS/Lambda", "Errors", ["FunctionName"], "Average"),
        ("AWS/Lambda", "Duration", ["FunctionName", "Resource"], "Sum"),
        ("AWS/Lambda", "DestinationDeliveryFailures", ["FunctionName"], "Sum"),
        ("AWS/Lambda", "AsyncEventsDropped", ["FunctionName"], "Sum"),
        ("AWS/SQS", "NumberOfMessagesSent", ["QueueName"], "Sum"),
        ("AWS/SQS", "ApproximateAgeOfOldestMessage", ["QueueName"], "Sum"),
        ("AWS/SNS", "NumberOfNotificationsDelivered", ["TopicName"], "Sum"),
        ("AWS/Events", "Invocations", ["RuleName"], "Sum"),
        ("AWS/Events", "FailedInvocations", ["EventBusName", "RuleName"], "Sum"),
    ],
)
def test_the_common_metrics_around_a_table_are_known(namespace: str, name: str, dimensions: list[str], statistic: str) -> None:
    assert problems(namespace, name, dimensions, statistic, 60) == []


def test_an_unknown_metric_of_another_service_is_only_not_in_the_catalogue() -> None:
    (similar,) = problems("AWS/SQS", "NumberOfMessagesSnt", ["QueueName"], "Sum", 60)
    assert "'NumberOfMessagesSent'" in similar.fix
    (new,) = problems("AWS/SQS", "Brandnew", ["QueueName"], "Sum", 60)
    assert "metric_catalogue.py" in new.fix
