"""Weakened ties between resources: each resource looks as before, but one has lost its use."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from dynawright.gate.mutation import (
    Change,
    Json,
    Mutation,
    NoTargetError,
    Where,
    adds,
    alarm_on,
    anything,
    first,
    has,
    removes,
    sets,
)

ALARM, FUNCTION, SCHEDULE, PLAN = (
    *("aws_cloudwatch_metric_alarm", "aws_lambda_function"),
    *("aws_scheduler_schedule", "aws_backup_plan"),
)
EVENT_RULE, DASHBOARD, TRAIL = "aws_cloudwatch_event_rule", "aws_cloudwatch_dashboard", "aws_cloudtrail"
THROTTLES = alarm_on("ReadThrottleEvents")
AGE = alarm_on("IteratorAge", "FunctionName")


def _sums(body: Json) -> bool:
    """Match an alarm on a sum of errors."""
    return len(body.get("metric_query", ())) > 1 and "SystemErrors" in json.dumps(body)


def _tells(body: Json) -> bool:
    """Match a rule that reports failures."""
    return "FAILED" in body.get("event_pattern", "")


def _counts(body: Json) -> bool:
    return "COMPLETED" in body.get("event_pattern", "")


def _writes(type: str, where: Where, attribute: str, change: Callable[[Any], None]) -> Change:
    """Change an attribute that contains JSON as text."""

    def changed(content: Json) -> None:
        body = first(content, type, where)
        inner = json.loads(body[attribute])
        change(inner)
        body[attribute] = json.dumps(inner)

    return changed


def _first_term(content: Json) -> None:
    """Make a sum of errors use its first term only."""
    body = first(content, ALARM, _sums)
    term = next(query["id"] for query in body["metric_query"] if "metric" in query)
    body["metric_query"][0]["expression"] = f"FILL({term}, 0)"


def _swap_states(pattern: Json) -> None:
    pattern["detail"] |= {"$or": [{"state": ["COMPLETED"]}, {"status": ["COMPLETED"]}]}


def _other_role(content: Json) -> None:
    """Make a function run as another purpose's role."""
    function = first(content, FUNCTION)
    roles = [f"${{aws_iam_role.{name}.arn}}" for name in content["resource"].get("aws_iam_role", {})]
    others = [role for role in roles if role != function["role"]]
    if not others:
        raise NoTargetError("there is no other role")
    function["role"] = others[0]


def _blind_trail(content: Json) -> None:
    trail = first(content, TRAIL)
    for field in trail["advanced_event_selector"][0]["field_selector"]:
        if field["field"] == "resources.ARN":
            field["equals"].pop()


def _rule_less(content: Json) -> None:
    first(content, "aws_backup_plan")["rule"].pop()


def _twin(content: Json) -> None:
    roles = list(content["resource"].get("aws_iam_role", {}).values())
    if len(roles) < 2:
        raise NoTargetError("there is one role, or none")
    roles[1]["name"] = roles[0]["name"]


TIES = (
    Mutation("a threshold a thousand times as high", sets(ALARM, THROTTLES, threshold=5000)),
    Mutation("an alarm that rings after hours", sets(ALARM, THROTTLES, period=21_600)),
    Mutation("an alarm that rings in good times", sets(ALARM, AGE, threshold=1)),
    Mutation("an alarm on the other side", sets(ALARM, THROTTLES, comparison_operator="LessThanThreshold")),
    Mutation("a sum that comes to one of its terms", _first_term),
    Mutation("a function that runs as another's role", _other_role),
    Mutation("a mapping that may come before its rights", sets("aws_lambda_event_source_mapping", depends_on=None)),
    Mutation("a trail that may come before its bucket's policy", sets(TRAIL, depends_on=None)),
    Mutation("a policy that no role has", removes("aws_iam_role_policy_attachment")),
    Mutation("failures of backups that nobody hears of", removes("aws_cloudwatch_event_target")),
    Mutation("successes told as failures", _writes(EVENT_RULE, _tells, "event_pattern", _swap_states)),
    Mutation("failed backups counted as made", _writes(EVENT_RULE, _counts, "event_pattern", lambda pattern: pattern["detail"].update(state=["FAILED"]))),
    Mutation("a schedule that was forgotten", removes(SCHEDULE)),
    Mutation("a backup a month, by the scheduler", sets(SCHEDULE, schedule_expression="cron(0 18 1 * ? *)")),
    Mutation("an empty dashboard", _writes(DASHBOARD, anything, "dashboard_body", lambda body: body.update(widgets=[]))),
    Mutation("a dashboard of another Region", _writes(DASHBOARD, anything, "dashboard_body", lambda body: body["widgets"][1]["properties"].update(region="us-east-1"))),
    Mutation("a trail that leaves a table out", _blind_trail),
    Mutation("a key without a type", sets("aws_dynamodb_table", has(billing_mode="PAY_PER_REQUEST"), hash_key="Other")),
    Mutation("a reference to what is gone", removes("aws_kms_key")),
    Mutation("a restore test once a year", sets("aws_backup_restore_testing_plan", schedule_expression="cron(0 17 1 1 ? *)")),
    Mutation("a plan of backups with a rule less", _rule_less),
    Mutation("two roles of one name", _twin),
    Mutation("a topic that reaches nobody", adds("aws_sns_topic", name="t", kms_master_key_id="alias/aws/sns")),
)  # fmt: skip
