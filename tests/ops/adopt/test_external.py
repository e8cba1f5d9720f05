"""checkov's findings on adopted tables are predicted exactly."""

from __future__ import annotations

from typing import Any

import pytest

from dynawright.gate import scan
from dynawright.ops.adopt.external import expected
from dynawright.rules.resources import document

SAFE: dict[str, Any] = {
    "name": "t",
    "hash_key": "PK",
    "billing_mode": "PAY_PER_REQUEST",
    "point_in_time_recovery": {"enabled": True},
    "server_side_encryption": {"enabled": True, "kms_key_arn": "arn:aws:kms:eu-west-1:111111111111:key/a"},
    "deletion_protection_enabled": True,
}
TARGET = {
    "resource_id": "table/${aws_dynamodb_table.scaled.name}",
    "service_namespace": "dynamodb",
    "min_capacity": 1,
    "max_capacity": 9,
}
TABLES: dict[str, Any] = {
    "safe": SAFE,
    "unrecoverable": {**SAFE, "point_in_time_recovery": {"enabled": False}},
    "aws_owned": {**SAFE, "server_side_encryption": {"enabled": False}},
    "aws_managed": {**SAFE, "server_side_encryption": {"enabled": True}},
    "fixed": {**SAFE, "billing_mode": "PROVISIONED", "read_capacity": 5, "write_capacity": 5},
    "scaled": {**SAFE, "billing_mode": "PROVISIONED", "read_capacity": 5, "write_capacity": 5},
}
REPLICAS: dict[str, Any] = {
    "own_key": {"global_table_arn": "${aws_dynamodb_table.safe.arn}", "kms_key_arn": "arn:aws:kms:eu-west-3:111111111111:key/a"},
    "awss_key": {"global_table_arn": "${aws_dynamodb_table.safe.arn}"},
}


def content() -> dict[str, Any]:
    tables = {name: {**table, "//": {"metadata": {"path": f"s/{name}/Table"}}} for name, table in TABLES.items()}
    targets = {kind: {**TARGET, "scalable_dimension": f"dynamodb:table:{kind}CapacityUnits"} for kind in ("Read", "Write")}
    policies = {
        kind: {
            "name": kind,
            "policy_type": "TargetTrackingScaling",
            "resource_id": f"${{aws_appautoscaling_target.{kind}.resource_id}}",
        }
        for kind in targets
    }
    replicas = {name: {**replica, "//": {"metadata": {"path": f"s/{name}/Replica"}}} for name, replica in REPLICAS.items()}
    every: dict[str, Any] = {
        "aws_dynamodb_table": tables,
        "aws_dynamodb_table_replica": replicas,
        "aws_appautoscaling_target": targets,
        "aws_appautoscaling_policy": policies,
    }
    return {"resource": every}


def test_each_table_fails_what_it_lacks() -> None:
    assert set(expected(content(), "s", "production")) == {
        ("CKV_AWS_28", "unrecoverable/Table"),
        ("CKV_AWS_119", "aws_owned/Table"),
        ("CKV_AWS_119", "aws_managed/Table"),
        ("CKV2_AWS_16", "fixed/Table"),
        ("CKV_AWS_271", "awss_key/Replica"),
    }


@pytest.mark.usefixtures("needs_checkov")
def test_checkov_says_the_same() -> None:
    answer = scan.scanned([(document(content(), "s-production", ours=True), content())])
    failures = {(finding.rule, finding.resource.path.partition("/")[2]) for finding in answer.findings}
    assert failures == set(expected(content(), "s", "production"))
