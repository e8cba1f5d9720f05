"""A complete stack passes; each deviation from settings and each repeated name is found."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dynawright.gate.mutation import Change, Json, anything, first, has, removes, removes_all, sets
from dynawright.rules.catalogue import all_rules
from dynawright.rules.catalogue.names_are_given_once import NAMES
from dynawright.rules.resources import Document, Resource
from tests.applications import complete_stacks
from tests.rules.catalogue.whole import ALARM, FOUNDATION, LIBRARY, found, of, put

SETTINGS, NAMES_ONCE = "settings-are-kept", "names-are-given-once"
PLAN, TEST_PLAN, LOCK = "aws_backup_plan", "aws_backup_restore_testing_plan", "aws_backup_vault_lock_configuration"
MAPPING, FUNCTION, SCHEDULE = "aws_lambda_event_source_mapping", "aws_lambda_function", "aws_scheduler_schedule"
EXPORT = has(function_name="library-export-full")
MUSEUM = "museum-full"
DAILY = has(name="library-full")


def due(body: Json) -> bool:
    return "schedule_expression" in body


def times(name: str, share: float) -> Change:
    """Multiply a number of the first resource of a type."""
    return lambda content: first(content, name.split(".")[0], anything).update(
        {name.split(".")[1]: int(first(content, name.split(".")[0], anything)[name.split(".")[1]] * share)}
    )


@pytest.mark.parametrize("rule", [SETTINGS, NAMES_ONCE])
@pytest.mark.parametrize("stack", [LIBRARY, FOUNDATION])
def test_a_stack_with_everything_passes(rule: str, stack: str) -> None:
    assert found(rule, stack=stack) == []


@pytest.mark.parametrize(
    ("change", "stack", "says"),
    [
        (of(PLAN, DAILY, lambda body: body["rule"].pop()), LIBRARY, "as the settings say"),
        (of(PLAN, DAILY, put("rule", 0, "schedule", value="cron(0 3 31 2 ? *)")), LIBRARY, "as the settings say"),
        (of(PLAN, DAILY, put("rule", 0, "lifecycle", "delete_after", value=8)), LIBRARY, "kept less than"),
        (of(PLAN, DAILY, put("rule", 0, "completion_window", value=120)), LIBRARY, "less time"),
        (removes_all(TEST_PLAN), LIBRARY, "nothing tests restores of its backups"),
        (sets(TEST_PLAN, schedule_expression="cron(0 17 1 1 ? *)"), LIBRARY, "by the settings it is"),
        (sets("aws_cloudwatch_event_rule", due, schedule_expression="cron(0 5 * * ? *)"), LIBRARY, "by the settings it is"),
        (sets(SCHEDULE, schedule_expression="cron(0 19 ? * SUN *)"), LIBRARY, "by the settings it is"),
        (sets(LOCK, max_retention_days=500), FOUNDATION, "max_retention_days is 500"),
        (sets(LOCK, min_retention_days=1), FOUNDATION, "min_retention_days is 1"),
        (sets(LOCK, min_retention_days=700), FOUNDATION, "are rejected"),
        (times(f"{MAPPING}.maximum_record_age_in_seconds", 0.2), LIBRARY, "record_age_seconds"),
        (times(f"{MAPPING}.maximum_record_age_in_seconds", 10), LIBRARY, "record_age_seconds"),
        (times(f"{MAPPING}.maximum_retry_attempts", 0.5), LIBRARY, "retries"),
        (of(FUNCTION, EXPORT, put("environment", "variables", "BACKUP_NAME_PREFIX", value="x")), LIBRARY, "BACKUP_NAME_PREFIX"),
        (of(FUNCTION, EXPORT, put("environment", "variables", "KEY_ARN", value=None)), LIBRARY, "KEY_ARN"),
        (of(FUNCTION, EXPORT, put("environment", "variables", "BACKUP_RETENTION_DAYS", value="7")), LIBRARY, "RETENTION_DAYS"),
        (sets(FUNCTION, EXPORT, reserved_concurrent_executions=-1), LIBRARY, "reserves one execution"),
        (times("aws_appautoscaling_target.max_capacity", 0.5), MUSEUM, "max_capacity"),
        (of("aws_dax_subnet_group", anything, lambda body: body["subnet_ids"].pop()), LIBRARY, "subnet_ids lacks"),
        (of("aws_vpc_endpoint", anything, put("route_table_ids", value=["rtb-00000000"])), LIBRARY, "route_table_ids lacks"),
        (removes("aws_iam_openid_connect_provider"), FOUNDATION, "its workflows can't sign in"),
    ],
)
def test_what_is_less_than_the_settings_say_is_found(change: Change, stack: str, says: str) -> None:
    messages = found(SETTINGS, change, stack=stack)
    assert messages
    assert all(says in message for message in messages)


@pytest.mark.parametrize(
    "change",
    [
        of(PLAN, DAILY, put("rule", 0, "lifecycle", "delete_after", value=500)),
        times(f"{MAPPING}.maximum_record_age_in_seconds", 1.1),
        times(f"{MAPPING}.maximum_retry_attempts", 2),
        of(PLAN, DAILY, lambda body: body["rule"].reverse()),
    ],
)
def test_a_little_more_than_the_settings_say_is_fine(change: Change) -> None:
    assert found(SETTINGS, change) == []


def test_capacity_may_rise_further() -> None:
    assert found(SETTINGS, times("aws_appautoscaling_target.max_capacity", 2), stack=MUSEUM) == []


def test_a_variable_that_passes_a_setting_on_holds_it() -> None:
    stack = complete_stacks("full")[LIBRARY].document
    assert stack.intent is not None
    name = next(iter(stack.intent.dials.functions))
    dials = replace(stack.intent.dials, own={"least_copies": ("3",)}, variables={name: ("LEAST_COPIES",)}, functions={})
    (rule,) = [candidate for candidate in all_rules() if candidate.name == SETTINGS]

    def said(**variables: str) -> list[str]:
        function = Resource("aws_lambda_function.f", FUNCTION, {"function_name": name, "environment": {"variables": variables}})
        intent = replace(stack.intent, dials=dials) if stack.intent else None
        return [finding.message for finding in rule.findings(Document("d", (function,), is_ours=True, intent=intent))]

    assert said(LEAST_COPIES="3") == []
    assert said(LEAST_COPIES="4") == ["variable LEAST_COPIES is 4; the system's settings say 3"]
    assert said() == ["variable LEAST_COPIES is None; the system's settings say 3"]


@pytest.mark.parametrize("type", sorted(set(NAMES) & {*complete_stacks("full")[LIBRARY].content["resource"]}))
def test_two_of_one_name_are_found(type: str) -> None:
    def change(content: Json) -> None:
        group = content["resource"][type]
        group["Twin"] = {name: value for name, value in next(iter(group.values())).items() if name != "//"}

    if "${" in str(next(iter(complete_stacks("full")[LIBRARY].content["resource"][type].values()))[NAMES[type][-1]]):
        pytest.skip("named by reference")
    (message,) = found(NAMES_ONCE, change)
    assert message.startswith(f"{type}.Twin: ")


def test_a_name_that_may_be_built_no_time_at_all_is_no_second_one() -> None:
    def change(content: Json) -> None:
        group = content["resource"]["aws_sns_topic"]
        group["Twin"] = {**next(iter(group.values())), "count": "${var.there ? 0 : 1}"}

    assert found(NAMES_ONCE, change) == []


def test_two_queries_of_an_alarm_have_two_ids() -> None:
    def change(body: Json) -> None:
        body["metric_query"][1]["id"] = body["metric_query"][2]["id"]

    messages = found(NAMES_ONCE, of(ALARM, lambda body: len(body.get("metric_query", [])) > 2, change))
    assert len(messages) == 1
    assert "metric_query" in messages[0]
