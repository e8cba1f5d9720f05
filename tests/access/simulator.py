"""Runs batches of requests on an IAM simulator with the synthesized policies."""

from __future__ import annotations

import atexit
import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

Document = dict[str, Any]
SCRIPT = Path(__file__).parent / "simulate.mjs"
NODE = Path(sys.executable).parent / "node"


@dataclass(frozen=True)
class Request:
    """A request to AWS.

    A context value is a text, or a list of them for a multi-valued key.

    `verbatim` is for context keys that the simulator would ignore, since its tables lack them: claims of an OIDC provider, an
    encryption context.
    """

    action: str
    resource: str
    context: dict[str, Any] = field(default_factory=dict)
    principal: str | None = None  # None: a role of the account whose resource it is
    resource_policy: Document | None = field(default=None, repr=False)
    verbatim: bool = False


@dataclass(frozen=True)
class Question:
    """A request with its expected answer."""

    request: Request
    expected: bool
    topic: str = ""


def wrong_answers(policies: Sequence[Document], asked: Sequence[Question], *, account_id: str) -> list[Question]:
    """Return the requests with another answer than expected under these policies."""
    answers = allowed(policies, [question.request for question in asked], account_id=account_id)
    return [question for question, answer in zip(asked, answers, strict=True) if answer != question.expected]


def allowed(policies: Sequence[Document], requests: Sequence[Request], *, account_id: str) -> list[bool]:
    """Return whether each request is allowed under these policies, for a resource of the account."""
    resource_policies: list[Document] = []
    simulations = [
        {
            "request": {
                "action": request.action,
                "principal": principal,
                "resource": {"resource": request.resource, "accountId": account_id},
                "contextVariables": {**_of(principal), **request.context},
            },
            "resourcePolicy": _number(resource_policies, request.resource_policy),
            "verbatimContext": request.verbatim,
        }
        for request in requests
        for principal in [request.principal or f"arn:aws:iam::{account_id}:role/somebody"]
    ]
    asked = {"identityPolicies": list(policies), "resourcePolicies": resource_policies, "simulations": simulations}
    return [_verdict(answer) for answer in _answers(asked)]


def _of(principal: str) -> dict[str, str]:
    """Return the context key that AWS adds and the simulator does not."""
    return {"aws:PrincipalArn": principal} if principal.startswith("arn:") else {}


def _number(known: list[Document], policy: Document | None) -> int | None:
    """Return the policy's number, and add it if it is new."""
    if policy is None:
        return None
    if policy not in known:
        known.append(policy)
    return known.index(policy)


def _answers(asked: Document) -> list[Any]:
    process = _simulator()
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(asked) + "\n")
    process.stdin.flush()
    line = process.stdout.readline()
    if not line:
        raise RuntimeError(f"the simulator ended with {process.wait()}")
    answers: list[Any] = json.loads(line)
    return answers


@cache
def _simulator() -> subprocess.Popen[str]:
    """Start one process for a whole run: a start takes longer than most answers.

    It ends when its input does.
    """
    process = subprocess.Popen([str(NODE), str(SCRIPT)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    atexit.register(process.communicate)
    return process


def _verdict(answer: Any) -> bool:
    if isinstance(answer, str):
        return answer == "Allowed"
    raise RuntimeError(answer["error"])  # a request that IAM would not understand is a mistake in the test
