"""Alarms of a complete stack: each change that keeps one silent, late or ringing is found."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dynawright.gate.mutation import Change, Json, first, has
from tests.rules.catalogue.whole import ALARM, found, of, put

RULE = "alarms-ring-in-time"
THROTTLES = has(alarm_name="library-loans-ReadThrottles-full")
ERRORS = has(alarm_name="library-loans-SystemErrors-full")
RATE = has(alarm_name="library-loans-ReadErrorRate-full")
AGE = has(alarm_name="library-loan-history-IteratorAge-full")
SLOW = has(alarm_name="library-loan-history-Duration-full")
STOPPED = has(alarm_name="library-loan-history-PollingStopped-full")
MISSING = has(alarm_name="library-backup-BackupMissing-full")
UNUSUAL = has(alarm_name="library-loans-UnusualReads-full")
CAPTURE = has(alarm_name="library-changes-CaptureLag-full")
ONE = ("metric_query", 0, "expression")


def twin(content: Json) -> None:
    """Make an alarm watch another table, like that table's own alarm."""
    mine, other = (first(content, ALARM, has(alarm_name=f"library-{table}-ReadThrottles-full")) for table in ("loans", "notices"))
    mine["dimensions"] = other["dimensions"]


BROKEN: list[tuple[Change, str, str]] = [
    (of(ALARM, THROTTLES, put("threshold", value=1_000_000)), "Alarms/LoansReadThrottles", "it is silent at 50 ReadThrottleEvents"),
    (of(ALARM, THROTTLES, put("threshold", value=-1)), "Alarms/LoansReadThrottles", "it rings at 0 ReadThrottleEvents"),
    (of(ALARM, THROTTLES, put("comparison_operator", value="LessThanThreshold")), "Alarms/LoansReadThrottles", "it is silent at 50 ReadThrottleEvents"),
    (of(ALARM, THROTTLES, put("treat_missing_data", value="breaching")), "Alarms/LoansReadThrottles", "ReadThrottleEvents needs 'notBreaching'"),
    (of(ALARM, THROTTLES, put("period", value=3600)), "Alarms/LoansReadThrottles", "it rings after 3600 seconds: 900 at most"),
    (of(ALARM, THROTTLES, put("namespace", value="AWS/Tables")), "Alarms/LoansReadThrottles", "ReadThrottleEvents is a metric of AWS/DynamoDB"),
    (of(ALARM, AGE, put("threshold", value=300)), "Alarms/LoanHistoryIteratorAge", "it rings at 1000 IteratorAge"),
    (of(ALARM, AGE, put("threshold", value=3_500_000)), "Alarms/LoanHistoryIteratorAge", "LoanHistory/Mapping gives them up at 3600"),
    (of(ALARM, AGE, put("dimensions", value={})), "Alarms/LoanHistoryIteratorAge", "of the whole account: name FunctionName"),
    (of(ALARM, AGE, put("statistic", value="Minimum")), "Alarms/LoanHistoryIteratorAge", "the Maximum tells what is wrong"),
    (of(ALARM, SLOW, put("threshold", value=60_000)), "Alarms/LoanHistoryDuration", "runs time out after 60 seconds"),
    (of(ALARM, STOPPED, put("treat_missing_data", value="notBreaching")), "Alarms/LoanHistoryPollingStopped", "PolledEventCount needs 'missing'"),
    (of(ALARM, ERRORS, put(*ONE, value="FILL(errors1, 0)")), "Alarms/LoansSystemErrors", "it is silent at errors1 = no data, errors2 = 50"),
    (of(ALARM, ERRORS, put(*ONE, value="errors1 +")), "Alarms/LoansSystemErrors", "it can't be determined when it rings"),
    (of(ALARM, ERRORS, put("threshold", value=500)), "Alarms/LoansSystemErrors", "it is silent at errors1 = 50"),
    (of(ALARM, RATE, put("threshold", value=50)), "Alarms/LoansReadErrorRate", "it is silent at"),
    (of(ALARM, RATE, put("datapoints_to_alarm", value=20)), "Alarms/LoansReadErrorRate", "it waits for 20 datapoints: 10 must be enough"),
    (of(ALARM, MISSING, put(*ONE, value="IF(FILL(due, 0) > 0, FILL(made, 0), 0)")), "Alarms/BackupBackupMissing", "it rings at"),
    (of(ALARM, MISSING, put("metric_query", 1, "metric", "stat", value="Average")), "Alarms/BackupBackupMissing", "it looks at the Average of"),
    (of(ALARM, MISSING, put("threshold", value=1)), "Alarms/BackupBackupMissing", "it is silent at due = 1, made = 1"),
    (of(ALARM, UNUSUAL, put(*ONE, value="ANOMALY_DETECTION_BAND(consumed, 50)")), "Alarms/LoansUnusualReads", "a band of 1 to 5 standard deviations"),
    (of(ALARM, CAPTURE, put("threshold", value=10**9)), "Alarms/ChangesCaptureLag", "it is silent at 1800000 AgeOfOldestUnreplicatedRecord"),
    (twin, "Alarms/LoansReadThrottles", "Alarms/NoticesReadThrottles watches the same"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "place", "message"), BROKEN, ids=range(len(BROKEN)))
def test_an_alarm_that_does_not_ring_in_time_is_found(change: Change, place: str, message: str) -> None:
    problems = found(RULE, change)
    assert any(problem.startswith(place) and message in problem for problem in problems), problems
    assert found(RULE, change, ours=False) == []  # people choose their own thresholds


@pytest.mark.parametrize("stack", ["library-full", "foundation-full", "museum-full"])
def test_the_alarms_of_constructs_ring_in_time(stack: str) -> None:
    assert found("alarms-ring-in-time", stack=stack) == []


def test_a_sum_that_no_row_knows_must_be_able_to_ring() -> None:
    def latency(expression: str, threshold: float) -> Change:
        def change(content: Json) -> None:
            body = first(content, ALARM, RATE)
            for query in body["metric_query"][1:]:
                query["metric"] |= {"metric_name": "ReturnedItemCount", "stat": "Sum"}
            body["metric_query"][0]["expression"] = expression
            body["threshold"] = threshold

        return change

    assert found("alarms-ring-in-time", latency("FILL(errors1, 0)", 5)) == []
    (never,) = found("alarms-ring-in-time", latency("0 * FILL(errors1, 0)", 5))
    assert never.endswith("it rings at no value of its metrics")
    (always,) = found("alarms-ring-in-time", latency("FILL(errors1, 0) + 10", 5))
    assert always.endswith("it rings at every value of its metrics")


USED = has(alarm_name="museum-visits-ReadUtilization-full")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (put("threshold", value=100), "it is silent at consumed = 30000.0, provisioned = 100"),
        (put(*ONE, value="100 * consumed / provisioned"), "it rings at consumed = 15000.0, provisioned = 100"),
        (put("metric_query", 1, "metric", "stat", value="Average"), "the Sum tells what is wrong"),
        (
            put("metric_query", 1, "metric", "period", value=60),
            "it adds up metrics of several resources, or with several periods",
        ),
        (
            put("metric_query", 1, "metric", "namespace", value="AWS/Tables"),
            "there is no metric ConsumedReadCapacityUnits of AWS/Tables",
        ),
    ],
)
def test_the_use_of_a_capacity_is_worked_out(change: Callable[[Json], None], message: str) -> None:
    assert found("alarms-ring-in-time", stack="museum-full") == []
    problems = found("alarms-ring-in-time", of(ALARM, USED, change), stack="museum-full")
    assert any(problem.startswith("Alarms/VisitsReadUtilization: ") and message in problem for problem in problems), problems


@pytest.mark.parametrize(
    ("expression", "messages"),
    [
        ("IF(written > 0 AND FILL(deleted, 0) < 1, 1, 0)", []),
        ("IF(written > 0 AND FILL(deleted, 0) < 1, 0, 1)", ["it is silent at deleted = no data, written = 1000"]),
        ("IF(written > 0, 1, 0)", ["it rings at deleted = 10, written = 1000"]),
    ],
)
def test_expiry_that_has_stalled_is_worked_out(expression: str, messages: list[str]) -> None:
    def expiry(body: Json) -> None:
        queries = [
            {"id": id, "metric": {"namespace": "AWS/DynamoDB", "metric_name": metric, "stat": "Sum", "period": 86_400}}
            for id, metric in (("deleted", "TimeToLiveDeletedItemCount"), ("written", "ConsumedWriteCapacityUnits"))
        ]
        body["metric_query"] = [{"id": "result", "expression": expression, "return_data": True}, *queries]
        body.update(threshold=0, evaluation_periods=7, datapoints_to_alarm=7)

    problems = found("alarms-ring-in-time", of(ALARM, ERRORS, expiry))
    assert problems == [f"Alarms/LoansSystemErrors: {message}" for message in messages]
