"""Changes that no rule judges are refused, unless they are known to be harmless."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from dynawright.guard.change import UNKNOWN, Change
from dynawright.guard.differences import Difference
from dynawright.guard.guard import findings
from dynawright.guard.known import KNOWN, is_harmless
from dynawright.guard.rules import OF_TYPE
from tests.guard.changes import change

QUEUE, FUNCTION, MAPPING = "aws_sqs_queue", "aws_lambda_function", "aws_lambda_event_source_mapping"


def names(*changes: Change) -> list[str]:
    return [finding.name for finding in findings(changes)]


@pytest.mark.parametrize("type", [*KNOWN, "aws_db_instance", "google_sql_database_instance"])
def test_an_attribute_that_nothing_speaks_of_is_refused(type: str) -> None:
    assert names(change(type, {"never_heard_of": 1}, {"never_heard_of": 2})) in (
        ["attribute-unjudged never_heard_of"],
        ["type-unjudged"],
    )
    assert names(change(type, {"never_heard_of": 1}, {"never_heard_of": UNKNOWN})) in (
        ["value-unknown never_heard_of"],
        ["type-unjudged"],
    )


@pytest.mark.parametrize("type", [*KNOWN, "aws_instance", "random_password"])
def test_tags_and_descriptions_pass_whatever_the_type(type: str) -> None:
    before = {"description": "a", "tags": {"team": "a"}, "tags_all": {"team": "a"}, "timeouts": None}
    after = {"description": "b", "tags": {}, "tags_all": UNKNOWN, "timeouts": {"create": "1h"}}
    assert names(change(type, before, after)) == []


@pytest.mark.parametrize("type", KNOWN)
def test_what_a_rule_judges_is_refused_while_it_is_unknown(type: str) -> None:
    """A value known only after the apply is never taken as harmless."""
    judged = {name for rule in OF_TYPE.get(type, ()) for name in rule.judges if not name.startswith("(") and "." not in name}
    for name in judged - {
        "permissions_boundary",
        "role",
        "policy_arn",
        "ingress",
        "egress",
        "transition_default_minimum_object_size",
    }:
        if is_harmless(type, Difference(name, name, SAMPLES.get(name, "old"), UNKNOWN)):
            continue
        before = {"role": "r", "hash_key": "PK", "stream_enabled": True, name: SAMPLES.get(name, "old")}
        after = {**before, name: UNKNOWN}
        assert names(change(type, before, after)), f"{type}.{name}"


SAMPLES: dict[str, Any] = {
    "alarm_actions": ["arn:old"],
    "attribute": [{"name": "PK", "type": "S"}],
    "global_secondary_index": [{"name": "a", "hash_key": "A"}],
    "insufficient_data_actions": ["arn:old"],
    "local_secondary_index": [{"name": "a", "range_key": "A", "projection_type": "ALL"}],
    "metric_query": [{"id": "a", "expression": "b", "return_data": True}],
    "ok_actions": ["arn:old"],
    "resources": ["arn:a"],
    "rule": [{"rule_name": "daily"}],
    "from_port": 443,
    "to_port": 443,
    "threshold": 5,
    "period": 60,
    "evaluation_periods": 5,
    "datapoints_to_alarm": 5,
    "min_retention_days": 7,
    "filter_criteria": [{"filter": [{"pattern": "{}"}]}],
    "destination_config": [{"on_failure": [{"destination_arn": "arn:a"}]}],
    "server_side_encryption": [{"enabled": True, "kms_key_arn": "arn:a"}],
    "replica": [{"region_name": "eu-west-1"}],
}


@pytest.mark.parametrize(
    ("type", "attribute", "harmless", "harmful"),
    [
        (QUEUE, "visibility_timeout_seconds", (30, 60), (60, 30)),
        (QUEUE, "delay_seconds", (10, 0), (0, 10)),
        (QUEUE, "redrive_policy", (None, '{"maxReceiveCount": 1}'), ('{"maxReceiveCount": 1}', None)),
        (FUNCTION, "timeout", (3, 30), (30, 3)),
        (FUNCTION, "runtime", ("python3.9", "python3.13"), ("python3.13", "python3.9")),
        (FUNCTION, "runtime", ("nodejs20.x", "nodejs22.x"), ("nodejs20.x", "python3.13")),
        (FUNCTION, "source_code_hash", ("a", "b"), None),
        (FUNCTION, "image_uri", ("1.dkr/x/orders:1", "1.dkr/x/orders:2"), ("1.dkr/x/orders:1", "2.dkr/x/orders:1")),
        (FUNCTION, "layers", (["arn:layer:a:1"], ["arn:layer:a:2"]), (["arn:layer:a:1"], ["arn:layer:a:1", "arn:layer:b:1"])),
        (FUNCTION, "role", None, ("arn:a", "arn:b")),
        (FUNCTION, "handler", None, ("a.b", "c.d")),
        (FUNCTION, "reserved_concurrent_executions", (5, -1), (-1, 5)),
        (MAPPING, "batch_size", (100, 500), (100, 1)),
        (MAPPING, "parallelization_factor", (1, 2), (10, 1)),
        (MAPPING, "maximum_retry_attempts", (3, 10), (10, 3)),
        (MAPPING, "bisect_batch_on_function_error", (False, True), (True, False)),
        (MAPPING, "function_name", None, ("a", "b")),
        ("aws_kms_key", "deletion_window_in_days", (7, 30), (30, 7)),
        ("aws_kms_key", "rotation_period_in_days", (365, 90), (90, 365)),
        ("aws_kms_alias", "target_key_id", None, ("a", "b")),
        ("aws_iam_role", "max_session_duration", (7200, 3600), (3600, 43200)),
        ("aws_iam_openid_connect_provider", "client_id_list", None, (["sts"], ["sts", "mine"])),
        ("aws_cloudtrail", "is_multi_region_trail", (False, True), (True, False)),
        ("aws_cloudtrail", "s3_bucket_name", None, ("a", "b")),
        ("aws_appautoscaling_target", "max_capacity", (10, 20), (20, 10)),
        ("aws_dax_cluster", "replication_factor", (1, 3), (3, 1)),
        ("aws_sns_topic_subscription", "filter_policy", ('{"a": ["b"]}', None), (None, '{"a": ["b"]}')),
        ("aws_secretsmanager_secret", "recovery_window_in_days", (7, 30), (30, 0)),
        ("aws_secretsmanager_secret_policy", "block_public_policy", (False, True), (True, False)),
        ("aws_cloudwatch_dashboard", "dashboard_body", ("{}", '{"widgets": []}'), None),
        ("aws_cloudwatch_log_metric_filter", "pattern", None, ("ERROR", "NEVER")),
        ("aws_cloudwatch_event_rule", "event_pattern", ('{"source": ["a"]}', '{"source": ["a", "b"]}'), ('{"source": ["a"]}', '{"source": ["b"]}')),
        ("aws_cloudwatch_event_rule", "schedule_expression", ("rate(1 day)", "rate(1 hour)"), ("rate(1 hour)", "rate(1 day)")),
        ("aws_scheduler_schedule", "schedule_expression", ("rate(1 day)", "rate(12 hours)"), ("rate(1 day)", "rate(2 days)")),
        ("aws_backup_vault_lock_configuration", "max_retention_days", (90, 365), (365, 90)),
    ],
)  # fmt: skip
def test_an_attribute_may_change_in_its_harmless_direction_only(type: str, attribute: str, harmless: Any, harmful: Any) -> None:
    if harmless:
        assert names(change(type, {attribute: harmless[0]}, {attribute: harmless[1]})) == []
    if harmful:
        (finding,) = findings([change(type, {attribute: harmful[0]}, {attribute: harmful[1]})])
        assert finding.is_approvable
        assert attribute in finding.detail


@pytest.mark.parametrize(
    ("name", "before", "after", "count"),
    [
        ("TABLE", None, "orders", 0),
        ("LOG_LEVEL", "INFO", "DEBUG", 0),
        ("TABLE", "orders", "other", 1),
        ("TABLE", "orders", None, 1),
        ("AWS_LAMBDA_EXEC_WRAPPER", None, "/opt/x", 1),
        ("LD_PRELOAD", None, "x.so", 1),
    ],
)
def test_a_function_may_get_new_variables_of_its_own(name: str, before: str | None, after: str | None, count: int) -> None:
    def variables(value: str | None) -> dict[str, Any]:
        return {"environment": [{"variables": {"KEPT": "x", **({name: value} if value else {})}}]}

    found = names(change(FUNCTION, variables(before), variables(after)))
    assert found == [f"attribute-unjudged environment.variables.{name}"] * count


def test_the_finding_says_which_attribute_of_which_type_and_how_to_approve_it() -> None:
    (finding,) = findings([change(QUEUE, {"fifo_queue": False}, {"fifo_queue": True})])
    assert finding.detail == "aws_sqs_queue: fifo_queue: false → true is not known to be harmless"
    assert "approve it by this name in the environment's file" in finding.instead


def test_what_aws_fills_in_is_no_change() -> None:
    computed = change("aws_sns_topic", {"name": "t", "new_in_provider_9": "x"}, {"name": "t", "new_in_provider_9": UNKNOWN})
    assert names(computed) == ["value-unknown new_in_provider_9"]
    assert names(replace(computed, written=frozenset({"name"}))) == []
    assert names(change(FUNCTION, {"version": "1", "qualified_arn": "a"}, {"version": UNKNOWN, "qualified_arn": UNKNOWN})) == []


def test_what_a_block_leaves_to_aws_is_no_change_and_what_it_writes_is_one() -> None:
    def table(capacity: Any) -> dict[str, Any]:
        return {"global_secondary_index": [{"name": "a", "hash_key": "A", "read_capacity": capacity}]}

    found = change("aws_dynamodb_table", table(0), table(UNKNOWN))
    written = {"global_secondary_index", "global_secondary_index.hash_key"}
    assert names(replace(found, written=frozenset(written))) == []
    assert names(replace(found, written=frozenset({*written, "global_secondary_index.read_capacity"}))) == [
        "value-unknown global_secondary_index[a].read_capacity"
    ]


def test_a_replacement_is_refused_unless_the_type_bears_it() -> None:
    renamed = ({"name": "a", "bucket": "b"}, {"name": "c", "bucket": "b"}, "delete", "create")
    assert names(change("aws_s3_bucket_policy", *renamed)) == ["replacement-unjudged"]
    assert names(change("aws_kms_alias", *renamed)) == []
    assert names(change("aws_dynamodb_table", {"name": "a"}, {"name": "b"}, "delete", "create")) == ["table-replaced"]


@pytest.mark.parametrize(
    ("type", "found"),
    [
        ("aws_cloudwatch_dashboard", []),
        ("aws_iam_policy", []),
        ("aws_backup_region_settings", ["end-unjudged"]),
        ("aws_db_instance", ["data-store-removed"]),
        ("aws_efs_file_system", ["data-store-removed"]),
        ("aws_ebs_volume", ["data-store-removed"]),
        ("aws_s3_object", ["data-store-removed"]),
        ("google_bigquery_table", ["data-store-removed"]),
        ("aws_db_parameter_group", ["type-unjudged"]),
        ("aws_route_table", ["type-unjudged"]),
        ("null_resource", ["type-unjudged"]),
        ("aws_iam_role", ["role-removed"]),
    ],
)
def test_an_end_is_refused_unless_nothing_is_lost_with_it(type: str, found: list[str]) -> None:
    assert names(change(type, {"name": "x"}, {}, "delete")) == found
    assert names(change(type, {}, {"name": "x"}, "create")) == []
