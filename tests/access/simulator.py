"""A real IAM simulator, asked in batches; the policies are the synthesized ones."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Document = dict[str, Any]
SCRIPT = Path(__file__).parent / "simulate.mjs"
NODE = Path(sys.executable).parent / "node"


@dataclass(frozen=True)
class Request:
    """Somebody asks AWS for something. A context value is a text, or a list of them for a multi-valued key."""

    action: str
    resource: str
    context: dict[str, Any] = field(default_factory=dict)
    principal: str | None = None  # None: a role of the account whose resource it is


def allowed(
    policies: Sequence[Document],
    requests: Sequence[Request],
    *,
    resource_policy: Document | None = None,
    account_id: str = "111111111111",
) -> list[bool]:
    """Whether each request is allowed. A resource that the action does not have at all counts as denied; any other error raises."""
    identity = [{"name": f"policy{number}", "policy": policy} for number, policy in enumerate(policies)]
    simulations = [
        {
            "request": {
                "action": request.action,
                "principal": request.principal or f"arn:aws:iam::{account_id}:role/somebody",
                "resource": {"resource": request.resource, "accountId": account_id},
                "contextVariables": request.context,
            },
            "identityPolicies": identity,
            "serviceControlPolicies": [],
            "resourceControlPolicies": [],
            **({"resourcePolicy": resource_policy} if resource_policy else {}),
        }
        for request in requests
    ]
    done = subprocess.run([str(NODE), str(SCRIPT)], input=json.dumps(simulations), capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    return [_verdict(answer) for answer in json.loads(done.stdout)]


def _verdict(answer: Any) -> bool:
    if isinstance(answer, str):
        return answer == "Allowed"
    if "invalid.resource" in answer["error"]:
        return False
    raise RuntimeError(answer["error"])
