"""Read a recording: each call, its IAM requests, and the policies involved."""

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
    """One IAM request with all policies, so that it can be evaluated again."""

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
    """Why IAM could not be evaluated."""

    @property
    def message(self) -> str:
        """Return AWS's message for the first denied action; empty if all were allowed."""
        return self.refused or next((question.message for question in self.asked if not question.allowed), "")


class Recorded:
    """The calls in a file that the emulator writes (see recording.py) and may still add to."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._size_read = 0
        self._policies: dict[str, tuple[Policy, Any]] = {}
        self._calls: list[AskedCall] = []

    def calls(self) -> list[AskedCall]:
        """Return all calls so far; only what was added since the last look is read."""
        if not self._file.exists():
            return []
        with self._file.open("rb") as file:
            file.seek(self._size_read)
            lines, newline, _ = file.read().rpartition(b"\n")  # what follows is a line that is being written
        self._size_read += len(lines + newline)
        for line in lines.splitlines():
            entry = json.loads(line)
            if "policy" in entry:
                policy = Policy.parse(entry["document"], name=entry["name"], kind=PolicyKind[entry["kind"]])
                self._policies[entry["policy"]] = policy, entry["document"]
            else:
                self._calls.append(_call(entry, self._policies))
        return list(self._calls)


def read_recording(file: Path) -> list[AskedCall]:
    return Recorded(file).calls()


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


def _question(recorded: Mapping[str, Any], principal: Principal, policies: Mapping[str, tuple[Policy, Any]]) -> AskedQuestion:
    boundary, resource = recorded["boundary"], recorded["resource_policy"]
    return AskedQuestion(
        request=Request(
            action=recorded["action"],
            resource=recorded["resource"],
            principal=principal,
            context=recorded["context"],
            resource_account=recorded["resource_account"],
        ),
        policies=Policies(
            identity=tuple(policies[name][0] for name in recorded["identity"]),
            boundary=policies[boundary][0] if boundary else None,
            session=tuple(policies[name][0] for name in recorded["session"]),
            resource=policies[resource][0] if resource else None,
        ),
        documents={
            "identity": [policies[name][1] for name in recorded["identity"]],
            "boundary": policies[boundary][1] if boundary else None,
            "session": [policies[name][1] for name in recorded["session"]],
            "resource": policies[resource][1] if resource else None,
        },
        allowed=recorded["allowed"],
        message=recorded.get("message", ""),
        missing_statement=recorded.get("missing_statement"),
    )
