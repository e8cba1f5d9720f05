"""Combines policies into a decision.

Sources: IAM User Guide, "Policy evaluation logic", "Cross-account policy evaluation logic" and "Permissions boundaries"; KMS
Developer Guide, "Key policies": a key's own policy must let the account's policies in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dynawright.iam.evaluator.answer import Answer, NearMiss, StatementOf
from dynawright.iam.evaluator.arns import is_kms_key, is_role
from dynawright.iam.evaluator.errors import InvalidRequestError
from dynawright.iam.evaluator.policy import Policy, PolicyKind
from dynawright.iam.evaluator.principal_element import Reach
from dynawright.iam.evaluator.principals import RootUser
from dynawright.iam.evaluator.request import Request
from dynawright.iam.evaluator.strict import check_policy, check_request


@dataclass(frozen=True, kw_only=True)
class Policies:
    """All policies that apply: the principal's, its limits, and the resource's (also key and trust)."""

    identity: tuple[Policy, ...] = ()
    boundary: Policy | None = None
    session: tuple[Policy, ...] = ()
    resource: Policy | None = None

    def of_principal(self) -> tuple[Policy, ...]:
        return (*self.identity, *self.boundaries(), *self.session)

    def boundaries(self) -> tuple[Policy, ...]:
        return (self.boundary,) if self.boundary else ()

    def of_resource(self) -> tuple[Policy, ...]:
        return (self.resource,) if self.resource else ()


def evaluate(request: Request, policies: Policies, *, strict: bool = True) -> Answer:
    """Evaluate a request.

    `strict` raises an error for requests that AWS does not have, and for conditions that can never hold.
    """
    if request.principal.account is None and policies.of_principal():
        raise InvalidRequestError(f"{request.principal.arn} has no policies of its own")
    every = (*policies.of_principal(), *policies.of_resource())
    if strict:
        check_request(request)
        for policy in every:
            check_policy(policy, request)
    if isinstance(request.principal, RootUser) and _is_assumption(request):
        return Answer(request=request, allowed=False, rule="Roles may not be assumed by root accounts.")
    deny = _first(every, request, denies=True) or _bounded_deny(policies, request)
    if deny is not None:
        return Answer(request=request, allowed=False, decided_by=deny)
    return _without_deny(request, policies)


def _without_deny(request: Request, policies: Policies) -> Answer:
    granted, reach = _granted(policies.resource, request)
    resource_kind = PolicyKind.TRUST if _is_assumption(request) else PolicyKind.RESOURCE
    if request.principal.account is None:  # a service, a web identity, unsigned: only the resource's policy can allow it
        return _allowed(request, granted) if granted else _denied(request, resource_kind, policies.of_resource())
    if reach is Reach.DIRECT and not request.is_cross_account:
        return _allowed(request, granted)
    own = _first(policies.identity, request, denies=False)
    enough_by_role = reach is Reach.ROLE and not request.is_cross_account
    if own is None and not enough_by_role and not isinstance(request.principal, RootUser):
        return _denied(request, PolicyKind.IDENTITY, policies.identity)
    if granted is None and _needs_resource_policy(request):
        return _denied(request, resource_kind, policies.of_resource())
    for kind, limits in ((PolicyKind.BOUNDARY, policies.boundaries()), (PolicyKind.SESSION, policies.session)):
        if limits and _first(limits, request, denies=False) is None:
            return _denied(request, kind, limits)
    return _allowed(request, own or granted)


def _granted(policy: Policy | None, request: Request) -> tuple[StatementOf | None, Reach]:
    """Return the Allow of the resource's policy that names the principal most directly."""
    best: StatementOf | None = None
    reach = Reach.NONE
    if policy is None:
        return best, reach
    for statement in policy.statements:
        if not statement.denies and statement.applies(request) and statement.reach(request) > reach:
            best, reach = StatementOf(policy=policy, statement=statement), statement.reach(request)
    return best, reach


def _first(policies: Sequence[Policy], request: Request, *, denies: bool) -> StatementOf | None:
    for policy in policies:
        for statement in policy.statements:
            if statement.denies == denies and statement.applies(request):
                return StatementOf(policy=policy, statement=statement)
    return None


def _bounded_deny(policies: Policies, request: Request) -> StatementOf | None:
    if policies.boundary is None or policies.resource is None:
        return None
    denies = (statement for statement in policies.resource.statements if statement.denies_bounded(request))
    return next((StatementOf(policy=policies.resource, statement=statement) for statement in denies), None)


def _is_assumption(request: Request) -> bool:
    """Return whether a role's trust policy decides: sts:AssumeRole, sts:TagSession and the like."""
    return request.action.lower().startswith("sts:") and is_role(request.resource)


def _needs_resource_policy(request: Request) -> bool:
    return request.is_cross_account or _is_assumption(request) or is_kms_key(request.resource)


def _allowed(request: Request, decided_by: StatementOf | None) -> Answer:
    return Answer(request=request, allowed=True, decided_by=decided_by)


def _denied(request: Request, missing: PolicyKind, policies: Sequence[Policy]) -> Answer:
    return Answer(request=request, allowed=False, missing=missing, near_misses=tuple(_near_misses(policies, request)))


def _near_misses(policies: Sequence[Policy], request: Request) -> list[NearMiss]:
    """Return the Allow statements that match this request except for their conditions."""
    return [
        NearMiss(
            source=StatementOf(policy=policy, statement=statement),
            failing=tuple((condition.name, condition.key) for condition in statement.failing(request)),
        )
        for policy in policies
        for statement in policy.statements
        if not statement.denies and statement.covers(request) and statement.failing(request)
    ]
