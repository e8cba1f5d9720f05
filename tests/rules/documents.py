"""Small Terraform documents for the tests of rules."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from dynawright.rules.catalogue import all_rules
from dynawright.rules.resources import Document, document

TERRAFORM: dict[str, Any] = {
    "required_providers": {"aws": {"source": "hashicorp/aws", "version": "6.61.0"}},
    "backend": {
        "s3": {
            "bucket": "state",
            "key": "production/orders/terraform.tfstate",
            "region": "eu-west-1",
            "encrypt": True,
            "use_lockfile": True,
            "allowed_account_ids": ["111111111111"],
        }
    },
}


def written(resources: Mapping[str, Mapping[str, Any]], *, environment: str = "production", ours: bool = True) -> Document:
    """`{"aws_sqs_queue.q": {...}}` as a cdk.tf.json of an environment."""
    by_type: dict[str, dict[str, Any]] = {}
    for address, values in resources.items():
        type, name = address.split(".")
        by_type.setdefault(type, {})[name] = dict(values)
    tags = {"Environment": environment, "Service": "orders", "ManagedBy": "terraform"}
    provider = {"region": "eu-west-1", "allowed_account_ids": ["111111111111"], "default_tags": [{"tags": tags}]}
    return document(
        {"resource": by_type, "provider": {"aws": [provider]}, "terraform": TERRAFORM}, f"orders-{environment}", ours=ours
    )


def messages(rule: str, resources: Mapping[str, Mapping[str, Any]], *, environment: str = "production") -> list[str]:
    """What a rule says about the resources, each with its address."""
    (chosen,) = [candidate for candidate in all_rules() if candidate.name == rule]
    document = written(resources, environment=environment)
    return [f"{finding.resource.address}: {finding.message}" for finding in chosen.findings(document)]


def changed(resources: Mapping[str, Mapping[str, Any]], change: Mapping[str, Any]) -> dict[str, Any]:
    """The resources, edited: None removes one, `"aws_sqs_queue.q.name": "x"` sets an attribute."""
    found: dict[str, Any] = {address: dict(values) for address, values in resources.items()}
    for place, value in change.items():
        type, name, *rest = place.split(".")
        address = f"{type}.{name}"
        if not rest:
            found.pop(address, None)
            if value is not None:
                found[address] = value
        elif value is None:
            found[address].pop(rest[0], None)
        else:
            found[address][rest[0]] = value
    return found


def policy(*statements: Mapping[str, Any]) -> str:
    """A policy's JSON."""
    return json.dumps({"Version": "2012-10-17", "Statement": list(statements)})


def allow(action: Any, resource: Any = "${aws_dynamodb_table.t.arn}", **given: Any) -> dict[str, Any]:
    return {"Effect": "Allow", "Action": action, "Resource": resource, **given}


TLS_ONLY = policy(
    {"Effect": "Deny", "Principal": "*", "Action": "*", "Resource": "*", "Condition": {"Bool": {"aws:SecureTransport": "false"}}}
)
