"""Terraform and capacity changed elsewhere: autoscaling, schedules, and a mode switch."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.restore_test import RestoreTest
from dynawright.constructs.table import Table
from dynawright.constructs.vault import VaultReference
from dynawright.deploy.plan import Plan
from dynawright.model import Entity, Index, Key, TableModel
from dynawright.settings import BackupSettings, TableSettings
from dynawright.stack import SystemStack
from tests.applied.small_stack import Build, SmallStack, applied
from tests.constructs.conftest import MINIMAL

FOLLOWING = replace(
    MINIMAL,
    name="following",
    indexes=[Index("by-owner", Key("owner"))],
    entities=[Entity("ORDER", id="{id}", owner="{owner}", day="{day}")],
)
MORE_INDEXES = replace(FOLLOWING, indexes=[*FOLLOWING.indexes, Index("by-day", Key("day"))])
FIXED = replace(FOLLOWING, name="fixed")

MORNING = {"name": "morning", "schedule": "cron(0 8 ? * MON-FRI *)", "timezone": "Asia/Tokyo", "read_min_units": 50}
PROVISIONED: dict[str, Any] = {
    "capacity_mode": "provisioned",
    "read_capacity_units": 5,
    "autoscaling": {"read_max_units": 200, "target_utilization_percent": 60, "schedules": [MORNING]},
    "deletion_protection": False,
    "prevent_destroy": False,
}
ON_DEMAND = {"deletion_protection": False, "prevent_destroy": False}


VAULT = VaultReference("shared-test", "arn:aws:backup:ap-northeast-1:111111111111:backup-vault:shared-test", None)
SELECTION = "aws_backup_restore_testing_selection"


def tables(following: TableModel, fixed_units: int, *, all_restored: bool) -> Build:
    def build(stack: SystemStack) -> None:
        key = EncryptionKey(stack, "Key", name="key", settings=stack.settings.encryption)
        table = Table(stack, "Following", model=following, key=key, settings=stack.settings.table)
        stack.output("Capacity", table.capacity)
        fixed = {"capacity_mode": "provisioned", "autoscaling": {"enabled": False}, "read_capacity_units": fixed_units}
        other = Table(stack, "Fixed", model=FIXED, key=key, settings=TableSettings.model_validate(ON_DEMAND | fixed))
        restored = [table, other] if all_restored else [table]
        tests = BackupSettings(restore_test="weekly")
        RestoreTest(stack, "RestoreTest", name="orders", tables=restored, key=key, vault=VAULT, settings=tests)

    return build


@dataclass(frozen=True)
class Run:
    """The plans after each change."""

    targets: dict[tuple[str, str], tuple[int, int]]
    policies: list[dict[str, Any]]
    schedules: list[dict[str, Any]]
    second: Plan
    scaled: Plan
    edited: Plan
    capacity_after_edit: dict[str, tuple[int, int]]
    to_on_demand: Plan
    on_demand: tuple[str, list[Any]]
    back: Plan
    restored: dict[str, list[str]]
    """Selection of the restore test → names of tables."""


@pytest.fixture(scope="module")
def run(needs_terraform: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    encryption = {"key": "aws_owned"}
    start = tables(FOLLOWING, fixed_units=7, all_restored=False)
    with applied(tmp_path_factory.mktemp("stack"), start, table=PROVISIONED, encryption=encryption) as small:
        scaling = small.client("application-autoscaling")
        policies = scaling.describe_scaling_policies(ServiceNamespace="dynamodb")["ScalingPolicies"]
        schedules = scaling.describe_scheduled_actions(ServiceNamespace="dynamodb")["ScheduledActions"]
        targets = limits(scaling)
        second = small.terraform.plan()

        scale(small)
        scaled = small.terraform.plan()

        edit = tables(MORE_INDEXES, fixed_units=9, all_restored=True)
        small.write(edit, table=PROVISIONED, encryption=encryption)
        saved = small.terraform.folder / "saved.tfplan"
        edited = small.terraform.plan(saved)
        small.terraform.apply(saved)
        after = capacity(small)
        restored = selected(small)

        small.write(edit, table=ON_DEMAND, encryption=encryption)
        to_on_demand = small.terraform.plan(saved)
        small.terraform.apply(saved)
        mode = small.client("dynamodb").describe_table(TableName="following-test")["Table"]["BillingModeSummary"]["BillingMode"]
        left = scaling.describe_scalable_targets(ServiceNamespace="dynamodb")["ScalableTargets"]

        small.write(edit, table=PROVISIONED, encryption=encryption)
        back = small.terraform.plan()
        assert small.terraform.warnings == []
        yield Run(targets, policies, schedules, second, scaled, edited, after, to_on_demand, (mode, left), back, restored)


def selected(small: SmallStack) -> dict[str, list[str]]:
    backup, plan = small.client("backup"), "orders_test"
    listed = backup.list_restore_testing_selections(RestoreTestingPlanName=plan)["RestoreTestingSelections"]
    names = [one["RestoreTestingSelectionName"] for one in listed]
    found = {
        name: backup.get_restore_testing_selection(RestoreTestingPlanName=plan, RestoreTestingSelectionName=name)
        for name in names
    }
    arns = {name: value["RestoreTestingSelection"]["ProtectedResourceArns"] for name, value in found.items()}
    return {name: [arn.rpartition("/")[2] for arn in tables] for name, tables in arns.items()}


def scale(small: SmallStack) -> None:
    """Change capacity and limits like autoscaling and a schedule."""
    owner = {"ProvisionedThroughput": {"ReadCapacityUnits": 21, "WriteCapacityUnits": 22}, "IndexName": "by-owner"}
    small.client("dynamodb").update_table(
        TableName="following-test",
        ProvisionedThroughput={"ReadCapacityUnits": 11, "WriteCapacityUnits": 12},
        GlobalSecondaryIndexUpdates=[{"Update": owner}],
    )
    small.client("application-autoscaling").register_scalable_target(
        ServiceNamespace="dynamodb",
        ResourceId="table/following-test",
        ScalableDimension="dynamodb:table:ReadCapacityUnits",
        MinCapacity=50,
    )


def limits(scaling: Any) -> dict[tuple[str, str], tuple[int, int]]:
    return {
        (target["ResourceId"], target["ScalableDimension"]): (target["MinCapacity"], target["MaxCapacity"])
        for target in scaling.describe_scalable_targets(ServiceNamespace="dynamodb")["ScalableTargets"]
    }


def capacity(small: SmallStack) -> dict[str, tuple[int, int]]:
    table = small.client("dynamodb").describe_table(TableName="following-test")["Table"]
    owners = {"table": table} | {index["IndexName"]: index for index in table["GlobalSecondaryIndexes"]}
    found = {name: owner["ProvisionedThroughput"] for name, owner in owners.items()}
    return {name: (units["ReadCapacityUnits"], units["WriteCapacityUnits"]) for name, units in found.items()}


def planned(plan: Plan, table: str) -> dict[str, Any]:
    """A table as it would be after an apply."""
    changes = [change["change"]["after"] for change in plan.raw["resource_changes"] if change["type"] == "aws_dynamodb_table"]
    return next(after for after in changes if after and after["name"] == f"{table}-test")


def planned_units(plan: Plan, table: str) -> dict[str, tuple[int, int]]:
    after = planned(plan, table)
    owners = {"table": after} | {index["name"]: index for index in after["global_secondary_index"]}
    return {name: (owner["read_capacity"], owner["write_capacity"]) for name, owner in owners.items()}


def test_a_table_added_to_the_restore_tests_is_tested_and_then_the_plan_is_quiet(run: Run) -> None:
    """A changed list would be shown in each plan, since the provider does not send it."""
    added = [
        change
        for change in run.edited.raw["resource_changes"]
        if change["type"] == SELECTION and change["change"]["actions"] != ["no-op"]
    ]
    assert [(change["change"]["actions"], change["change"]["after"]["name"]) for change in added] == [(["create"], "fixed")]
    later = [change["change"]["actions"] for change in run.to_on_demand.raw["resource_changes"] if change["type"] == SELECTION]
    assert later == [["no-op"], ["no-op"]]
    assert run.restored == {"following": ["following-test"], "fixed": ["fixed-test"]}


def test_the_second_plan_is_empty(run: Run) -> None:
    assert run.second.changes == []
    assert run.second.is_empty


def test_table_and_index_are_scaled_within_their_limits(run: Run) -> None:
    assert run.targets == {
        ("table/following-test", "dynamodb:table:ReadCapacityUnits"): (5, 200),
        ("table/following-test", "dynamodb:table:WriteCapacityUnits"): (5, 1000),
        ("table/following-test/index/by-owner", "dynamodb:index:ReadCapacityUnits"): (5, 200),
        ("table/following-test/index/by-owner", "dynamodb:index:WriteCapacityUnits"): (5, 1000),
    }
    assert len(run.policies) == 4
    for policy in run.policies:
        tracked = policy["TargetTrackingScalingPolicyConfiguration"]
        kind = "Read" if "Read" in policy["ScalableDimension"] else "Write"
        assert tracked["PredefinedMetricSpecification"]["PredefinedMetricType"] == f"DynamoDB{kind}CapacityUtilization"
        assert (tracked["TargetValue"], tracked["ScaleInCooldown"], tracked["ScaleOutCooldown"]) == (60, 600, 60)


def test_a_schedule_changes_the_limits_of_table_and_index(run: Run) -> None:
    assert {schedule["ResourceId"] for schedule in run.schedules} == {
        "table/following-test",
        "table/following-test/index/by-owner",
    }
    for schedule in run.schedules:
        assert (schedule["Schedule"], schedule["Timezone"]) == ("cron(0 8 ? * MON-FRI *)", "Asia/Tokyo")
        assert schedule["ScalableTargetAction"] == {"MinCapacity": 50}


def test_what_autoscaling_and_schedules_change_leaves_the_plan_empty(run: Run) -> None:
    assert run.scaled.changes == []
    assert run.scaled.is_empty


def test_a_new_index_shows_in_the_plan_and_the_live_capacity_of_the_others_stays(run: Run) -> None:
    expected = {"table": (11, 12), "by-owner": (21, 22), "by-day": (5, 5)}
    assert planned_units(run.edited, "following") == expected
    assert run.capacity_after_edit == expected


def test_capacity_edited_in_the_settings_shows_in_the_plan_without_autoscaling(run: Run) -> None:
    assert planned_units(run.edited, "fixed") == {"table": (9, 5), "by-owner": (9, 5)}


def test_a_switch_to_on_demand_is_told_by_the_plan(run: Run) -> None:
    assert run.to_on_demand.raw["output_changes"]["Capacity"]["before"] == (
        "provisioned, autoscaled from 5 to 200 reads and 5 to 1000 writes per second at 60 % use, table and each GSI"
    )
    assert run.to_on_demand.raw["output_changes"]["Capacity"]["after"] == "on-demand; AWS allows 4 switches to it in 24 hours"
    assert planned(run.to_on_demand, "following")["billing_mode"] == "PAY_PER_REQUEST"


def test_a_switch_to_on_demand_takes_autoscaling_away(run: Run) -> None:
    assert run.on_demand == ("PAY_PER_REQUEST", [])


def test_a_switch_back_begins_with_the_least_capacity(run: Run) -> None:
    assert planned(run.back, "following")["billing_mode"] == "PROVISIONED"
    assert planned_units(run.back, "following") == {"table": (5, 5), "by-owner": (5, 5), "by-day": (5, 5)}
