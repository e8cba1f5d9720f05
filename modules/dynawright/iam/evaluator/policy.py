"""Policy documents as IAM reads them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from dynawright.iam.evaluator.conditions import Condition, lookup_in, parse_conditions
from dynawright.iam.evaluator.errors import InvalidPolicyError
from dynawright.iam.evaluator.patterns import Pattern, action_pattern, pattern
from dynawright.iam.evaluator.principal_element import PrincipalElement, Reach, parse_principal
from dynawright.iam.evaluator.request import Request

_ELEMENTS = {"Sid", "Effect", "Principal", "NotPrincipal", "Action", "NotAction", "Resource", "NotResource", "Condition"}
_VERSIONS = ("2012-10-17", "2008-10-17")


class PolicyKind(Enum):
    """Kinds of policies, in the words of AWS's messages."""

    IDENTITY = "identity-based policy"
    BOUNDARY = "permissions boundary"
    SESSION = "session policy"
    RESOURCE = "resource-based policy"
    TRUST = "role trust policy"

    @property
    def has_principal(self) -> bool:
        return self in (PolicyKind.RESOURCE, PolicyKind.TRUST)


@dataclass(frozen=True, kw_only=True)
class PolicyStatement:
    """A statement. `principal` is None if the policy belongs to the principal."""

    sid: str
    denies: bool
    actions: tuple[str, ...]
    not_actions: bool
    resources: tuple[Pattern, ...]
    not_resources: bool
    principal: PrincipalElement | None
    conditions: tuple[Condition, ...]

    def covers(self, request: Request) -> bool:
        """Return whether it matches action, resource and principal, without its conditions."""
        return self._covers_what(request) and self.reach(request) is not Reach.NONE

    def reach(self, request: Request) -> Reach:
        """Return how the statement names the request's principal."""
        return self.principal.reach(request.principal, denies=self.denies) if self.principal else Reach.DIRECT

    def failing(self, request: Request) -> tuple[Condition, ...]:
        """Return the conditions that the request does not meet."""
        return tuple(condition for condition in self.conditions if not condition.holds(request))

    def applies(self, request: Request) -> bool:
        return self.covers(request) and self._holds(request)

    def denies_bounded(self, request: Request) -> bool:
        """Return whether it is a Deny with NotPrincipal, which always matches principals with a boundary."""
        negated = self.principal is not None and self.principal.negated
        return self.denies and negated and self._covers_what(request) and self._holds(request)

    def _holds(self, request: Request) -> bool:
        return all(condition.holds(request) for condition in self.conditions)

    def _covers_what(self, request: Request) -> bool:
        return self._covers_action(request) and self._covers_resource(request)

    def _covers_action(self, request: Request) -> bool:
        action = request.action.lower()
        return any(action_pattern(text).fullmatch(action) for text in self.actions) != self.not_actions

    def _covers_resource(self, request: Request) -> bool:
        """Return whether the resource matches; a variable without a value matches none, in NotResource too."""
        if not self.resources:  # a trust policy has no Resource: it applies to its role
            return True
        lookup = lookup_in(request)
        return any(resource.matches_resource(request.resource, lookup) for resource in self.resources) != self.not_resources


@dataclass(frozen=True, kw_only=True)
class Policy:
    """A named policy."""

    name: str
    kind: PolicyKind
    statements: tuple[PolicyStatement, ...]

    @classmethod
    def parse(cls, document: str | Mapping[str, Any], *, name: str, kind: PolicyKind) -> Policy:
        """Parse a document, as JSON or already decoded."""
        try:
            read = json.loads(document) if isinstance(document, str) else document
            return cls(name=name, kind=kind, statements=tuple(_statements(read, kind)))
        except (InvalidPolicyError, json.JSONDecodeError) as error:
            raise InvalidPolicyError(f"{name}: {error}") from error


def _statements(document: Any, kind: PolicyKind) -> list[PolicyStatement]:
    if not isinstance(document, Mapping) or "Statement" not in document:
        raise InvalidPolicyError("a policy is an object with a Statement")
    version = document.get("Version", "2008-10-17")
    if version not in _VERSIONS:
        raise InvalidPolicyError(f"Version '{version}' is none of {', '.join(_VERSIONS)}")
    statements = _listed(document["Statement"])
    return [_statement(statement, kind, variables=version == "2012-10-17") for statement in statements]


def _statement(element: Any, kind: PolicyKind, *, variables: bool) -> PolicyStatement:
    if not isinstance(element, Mapping):
        raise InvalidPolicyError("a statement is an object")
    unknown = sorted(set(element) - _ELEMENTS)
    if unknown:
        raise InvalidPolicyError(f"{unknown[0]}: no such element")
    if element.get("Effect") not in ("Allow", "Deny"):
        raise InvalidPolicyError("Effect must be Allow or Deny")
    _check_elements(element, kind)
    return PolicyStatement(
        sid=element.get("Sid", ""),
        denies=element["Effect"] == "Deny",
        actions=_texts(element, "Action"),
        not_actions="NotAction" in element,
        resources=tuple(pattern(text, variables=variables) for text in _texts(element, "Resource")),
        not_resources="NotResource" in element,
        principal=_principal(element) if kind.has_principal else None,
        conditions=parse_conditions(element.get("Condition", {}), variables=variables),
    )


def _check_elements(element: Mapping[str, Any], kind: PolicyKind) -> None:
    """Check that Action, Resource and Principal are each there once, as the kind of policy requires."""
    wanted = {"Action": True, "Resource": kind is not PolicyKind.TRUST, "Principal": kind.has_principal}
    for name, present in wanted.items():
        count = (name in element) + (f"Not{name}" in element)
        if count != present:
            rule = f"exactly one of {name} and Not{name}" if present else f"no {name}"
            raise InvalidPolicyError(f"a statement of a {kind.value} has {rule}")
    if kind is PolicyKind.TRUST and "NotPrincipal" in element:
        raise InvalidPolicyError("a role trust policy can't have NotPrincipal")


def _principal(element: Mapping[str, Any]) -> PrincipalElement:
    negated = "NotPrincipal" in element
    return parse_principal(element["NotPrincipal" if negated else "Principal"], negated=negated)


def _texts(element: Mapping[str, Any], name: str) -> tuple[str, ...]:
    texts = _listed(element.get(name, element.get(f"Not{name}", [])))
    if not all(isinstance(text, str) for text in texts):
        raise InvalidPolicyError(f"{name} must be texts")
    return tuple(texts)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
