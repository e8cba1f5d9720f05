"""A system in a Region of its own: a foundation there, in the right order of deployment."""

import json
from pathlib import Path
from typing import Any

import pytest

from dynawright.errors import UserError
from dynawright.settings import Environment, load_named
from dynawright.synthesis import synthesize
from dynawright.systems import chosen_stacks, stacks_in

ELSEWHERE = "systems: {orders: {region: us-east-1, name_prefix: us}}\n"
STACKS = ("foundation", "foundation_us_east_1", "orders")


@pytest.fixture
def elsewhere(application: Path) -> Environment:
    """Production of the small application, with its system in us-east-1."""
    file = application / "environments" / "production.yaml"
    file.write_text(file.read_text() + ELSEWHERE)
    return load_named("production")


def documents(environment: Environment, outdir: Path, system: str | None = None) -> dict[str, dict[str, Any]]:
    synthesize(environment, system=system, outdir=outdir)
    manifest = json.loads((outdir / "manifest.json").read_text())["stacks"]
    return {
        name.removesuffix("-production"): json.loads((outdir / stack["synthesizedStackPath"]).read_text())
        for name, stack in manifest.items()
    }


def test_foundations_come_before_the_systems(elsewhere: Environment) -> None:
    assert stacks_in(elsewhere) == STACKS


def test_without_a_region_of_its_own_there_is_one_foundation(application: Path) -> None:
    assert stacks_in(load_named("production")) == ("foundation", "orders")


@pytest.mark.parametrize(
    ("name", "stacks"),
    [
        (None, STACKS),
        ("foundation", STACKS[:2]),
        ("foundation_us_east_1", STACKS[1:2]),
        ("orders", ("orders",)),
    ],
)
def test_a_name_chooses_its_stacks(elsewhere: Environment, name: str | None, stacks: tuple[str, ...]) -> None:
    assert tuple(chosen_stacks(elsewhere, name)) == stacks


def test_a_foundation_that_there_is_not_is_refused(elsewhere: Environment) -> None:
    with pytest.raises(UserError) as error:
        chosen_stacks(elsewhere, "foundation_eu_west_1")
    assert [problem.code for problem in error.value.problems] == ["DW801"]


def test_each_stack_works_in_its_region_and_keeps_its_own_state(elsewhere: Environment, tmp_path: Path) -> None:
    built = documents(elsewhere, tmp_path / "out")
    regions = {name: document["provider"]["aws"][0]["region"] for name, document in built.items()}
    assert regions == {"foundation": "ap-northeast-1", "foundation_us_east_1": "us-east-1", "orders": "us-east-1"}
    keys = {name: document["terraform"]["backend"]["s3"]["key"] for name, document in built.items()}
    assert keys == {name: f"production/{name}/terraform.tfstate" for name in STACKS}
    assert {document["terraform"]["backend"]["s3"]["region"] for document in built.values()} == {"ap-northeast-1"}


def test_a_system_waits_for_the_foundation_of_its_region(elsewhere: Environment, tmp_path: Path) -> None:
    documents(elsewhere, tmp_path / "out")
    stacks = json.loads((tmp_path / "out" / "manifest.json").read_text())["stacks"]
    assert stacks["orders-production"]["dependencies"] == ["foundation_us_east_1-production"]


def test_a_system_finds_the_topic_and_vault_of_its_region(elsewhere: Environment, tmp_path: Path) -> None:
    built = documents(elsewhere, tmp_path / "out")
    made, asked = built["foundation_us_east_1"]["resource"], built["orders"]["data"]
    for kind in ("aws_sns_topic", "aws_backup_vault"):
        assert [entry["name"] for entry in asked[kind].values()] == [entry["name"] for entry in made[kind].values()]
    assert "us-orders-production" in [table["name"] for table in built["orders"]["resource"]["aws_dynamodb_table"].values()]
    alarms = built["orders"]["resource"]["aws_cloudwatch_metric_alarm"].values()
    sending = [*alarms, *built["orders"]["resource"]["aws_cloudwatch_composite_alarm"].values()]
    receivers = {receiver for alarm in sending for receiver in alarm.get("alarm_actions", ())}
    assert receivers == {"${data.aws_sns_topic.AlarmTopic.arn}"}
    assert all(alarm["alarm_name"].startswith("us-") for alarm in alarms)
