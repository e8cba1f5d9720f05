"""New resources that change existing ones, and data sent to another account."""

from __future__ import annotations

from typing import Any

import pytest

from dynawright.guard.change import UNKNOWN, Change
from dynawright.guard.guard import findings
from dynawright.guard.rules.additions import SETTINGS
from tests.guard.changes import change

OURS, THEIRS = "arn:aws:sqs:eu-west-1:111111111111:ours", "arn:aws:sqs:eu-west-1:222222222222:theirs"
FUNCTION = change("aws_lambda_function", {"function_name": "f", "arn": OURS}, {"function_name": "f", "arn": OURS}, "no-op")
TABLE = "aws_dynamodb_table"


def names(*changes: Change) -> list[str]:
    return [finding.name for finding in findings(changes)]


def created(type: str, **values: Any) -> Change:
    return change(type, {}, values, "create")


@pytest.mark.parametrize("type", SETTINGS)
def test_a_setting_of_its_own_is_found_on_what_is_there(type: str) -> None:
    assert names(FUNCTION, created(type, function_name="f")) == ["setting-added"]


def test_a_setting_of_its_own_passes_on_what_is_new_itself() -> None:
    setting = created("aws_lambda_function_event_invoke_config", function_name="g")
    assert names(setting, created("aws_lambda_function", function_name="g")) == []


@pytest.mark.parametrize(("owner", "found"), [("create", []), ("no-op", ["setting-added"])])
def test_an_owner_that_is_unknown_is_told_by_the_configuration(owner: str, found: list[str]) -> None:
    queue = change("aws_sqs_queue", {} if owner == "create" else {"name": "q"}, {"name": "q"}, owner, name="q")
    policy = change(
        "aws_sqs_queue_redrive_policy", {}, {"queue_url": UNKNOWN}, "create", queue_url=("aws_sqs_queue.q.id", "aws_sqs_queue.q")
    )
    assert names(queue, policy) == found


@pytest.mark.parametrize(
    ("type", "values"),
    [
        ("aws_sns_topic_subscription", {"topic_arn": "t", "protocol": "sqs", "endpoint": "{}"}),
        ("aws_cloudwatch_event_target", {"rule": "r", "arn": "{}"}),
        ("aws_cloudwatch_log_subscription_filter", {"log_group_name": "g", "destination_arn": "{}"}),
        ("aws_dynamodb_kinesis_streaming_destination", {"table_name": "t", "stream_arn": "{}"}),
        ("aws_lambda_event_source_mapping", {"event_source_arn": "s", "function_name": "{}"}),
        ("aws_sqs_queue", {"name": "new", "redrive_policy": '{{"deadLetterTargetArn": "{}"}}'}),
        ("aws_lambda_function", {"function_name": "new", "dead_letter_config": [{"target_arn": "{}"}]}),
    ],
)
def test_what_goes_to_another_account_is_found(type: str, values: dict[str, Any]) -> None:
    def filled(value: Any, arn: str) -> Any:
        if isinstance(value, list):
            return [{name: filled(part, arn) for name, part in block.items()} for block in value]
        return value.format(arn)

    ours, theirs = ({name: filled(value, arn) for name, value in values.items()} for arn in (OURS, THEIRS))
    assert names(FUNCTION, created(type, **ours)) == []
    assert names(FUNCTION, created(type, **theirs)) == [f"sent-elsewhere {THEIRS}"]
    assert names(created(type, **theirs)) == []  # if everything is new, no account is known


def test_a_first_dead_letter_queue_of_another_account_is_found_on_a_function_that_stays() -> None:
    before = {"function_name": "f", "arn": OURS}
    after = {**before, "dead_letter_config": [{"target_arn": THEIRS}]}
    assert names(change("aws_lambda_function", before, after)) == [f"sent-elsewhere {THEIRS}"]


@pytest.mark.parametrize(("capacity", "found"), [(5, []), (50, ["autoscaling-lowers max_capacity"])])
def test_autoscaling_below_what_a_table_has_is_found(capacity: int, found: list[str]) -> None:
    values = {"name": "t", "read_capacity": capacity}
    target = created(
        "aws_appautoscaling_target", resource_id="table/t", scalable_dimension="dynamodb:table:ReadCapacityUnits", max_capacity=20
    )
    assert names(change(TABLE, values, values, "no-op"), target) == found


@pytest.mark.parametrize(("most", "found"), [("200", []), ("10", ["autoscaling-lowers max_capacity"])])
def test_an_action_that_lowers_the_most_is_found(most: str, found: list[str]) -> None:
    scaled = {"resource_id": "table/t", "scalable_dimension": "dynamodb:table:ReadCapacityUnits"}
    target = {**scaled, "max_capacity": 100, "min_capacity": 5}
    action = created("aws_appautoscaling_scheduled_action", **scaled, scalable_target_action=[{"max_capacity": most}])
    assert names(change("aws_appautoscaling_target", target, target, "no-op"), action) == found


@pytest.mark.parametrize(
    ("call", "found"),
    [("dynamodb:deleteTable", ["schedule-ends-things dynamodb:deleteTable"]), ("dynamodb:describeTable", [])],
)
def test_a_schedule_that_ends_something_by_a_call_of_its_own_is_found(call: str, found: list[str]) -> None:
    assert names(created("aws_scheduler_schedule", target=[{"arn": f"arn:aws:scheduler:::aws-sdk:{call}"}])) == found


def test_a_lock_for_ever_is_found_on_a_vault_that_is_there() -> None:
    lock = created("aws_backup_vault_lock_configuration", backup_vault_name="v", changeable_for_days=3)
    vault = {"name": "v"}
    assert names(lock, change("aws_backup_vault", vault, vault, "no-op")) == ["vault-lock-tightened changeable_for_days"]
    assert names(lock, created("aws_backup_vault", **vault)) == []


def test_a_lock_that_refuses_backups_which_it_took_is_found() -> None:
    raised = change("aws_backup_vault_lock_configuration", {"min_retention_days": 7}, {"min_retention_days": 90})
    assert names(raised) == ["vault-lock-tightened"]


def test_settings_of_a_region_that_leave_a_kind_out_are_found_when_they_are_new() -> None:
    def settings(is_on: bool) -> Change:
        return created("aws_backup_region_settings", resource_type_opt_in_preference={"DynamoDB": is_on})

    assert names(settings(True)) == []
    assert names(settings(False)) == ["backup-opted-out DynamoDB"]


def test_a_network_let_into_a_group_that_is_there_is_found_and_another_group_is_not() -> None:
    group = {"id": "sg-1"}
    rule = {"security_group_id": "sg-1", "ip_protocol": "tcp", "from_port": 443, "to_port": 443}
    network = created("aws_vpc_security_group_ingress_rule", **rule, cidr_ipv4="203.0.113.0/24")
    other = created("aws_vpc_security_group_ingress_rule", **rule, referenced_security_group_id="sg-2")
    there = change("aws_security_group", group, group, "no-op")
    assert names(there, network) == ["network-opened 203.0.113.0/24"]
    assert names(there, other) == []
    assert names(network) == []


RULE = {"id": "all", "status": "Enabled", "expiration": [{"days": 90}]}


@pytest.mark.parametrize(
    ("after", "found"),
    [
        ([{**RULE, "status": "Disabled"}], ["bucket-expiry-removed all objects"]),
        ([{**RULE, "expiration": [{"days": 900}]}], []),
        ([{**RULE, "id": "other"}], []),
        ([], ["bucket-expiry-removed all objects"]),
    ],
)
def test_objects_that_nothing_deletes_any_more_are_found(after: list[Any], found: list[str]) -> None:
    assert names(change("aws_s3_bucket_lifecycle_configuration", {"rule": [RULE]}, {"rule": after})) == found


def test_an_archive_that_takes_days_to_read_is_worse_than_one_that_takes_hours() -> None:
    def archived(kind: str) -> dict[str, Any]:
        return {"rule": [{"id": "all", "status": "Enabled", "transition": [{"days": 30, "storage_class": kind}]}]}

    type = "aws_s3_bucket_lifecycle_configuration"
    assert names(change(type, archived("GLACIER"), archived("DEEP_ARCHIVE"))) == [
        "bucket-expiry-shortened all objects archived deep"
    ]
    assert names(change(type, archived("DEEP_ARCHIVE"), archived("GLACIER"))) == []


def test_a_policy_that_another_role_gets_is_wider_access() -> None:
    before = {"role": "a", "policy_arn": "arn:aws:iam::111111111111:policy/p"}
    moved = change("aws_iam_role_policy_attachment", before, {**before, "role": "b"}, "delete", "create")
    unknown = change("aws_iam_role_policy_attachment", before, {**before, "role": UNKNOWN}, "delete", "create")
    assert names(moved) == ["access-widened arn:aws:iam::111111111111:policy/p"]
    assert names(unknown) == ["access-unknown"]


def test_a_switch_that_is_on_unless_it_is_written_is_switched_off() -> None:
    assert names(change("aws_lambda_event_source_mapping", {"batch_size": 1}, {"batch_size": 1, "enabled": False})) == [
        "mapping-disabled"
    ]


@pytest.mark.parametrize(("rule", "found"), [('ALARM("old")', ["alarm-silenced all"]), ('ALARM("new")', [])])
def test_an_alarm_renamed_is_found_if_the_one_that_speaks_for_it_does_not_follow(rule: str, found: list[str]) -> None:
    renamed = change("aws_cloudwatch_metric_alarm", {"alarm_name": "old"}, {"alarm_name": "new"}, "delete", "create")
    before = {"alarm_name": "all", "alarm_rule": 'ALARM("old")', "alarm_actions": ["arn:t"]}
    assert names(renamed, change("aws_cloudwatch_composite_alarm", before, {**before, "alarm_rule": rule})) == found


def test_a_local_index_without_its_usual_attributes_is_compared_all_the_same() -> None:
    assert "local-index-changed" in names(
        change(TABLE, {"local_secondary_index": [{"name": "a"}]}, {"local_secondary_index": []})
    )
