"""Two synthesized stacks: weaknesses of the second are found without a state."""

from __future__ import annotations

import copy
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from dynawright.baselines import stack_path
from dynawright.deploy.review.revision import Revision
from dynawright.gate.local_plans import differences
from dynawright.gate.mutation import Json, Mutation, Reference, adds, has, removes, sets, widens
from dynawright.guard.guard import findings
from dynawright.guard.written import changes
from dynawright.settings import load_named
from tests.applications import complete_stacks

TABLE = "aws_dynamodb_table"
LOANS = has(name="library-loans-production")
KEYS_ONLY = [{"name": "by-reader", "hash_key": "GSI1PK", "range_key": "GSI1SK", "projection_type": "KEYS_ONLY"}]


def library() -> Json:
    return complete_stacks()["library-production"].content


def names(change: Any) -> set[str]:
    return {finding.name for finding in findings(changes(library(), Mutation("x", change).applied_to(library())))}


def test_what_is_the_same_or_new_is_harmless() -> None:
    assert findings(changes(library(), copy.deepcopy(library()))) == []
    assert findings(changes({}, library())) == []


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (sets(TABLE, LOANS, global_secondary_index=KEYS_ONLY), "index-rebuilt by-reader"),
        (sets(TABLE, LOANS, name="other"), "table-replaced"),
        (sets(TABLE, LOANS, hash_key="Other"), "key-changed"),
        (sets(TABLE, LOANS, deletion_protection_enabled=False), "deletion-protection-off"),
        (sets(TABLE, LOANS, point_in_time_recovery={"enabled": False}), "recovery-off"),
        (removes(TABLE), "table-destroyed"),
        (removes("aws_cloudwatch_metric_alarm"), "alarm-removed"),
        (sets("aws_lambda_event_source_mapping", destination_config=None), "failure-destination-removed"),
    ],
)
def test_what_is_lost_is_found(change: Any, found: str) -> None:
    assert found in names(change)


def test_a_policy_of_a_role_is_compared_with_what_the_role_had() -> None:
    wider = names(widens("aws_iam_policy", "dynamodb:GetItem", "dynamodb:*"))
    assert len(wider) == 1
    assert next(iter(wider)).startswith("access-widened dynamodb:* on ")
    role = Reference("aws_iam_role", "name")
    strange = adds("aws_iam_role_policy_attachment", role=role, policy_arn="arn:aws:iam::aws:policy/X")
    assert names(strange) == {"access-widened arn:aws:iam::aws:policy/X"}


def test_the_gate_compares_with_the_baselines_of_the_base_revision(tmp_path: Path) -> None:
    local = complete_stacks("local")["museum-local"].content
    file = tmp_path / stack_path("local", "museum")
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps(local))
    for command in (("init", "-q"), ("add", "-A"), ("-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "-qm", "x")):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    weaker = {**local, "resource": {name: value for name, value in local["resource"].items() if name != TABLE}}
    found = differences(load_named("local"), {"museum": weaker, "new": weaker}, Revision(tmp_path, "HEAD"))
    assert "table-destroyed" in {finding.name for finding in found["museum"].findings}
    assert not found["new"].findings
