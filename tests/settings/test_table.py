"""Table settings that contradict each other: each problem with its own path and line."""

from typing import Any

import pytest

from dynawright.settings import BackupSettings
from tests.settings.conftest import Problems, told
from tests.settings.systems import environment

SCHEDULE = "name: night, schedule: 'cron(0 20 * * ? *)'"
SCHEDULES = "table.autoscaling.schedules"
KEY = "arn:aws:kms:eu-west-1:111111111111:key/a"

CONFLICTS = {
    "a table of its own that contradicts its system": (
        "systems: {orders: {table: {capacity_mode: provisioned}, tables: {lines: {on_demand_max_read_units: 5}}}}",
        "DW120",
        "systems.orders.tables.lines.on_demand_max_read_units",
        5,
    ),
    "a most below the least": (
        "table: {capacity_mode: provisioned, read_capacity_units: 50, autoscaling: {read_max_units: 40}}",
        "DW125",
        "table.autoscaling.read_max_units",
        40,
    ),
    "a target that AWS refuses": (
        "table: {autoscaling: {target_utilization_percent: 95}}",
        "DW106",
        "table.autoscaling.target_utilization_percent",
        95,
    ),
    "a schedule in another language": (
        "table: {autoscaling: {schedules: [{name: night, schedule: 0 8 * * *, read_min_units: 1}]}}",
        "DW106",
        f"{SCHEDULES}[0].schedule",
        "0 8 * * *",
    ),
    "a schedule in no time zone": (
        f"table: {{autoscaling: {{schedules: [{{{SCHEDULE}, timezone: Asia/Tokio, read_min_units: 6}}]}}}}",
        "DW106",
        f"{SCHEDULES}[0].timezone",
        "Asia/Tokio",
    ),
    "a schedule that changes nothing": (
        f"table: {{capacity_mode: provisioned, autoscaling: {{schedules: [{{{SCHEDULE}}}]}}}}",
        "DW126",
        f"{SCHEDULES}[0]",
        "night",
    ),
    "two schedules of one name": (
        "table: {capacity_mode: provisioned, autoscaling: {schedules: "
        f"[{{{SCHEDULE}, read_min_units: 6}}, {{{SCHEDULE}, write_min_units: 6}}]}}}}",
        "DW116",
        f"{SCHEDULES}[1].name",
        "night",
    ),
    "a schedule with less than the least": (
        f"table: {{capacity_mode: provisioned, autoscaling: {{schedules: [{{{SCHEDULE}, write_max_units: 3}}]}}}}",
        "DW126",
        f"{SCHEDULES}[0].write_max_units",
        3,
    ),
    "a schedule with more than the most": (
        f"table: {{capacity_mode: provisioned, autoscaling: {{schedules: [{{{SCHEDULE}, write_min_units: 1001}}]}}}}",
        "DW126",
        f"{SCHEDULES}[0].write_min_units",
        1001,
    ),
    "a replica at home": ("table: {replicas: [{region: eu-west-1}]}", "DW122", "table.replicas[0].region", "eu-west-1"),
    "a replica of one system at home": (
        "systems: {orders: {table: {replicas: [{region: eu-west-1}]}}}",
        "DW122",
        "systems.orders.table.replicas[0].region",
        "eu-west-1",
    ),
    "a replica in the system's own Region": (
        "systems: {orders: {region: us-east-1, table: {replicas: [{region: us-east-1}]}}}",
        "DW122",
        "systems.orders.table.replicas[0].region",
        "us-east-1",
    ),
    "a replica nowhere": ("table: {replicas: [{region: eu-west-9}]}", "DW106", "table.replicas[0].region", "eu-west-9"),
    "a replica where the environment does not work": (
        "table: {replicas: [{region: eu-west-2}]}",
        "DW122",
        "table.replicas[0].region",
        "eu-west-2",
    ),
    "the environment's own Region among the others": ("other_regions: [eu-west-1]", "DW172", "other_regions[0]", "eu-west-1"),
    "another Region twice": ("other_regions: [eu-west-2, eu-west-2]", "DW116", "other_regions[1]", "eu-west-2"),
}

OTHER_REGION = "other_regions: [eu-west-2]\n"
CONFLICTS_ELSEWHERE = {
    "two replicas in one Region": (
        "table: {replicas: [{region: eu-west-2}, {region: eu-west-2}]}",
        "DW116",
        "table.replicas[1].region",
        "eu-west-2",
    ),
    "a replica whose key is elsewhere": (
        f"table: {{replicas: [{{region: eu-west-2, kms_key_arn: '{KEY}'}}]}}",
        "DW123",
        "table.replicas[0].kms_key_arn",
        KEY,
    ),
    "a replica of a fixed capacity": (
        "table: {capacity_mode: provisioned, autoscaling: {enabled: false}, replicas: [{region: eu-west-2}]}",
        "DW124",
        "table.autoscaling.enabled",
        False,
    ),
    "a replica outside of the other Regions": (
        "systems: {orders: {table: {replicas: [{region: eu-west-3}]}}}",
        "DW122",
        "systems.orders.table.replicas[0].region",
        "eu-west-3",
    ),
    "a tag of a replica that AWS refuses": (
        "table: {replicas: [{region: eu-west-2, tags: {'aws:team': a}}]}",
        "DW170",
        "table.replicas[0].tags.aws:team",
        "aws:team",
    ),
}


@pytest.mark.parametrize(
    ("name", "setting"),
    [
        ("deletion_protection_enabled", "deletion_protection"),
        ("point_in_time_recovery", "point_in_time_recovery_days"),
        ("server_side_encryption", "encryption"),
    ],
)
def test_a_protection_can_not_be_ignored(problems: Problems, name: str, setting: str) -> None:
    (problem,) = problems(f"systems: {{orders: {{table: {{ignore_changes: [read_capacity, {name}]}}}}}}")
    assert told([problem]) == [("DW121", 6, "systems.orders.table.ignore_changes[1]")]
    assert setting in problem.fix


@pytest.mark.parametrize(("line", "code", "path", "value"), CONFLICTS.values(), ids=CONFLICTS.keys())
def test_a_contradiction_is_refused(problems: Problems, line: str, code: str, path: str, value: Any) -> None:
    (problem,) = problems(line)
    assert (*told([problem]), problem.value) == ((code, 6, path), value)


@pytest.mark.parametrize(("line", "code", "path", "value"), CONFLICTS_ELSEWHERE.values(), ids=CONFLICTS_ELSEWHERE.keys())
def test_so_is_one_of_replicas_in_another_region(problems: Problems, line: str, code: str, path: str, value: Any) -> None:
    (problem,) = problems(OTHER_REGION + line)
    assert (*told([problem]), problem.value) == ((code, 7, path), value)


def test_nothing_is_said_about_replicas_while_the_other_regions_can_not_be_read(problems: Problems) -> None:
    lines = "other_regions: [eu-west-9]\ntable: {replicas: [{region: eu-west-2}]}"
    assert told(problems(lines)) == [("DW106", 6, "other_regions[0]")]


def test_a_replica_is_protected_unless_said_otherwise() -> None:
    (replica,) = environment(other_regions=["eu-west-2"], table={"replicas": [{"region": "eu-west-2"}]}).table.replicas
    assert (replica.deletion_protection, replica.point_in_time_recovery) == (True, True)


def test_a_system_elsewhere_can_have_a_replica_in_the_environments_region() -> None:
    own = {"region": "us-east-1", "table": {"replicas": [{"region": "eu-west-1"}]}}
    assert environment(systems={"orders": own}).seen_by("orders").other_regions == ("eu-west-1",)


def test_provisioned_capacity_is_autoscaled_unless_said_otherwise() -> None:
    assert environment(table={"capacity_mode": "provisioned"}).table.is_autoscaled
    assert not environment(table={"capacity_mode": "provisioned", "autoscaling": {"enabled": False}}).table.is_autoscaled
    assert not environment().table.is_autoscaled


def test_the_limits_of_autoscaling_may_stay_in_the_file_while_a_table_is_on_demand() -> None:
    assert environment(table={"autoscaling": {"read_max_units": 1}}).table.capacity_mode == "on_demand"


def test_a_system_overrides_single_limits_of_autoscaling() -> None:
    settings = environment(
        table={"capacity_mode": "provisioned", "autoscaling": {"read_max_units": 50, "write_max_units": 60}},
        systems={"orders": {"table": {"autoscaling": {"read_max_units": 70}}}},
    ).for_system("orders")
    assert (settings.table.autoscaling.read_max_units, settings.table.autoscaling.write_max_units) == (70, 60)


def test_a_systems_limits_are_checked_with_the_environments_units(problems: Problems) -> None:
    lines = (
        "table: {capacity_mode: provisioned, write_capacity_units: 50}\n"
        "systems: {orders: {table: {autoscaling: {write_max_units: 40}}}}\n"
    )
    assert told(problems(lines)) == [("DW125", 7, "systems.orders.table.autoscaling.write_max_units")]


def test_a_table_overrides_its_system() -> None:
    own = {"table": {"point_in_time_recovery_days": 7}, "tables": {"lines": {"point_in_time_recovery_days": 1, "enabled": True}}}
    settings = environment(systems={"orders": own}).for_system("orders")
    days = [settings.of_table(name).point_in_time_recovery_days for name in ("lines", "orders")]
    assert days == [1, 7]
    assert [settings.builds_table(name, optional=True) for name in ("lines", "orders")] == [True, False]


def test_a_table_overrides_alarm_thresholds_of_its_system() -> None:
    own = {"alarms": {"latency_p99_milliseconds": 30}, "tables": {"lines": {"alarms": {"throttle_events_in_5_minutes": 1}}}}
    settings = environment(alarms={"level": "essential"}, systems={"orders": own}).for_system("orders")
    thresholds = settings.alarms_of_table("lines")
    assert thresholds is not None
    lines = settings.alarms.of_table(thresholds)
    assert (lines.level, lines.latency_p99_milliseconds, lines.throttle_events_in_5_minutes) == ("essential", 30, 1)
    assert settings.alarms_of_table("orders") is None


def test_a_standard_table_keeps_weekly_recovery_points_or_what_there_is_instead() -> None:
    def rules(tier: str, **backup: int) -> list[str]:
        return list(BackupSettings(**backup).of_tier(tier).rules)  # type: ignore[arg-type]

    assert (rules("critical"), rules("standard"), rules("disposable")) == (["daily", "weekly", "monthly"], ["weekly"], [])
    assert rules("standard", weekly_retention_days=0) == ["monthly"]
    assert rules("standard", weekly_retention_days=0, monthly_retention_days=0) == ["daily"]
    assert BackupSettings().of_tier("disposable").enabled is False


def test_a_disposable_table_has_essential_alarms_unless_it_says_more() -> None:
    def level(own: dict[str, Any], **alarms: str) -> str:
        settings = environment(alarms=alarms, systems={"orders": {"tables": {"lines": own}}}).for_system("orders")
        thresholds = settings.alarms_of_table("lines")
        return settings.alarms.of_table(thresholds).level if thresholds else settings.alarms.level

    assert level({"tier": "disposable"}) == "essential"
    assert level({"tier": "disposable", "alarms": {"level": "full"}}) == "full"
    assert level({"tier": "disposable"}, level="none") == "none"
    assert level({"tier": "standard"}) == "full"
