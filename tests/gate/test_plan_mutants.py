"""The plan guard refuses generated harmful changes, and lets generated harmless ones pass."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dynawright.gate.gate import Stack
from dynawright.gate.plan_mutants import trial
from dynawright.gate.plan_mutants.cases import LABELS, Case
from dynawright.gate.plan_mutants.ends import LOST, SPARE
from dynawright.gate.plan_mutants.trial import Trial, plans_of, tried
from dynawright.guard.known import KNOWN
from dynawright.rules import values
from tests.applications import complete_stacks

SCHEMA: dict[str, Any] = json.loads(Path(values.__file__).with_name("kinds.json").read_text())
NEITHER = {
    "aws_backup_restore_testing_plan.recovery_point_selection.algorithm": "which backups are tried, not how many",
    "aws_backup_restore_testing_selection.restore_testing_plan_name": "follows its plan",
    "aws_backup_restore_testing_selection.validation_window_hours": "how long a restored table stays",
    "aws_cloudwatch_composite_alarm.alarm_name": "renamed together with what names it",
    "aws_cloudwatch_metric_alarm.alarm_name": "renamed together with what names it",
    "aws_cloudwatch_metric_alarm.datapoints_to_alarm": "judged together with evaluation_periods",
    "aws_dax_parameter_group.parameters.name": "tells its values apart",
    "aws_dynamodb_table.table_class": "costs only",
    "aws_kms_alias.name": "a name for people",
    "aws_lambda_function.logging_config.system_log_level": "lines of the platform",
    "aws_scheduler_schedule.flexible_time_window.mode": "minutes",
    "aws_scheduler_schedule.schedule_expression_timezone": "hours",
}
"""Attributes whose changes are neither harmful nor harmless as such."""


def emitted(body: Any, path: str) -> Iterator[str]:
    """Yield the attributes that a resource writes, including those of blocks."""
    for name, value in body.items():
        blocks = value if isinstance(value, list) else [value]
        if name in ("//", "depends_on", "lifecycle", "provider"):
            continue
        if blocks and all(isinstance(block, dict) for block in blocks) and "*" not in schema_of(path, name):
            for block in blocks:
                yield from emitted(block, f"{path}.{name}")
        else:
            yield f"{path}.{name}"


def schema_of(path: str, name: str) -> Any:
    type, *parts = [*path.split("."), name]
    found = SCHEMA[type]
    for part in parts:
        found = found.get(part, {})
    return found


def test_a_sample_of_each_kind_is_judged_right() -> None:
    result = tried(plans_of(complete_stacks().values()), per_kind=2)
    assert result.passes, "\n".join(result.lines)
    assert len(result.kinds) > 1000
    assert result.harmful >= 1000
    assert result.harmless >= 300


@pytest.mark.soak
def test_every_change_of_every_stack_is_judged_right(production: dict[str, Stack]) -> None:
    result = tried(plans_of([*production.values(), *complete_stacks().values(), *complete_stacks("local").values()]))
    assert result.passes, "\n".join(result.lines)


def test_a_guard_that_finds_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "findings", lambda changes: [])
    (stack,) = (candidate for candidate in complete_stacks().values() if "museum" in candidate.document.name)
    result = tried(plans_of([stack]), per_kind=1)
    assert not result.passes
    assert len(result.missed) == result.harmful > 0
    assert result.alarms == []


def test_a_trial_fails_by_one_in_a_hundred(monkeypatch: pytest.MonkeyPatch) -> None:
    (plan, *_) = plans_of(complete_stacks().values())
    case = Case(plan, "it at a", True, "", ())
    assert Trial(harmful=100, missed=[case]).passes
    assert not Trial(harmful=99, missed=[case]).passes
    assert Trial(harmless=100, alarms=[(case, ["x"])]).passes
    assert not Trial(harmless=99, alarms=[(case, ["x"])]).passes


@pytest.mark.parametrize("label", LABELS, ids=lambda label: f"{label.type}.{label.paths[0]}")
def test_each_label_is_of_attributes_that_the_provider_has(label: Any) -> None:
    for path in filter(None, label.paths):
        found = SCHEMA[label.type]
        for part in path.split("."):
            found = found.get("*") or found[part]


def test_whatever_a_stack_writes_has_a_label() -> None:
    labelled = {f"{label.type}.{path}" for label in LABELS for path in label.paths}
    written = {
        path
        for stack in complete_stacks().values()
        for type, bodies in stack.content["resource"].items()
        if type.startswith("aws_")
        for body in bodies.values()
        for path in emitted(body, type)
    }
    spoken_of = {
        path for path in written if any(path == known or path.startswith(f"{known}.") for known in (*labelled, *NEITHER))
    }
    assert sorted(written - spoken_of) == []


def test_the_end_of_every_type_that_stacks_have_is_labelled() -> None:
    types = {type for stack in complete_stacks().values() for type in stack.content["resource"] if type in KNOWN}
    others = {
        "aws_dax_parameter_group",
        "aws_dax_subnet_group",
        "aws_iam_policy",
        "aws_iam_role_policy_attachment",
        "aws_kms_alias",
    }
    assert types - LOST.keys() - SPARE.keys() - others - {"aws_security_group", "aws_iam_role_policy"} == set()
