"""The agents that write logs are a list in the settings."""

import json
from pathlib import Path
from typing import Any

import pytest

from dynawright.settings import load_named, validated
from dynawright.synthesis import synthesize
from tests.problems import refused


def settings(*agents: str) -> dict[str, Any]:
    found: dict[str, Any] = load_named("production").model_dump(exclude_unset=True)
    found["systems"]["miyabi_progress"]["agents"] = {"names": list(agents)}
    return found


def test_each_agent_has_a_log_group_that_the_reporter_may_write(tmp_path: Path) -> None:
    synthesize(validated(settings("majin", "kaizen-2")), system="miyabi_progress", outdir=tmp_path)
    document = json.loads((tmp_path / "stacks/miyabi_progress-production/cdk.tf.json").read_text())
    names = {group["name"] for group in document["resource"]["aws_cloudwatch_log_group"].values()}
    wanted = {f"/miyabi/agents/{agent}-production" for agent in ("majin", "kaizen-2")}
    assert {name for name in names if "/agents/" in name} == wanted
    watched = {alarm.get("metric_name") for alarm in document["resource"]["aws_cloudwatch_metric_alarm"].values()}
    assert {f"{name} Errors" for name in wanted} <= watched


@pytest.mark.parametrize(("agents", "place"), [(("mugen", "mugen"), 1), (("mugen", "majin", "mugen"), 2)])
def test_an_agent_is_in_the_list_once(agents: tuple[str, ...], place: int) -> None:
    path = f"systems.miyabi_progress.agents.names[{place}]"
    assert refused(lambda: validated(settings(*agents))) == [("DW116", path, "mugen")]


@pytest.mark.parametrize("agent", ["Mugen", "a/b", "", "-a"])
def test_an_agents_name_can_be_part_of_a_log_groups(agent: str) -> None:
    ((_, path, value),) = refused(lambda: validated(settings(agent)))
    assert (path, value) == ("systems.miyabi_progress.agents.names[0]", agent)
