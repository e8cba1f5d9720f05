"""A complete stack, changed in one place, and a rule's findings on it."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Any

from dynawright.gate.mutation import Change, Json, Where, first
from dynawright.rules.catalogue import all_rules
from dynawright.rules.resources import document
from tests.applications import complete_stacks

LIBRARY, FOUNDATION = "library-full", "foundation-full"
ALARM = "aws_cloudwatch_metric_alarm"


def found(rule: str, change: Change | None = None, *, stack: str = LIBRARY, ours: bool = True) -> list[str]:
    """Return the findings of a rule on the changed stack by path or address, without accepted ones."""
    original = complete_stacks(stack.rpartition("-")[2])[stack]
    content = deepcopy(original.content)
    if change is not None:
        change(content)
    (judge,) = [candidate for candidate in all_rules() if candidate.name == rule]
    whole = replace(document(content, stack, ours=ours), intent=original.document.intent)
    findings = (finding for finding in judge.findings(whole) if rule not in str(finding.resource.notes))
    return [f"{finding.resource.label.removeprefix(f'{stack}/')}: {finding.message}" for finding in findings]


def of(type: str, where: Where, change: Callable[[Json], None]) -> Change:
    """Change one resource in place."""
    return lambda content: change(first(content, type, where))


def inside(attribute: str, change: Callable[[Any], None]) -> Callable[[Json], None]:
    """Change an attribute that contains JSON as text."""

    def changed(body: Json) -> None:
        inner = json.loads(body[attribute])
        change(inner)
        body[attribute] = json.dumps(inner)

    return changed


def put(*path: str | int, value: Any) -> Callable[[Any], None]:
    """Write a value below a path; None removes it."""

    def change(target: Any) -> None:
        for step in path[:-1]:
            target = target[step]
        if value is None:
            del target[path[-1]]
        else:
            target[path[-1]] = value

    return change
