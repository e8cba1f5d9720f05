"""IAM's decision on a request, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dynawright.iam.evaluator.policy import Policy, PolicyKind, PolicyStatement
from dynawright.iam.evaluator.principals import Anonymous, Principal, RoleSession, ServicePrincipal, WebIdentity
from dynawright.iam.evaluator.request import Request


@dataclass(frozen=True, kw_only=True)
class StatementOf:
    """A statement and its policy."""

    policy: Policy
    statement: PolicyStatement

    def __str__(self) -> str:
        number = self.policy.statements.index(self.statement) + 1
        return f"statement {self.statement.sid or number} of the {self.policy.kind.value} '{self.policy.name}'"


@dataclass(frozen=True, kw_only=True)
class NearMiss:
    """A statement with unmet conditions that else allows the request; `failing`: their operators and keys."""

    source: StatementOf
    failing: tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True)
class Answer:
    """The decision and its reason.

    `decided_by` is the Deny of an explicit denial, or the deciding Allow; None if no statement decided: for the root user's rights and
    implicit denials. `missing` is the kind of policy that lacks an Allow; `near_misses` come from policies of that kind. `rule` is the
    message if AWS refuses by a fixed rule that no policy changes.
    """

    request: Request
    allowed: bool
    decided_by: StatementOf | None = None
    missing: PolicyKind | None = None
    near_misses: tuple[NearMiss, ...] = ()
    rule: str = ""

    @property
    def explicitly_denied(self) -> bool:
        return not self.allowed and self.decided_by is not None

    @property
    def message(self) -> str:
        """Return AWS's error message; empty if the request is allowed."""
        if self.allowed:
            return ""
        if self.rule:
            return self.rule
        if isinstance(self.request.principal, WebIdentity):
            return f"Not authorized to perform {self.request.action}"
        return (
            f"User: {self.request.principal.arn} is not authorized to perform: {self.request.action}"
            f" on resource: {self.request.resource} {self._reason()}"
        )

    @property
    def missing_statement(self) -> dict[str, Any] | None:
        """Return the statement, without conditions, that would allow an implicitly denied request."""
        if self.missing is None:
            return None
        statement: dict[str, Any] = {"Effect": "Allow", "Action": self.request.action}
        if self.missing.has_principal:
            statement["Principal"] = _principal(self.request.principal)
        if self.missing is not PolicyKind.TRUST:
            statement["Resource"] = self.request.resource
        return statement

    def _reason(self) -> str:
        if self.missing is not None:
            return f"because no {self.missing.value} allows the {self.request.action} action"
        kind = self.decided_by.policy.kind if self.decided_by else PolicyKind.IDENTITY
        article = "an" if kind is PolicyKind.IDENTITY else "a"
        return f"with an explicit deny in {article} {kind.value}"


def _principal(principal: Principal) -> dict[str, str] | str:
    match principal:
        case ServicePrincipal():
            return {"Service": principal.name}
        case WebIdentity():
            return {"Federated": principal.provider_arn}
        case RoleSession():
            return {"AWS": principal.role_arn}
        case Anonymous():
            return "*"
        case _:
            return {"AWS": principal.arn}
