"""`data "aws_iam_policy_document"`: the policy that it writes, as its JSON."""

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
    """Empty if other documents are merged into it: what it says is then not known here."""
    if any(data.get(name) for name in MERGED):
        return ""
    return json.dumps({"Version": "2012-10-17", "Statement": [_statement(block) for block in data.blocks("statement")]})


def _statement(block: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {"Effect": block.get("effect") or "Allow"}
    found |= {name: block[attribute] for attribute, name in LISTS.items() if block.get(attribute)}
    for attribute, name in WHO.items():
        who: dict[str, list[Any]] = {}
        for principal in as_blocks(block.get(attribute)):
            who.setdefault(str(principal.get("type")), []).extend(_many(principal.get("identifiers")))
        found |= {name: "*" if "*" in who else who} if who else {}
    condition: dict[str, dict[str, list[Any]]] = {}
    for one in as_blocks(block.get("condition")):
        compared = condition.setdefault(str(one.get("test")), {})
        compared.setdefault(str(one.get("variable")), []).extend(_many(one.get("values")))
    return found | ({"Condition": condition} if condition else {})


def _many(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
