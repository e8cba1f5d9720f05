"""Tables change hands: another stack forgets them, an empty plan imports them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dynawright.deploy.terraform import Terraform
from dynawright.deploy.workspace import Workspace
from dynawright.emulator.emulator import Emulator
from dynawright.emulator.iam.credentials import ADMINISTRATOR
from dynawright.errors import UserError
from dynawright.guard import plan as guard_plan
from dynawright.ops.adopt.adopt import adopt, last_day
from dynawright.ops.adopt.command import Wanted, facts_of
from dynawright.ops.adopt.facts import TableFacts
from dynawright.ops.adopt.old_state import Held, held_in, left_behind, removed_blocks, torn
from tests.applications import inside
from tests.ops.adopt.conftest import application_in, on
from tests.ops.adopt.odd_tables import ACCOUNT, REGION
from tests.problems import told

MODULE = """
variable "name" { type = string }
resource "aws_dynamodb_table" "autoscaled" {
  count          = 1
  name           = var.name
  billing_mode   = "PROVISIONED"
  read_capacity  = 5
  write_capacity = 5
  hash_key       = "id"
  attribute {
    name = "id"
    type = "S"
  }
  point_in_time_recovery { enabled = true }
  tags = { module = "yes" }
  lifecycle { ignore_changes = [read_capacity, write_capacity] }
}
resource "aws_appautoscaling_target" "table" {
  for_each           = toset(["Read", "Write"])
  min_capacity       = 5
  max_capacity       = 10
  resource_id        = "table/${aws_dynamodb_table.autoscaled[0].name}"
  scalable_dimension = "dynamodb:table:${each.key}CapacityUnits"
  service_namespace  = "dynamodb"
}
resource "aws_appautoscaling_policy" "table" {
  for_each           = aws_appautoscaling_target.table
  name               = "DynamoDB${each.key}CapacityUtilization:${each.value.resource_id}"
  policy_type        = "TargetTrackingScaling"
  resource_id        = each.value.resource_id
  scalable_dimension = each.value.scalable_dimension
  service_namespace  = each.value.service_namespace
  target_tracking_scaling_policy_configuration {
    predefined_metric_specification { predefined_metric_type = "DynamoDB${each.key}CapacityUtilization" }
    scale_in_cooldown  = 50
    scale_out_cooldown = 40
    target_value       = 45
  }
}
"""
PLAIN = """
resource "aws_dynamodb_table" "plain" {
  name         = "plain-hcl"
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "id"
  attribute {
    name = "id"
    type = "S"
  }
}
"""
PROVIDER = {
    "terraform": {"required_providers": {"aws": {"source": "hashicorp/aws", "version": "5.100.0"}}, "backend": {"local": {}}},
    "provider": {"aws": [{"region": REGION}]},
}


def test_ownership_changes_hands_and_the_tables_hear_nothing(needs_terraform: None, tmp_path: Path) -> None:
    old = tmp_path / "old"
    (old / "table").mkdir(parents=True)
    (old / "table" / "main.tf").write_text(MODULE)
    (old / "cdk.tf.json").write_text(json.dumps(PROVIDER))
    (old / "main.tf").write_text(
        PLAIN + 'module "orders" {\n  source   = "./table"\n  for_each = toset(["Orders.v1"])\n  name = each.key\n}\n'
    )
    with Emulator(ACCOUNT) as emulator:
        theirs = Terraform(old, emulator.environ_as(ADMINISTRATOR))
        theirs.use_emulator()
        theirs.init()
        theirs.apply()
        state = old / "terraform.tfstate"
        with inside(application_in(tmp_path / "application")), on(emulator):
            wanted = Wanted(state=state)
            facts = facts_of(wanted, environment_name="local", endpoint=None)
            adoption = adopt(facts, environment_name="local", system="sales", until=last_day(30), held=held_in(state))
            assert adoption.left_behind == []
            assert adoption.removed.count("removed {") == 4

            (old / "main.tf").write_text(adoption.removed)
            theirs.init()
            theirs.apply()
            assert theirs.addresses() == []

            workspace = Workspace("local", tmp_path / "application" / "cdktf.out", "sales")
            ours = Terraform(workspace.stacks["sales"], emulator.environ_as(ADMINISTRATOR))
            ours.use_emulator()
            ours.init()
            changes = guard_plan.changes(ours.plan().raw)
            assert {change.address: change.actions for change in changes if change.actions != ("no-op",)} == {}
            assert [change.is_imported for change in changes] == [True] * 6
            after = facts_of(wanted_of(facts), environment_name="local", endpoint=None)
        assert [table.document for table in after] == [fact.document for fact in facts]


def wanted_of(facts: list[TableFacts]) -> Wanted:
    return Wanted([fact.name for fact in facts])


HELD = [
    Held("module.orders.aws_dynamodb_table.this", "aws_dynamodb_table", "orders"),
    Held("module.orders.aws_dynamodb_table.this", "aws_dynamodb_table", "loans"),
    Held("aws_dynamodb_resource_policy.own", "aws_dynamodb_resource_policy", "arn"),
]


def test_one_block_forgets_all_instances_of_an_address() -> None:
    imported = {"orders", "loans"}
    assert removed_blocks(HELD, imported).split() == [
        *("removed", "{", "from", "=", "module.orders.aws_dynamodb_table.this"),
        *("lifecycle", "{", "destroy", "=", "false", "}", "}"),
    ]
    assert (left_behind(HELD, imported), torn(HELD, imported)) == (["aws_dynamodb_resource_policy.own"], [])


def test_an_address_of_which_only_some_instances_go_is_torn() -> None:
    assert torn(HELD, {"orders"}) == ["module.orders.aws_dynamodb_table.this"]


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"resources": [{}]}', '{"resources": [{"mode": "managed", "type": "aws_dynamodb_table"}]}']
)
def test_what_is_no_state_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "terraform.tfstate"
    file.write_text(text)
    with pytest.raises(UserError) as caught:
        held_in(file)
    assert [code for code, _, _ in told(caught.value.problems)] == ["DW742"]
