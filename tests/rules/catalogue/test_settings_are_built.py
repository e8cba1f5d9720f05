"""A stack that matches its settings passes; each deviation is found."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dynawright.gate.mutation import Json, Where, anything, has
from tests.rules.catalogue.whole import found, of, put

RULE = "settings-are-built"
LIBRARY, FOUNDATION = "library-production", "foundation-production"
FULL, FULL_FOUNDATION = "library-full", "foundation-full"
TABLE, TARGET = "aws_dynamodb_table", "aws_appautoscaling_target"
BUCKET, LIFE = "aws_s3_bucket", "aws_s3_bucket_lifecycle_configuration"
POLICY = "target_tracking_scaling_policy_configuration"
PROVISIONED, ON_DEMAND = has(billing_mode="PROVISIONED"), has(billing_mode="PAY_PER_REQUEST")


BROKEN: list[tuple[str, str, Where, Callable[[Json], None], str]] = [
    (LIBRARY, TABLE, anything, put("deletion_protection_enabled", value=False), "table.deletion_protection says True"),
    (LIBRARY, TABLE, anything, put("lifecycle", value=None), "table.prevent_destroy says True"),
    (LIBRARY, TABLE, anything, put("point_in_time_recovery", "recovery_period_in_days", value=2), "point_in_time_recovery_days says at least 35"),
    (LIBRARY, TABLE, ON_DEMAND, put("billing_mode", value="PROVISIONED"), "table.capacity_mode says PAY_PER_REQUEST"),
    (LIBRARY, TABLE, ON_DEMAND, put("on_demand_throughput", value={"max_read_request_units": 1}), "table.on_demand_max_read_units says nothing"),
    (LIBRARY, TABLE, anything, put("warm_throughput", value={"read_units_per_second": 12_000}), "table.warm_read_units says nothing"),
    (LIBRARY, TABLE, PROVISIONED, put("read_capacity", value=1), "table.read_capacity_units says the value set by autoscaling"),
    (LIBRARY, TABLE, PROVISIONED, put("global_secondary_index", 0, "write_capacity", value=1), "of index by-day is 1"),
    (LIBRARY, TARGET, anything, put("min_capacity", value=1), "read_capacity_units says at least 5"),
    (LIBRARY, "aws_appautoscaling_policy", anything, put(POLICY, "target_value", value=110), "target_utilization_percent says at most 70"),
    (LIBRARY, "aws_kms_key", anything, put("rotation_period_in_days", value=2560), "encryption.rotation_period_days says at most 365"),
    (LIBRARY, "aws_cloudwatch_log_group", anything, put("retention_in_days", value=180), "logs.retention_days says at least 365"),
    (LIBRARY, BUCKET, anything, put("force_destroy", value=True), "buckets.force_destroy says False"),
    (LIBRARY, LIFE, has(bucket="${aws_s3_bucket.Export_Bucket_66B52C16.bucket}"), put("rule", 0, "expiration", 0, "days", value=400), "export.expire_after_days says at least 2557"),
    (LIBRARY, "aws_s3_bucket_object_lock_configuration", anything, put("rule", "default_retention", "days", value=1), "audit.lock_days says at least 90"),
    (LIBRARY, "aws_dax_cluster", anything, put("replication_factor", value=1), "cache.node_count says at least 3"),
    (FULL, "aws_kinesis_stream", anything, put("retention_period", value=24), "change_capture.retention_hours says at least 168"),
    (LIBRARY, "aws_secretsmanager_secret", anything, put("recovery_window_in_days", value=7), "secrets.recovery_window_days says at least 30"),
    (FOUNDATION, "aws_backup_vault_lock_configuration", anything, put("changeable_for_days", value=3), "vault.lock_changeable_for_days says nothing"),
    (FULL_FOUNDATION, "aws_backup_vault_lock_configuration", anything, put("changeable_for_days", value=300), "vault.lock_changeable_for_days says 14"),
    (FOUNDATION, "aws_backup_vault", anything, put("lifecycle", value=None), "vault.prevent_destroy says True"),
    (FOUNDATION, LIFE, anything, put("rule", 0, "expiration", 0, "days", value=30), "access_logs.retention_days says at least 365"),
]  # fmt: skip


@pytest.mark.parametrize("stack", [LIBRARY, FOUNDATION, FULL, FULL_FOUNDATION, "museum-full"])
def test_a_stack_as_its_settings_say_passes(stack: str) -> None:
    assert found(RULE, stack=stack) == []


@pytest.mark.parametrize(
    ("stack", "type", "where", "change", "said"), BROKEN, ids=lambda one: one if isinstance(one, str) else ""
)
def test_what_is_built_otherwise_is_found(stack: str, type: str, where: Where, change: Callable[[Json], None], said: str) -> None:
    messages = found(RULE, of(type, where, change), stack=stack)
    assert any(said in message for message in messages), messages


@pytest.mark.parametrize(
    ("attribute", "value"), [("rotation_period_in_days", 100), ("deletion_window_in_days", 29), ("deletion_window_in_days", 60)]
)
def test_what_is_safer_or_about_the_same_passes(attribute: str, value: int) -> None:
    assert found(RULE, of("aws_kms_key", anything, put(attribute, value=value)), stack=LIBRARY) == []


def test_limits_that_a_schedule_owns_are_its_own() -> None:
    owned = of(
        TARGET,
        lambda target: "max_capacity" in target.get("lifecycle", {}).get("ignore_changes", ()),
        put("max_capacity", value=6),
    )
    assert found(RULE, owned, stack="museum-full") == []


def test_terraform_of_others_is_not_compared() -> None:
    assert found(RULE, of(TABLE, anything, put("billing_mode", value="PROVISIONED")), stack=LIBRARY, ours=False) == []
