"""Receivers of alarms: composites above them, alarms removed with their subject."""

from __future__ import annotations

from typing import Any

import pytest

from dynawright.guard import alarm_rule
from dynawright.guard.change import Change
from dynawright.guard.guard import findings
from tests.guard.changes import change

METRIC, COMPOSITE = "aws_cloudwatch_metric_alarm", "aws_cloudwatch_composite_alarm"
TOPIC = "arn:aws:sns:eu-west-1:111111111111:alarms"


def names(*changes: Change) -> list[str]:
    return [f"{finding.address.split('.')[1]}: {finding.name}" for finding in findings(changes)]


def silent(name: str = "a", **before: Any) -> Change:
    """Return an alarm that loses its actions."""
    return change(
        METRIC, {"alarm_name": name, "alarm_actions": [TOPIC], **before}, {"alarm_name": name, "alarm_actions": []}, name=name
    )


def composite(rule: str, *actions: str, is_new: bool = True, name: str = "all", **settings: Any) -> Change:
    values = {"alarm_name": name, "alarm_rule": rule, "alarm_actions": list(actions), **settings}
    return change(COMPOSITE, {} if is_new else values, values, "create" if is_new else "no-op", name=name)


@pytest.mark.parametrize("is_new", [True, False])
def test_an_alarm_whose_composite_alarm_tells_the_same_is_not_silenced(is_new: bool) -> None:
    assert names(silent(), composite('ALARM("a") OR ALARM("b")', TOPIC, is_new=is_new)) == []


def test_a_composite_alarm_of_composite_alarms_tells_too() -> None:
    assert names(silent(), composite("ALARM(a)", name="part"), composite('ALARM("part")', TOPIC)) == []


@pytest.mark.parametrize(
    ("rule", "actions", "settings"),
    [
        ('ALARM("b")', [TOPIC], {}),
        ('ALARM("a") AND ALARM("b")', [TOPIC], {}),
        ('ALARM("a") AND NOT ALARM("b")', [TOPIC], {}),
        ('NOT ALARM("a")', [TOPIC], {}),
        ('OK("a")', [TOPIC], {}),
        ('ALARM("a") OR (', [TOPIC], {}),
        ('ALARM("a")', [], {}),
        ('ALARM("a")', [f"{TOPIC}-other"], {}),
        ('ALARM("a")', [TOPIC], {"actions_enabled": False}),
        ('ALARM("a")', [TOPIC], {"actions_suppressor": [{"alarm": "b"}]}),
    ],
    ids=range(10),
)
def test_a_composite_alarm_that_does_not_tell_the_same_is_no_excuse(
    rule: str, actions: list[str], settings: dict[str, Any]
) -> None:
    assert names(silent(), composite(rule, *actions, **settings)) == ["a: alarm-silenced"]


def test_alarms_that_get_their_actions_back_replace_their_composite_alarm() -> None:
    def ends(*actions: str) -> list[str]:
        part = change(
            METRIC, {"alarm_name": "a", "alarm_actions": []}, {"alarm_name": "a", "alarm_actions": list(actions)}, name="a"
        )
        gone = composite('ALARM("a")', TOPIC, is_new=False)
        return names(part, Change(gone.address, gone.type, ("delete",), gone.before, {}))

    assert ends(TOPIC) == []
    assert ends() == ["all: alarm-removed"]


def ends(type: str = METRIC, **values: Any) -> Change:
    return change(type, values, {}, "delete", name=values["alarm_name"])


def test_an_alarm_that_ends_with_what_it_watches_is_no_loss_of_its_own() -> None:
    table = change("aws_dynamodb_table", {"name": "orders"}, {}, "delete", name="orders")
    on_table = ends(alarm_name="a", metric_name="Errors", dimensions={"TableName": "orders"})
    elsewhere = ends(alarm_name="b", metric_name="Errors", dimensions={"TableName": "other"})
    both = [{"metric": [{"metric_name": "Errors", "dimensions": {"TableName": name}}]} for name in ("orders", "other")]
    assert names(table, on_table) == ["orders: table-destroyed"]
    assert names(table, elsewhere) == ["b: alarm-removed", "orders: table-destroyed"]
    assert names(table, ends(alarm_name="c", metric_query=both)) == ["c: alarm-removed", "orders: table-destroyed"]
    all_parts = ends(COMPOSITE, alarm_name="all", alarm_rule='ALARM("a")')
    assert names(table, on_table, all_parts) == ["orders: table-destroyed"]


def test_an_alarm_that_ends_with_its_index_is_no_loss_of_its_own() -> None:
    index = {"name": "by-a", "hash_key": "A"}
    table = change("aws_dynamodb_table", {"name": "t", "global_secondary_index": [index]}, {"name": "t"}, name="t")
    alarm = ends(alarm_name="a", metric_name="Throttles", dimensions={"TableName": "t", "GlobalSecondaryIndexName": "by-a"})
    other = ends(alarm_name="b", metric_name="Throttles", dimensions={"TableName": "t", "GlobalSecondaryIndexName": "by-b"})
    assert names(table, alarm, other) == ["b: alarm-removed", "t: index-removed by-a"]


def test_a_composite_alarm_follows_alarms_that_get_another_name() -> None:
    rules = ({"alarm_rule": f'ALARM("{name}") OR ALARM("b")'} for name in ("old", "new"))
    renamed = change(METRIC, {"alarm_name": "old"}, {"alarm_name": "new"}, "delete", "create", name="renamed")
    before, after = rules
    assert names(change(COMPOSITE, before, after), renamed) == []
    assert names(change(COMPOSITE, before, after)) == ["it: alarm-loosened"]


@pytest.mark.parametrize(
    "action", ["arn:aws:automate:eu-west-1:ec2:terminate", "arn:aws:sns:eu-west-1:999999999999:mine", "arn:aws:lambda:eu-west-1:111111111111:function:f"]
)  # fmt: skip
def test_an_alarm_that_acts_by_more_than_a_topic_of_the_account_is_found(action: str) -> None:
    before = {"alarm_name": "a", "arn": "arn:aws:cloudwatch:eu-west-1:111111111111:alarm:a", "alarm_actions": [TOPIC]}
    assert names(change(METRIC, before, {**before, "alarm_actions": [TOPIC, action]})) == [f"it: alarm-acts {action}"]
    assert names(change(METRIC, before, {**before, "alarm_actions": [TOPIC, f"{TOPIC}-too"]})) == []


def test_a_suppressor_that_is_new_silences_and_one_that_goes_does_not() -> None:
    suppressed = {
        "alarm_rule": 'ALARM("a")',
        "actions_suppressor": [{"alarm": "always", "wait_period": 1, "extension_period": 1}],
    }
    free = {"alarm_rule": 'ALARM("a")', "actions_suppressor": []}
    assert all(
        name.startswith("it: attribute-unjudged actions_suppressor") for name in names(change(COMPOSITE, free, suppressed))
    )
    assert names(change(COMPOSITE, free, suppressed))
    assert names(change(COMPOSITE, suppressed, free)) == []


@pytest.mark.parametrize(
    ("before", "after", "is_looser"),
    [
        ({"evaluation_periods": 5}, {"evaluation_periods": 15}, True),
        ({"evaluation_periods": 5}, {"evaluation_periods": 3}, False),
        ({"evaluation_periods": 5, "datapoints_to_alarm": 3}, {"evaluation_periods": 15, "datapoints_to_alarm": 3}, False),
        ({"evaluation_periods": 5, "datapoints_to_alarm": 3}, {"evaluation_periods": 3, "datapoints_to_alarm": 3}, True),
        ({"evaluation_periods": 5, "datapoints_to_alarm": 3}, {"evaluation_periods": 5, "datapoints_to_alarm": 2}, False),
        ({"period": 300, "statistic": "Sum"}, {"period": 60, "statistic": "Sum"}, True),
        ({"period": 300, "statistic": "Maximum"}, {"period": 60, "statistic": "Maximum"}, False),
        ({"comparison_operator": "GreaterThanThreshold"}, {"comparison_operator": "GreaterThanOrEqualToThreshold"}, False),
        ({"comparison_operator": "GreaterThanOrEqualToThreshold"}, {"comparison_operator": "GreaterThanThreshold"}, True),
        ({"treat_missing_data": "missing"}, {"treat_missing_data": "notBreaching"}, True),
        ({"treat_missing_data": "notBreaching"}, {"treat_missing_data": "breaching"}, False),
    ],
)
def test_an_alarm_is_looser_if_something_that_fired_it_no_longer_does(before: Any, after: Any, is_looser: bool) -> None:
    assert names(change(METRIC, before, after)) == ["it: alarm-loosened"] * is_looser


def sums(*operations: str, expression: str = "({})", answered: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return metric math over one metric per operation, in this package's form."""
    queries: list[dict[str, Any]] = []
    for prefix, group in (("e", operations), ("a", answered)):
        for number, operation in enumerate(group):
            metric = {"metric_name": prefix, "period": 60, "stat": "Sum", "dimensions": {"Operation": operation}}
            queries.append({"id": f"{prefix}{number}", "metric": [metric]})
    terms = [
        " + ".join(f"FILL({prefix}{n}, 0)" for n in range(len(group))) for prefix, group in (("e", operations), ("a", answered))
    ]
    return {"metric_query": [{"id": "result", "expression": expression.format(*terms), "return_data": True}, *queries]}


def test_metric_math_that_sums_up_one_operation_more_watches_all_that_it_watched() -> None:
    assert names(change(METRIC, sums("Get"), sums("Batch", "Get"))) == []
    assert names(change(METRIC, sums("Batch", "Get"), sums("Get")))
    share = "100 * ({}) / (({0}) + ({1}))".replace("({})", "({0})")
    before, after = (
        sums(*answered_operations, expression=share, answered=answered_operations)
        for answered_operations in (("Get",), ("Batch", "Get"))
    )
    assert names(change(METRIC, before, after)) == []
    diluted = sums("Get", expression=share, answered=("Batch", "Get"))
    assert names(change(METRIC, sums("Get", expression=share, answered=("Get",)), diluted))


def test_a_rule_is_read_as_cloudwatch_reads_it() -> None:
    read = alarm_rule.read('ALARM("a b") OR (ALARM(c) AND (NOT OK(d) OR TRUE))')
    assert read is not None
    assert read.enough == {"a b", "c"}
    assert not read.is_any_of
    assert [alarm_rule.read(text) for text in UNREADABLE] == [None] * len(UNREADABLE)


UNREADABLE = ("ALARM(a", "ALARM(a) OR", "a", "ALARM(a) ALARM(b)", None, "", "ALARM(a) OR ALARM(b) AND ALARM(c)")
