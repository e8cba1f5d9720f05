"""Two synthesized stacks: what is weaker in the second is found without a state."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from dynawright.baselines import stack_path
from dynawright.deploy.review.revision import Revision
from dynawright.gate.local_plans import differences
from dynawright.gate.mutation import Mutation, adds, has, removes, sets, widens
from dynawright.guard.guard import findings
from dynawright.guard.written import changes
from dynawright.settings import load_named
from tests.conftest import ROOT

SHOP: dict[str, Any] = json.loads((ROOT / stack_path("production", "shop")).read_text())
TABLE = "aws_dynamodb_table"
SHOP_TABLE = has(name="DynamoDBShop-production")
KEYS_ONLY = [{"name": "GSI1", "hash_key": "GSI1PK", "range_key": "GSI1SK", "projection_type": "KEYS_ONLY"}]


def names(change: Any) -> set[str]:
    return {one.name for one in findings(changes(SHOP, Mutation("x", change).applied_to(SHOP)))}


def test_what_is_the_same_or_new_is_harmless() -> None:
    assert findings(changes(SHOP, copy.deepcopy(SHOP))) == []
    assert findings(changes({}, SHOP)) == []


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (sets(TABLE, SHOP_TABLE, global_secondary_index=KEYS_ONLY), "index-rebuilt GSI1"),
        (sets(TABLE, SHOP_TABLE, name="other"), "table-replaced"),
        (sets(TABLE, SHOP_TABLE, hash_key="Other"), "key-changed"),
        (sets(TABLE, SHOP_TABLE, deletion_protection_enabled=False), "deletion-protection-off"),
        (sets(TABLE, SHOP_TABLE, point_in_time_recovery={"enabled": False}), "recovery-off"),
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
    strange = adds(
        "aws_iam_role_policy_attachment", role="${aws_iam_role.ApiRole_F3A6151F.name}", policy_arn="arn:aws:iam::aws:policy/X"
    )
    assert names(strange) == {"access-widened arn:aws:iam::aws:policy/X"}


def test_the_gate_compares_with_the_baselines_of_the_base_revision() -> None:
    local = json.loads((ROOT / stack_path("local", "shop")).read_text())
    del local["resource"][TABLE]
    found = differences(load_named("local"), {"shop": local, "new": local}, Revision(ROOT, "HEAD"))
    assert "table-destroyed" in {one.name for one in found["shop"].findings}
    assert not found["new"].findings
