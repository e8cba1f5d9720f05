"""Autoscaling's resources; tests/applied/test_capacity.py checks that plans leave capacity unchanged."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from dynawright.constructs.capacity import description
from dynawright.model import Entity, Index, Key
from dynawright.settings import AutoscalingSettings, ScheduledScaling, TableSettings
from dynawright.stack import SystemStack
from tests.constructs.conftest import MINIMAL
from tests.constructs.test_table import table

Resources = Callable[[str], list[dict[str, Any]]]

INDEXED = replace(
    MINIMAL,
    indexes=[Index("by-owner", Key("owner")), Index("by-day", Key("day"))],
    entities=[Entity("ORDER", id="{id}", owner="{owner}", day="{day}")],
)
EVENING = ScheduledScaling(name="evening", schedule="at(2030-01-31T18:00:00)", write_min_units=10, write_max_units=20)
PROVISIONED = TableSettings(capacity_mode="provisioned")


def scaled(**settings: Any) -> TableSettings:
    return TableSettings(capacity_mode="provisioned", autoscaling=AutoscalingSettings(**settings))


def test_every_capacity_has_a_target_and_a_policy(stack: SystemStack, resources: Resources) -> None:
    table(stack, INDEXED, settings=PROVISIONED)
    targets = resources("aws_appautoscaling_target")
    assert sorted(target["scalable_dimension"] for target in targets) == [
        *("dynamodb:index:ReadCapacityUnits",) * 2,
        *("dynamodb:index:WriteCapacityUnits",) * 2,
        "dynamodb:table:ReadCapacityUnits",
        "dynamodb:table:WriteCapacityUnits",
    ]
    assert {(target["min_capacity"], target["max_capacity"]) for target in targets} == {(5, 1000)}
    assert len(resources("aws_appautoscaling_policy")) == len(targets)
    assert resources("aws_appautoscaling_scheduled_action") == []


def test_limits_are_terraforms_own_while_there_is_no_schedule(stack: SystemStack, resources: Resources) -> None:
    table(stack, INDEXED, settings=PROVISIONED)
    assert all("lifecycle" not in target for target in resources("aws_appautoscaling_target"))


def test_limits_are_left_to_the_schedules_that_change_them(stack: SystemStack, resources: Resources) -> None:
    table(stack, settings=scaled(schedules=(EVENING,)))
    left = {resource["scalable_dimension"]: resource.get("lifecycle") for resource in resources("aws_appautoscaling_target")}
    assert left == {
        "dynamodb:table:ReadCapacityUnits": None,
        "dynamodb:table:WriteCapacityUnits": {"ignore_changes": ["min_capacity", "max_capacity"]},
    }


@pytest.mark.parametrize(("sets", "owned"), [("min", "min_capacity"), ("max", "max_capacity")])
def test_a_limit_that_no_schedule_sets_stays_terraforms_own(
    stack: SystemStack, resources: Resources, sets: str, owned: str
) -> None:
    schedule = ScheduledScaling.model_validate({"name": "night", "schedule": "cron(0 20 * * ? *)", f"read_{sets}_units": 50})
    table(stack, settings=scaled(schedules=(schedule,)))
    left = [resource["lifecycle"] for resource in resources("aws_appautoscaling_target") if "lifecycle" in resource]
    assert left == [{"ignore_changes": [owned]}]


@pytest.mark.parametrize("name", ["Target", "Policy"])
def test_a_schedule_may_have_any_name(stack: SystemStack, resources: Resources, name: str) -> None:
    table(stack, INDEXED, settings=scaled(schedules=(EVENING.model_copy(update={"name": name}),)))
    assert {resource["name"] for resource in resources("aws_appautoscaling_scheduled_action")} == {name}


def test_a_schedule_says_when_where_and_how_much(stack: SystemStack, resources: Resources) -> None:
    table(stack, settings=scaled(schedules=(EVENING,)))
    (found,) = resources("aws_appautoscaling_scheduled_action")
    assert {name: found[name] for name in ("name", "schedule", "timezone", "scalable_target_action")} == {
        "name": "evening",
        "schedule": "at(2030-01-31T18:00:00)",
        "timezone": "UTC",
        "scalable_target_action": {"min_capacity": "10", "max_capacity": "20"},
    }


@pytest.mark.parametrize("settings", [TableSettings(), scaled(enabled=False)], ids=["on demand", "fixed"])
def test_nothing_scales_and_nothing_is_read_without_autoscaling(
    stack: SystemStack, resources: Resources, settings: TableSettings
) -> None:
    table(stack, INDEXED, settings=settings)
    assert resources("aws_appautoscaling_target") == []
    (found,) = resources("aws_dynamodb_table")
    assert "data." not in str(found)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (TableSettings(), "on-demand; AWS allows 4 switches to it in 24 hours"),
        (
            TableSettings(on_demand_max_read_units=100, on_demand_max_write_units=-1),
            "on-demand, at most 100 reads per second; AWS allows 4 switches to it in 24 hours",
        ),
        (scaled(enabled=False), "provisioned, fixed at 5 reads and 5 writes per second, table and each GSI"),
        (
            PROVISIONED,
            "provisioned, autoscaled from 5 to 1000 reads and 5 to 1000 writes per second at 70 % use, table and each GSI",
        ),
        (
            scaled(schedules=(EVENING.model_copy(update={"write_min_units": 2, "write_max_units": 2000}),)),
            "provisioned, autoscaled from 5 to 1000 reads and 2 to 2000 writes per second at 70 % use, table and each GSI",
        ),
    ],
)
def test_how_a_table_is_paid_for_is_said_in_words(settings: TableSettings, words: str) -> None:
    assert description(settings) == words
