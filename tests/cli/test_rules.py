"""The rules on any Terraform: exits, JSON, environments."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Dynawright, example

TAGS = {"Environment": "dev", "ManagedBy": "terraform"}


def table(**attributes: Any) -> dict[str, Any]:
    """Return a plan that makes a table which is good enough for a development environment."""
    after = {"name": "orders", "point_in_time_recovery": [{"enabled": True}], "tags_all": TAGS, **attributes}
    change = {"actions": ["create"], "before": None, "after": after, "after_unknown": {}}
    entry = {"address": "aws_dynamodb_table.orders", "type": "aws_dynamodb_table", "mode": "managed", "change": change}
    return {"format_version": "1.2", "planned_values": {}, "resource_changes": [entry]}


@pytest.fixture
def plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)  # no application there
    path = tmp_path / "plan.json"
    path.write_text(json.dumps(table()))
    return path


def test_the_example_judges_a_plan_as_production(plan: Path, dynawright: Dynawright) -> None:
    words = example("rules")
    done = dynawright(*words, "--json")
    assert (done.returncode, done.stderr) == (1, "")
    judged = json.loads(done.stdout)
    rules = {finding["rule"] for finding in judged["findings"]}
    assert "tables-refuse-deletion" in rules
    assert {finding["address"] for finding in judged["findings"]} == {"aws_dynamodb_table.orders"}
    as_tagged = json.loads(dynawright("rules", plan, "--json").stdout)
    assert rules > {finding["rule"] for finding in as_tagged["findings"]}


def test_people_get_a_line_for_each_finding(plan: Path, dynawright: Dynawright) -> None:
    done = dynawright("rules", plan, plan, "--rule", "tables-refuse-deletion", "-e", "production")
    assert done.returncode == 1
    assert [line.endswith("[tables-refuse-deletion]") for line in done.stdout.splitlines()] == [True, True, False]


def test_what_is_clean_ends_with_status_0(plan: Path, dynawright: Dynawright) -> None:
    done = dynawright("rules", plan, "--rule", "tables-can-be-restored")
    assert (done.returncode, done.stdout.strip()) == (0, "0 findings of 1 rules on 1 resources.")


@pytest.mark.parametrize(
    "content",
    [table(point_in_time_recovery=[]), {"resource": {"aws_dynamodb_table": {"orders": {"name": "orders"}}}}],
    ids=["plan", "configuration"],
)
def test_plans_and_configurations_are_judged_alike(plan: Path, dynawright: Dynawright, content: object) -> None:
    plan.write_text(json.dumps(content))
    assert dynawright("rules", plan, "--rule", "tables-can-be-restored").returncode == 1


def test_a_state_is_judged(plan: Path, dynawright: Dynawright) -> None:
    resource = {
        "address": "aws_dynamodb_table.orders",
        "mode": "managed",
        "type": "aws_dynamodb_table",
        "values": {"name": "orders"},
    }
    plan.write_text(json.dumps({"values": {"root_module": {"resources": [resource]}}}))
    assert dynawright("rules", plan, "--rule", "tables-can-be-restored").returncode == 1


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("{", []),
        ("[]", []),
        ("{}", []),
        ('{"planned_values": {}}', []),
        (json.dumps(table()), ["--rule", "tables"]),
    ],
)
def test_what_can_not_be_judged_ends_with_status_2(plan: Path, dynawright: Dynawright, content: str, words: list[str]) -> None:
    plan.write_text(content)
    done = dynawright("rules", plan, "--json", *words)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("error[DW")
