"""Labels of JSON edits by their new value: beyond a limit, of the wrong form, or a taken name."""

from __future__ import annotations

from collections.abc import Mapping

from dynawright.gate.stack_mutants.json_edits import REFUSED, JsonEdit
from dynawright.rules.blocks import as_blocks
from dynawright.rules.values import number

Meaning = tuple[bool, str]
AWS = "AWS refuses the value half-way through an apply"
DAY = 86_400
LIMITS: Mapping[str, tuple[float, float, str]] = {
    "aws_dynamodb_table point_in_time_recovery.recovery_period_in_days": (1, 35, AWS),
    "aws_iam_role max_session_duration": (3600, 3600, "credentials that leaked work longer than AWS's hour"),
    "aws_kms_key deletion_window_in_days": (7, 30, AWS),
    "aws_kms_key rotation_period_in_days": (90, 365, "CIS 3.6 asks for a year at most"),
    "aws_scheduler_schedule target.retry_policy.maximum_event_age_in_seconds": (
        60,
        3600,
        "a late repetition makes a second export",
    ),
    "aws_secretsmanager_secret recovery_window_in_days": (7, 30, AWS),
    "aws_sqs_queue message_retention_seconds": (60, 14 * DAY, AWS),
}
"""Attribute → minimum, maximum, and what happens beyond."""
RETENTIONS = frozenset({1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653})
"""Retention periods that CloudWatch Logs accepts, in days."""
PERIODS = (7 * DAY, DAY)
"""How far CloudWatch looks back for periods of an hour or longer, and for shorter ones."""
MAPS = ("tags", "environment.variables", "resource_type_management_preference", "resource_type_opt_in_preference", "dimensions")
"""Attributes that are maps, which can't be lists; Terraform takes a list for blocks."""
NAMES = (
    *("name", "bucket", "alarm_name", "dashboard_name", "function_name", "cluster_name"),
    *("parameters.name", "rule.rule_name", "rule.id"),
)
SHARED_NAMES = (
    *("aws_appautoscaling_policy", "aws_appautoscaling_scheduled_action", "aws_backup_selection"),
    "aws_cloudwatch_log_metric_filter",
)
"""Types that may share a name, each for another owner."""
UNLIMITED = ("aws_lambda_function reserved_concurrent_executions",)
"""Attributes that accept -1, for unlimited."""


def override(edit: JsonEdit, body: Mapping[str, object], meaning: Meaning | None) -> Meaning | None:
    """Return an edit's meaning, given that of its differences; None if it depends."""
    place = f"{edit.type} {edit.path}"
    if place == "aws_cloudwatch_metric_alarm alarm_actions" and edit.how == "another of the stack" and "ok_actions" not in body:
        return None  # a page instead of a ticket: the team's receivers both
    if (
        place == "aws_cloudwatch_metric_alarm metric_query.id"
        and edit.how in ("another", "as another's")
        and _is_result(edit, body)
    ):
        return None  # nothing outside of the alarm knows the id of its result
    value = number(edit.value) if not isinstance(edit.value, bool) else None
    if edit.how == "in a list" and edit.path.endswith(MAPS):
        return True, "Terraform takes no list for a map"
    if edit.how == "as another's" and edit.path in NAMES and edit.type not in SHARED_NAMES:
        return True, "AWS has room for one of a name"
    if edit.how in REFUSED and meaning is not None and meaning[0] and not (edit.how == "negative" and place in UNLIMITED):
        return True, AWS
    if place in UNLIMITED and number(body.get(edit.path)) == 1 and value not in (1, None):
        return True, "two runs at once would each make a backup"
    if value is not None and place in LIMITS:
        least, most, because = LIMITS[place]
        return meaning if least <= value <= max(most, number(body.get(edit.path)) or 0) else (True, because)
    if value is not None and place == "aws_cloudwatch_log_group retention_in_days" and value not in RETENTIONS:
        return True, AWS
    if value is not None and place == "aws_cloudwatch_metric_alarm datapoints_to_alarm":
        return (True, AWS) if value > (number(body.get("evaluation_periods")) or 0) else meaning
    if value is not None and place == "aws_cloudwatch_metric_alarm evaluation_periods":
        period = number(body.get("period")) or 0
        return (True, AWS) if value * period > PERIODS[period < 3600] else meaning
    return meaning


def _is_result(edit: JsonEdit, body: Mapping[str, object]) -> bool:
    """Whether the edited query is what the alarm compares, under an id that no other query has."""
    queries = list(as_blocks(body.get("metric_query")))
    edited = next((block for number, block in enumerate(queries) if edit.place[1] == number), {})
    return edited.get("return_data") is True and edit.value not in [block.get("id") for block in queries]
