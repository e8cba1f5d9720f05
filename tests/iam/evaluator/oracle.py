"""Compares our evaluator with the independent @cloud-copilot/iam-simulate."""

from __future__ import annotations

import atexit
import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from dynawright.iam.evaluator import Anonymous, ContextValue, Policies, Policy, PolicyKind, Principal, Request, evaluate

Document = dict[str, Any]
SCRIPT = Path(__file__).parent / "oracle.mjs"
NODE = Path(sys.executable).parent / "node"


@dataclass(frozen=True, kw_only=True)
class Case:
    """A request and the documents of all policies that apply."""

    action: str
    resource: str
    principal: Principal
    context: dict[str, ContextValue] = field(default_factory=dict)
    resource_account: str | None = None
    identity: tuple[Document, ...] = ()
    boundary: Document | None = None
    session: Document | None = None
    resource_policy: Document | None = None

    @property
    def request(self) -> Request:
        return Request(
            action=self.action,
            resource=self.resource,
            principal=self.principal,
            context=self.context,
            resource_account=self.resource_account,
        )

    @property
    def policies(self) -> Policies:
        resource_kind = PolicyKind.TRUST if self.action.startswith("sts:") else PolicyKind.RESOURCE
        return Policies(
            identity=tuple(_parsed(document, PolicyKind.IDENTITY) for document in self.identity),
            boundary=_parsed(self.boundary, PolicyKind.BOUNDARY) if self.boundary else None,
            session=(_parsed(self.session, PolicyKind.SESSION),) if self.session else (),
            resource=_parsed(self.resource_policy, resource_kind) if self.resource_policy else None,
        )

    def ours(self, *, strict: bool = False) -> str:
        answer = evaluate(self.request, self.policies, strict=strict)
        return "Allowed" if answer.allowed else "ExplicitlyDenied" if answer.explicitly_denied else "ImplicitlyDenied"

    def simulation(self) -> Document:
        """Return the case in the simulator's form, with all condition keys that ours derives."""
        request = self.request
        context = {
            key: list(values.texts) if values.multivalued else values.texts[0]
            for key, values in request.values.items()
            if key not in self.context
        }
        named = [{"name": f"identity{number}", "policy": document} for number, document in enumerate(self.identity)]
        simulation: Document = {
            "request": {
                "principal": _principal(self.principal),
                "action": self.action,
                "resource": {"resource": self.resource, "accountId": request.owner or "111111111111"},
                "contextVariables": {**context, **self.context},
            },
            "identityPolicies": named,
        }
        if self.boundary:
            simulation["permissionBoundaryPolicies"] = [{"name": "boundary", "policy": self.boundary}]
        if self.session:
            simulation["sessionPolicy"] = self.session
        if self.resource_policy:
            simulation["resourcePolicy"] = self.resource_policy
        return simulation


def oracle_answers(cases: Sequence[Case]) -> list[str]:
    """Ask the simulator."""
    process = _process()
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps([case.simulation() for case in cases]) + "\n")
    process.stdin.flush()
    line = process.stdout.readline()
    if not line:
        raise RuntimeError(f"the simulator ended with {process.wait()}")
    answers = json.loads(line)
    errors = [answer["error"] for answer in answers if not isinstance(answer, str)]
    if errors:
        raise RuntimeError(errors[0])
    return [str(answer) for answer in answers]


def differences(cases: Sequence[Case]) -> list[tuple[Case, str, str]]:
    """Return the cases that are answered differently, with our answer and the simulator's."""
    return [
        (case, ours, theirs)
        for case, theirs in zip(cases, oracle_answers(cases), strict=True)
        for ours in [case.ours()]
        if ours != theirs
    ]


def _parsed(document: Document, kind: PolicyKind) -> Policy:
    return _read(json.dumps(document), kind)


@lru_cache(maxsize=512)
def _read(document: str, kind: PolicyKind) -> Policy:
    return Policy.parse(document, name=kind.value, kind=kind)


def _principal(principal: Principal) -> str | Document:
    return {"type": "Anonymous"} if isinstance(principal, Anonymous) else principal.arn


@cache
def _process() -> subprocess.Popen[str]:
    """Start one process for a whole run. It ends when its input does."""
    process = subprocess.Popen([str(NODE), str(SCRIPT)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    atexit.register(process.communicate)
    return process
