"""Table settings that contradict each other: each problem with its own path, line and way out."""

from collections.abc import Callable
from typing import Any

import pytest

from dynawright.settings import Environment

Problems = Callable[[str], list[str]]

SCHEDULE = "name: night, schedule: 'cron(0 20 * * ? *)'"

CONFLICTS = {
    "a table of its own that contradicts its system": (
        "systems: {miyabi_progress: {table: {capacity_mode: provisioned}, tables: {miyabi-tasks: {on_demand_max_read_units: 5}}}}",
        "systems.miyabi_progress.tables.miyabi-tasks.on_demand_max_read_units: 5 is not allowed: "
        "capacity_mode 'provisioned' ignores it; remove it or set capacity_mode to 'on_demand'",
    ),
    "a most below the least": (
        "table: {capacity_mode: provisioned, read_capacity_units: 50, autoscaling: {read_max_units: 40}}",
        "table.autoscaling.read_max_units: 40 is not allowed: at least read_capacity_units, which is 50; "
        "raise it or lower read_capacity_units",
    ),
    "a target that AWS refuses": (
        "table: {autoscaling: {target_utilization_percent: 95}}",
        "table.autoscaling.target_utilization_percent: 95 is not allowed: a whole number from 20 to 90; set it to 90 or less",
    ),
    "a schedule in another language": (
        "table: {autoscaling: {schedules: [{name: night, schedule: 0 8 * * *, read_min_units: 1}]}}",
        "table.autoscaling.schedules[0].schedule: '0 8 * * *' is not allowed: 'cron(0 8 ? * MON-FRI *)', with six fields "
        "and one ? for a day, or 'at(2030-01-31T08:00:00)', a time that there is",
    ),
    "a schedule in no time zone": (
        f"table: {{autoscaling: {{schedules: [{{{SCHEDULE}, timezone: Asia/Tokio, read_min_units: 6}}]}}}}",
        "table.autoscaling.schedules[0].timezone: 'Asia/Tokio' is not allowed: an IANA time zone, such as 'Asia/Tokyo'",
    ),
    "a schedule that changes nothing": (
        f"table: {{capacity_mode: provisioned, autoscaling: {{schedules: [{{{SCHEDULE}}}]}}}}",
        "table.autoscaling.schedules[0]: 'night' changes nothing; set one of its min or max units, or remove it",
    ),
    "two schedules of one name": (
        "table: {capacity_mode: provisioned, autoscaling: {schedules: "
        f"[{{{SCHEDULE}, read_min_units: 6}}, {{{SCHEDULE}, write_min_units: 6}}]}}}}",
        "table.autoscaling.schedules[1].name: 'night' is not allowed: another schedule has this name; rename one",
    ),
    "a schedule with less than the least": (
        f"table: {{capacity_mode: provisioned, autoscaling: {{schedules: [{{{SCHEDULE}, write_max_units: 3}}]}}}}",
        "table.autoscaling.schedules[0].write_max_units: 3 is not allowed: the least would be 5 and the most 3; "
        "set both write_min_units and write_max_units",
    ),
    "a replica at home": (
        "table: {replicas: [{region: eu-west-1}]}",
        "table.replicas[0].region: 'eu-west-1' is not allowed: the table itself is there; choose another Region",
    ),
    "a replica of one system at home": (
        "systems: {shop: {table: {replicas: [{region: eu-west-1}]}}}",
        "systems.shop.table.replicas[0].region: 'eu-west-1' is not allowed: the table itself is there; choose another Region",
    ),
    "a replica nowhere": (
        "table: {replicas: [{region: eu-west-9}]}",
        "table.replicas[0].region: 'eu-west-9' is not allowed: an AWS commercial Region, such as 'ap-northeast-3'; "
        "did you mean 'eu-west-3'?",
    ),
    "a replica where the environment does not work": (
        "table: {replicas: [{region: eu-west-2}]}",
        "table.replicas[0].region: 'eu-west-2' is not allowed: one of other_regions, which is empty; add 'eu-west-2' to it",
    ),
    "the environment's own Region among the others": (
        "other_regions: [eu-west-1]",
        "other_regions[0]: 'eu-west-1' is not allowed: it is the environment's own region; remove it",
    ),
    "another Region twice": (
        "other_regions: [eu-west-2, eu-west-2]",
        "other_regions[1]: 'eu-west-2' is not allowed: it is there already; remove one",
    ),
}

OTHER_REGION = "other_regions: [eu-west-2]\n"
CONFLICTS_ELSEWHERE = {
    "two replicas in one Region": (
        "table: {replicas: [{region: eu-west-2}, {region: eu-west-2}]}",
        "table.replicas[1].region: 'eu-west-2' is not allowed: a replica is there already; remove one",
    ),
    "a replica whose key is elsewhere": (
        "table: {replicas: [{region: eu-west-2, kms_key_arn: 'arn:aws:kms:eu-west-1:111111111111:key/a'}]}",
        "table.replicas[0].kms_key_arn: 'arn:aws:kms:eu-west-1:111111111111:key/a' is not allowed: a key in 'eu-west-2', "
        "as the replica; name one that is there",
    ),
    "a replica of a fixed capacity": (
        "table: {capacity_mode: provisioned, autoscaling: {enabled: false}, replicas: [{region: eu-west-2}]}",
        "table.autoscaling.enabled: false is not allowed: replicas take provisioned capacity only where it is autoscaled; "
        "set it to true or capacity_mode to 'on_demand'",
    ),
    "a replica outside of the other Regions": (
        "systems: {shop: {table: {replicas: [{region: eu-west-3}]}}}",
        "systems.shop.table.replicas[0].region: 'eu-west-3' is not allowed: one of other_regions, which is eu-west-2; "
        "add 'eu-west-3' to it",
    ),
    "a tag of a replica that AWS refuses": (
        "table: {replicas: [{region: eu-west-2, tags: {'aws:team': a}}]}",
        "table.replicas[0].tags.aws:team: key 'aws:team' is not allowed: 1 to 128 letters, digits, spaces and _.:/=+-@, "
        "not beginning with 'aws:'",
    ),
}


@pytest.mark.parametrize(
    ("name", "setting"),
    [
        ("deletion_protection_enabled", "deletion_protection"),
        ("point_in_time_recovery", "point_in_time_recovery_days"),
        ("server_side_encryption", "the encryption settings"),
    ],
)
def test_a_protection_can_not_be_ignored(problems: Problems, name: str, setting: str) -> None:
    reason = f"if somebody turned it off, no plan would show it; remove the line, and use {setting}"
    assert problems(f"systems: {{shop: {{table: {{ignore_changes: [read_capacity, {name}]}}}}}}") == [
        f"test.yaml:5: systems.shop.table.ignore_changes[1]: '{name}' is not allowed: {reason}"
    ]


@pytest.mark.parametrize(("line", "problem"), CONFLICTS.values(), ids=CONFLICTS.keys())
def test_a_contradiction_gets_its_own_sentence(problems: Problems, line: str, problem: str) -> None:
    assert problems(line) == [f"test.yaml:5: {problem}"]


@pytest.mark.parametrize(("line", "problem"), CONFLICTS_ELSEWHERE.values(), ids=CONFLICTS_ELSEWHERE.keys())
def test_so_does_one_of_replicas_in_another_region(problems: Problems, line: str, problem: str) -> None:
    assert problems(OTHER_REGION + line) == [f"test.yaml:6: {problem}"]


def test_a_replica_is_protected_unless_said_otherwise() -> None:
    (replica,) = environment(other_regions=["eu-west-2"], table={"replicas": [{"region": "eu-west-2"}]}).table.replicas
    assert (replica.deletion_protection, replica.point_in_time_recovery) == (True, True)


def environment(**settings: Any) -> Environment:
    required = {"name": "test", "account_id": "123456789012", "region": "eu-west-1", "state": {"bucket": "test-state"}}
    return Environment.model_validate(required | settings)


def test_provisioned_capacity_is_autoscaled_unless_said_otherwise() -> None:
    assert environment(table={"capacity_mode": "provisioned"}).table.is_autoscaled
    assert not environment(table={"capacity_mode": "provisioned", "autoscaling": {"enabled": False}}).table.is_autoscaled
    assert not environment().table.is_autoscaled


def test_the_limits_of_autoscaling_may_stay_in_the_file_while_a_table_is_on_demand() -> None:
    assert environment(table={"autoscaling": {"read_max_units": 1}}).table.capacity_mode == "on_demand"


def test_a_system_overrides_single_limits_of_autoscaling() -> None:
    settings = environment(
        table={"capacity_mode": "provisioned", "autoscaling": {"read_max_units": 50, "write_max_units": 60}},
        systems={"shop": {"table": {"autoscaling": {"read_max_units": 70}}}},
    ).for_system("shop")
    assert (settings.table.autoscaling.read_max_units, settings.table.autoscaling.write_max_units) == (70, 60)


def test_a_systems_limits_are_judged_with_the_environments_units(problems: Problems) -> None:
    assert problems(
        "table: {capacity_mode: provisioned, write_capacity_units: 50}\n"
        "systems: {shop: {table: {autoscaling: {write_max_units: 40}}}}\n"
    ) == [
        "test.yaml:6: systems.shop.table.autoscaling.write_max_units: 40 is not allowed: at least write_capacity_units, which is 50; "
        "raise it or lower write_capacity_units"
    ]
