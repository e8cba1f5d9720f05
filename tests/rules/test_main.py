"""The rules on any Terraform, as a command."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

PLAN = {
    "planned_values": {},
    "resource_changes": [
        {
            "address": "aws_cloudwatch_metric_alarm.a",
            "type": "aws_cloudwatch_metric_alarm",
            "mode": "managed",
            "change": {
                "after": {
                    "namespace": "AWS/DynamoDB",
                    "metric_name": "UserErrors",
                    "dimensions": {"TableName": "t"},
                    "statistic": "Sum",
                    "period": 60,
                    "alarm_actions": ["arn:aws:sns:eu-west-1:111111111111:t"],
                    "tags_all": {"Environment": "dev", "ManagedBy": "terraform"},
                }
            },
        }
    ],
}
NEVER = "UserErrors by TableName never has data: AWS/DynamoDB publishes it by nothing (the whole account)"


def run(python: str, root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [python, "-m", "dynawright", "rules", *arguments], cwd=root, capture_output=True, text=True, check=False
    )


@pytest.fixture
def plan(tmp_path: Path) -> str:
    (tmp_path / "plan.json").write_text(json.dumps(PLAN))
    return str(tmp_path / "plan.json")


def test_a_plan_with_a_finding_ends_with_status_1(python: str, project_root: Path, plan: str) -> None:
    done = run(python, project_root, plan)
    assert done.stdout.splitlines() == [
        f"high   plan: aws_cloudwatch_metric_alarm.a: {NEVER} [alarms-can-fire]",
        "1 findings of 36 rules on 1 resources.",
    ]
    assert done.returncode == 1


def test_a_single_rule_can_be_asked(python: str, project_root: Path, plan: str) -> None:
    done = run(python, project_root, plan, "--rule", "alarms-have-actions")
    assert (done.returncode, done.stdout.strip()) == (0, "0 findings of 1 rules on 1 resources.")


@pytest.mark.parametrize(
    ("content", "arguments", "problem"),
    [
        (PLAN, ["--rule", "alarms"], "error: there is no rule 'alarms'; docs/rules.md lists them\n"),
        ({"planned_values": {}}, [], "error: plan has no resources: nothing can be said about it\n"),
    ],
)
def test_a_mistake_is_one_line_and_status_2(
    python: str, project_root: Path, tmp_path: Path, content: object, arguments: list[str], problem: str
) -> None:
    (tmp_path / "plan.json").write_text(json.dumps(content))
    done = run(python, project_root, str(tmp_path / "plan.json"), *arguments)
    assert (done.returncode, done.stderr) == (2, problem)
