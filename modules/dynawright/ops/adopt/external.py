"""Predict checkov's findings on existing tables: running checkov takes half a minute."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from dynawright.rules.exemptions import exemption_of
from dynawright.rules.resources import Document, Resource, document

TABLE, REPLICA, TARGET = "aws_dynamodb_table", "aws_dynamodb_table_replica", "aws_appautoscaling_target"


def expected(content: Mapping[str, Any], stack: str, environment: str) -> list[tuple[str, str]]:
    """Return (check, construct path) for each checkov check that a table or replica of the stack fails."""
    seen = replace(document(content, f"{stack}-{environment}", ours=True), given_environment=environment)
    return [
        (check, resource.path.partition("/")[2])
        for type, failed in ((TABLE, _failed), (REPLICA, _failed_by_replica))
        for resource in seen.of_type(type)
        for check in failed(resource, seen)
        if exemption_of(check, seen) is None
    ]


def _failed(table: Resource, seen: Document) -> Iterator[str]:
    if table.block("point_in_time_recovery").get("enabled") is not True:
        yield "CKV_AWS_28"
    if not table.block("server_side_encryption").get("kms_key_arn"):
        yield "CKV_AWS_119"
    targets = json.dumps([target.values for target in seen.of_type(TARGET)], default=str)
    if table.get("billing_mode") == "PROVISIONED" and table.address not in targets:
        yield "CKV2_AWS_16"


def _failed_by_replica(replica: Resource, _: Document) -> Iterator[str]:
    if not replica.get("kms_key_arn"):
        yield "CKV_AWS_271"
