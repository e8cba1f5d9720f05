"""A recording, read: each call, what it asked of IAM, and the policies that had a say."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dynawright.iam import evaluator
from dynawright.iam.evaluator import Policies, Policy, PolicyKind, Principal, Request


@dataclass(frozen=True, kw_only=True)
class AskedQuestion:
    """One request to IAM with all policies, as it can be put to IAM once more."""

    request: Request
    policies: Policies
    allowed: bool
    documents: Mapping[str, Any] = field(default_factory=dict)
    """`identity`, `boundary`, `session` and `resource`, as documents."""
    message: str = ""
    missing_statement: Mapping[str, Any] | None = None


@dataclass(frozen=True, kw_only=True)
class AskedCall:
    """A call of an API operation; `name` is `<service>:<operation>` in botocore's words."""

    name: str
    region: str
    principal: Principal
    allowed: bool
    asked: tuple[AskedQuestion, ...]
    refused: str = ""
    """Why IAM could not be asked."""

    @property
    def message(self) -> str:
        """Return what AWS says of the first denied action; empty if all were allowed."""
        return self.refused or next((question.message for question in self.asked if not question.allowed), "")


def read_recording(file: Path) -> list[AskedCall]:
    """Read a file that the emulator wrote; see recording.py."""
    policies: dict[str, tuple[Policy, Any]] = {}
    calls = []
    for line in file.read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        if "policy" in entry:
            kind = PolicyKind[entry["kind"]]
            policies[entry["policy"]] = Policy.parse(entry["document"], name=entry["name"], kind=kind), entry["document"]
        else:
            calls.append(_call(entry, policies))
    return calls


def _call(entry: Mapping[str, Any], policies: Mapping[str, tuple[Policy, Any]]) -> AskedCall:
    given = dict(entry["principal"])
    principal: Principal = getattr(evaluator, given.pop("kind"))(**given)
    return AskedCall(
        name=entry["call"],
        region=entry["region"],
        principal=principal,
        allowed=entry["allowed"],
        asked=tuple(_question(asked, principal, policies) for asked in entry["asked"]),
        refused=entry.get("refused", ""),
    )


def _question(asked: Mapping[str, Any], principal: Principal, policies: Mapping[str, tuple[Policy, Any]]) -> AskedQuestion:
    boundary, resource = asked["boundary"], asked["resource_policy"]
    return AskedQuestion(
        request=Request(
            action=asked["action"],
            resource=asked["resource"],
            principal=principal,
            context=asked["context"],
            resource_account=asked["resource_account"],
        ),
        policies=Policies(
            identity=tuple(policies[name][0] for name in asked["identity"]),
            boundary=policies[boundary][0] if boundary else None,
            session=tuple(policies[name][0] for name in asked["session"]),
            resource=policies[resource][0] if resource else None,
        ),
        documents={
            "identity": [policies[name][1] for name in asked["identity"]],
            "boundary": policies[boundary][1] if boundary else None,
            "session": [policies[name][1] for name in asked["session"]],
            "resource": policies[resource][1] if resource else None,
        },
        allowed=asked["allowed"],
        message=asked.get("message", ""),
        missing_statement=asked.get("missing_statement"),
    )
