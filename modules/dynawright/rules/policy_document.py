"""Convert `data "aws_iam_policy_document"` to the JSON policy it produces."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from dynawright.rules.blocks import as_blocks
from dynawright.rules.resources import Resource

TYPE = "aws_iam_policy_document"
LISTS = {"actions": "Action", "not_actions": "NotAction", "resources": "Resource", "not_resources": "NotResource"}
WHO = {"principals": "Principal", "not_principals": "NotPrincipal"}
MERGED = ("source_policy_documents", "override_policy_documents")


def written(data: Resource) -> str:
    """Return the policy; empty if other documents are merged into it, because its content is then unknown."""
    if any(data.get(name) for name in MERGED):
        return ""
    return json.dumps({"Version": "2012-10-17", "Statement": [_statement(block) for block in data.blocks("statement")]})


def _statement(block: Mapping[str, Any]) -> dict[str, Any]:
    statement: dict[str, Any] = {"Effect": block.get("effect") or "Allow"}
    statement |= {name: block[attribute] for attribute, name in LISTS.items() if block.get(attribute)}
    for attribute, name in WHO.items():
        who: dict[str, list[Any]] = {}
        for principal in as_blocks(block.get(attribute)):
            who.setdefault(str(principal.get("type")), []).extend(_many(principal.get("identifiers")))
        statement |= {name: "*" if "*" in who else who} if who else {}
    condition: dict[str, dict[str, list[Any]]] = {}
    for item in as_blocks(block.get("condition")):
        compared = condition.setdefault(str(item.get("test")), {})
        compared.setdefault(str(item.get("variable")), []).extend(_many(item.get("values")))
    return statement | ({"Condition": condition} if condition else {})


def _many(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
