"""The permissions boundary that docs/first-deployment.md shows."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import replace

from dynawright.emulator.iam.questions import AskedCall
from dynawright.iam.evaluator import Policy, PolicyKind, evaluate
from tests.applications import ROOT


def documented(repository: str, state_bucket: str) -> Policy:
    """Return the page's policy with its placeholders filled in."""
    text = (ROOT / "docs" / "first-deployment.md").read_text()
    [block] = re.findall(r"### A boundary.*?```json\n(.*?)```", text, re.DOTALL)
    filled = block.replace("<owner>/<name>", repository).replace("<state bucket>", state_bucket)
    return Policy.parse(json.loads(filled), name="boundary", kind=PolicyKind.BOUNDARY)


def beyond(boundary: Policy, calls: Iterable[AskedCall]) -> list[str]:
    """Return what roles that have a boundary were allowed, and would not be under this one."""
    asked = {
        (question.request.action, question.request.principal.arn): question
        for call in calls
        for question in call.asked
        if question.policies.boundary and question.allowed
    }
    answers = [evaluate(one.request, replace(one.policies, boundary=boundary), strict=False) for one in asked.values()]
    return [answer.message for answer in answers if not answer.allowed]
