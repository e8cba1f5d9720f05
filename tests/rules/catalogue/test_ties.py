"""A tie between two resources, or within one, is cut or redirected: a rule reports it."""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from dynawright.gate.mutation import Change, Json, anything, first, removes, removes_all, sets
from dynawright.rules.catalogue import all_rules
from dynawright.rules.resources import document
from tests.applications import complete_stacks
from tests.rules.catalogue.whole import ALARM, FOUNDATION, LIBRARY, found, inside, of, put

RULE, ROLE, EGRESS = "aws_cloudwatch_event_rule", "aws_iam_role", "aws_vpc_security_group_egress_rule"
RECEIVER, FILTER, MOVER = "aws_sns_topic_subscription", "aws_cloudwatch_log_metric_filter", "aws_appautoscaling_policy"
MUSEUM = "museum-full"


def tells(body: Json) -> bool:
    return "FAILED" in body.get("event_pattern", "")


def counts(body: Json) -> bool:
    return "COMPLETED" in body.get("event_pattern", "")


def is_page(body: Json) -> bool:
    return bool(body.get("ok_actions")) and bool(body.get("alarm_actions"))


def adds_up(body: Json) -> bool:
    return len([query for query in body.get("metric_query", []) if "metric" in query]) > 3


def to_dynamodb(body: Json) -> bool:
    return "prefix_list_id" in body


def same_query(body: Json) -> None:
    """Make a sum query one metric twice, and thus another not at all."""
    metrics = [query["metric"] for query in body["metric_query"] if "metric" in query]
    metrics[0]["dimensions"] = metrics[1]["dimensions"]
    metrics[0]["metric_name"], metrics[0]["stat"] = metrics[1]["metric_name"], metrics[1]["stat"]


def of_others(body: Json) -> None:
    """Make the errors in a ratio those of another operation than the answers."""
    next(query["metric"] for query in body["metric_query"] if query["id"] == "errors1")["dimensions"]["Operation"] = "Scan"


def is_share(body: Json) -> bool:
    return {"errors1", "answered1"} <= {query["id"] for query in body.get("metric_query", [])}


def group_of_the_cache(content: Json) -> None:
    first(content, EGRESS, to_dynamodb)["security_group_id"] = first(content, "aws_dax_cluster")["security_group_ids"][0]


def a_table_less(body: Json) -> None:
    policy = json.loads(body["policy"])
    table = str(policy["Statement"][0]["Resource"])
    policy["Statement"] = [statement for statement in policy["Statement"] if table.split(".")[1] not in json.dumps(statement)]
    body["policy"] = json.dumps(policy)


def another_dimension(content: Json) -> None:
    others = {str(body["scalable_dimension"]) for body in content["resource"][MOVER].values()}
    mover = first(content, MOVER)
    mover["scalable_dimension"] = next(target for target in sorted(others) if target != mover["scalable_dimension"])


@pytest.mark.parametrize(
    ("rule", "change", "stack", "says"),
    [
        ("failed-backups-are-told", of(RULE, counts, inside("event_pattern", put("detail-type", value=None))), LIBRARY, "kinds"),
        ("failed-backups-are-told", of(RULE, tells, inside("event_pattern", put("detail-type", value=None))), LIBRARY, "kinds"),
        (
            "failed-backups-are-told",
            of(RULE, tells, inside("event_pattern", put("detail", "iamRoleArn", value=None))),
            LIBRARY,
            "any role",
        ),
        ("alarms-have-actions", sets(ALARM, is_page, ok_actions=["arn:aws:sns:x:111111111111:other"]), LIBRARY, "is over"),
        ("alarms-can-fire", of(ALARM, adds_up, same_query), LIBRARY, "two of its queries"),
        ("alarms-can-fire", of(ALARM, is_share, of_others), LIBRARY, "different operations"),
        ("what-is-built-is-used", removes("aws_kms_alias"), LIBRARY, "no alias"),
        ("values-are-safe", group_of_the_cache, LIBRARY, "security_group_id"),
        ("policies-follow-from-the-model", of("aws_vpc_endpoint", anything, a_table_less), LIBRARY, "DescribeTable"),
        ("capacity-follows-the-load", another_dimension, MUSEUM, "that of another"),
        ("settings-are-kept", sets(ROLE, name="library-else"), LIBRARY, "must end with '-full'"),
        ("settings-are-kept", removes_all(RECEIVER), FOUNDATION, "is not subscribed"),
    ],
)
def test_a_tie_that_is_cut_is_found(rule: str, change: Change, stack: str, says: str) -> None:
    messages = found(rule, change, stack=stack)
    assert any(says in message for message in messages), messages


def test_topics_with_each_others_receivers_are_found() -> None:
    stack = complete_stacks("production")["foundation-production"]
    content = deepcopy(stack.content)
    one, *others = content["resource"][RECEIVER].values()
    two = next(other for other in others if other["topic_arn"] != one["topic_arn"])
    one["endpoint"], two["endpoint"] = two["endpoint"], one["endpoint"]
    crossed = replace(document(content, stack.document.name, ours=True), intent=stack.document.intent)
    (rule,) = [candidate for candidate in all_rules() if candidate.name == "settings-are-kept"]
    assert ["is not subscribed" in finding.message for finding in rule.findings(crossed)] == [True, True]


def filters() -> list[Any]:
    return [filter for stack in complete_stacks("full").values() for filter in stack.content["resource"].get(FILTER, {}).values()]


@pytest.mark.parametrize("pattern", ["*", '"*"', "?", '{ $.level = "ERROR" }x', "{ $.level = * }", '{ $.level = "*" }', "{ }"])
def test_a_filter_that_counts_every_line_or_none_is_found(pattern: str) -> None:
    assert filters()
    assert any("pattern is" in message for message in found("values-are-safe", sets(FILTER, pattern=pattern)))


@pytest.mark.parametrize(
    "pattern", ["ERROR", '"Task timed out"', "?ERROR ?Exception", "{ $.level = %ERR% }", "[ip, user, status = 5*]"]
)
def test_a_filter_of_any_form_is_fine(pattern: str) -> None:
    assert found("values-are-safe", sets(FILTER, pattern=pattern)) == []
