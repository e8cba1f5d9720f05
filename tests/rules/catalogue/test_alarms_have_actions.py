"""Alarms with receivers pass; silent ones fail."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.documents import messages

TOPIC = ["${aws_sns_topic.t.arn}"]
LOUD = {"alarm_name": "all", "alarm_rule": 'ALARM("reads")', "alarm_actions": TOPIC}


@pytest.mark.parametrize(
    "resources",
    [
        {"aws_cloudwatch_metric_alarm.a": {"alarm_name": "reads", "alarm_actions": TOPIC}},
        {"aws_cloudwatch_composite_alarm.c": {"alarm_name": "health", "alarm_rule": "", "actions_enabled": False}},
        {"aws_cloudwatch_metric_alarm.a": {"alarm_name": "reads"}, "aws_cloudwatch_composite_alarm.c": LOUD},
        {
            "aws_cloudwatch_metric_alarm.a": {
                "alarm_name": "polls",
                "insufficient_data_actions": TOPIC,
                "treat_missing_data": "missing",
            }
        },
    ],
)
def test_an_alarm_with_an_action_passes(resources: dict[str, dict[str, Any]]) -> None:
    assert messages("alarms-have-actions", resources) == []


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({}, "it has no alarm_actions, so it notifies no one: name a topic"),
        ({"alarm_actions": []}, "it has no alarm_actions, so it notifies no one: name a topic"),
        (
            {"insufficient_data_actions": TOPIC, "treat_missing_data": "notBreaching"},
            "it has no alarm_actions, so it notifies no one: name a topic",
        ),
        (
            {"alarm_actions": TOPIC, "actions_enabled": False},
            "its actions are switched off, so it notifies no one: remove actions_enabled",
        ),
    ],
)
def test_a_silent_alarm_is_found(values: dict[str, Any], message: str) -> None:
    silent = {"alarm_name": "reads", **values}
    other = {**LOUD, "alarm_rule": 'ALARM("writes")'}
    resources = {"aws_cloudwatch_metric_alarm.a": silent, "aws_cloudwatch_composite_alarm.c": other}
    assert messages("alarms-have-actions", resources) == [f"aws_cloudwatch_metric_alarm.a: {message}"]


def test_a_composite_alarm_without_an_action_that_was_not_switched_off_is_found() -> None:
    assert messages("alarms-have-actions", {"aws_cloudwatch_composite_alarm.c": {"alarm_name": "health", "alarm_rule": ""}}) == [
        "aws_cloudwatch_composite_alarm.c: it has no alarm_actions: name a topic, or set actions_enabled to false if its alarms have actions"
    ]


def test_a_composite_alarm_speaks_for_no_alarm_whose_name_only_begins_like_one_of_its_own() -> None:
    resources: dict[str, dict[str, Any]] = {
        "aws_cloudwatch_metric_alarm.a": {"alarm_name": "read"},
        "aws_cloudwatch_composite_alarm.c": LOUD,
    }
    assert len(messages("alarms-have-actions", resources)) == 1


def test_a_composite_alarm_that_is_silent_itself_speaks_for_nobody() -> None:
    resources: dict[str, dict[str, Any]] = {
        "aws_cloudwatch_metric_alarm.a": {"alarm_name": "reads"},
        "aws_cloudwatch_composite_alarm.c": {"alarm_name": "health", "alarm_rule": 'ALARM("reads")', "actions_enabled": False},
        "aws_cloudwatch_composite_alarm.d": {**LOUD, "actions_enabled": False},
    }
    assert messages("alarms-have-actions", resources) == [
        "aws_cloudwatch_metric_alarm.a: it has no alarm_actions, so it notifies no one: name a topic"
    ]


def test_a_composite_alarm_without_actions_speaks_for_nobody() -> None:
    silent = {"alarm_name": "all", "alarm_rule": 'ALARM("reads")'}
    resources = {"aws_cloudwatch_metric_alarm.a": {"alarm_name": "reads"}, "aws_cloudwatch_composite_alarm.c": silent}
    assert "aws_cloudwatch_metric_alarm.a: it has no alarm_actions, so it notifies no one: name a topic" in messages(
        "alarms-have-actions", resources
    )
