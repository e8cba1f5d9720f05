"""Our rules as checks of checkov, on Terraform that others wrote."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from dynawright.gate import checkov_environment
from dynawright.rules import external

HCL = """
provider "aws" {
  default_tags {
    tags = { Environment = "production", ManagedBy = "terraform" }
  }
}
resource "aws_kms_key" "k" {
  enable_key_rotation = true
}
resource "aws_dynamodb_table" "good" {
  name                        = "good"
  billing_mode                = "PAY_PER_REQUEST"
  deletion_protection_enabled = true
  point_in_time_recovery { enabled = true }
  server_side_encryption {
    enabled     = true
    kms_key_arn = aws_kms_key.k.arn
  }
}
resource "aws_dynamodb_table" "bad" {
  name = "bad"
  tags = { Owner = upper("somebody") }
}
resource "aws_cloudwatch_metric_alarm" "never" {
  namespace   = "AWS/DynamoDB"
  metric_name = "UserErrors"
  dimensions  = { TableName = aws_dynamodb_table.good.name }
  statistic   = "Sum"
  period      = 60
}
resource "aws_sqs_queue" "q" {
  name   = "q"
  policy = jsonencode({ Statement = [{ Effect = "Allow", Principal = "*", Action = "sqs:SendMessage", Resource = "*" }] })
}
"""

EXTERNAL = Path(external.__file__).parent


def checked(folder: Path, framework: str, checks: Path, outcome: str = "failed_checks") -> set[tuple[str, str]]:
    """(id, address) of what fails or passes, with checkov's environment outside this repository."""
    command = [
        str(checkov_environment.python().with_name("checkov")),
        "-d",
        str(folder),
        "--framework",
        framework,
        "--external-checks-dir",
        str(checks),
    ]
    run = subprocess.run(
        [*command, "--check", "CKV_TABLE_*", "--output", "json", "--skip-download"],
        cwd=folder,
        env={**os.environ, "LOG_LEVEL": "ERROR", "DYNAWRIGHT_OURS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 1, run.stderr
    answer: dict[str, Any] = json.loads(run.stdout)
    return {(result["check_id"], result["resource"].split("/")[-1]) for result in answer["results"][outcome]}


@pytest.mark.usefixtures("needs_checkov")
def test_rules_judge_terraform_that_people_wrote(tmp_path: Path, project_root: Path) -> None:
    (tmp_path / "main.tf").write_text(HCL)
    failures = checked(tmp_path, "terraform", EXTERNAL)
    assert ("CKV_TABLE_3", "aws_dynamodb_table.bad") in failures
    assert ("CKV_TABLE_1", "aws_cloudwatch_metric_alarm.never") in failures
    assert ("CKV_TABLE_13", "aws_sqs_queue.q") in failures
    assert {id for id, address in failures if address == "aws_dynamodb_table.good"} == {
        "CKV_TABLE_4",
        "CKV_TABLE_8",
        "CKV_TABLE_26",
    }
    assert "CKV_TABLE_25" not in {id for id, _ in failures}  # people may use any expression


MODULE = """
variable "protect" {}
resource "aws_kms_key" "k" {
  enable_key_rotation = true
}
resource "aws_dynamodb_table" "this" {
  name                        = "t"
  deletion_protection_enabled = var.protect
  server_side_encryption {
    enabled     = true
    kms_key_arn = aws_kms_key.k.arn
  }
}
"""
CALLER = """
module "good" {
  source  = "./tables"
  protect = true
}
module "bad" {
  source  = "./tables"
  protect = false
}
resource "aws_dynamodb_table" "this" {
  name = "bad"
}
data "aws_iam_policy_document" "open" {
  statement {
    actions = ["sts:AssumeRole"]
    principals {
      type        = "AWS"
      identifiers = ["*"]
    }
  }
}
data "aws_iam_policy_document" "closed" {
  statement {
    actions = ["sts:AssumeRole"]
    principals {
      type        = "Service"
      identifiers = ["lambda.amazonaws.com"]
    }
  }
}
resource "aws_iam_role" "open" {
  assume_role_policy = data.aws_iam_policy_document.open.json
}
resource "aws_iam_role" "closed" {
  assume_role_policy = data.aws_iam_policy_document.closed.json
}
resource "aws_iam_role" "unknown" {
  assume_role_policy = data.terraform_remote_state.other.outputs.trust
}
"""


@pytest.mark.usefixtures("needs_checkov")
def test_resources_are_told_by_their_modules_and_policies_by_their_documents(tmp_path: Path, project_root: Path) -> None:
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "main.tf").write_text(MODULE)
    (tmp_path / "main.tf").write_text(CALLER)
    failures = checked(tmp_path, "terraform", EXTERNAL)
    unprotected = {address for id, address in failures if id == "CKV_TABLE_3"}
    assert unprotected == {"aws_dynamodb_table.this", "module.bad.aws_dynamodb_table.this"}
    assert {address for id, address in failures if id == "CKV_TABLE_7"} == {"aws_dynamodb_table.this"}
    assert {address for id, address in failures if id == "CKV_TABLE_15"} == {"aws_iam_role.open"}
    passed = checked(tmp_path, "terraform", EXTERNAL, "passed_checks")
    assert {address for id, address in passed if id == "CKV_TABLE_15"} == {"aws_iam_role.closed"}  # of `unknown` nothing is said


@pytest.mark.usefixtures("needs_checkov")
def test_rules_judge_synthesized_terraform(tmp_path: Path, project_root: Path) -> None:
    folder = tmp_path / "orders-production"
    folder.mkdir()
    queue = {"name": "q", "sqs_managed_sse_enabled": True}
    closed = {"queue_url": "${aws_sqs_queue.closed.url}", "policy": json.dumps({"Statement": [_tls_only()]})}
    resources = {
        "aws_sqs_queue": {"closed": queue, "open": {**queue, "name": "${file(1)}"}},
        "aws_sqs_queue_policy": {"p": closed},
    }
    (folder / "cdk.tf.json").write_text(json.dumps({"resource": resources}))
    failures = checked(tmp_path, "terraform_json", EXTERNAL)
    # checkov itself calls every resource of such a file `resource.<name>`.
    assert {address for id, address in failures if id == "CKV_TABLE_16"} == {"resource.open"}
    assert {address for id, address in failures if id == "CKV_TABLE_25"} == {"resource.open"}


def _tls_only() -> dict[str, Any]:
    return {
        "Effect": "Deny",
        "Principal": "*",
        "Action": "*",
        "Resource": "*",
        "Condition": {"Bool": {"aws:SecureTransport": "false"}},
    }
