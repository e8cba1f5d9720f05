"""What the settings hold, their defaults, and how a system's overrides are laid over."""

import json
from pathlib import Path
from typing import get_args

import botocore
import pytest
from pydantic import ValidationError

from dynawright.settings import (
    AccessLogSettings,
    AuditSettings,
    AutoscalingSettings,
    BackupSettings,
    BucketSettings,
    CacheSettings,
    EncryptionSettings,
    ExportSettings,
    LogSettings,
    NetworkSettings,
    SettingsError,
    TableSettings,
    VaultSettings,
)
from dynawright.settings.region import Region
from tests.settings.systems import Orders, environment


def test_an_environment_that_writes_nothing_is_safe_for_production() -> None:
    settings = environment().for_system("orders")
    assert (settings.table, settings.encryption, settings.logs) == (
        TableSettings(
            capacity_mode="on_demand",
            on_demand_max_read_units=None,
            on_demand_max_write_units=None,
            table_class="STANDARD",
            point_in_time_recovery_days=35,
            deletion_protection=True,
            prevent_destroy=True,
            ignore_changes=(),
            replicas=(),
            autoscaling=AutoscalingSettings(
                enabled=True,
                read_max_units=1000,
                write_max_units=1000,
                target_utilization_percent=70,
                scale_in_cooldown_seconds=600,
                scale_out_cooldown_seconds=60,
                schedules=(),
            ),
        ),
        EncryptionSettings(key="customer_managed", deletion_window_days=30, rotation_period_days=365),
        LogSettings(retention_days=365),
    )
    assert settings.alarms.level == "full"
    assert settings.buckets == BucketSettings(prevent_destroy=True, force_destroy=False, noncurrent_days=30)
    assert settings.network == NetworkSettings(vpc_id=None, route_table_ids=(), subnet_ids=())
    assert settings.cache == CacheSettings(
        enabled=False,
        node_type="dax.r5.large",
        node_count=3,
        item_ttl_seconds=300,
        query_ttl_seconds=300,
        maintenance_window="sun:17:00-sun:18:00",
    )
    assert settings.audit == AuditSettings(data_events="writes", retention_days=365, lock_days=90)
    assert settings.backup == BackupSettings(enabled=True, restore_test="never")
    assert settings.export == ExportSettings(enabled=True, incremental=True)


def test_what_systems_share_is_safe_if_nothing_is_written() -> None:
    assert environment().access_logs == AccessLogSettings(enabled=True, retention_days=365)
    assert environment().vault == VaultSettings(lock="governance", break_glass_role_arn=None, prevent_destroy=True)


def test_settings_cannot_be_changed() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        environment().table.deletion_protection = False


def test_a_system_without_overrides_has_the_environments_settings() -> None:
    settings = environment(table={"point_in_time_recovery_days": 7}, logs={"retention_days": 30}).for_system("orders")

    assert settings.table.point_in_time_recovery_days == 7
    assert settings.logs.retention_days == 30


def test_a_system_overrides_only_what_it_writes() -> None:
    settings = environment(
        table={"point_in_time_recovery_days": 7, "prevent_destroy": False},
        encryption={"key": "aws_owned", "rotation_period_days": 90},
        systems={"orders": {"table": {"prevent_destroy": True}, "encryption": {"key": "aws_managed"}}},
    ).for_system("orders")

    assert (settings.table.point_in_time_recovery_days, settings.table.prevent_destroy) == (7, True)
    assert (settings.encryption.key, settings.encryption.rotation_period_days) == ("aws_managed", 90)


def test_an_override_that_equals_the_default_still_overrides() -> None:
    settings = environment(logs={"retention_days": 7}, systems={"orders": {"logs": {"retention_days": 365}}})

    assert settings.for_system("orders").logs.retention_days == 365


def test_a_system_can_set_units_for_the_environments_capacity_mode() -> None:
    settings = environment(
        table={"capacity_mode": "provisioned", "read_capacity_units": 10},
        systems={"orders": {"table": {"write_capacity_units": 20}}},
    ).for_system("orders")

    assert (settings.table.read_capacity_units, settings.table.write_capacity_units) == (10, 20)


def test_a_system_can_go_on_demand_where_the_environment_is_provisioned() -> None:
    settings = environment(
        table={"capacity_mode": "provisioned", "read_capacity_units": 10},
        systems={"orders": {"table": {"capacity_mode": "on_demand"}}},
    ).for_system("orders")

    assert (settings.table.capacity_mode, settings.table.read_capacity_units) == ("on_demand", 5)


def test_a_system_can_go_provisioned_where_the_environment_has_an_on_demand_maximum() -> None:
    settings = environment(
        table={"on_demand_max_read_units": 100},
        systems={"orders": {"table": {"capacity_mode": "provisioned", "read_capacity_units": 50}}},
    ).for_system("orders")

    assert (settings.table.on_demand_max_read_units, settings.table.read_capacity_units) == (None, 50)


def test_a_system_can_lift_the_environments_on_demand_maximum() -> None:
    settings = environment(
        table={"on_demand_max_read_units": 100}, systems={"orders": {"table": {"on_demand_max_read_units": None}}}
    ).for_system("orders")

    assert settings.table.on_demand_max_read_units is None


def test_a_system_without_settings_of_its_own_has_those_of_the_environment() -> None:
    assert environment(logs={"retention_days": 30}).for_system("other").logs.retention_days == 30


def test_the_state_bucket_is_in_the_environments_region_unless_it_says_otherwise() -> None:
    assert environment().state_region == "eu-west-1"
    assert environment(state={"bucket": "test-state", "region": "us-east-1"}).state_region == "us-east-1"


def test_local_state_has_no_bucket() -> None:
    assert environment(state={"local": True}).state.bucket is None


def test_every_region_is_one_that_aws_has() -> None:
    partitions = json.loads((Path(botocore.__file__).parent / "data" / "partitions.json").read_text())["partitions"]
    commercial = next(partition for partition in partitions if partition["id"] == "aws")

    assert set(get_args(Region)) <= set(commercial["regions"])


def test_the_settings_of_a_system_are_an_instance_of_its_own_class() -> None:
    settings = environment(systems={"orders": {"report": {"pages": 2}}, "flags": {}}).for_system("orders")

    assert isinstance(settings, Orders)
    assert settings.report.pages == 2


def test_names_that_all_systems_share_come_from_the_project() -> None:
    assert environment().shared_name("alarms") == "acme-alarms-test"
    assert environment().shared_name() == "acme-test"


@pytest.mark.parametrize(
    ("thing", "name"),
    [
        ("orders-api", "eu-orders-api-test"),
        ("orders/token", "eu-orders/token-test"),
        ("alias/orders-key", "alias/eu-orders-key-test"),
        ("/aws/lambda/orders-jobs", "/aws/lambda/eu-orders-jobs-test"),
        ("/agents/mugen", "/eu-agents/mugen-test"),
    ],
)
def test_a_name_prefix_begins_every_name_of_its_system(thing: str, name: str) -> None:
    whole = environment(systems={"orders": {"name_prefix": "eu"}})

    assert whole.seen_by("orders").physical_name(thing) == name
    assert whole.seen_by("orders").shared_name("alarms") == "acme-alarms-test"
    assert whole.seen_by("flags").physical_name(thing) == name.replace("eu-", "")


def test_a_table_may_have_an_exact_name_which_nothing_is_added_to() -> None:
    tables = {"loans": {"name": "Loans.v1"}, "desks": {}}
    view = environment(systems={"orders": {"name_prefix": "eu", "tables": tables}}).seen_by("orders")

    assert [view.table_name(table) for table in ("loans", "desks")] == ["Loans.v1", "eu-desks-test"]
    assert view.in_region("us-east-1").table_name("loans") == "loans-test"  # a view of no system


def test_two_tables_of_a_region_have_two_names() -> None:
    def named(region: str) -> dict[str, object]:
        tables = {"loans": {"name": "Loans"}}
        return {"orders": {"region": "us-east-1", "tables": tables}, "flags": {"region": region, "tables": tables}}

    assert environment(systems=named("us-west-2")).seen_by("flags").table_name("loans") == "Loans"
    with pytest.raises(SettingsError) as caught:
        environment(systems=named("us-east-1"))
    assert [(problem.code, problem.place.path) for problem in caught.value.problems] == [
        ("DW116", "systems.orders.tables.loans.name")
    ]


def test_a_system_in_a_region_of_its_own_sees_the_environments_region_as_another_one() -> None:
    whole = environment(other_regions=["us-east-1", "us-west-2"], systems={"orders": {"region": "us-east-1"}})
    view = whole.seen_by("orders")

    assert (view.region, view.home_region, view.other_regions) == ("us-east-1", "eu-west-1", ("eu-west-1", "us-west-2"))
    assert view.state_region == "eu-west-1"
    assert view.seen_by("orders") is view
    assert whole.seen_by("flags") is whole


def test_the_regions_in_use_begin_with_the_environments_own() -> None:
    systems = {"orders": {"region": "us-east-1"}, "flags": {"region": "ap-northeast-1"}, "agents": {"region": "eu-west-1"}}

    assert environment(systems=systems).regions == ("eu-west-1", "ap-northeast-1", "us-east-1")
    assert environment().regions == ("eu-west-1",)


def test_backups_are_those_of_the_systems_in_the_region() -> None:
    whole = environment(systems={"orders": {"region": "us-east-1", "backup": {"hour_utc": 3}}})

    assert [backup.hour_utc for backup in whole.in_region("us-east-1").backups] == [3]
    assert [backup.hour_utc for backup in whole.backups] == [17, 17]
