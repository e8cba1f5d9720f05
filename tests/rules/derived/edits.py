"""Policies of the complete application, changed as a person could change them."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from dynawright.rules.catalogue import all_rules
from dynawright.rules.resources import Document
from tests.applications import complete_stacks

Statement = dict[str, Any]
Change = Callable[[list[Statement]], list[Statement]]
SAID = "policies-follow-from-the-model"


def built(stack: str = "library-production", environment: str = "production") -> Document:
    """Return a stack of the complete application."""
    return complete_stacks(environment)[stack].document


def with_values(document: Document, label: str, **values: Any) -> Document:
    """Return the document with one resource changed, by its path's end; None removes a value."""
    (found,) = [resource for resource in document.resources if resource.label.endswith(f"/{label}")]
    kept = {name: value for name, value in {**found.values, **values}.items() if value is not None}
    return replace(
        document,
        resources=tuple(replace(resource, values=kept) if resource is found else resource for resource in document.resources),
    )


def changed(document: Document, label: str, change: Change) -> Document:
    """Return the document with other statements in one policy or trust."""
    (found,) = [resource for resource in document.resources if resource.label.endswith(f"/{label}")]
    attribute = "assume_role_policy" if "assume_role_policy" in found.values else "policy"
    policy = json.loads(found.get(attribute))
    statements = change(json.loads(json.dumps(policy["Statement"])))
    assert statements != policy["Statement"], f"{label} has nothing of the kind"
    return with_values(document, label, **{attribute: json.dumps({**policy, "Statement": statements})})


def found(document: Document, rule: str = SAID) -> dict[str, list[str]]:
    """Return what a rule says, by the end of the construct's path."""
    (asked,) = [candidate for candidate in all_rules() if candidate.name == rule]
    said: dict[str, list[str]] = {}
    for finding in asked.findings(document):
        said.setdefault(finding.resource.label.split("/", 1)[-1], []).append(finding.message)
    return said


def each(change: Callable[[Statement], Statement]) -> Change:
    """Change every statement."""
    return lambda statements: [change(statement) for statement in statements]


def text(old: str, new: str) -> Change:
    """Replace a piece of the JSON wherever it is."""
    return lambda statements: json.loads(json.dumps(statements).replace(old, new))


def adds(action: str, resource: str, **more: Any) -> Change:
    """Add a statement."""
    return lambda statements: [*statements, {"Effect": "Allow", "Action": action, "Resource": resource, **more}]


def listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
