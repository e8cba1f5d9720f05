"""The Principal and NotPrincipal elements of a resource-based policy.

Sources: IAM User Guide, "AWS JSON policy elements: Principal", "… NotPrincipal" and "How AWS enforcement code logic evaluates
requests" (the effect of an Allow depends on how it names the principal).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from dynawright.iam.evaluator.errors import InvalidPolicyError
from dynawright.iam.evaluator.principals import Principal, RoleSession, RootUser, ServicePrincipal, User, WebIdentity

_TYPES = ("AWS", "Service", "Federated")


class Reach(IntEnum):
    """How a statement names a principal, from the weakest to the strongest."""

    NONE = 0
    ACCOUNT = 1  # its account: the account's own policies must allow it too
    ROLE = 2  # its role: the role's boundary and the session's policies limit it
    DIRECT = 3  # itself, or everyone


@dataclass(frozen=True)
class PrincipalElement:
    """Names by type; `negated` for NotPrincipal."""

    names: Mapping[str, tuple[str, ...]]
    negated: bool

    def reach(self, principal: Principal, *, denies: bool) -> Reach:
        if not self.negated:
            return self._named(principal)
        if denies:
            return Reach.NONE if self._exempts(principal) else Reach.DIRECT
        return Reach.DIRECT if self._named(principal) is Reach.NONE else Reach.NONE

    def _named(self, principal: Principal) -> Reach:
        if "*" in self.names["AWS"]:
            return Reach.DIRECT
        return max((reach for type, name, reach in _names(principal) if name in self.names[type]), default=Reach.NONE)

    def _exempts(self, principal: Principal) -> bool:
        """Return whether NotPrincipal exempts the principal: it must name itself, its role and its account."""
        names = _names(principal)
        return "*" in self.names["AWS"] or (bool(names) and all(name in self.names[type] for type, name, _ in names))


def parse_principal(element: Any, *, negated: bool) -> PrincipalElement:
    """Parse a Principal or NotPrincipal element; accounts become their root ARN."""
    if element == "*":
        return PrincipalElement({"AWS": ("*",), "Service": (), "Federated": ()}, negated)
    if not isinstance(element, Mapping) or not element:
        raise InvalidPolicyError('Principal must be "*" or an object')
    unknown = sorted(set(element) - set(_TYPES))
    if unknown:
        raise InvalidPolicyError(f"Principal.{unknown[0]}: only {', '.join(_TYPES)} are supported")
    names = {type: tuple(_name(type, name) for name in _listed(element.get(type, []))) for type in _TYPES}
    return PrincipalElement(names, negated)


def _names(principal: Principal) -> list[tuple[str, str, Reach]]:
    """Return the names of the principal in policies: type, name, and the reach of a statement with it."""
    match principal:
        case RootUser():
            return [("AWS", principal.arn, Reach.DIRECT)]
        case User():
            return [("AWS", _root(principal.account), Reach.ACCOUNT), ("AWS", principal.arn, Reach.DIRECT)]
        case RoleSession():
            return [
                ("AWS", _root(principal.account), Reach.ACCOUNT),
                ("AWS", principal.role_arn, Reach.ROLE),
                ("AWS", principal.arn, Reach.DIRECT),
            ]
        case ServicePrincipal():
            return [("Service", principal.name, Reach.DIRECT)]
        case WebIdentity():
            return [("Federated", principal.provider_arn, Reach.DIRECT)]
        case _:
            return []


def _name(type: str, name: Any) -> str:
    if not isinstance(name, str):
        raise InvalidPolicyError(f"Principal.{type}: {name!r} is not a name")
    if name != "*" and ("*" in name or "?" in name):
        raise InvalidPolicyError(f"Principal.{type}: '{name}': a wildcard can't be a part of a name")
    return _root(name) if type == "AWS" and name.isdigit() else name


def _root(account: str) -> str:
    return f"arn:aws:iam::{account}:root"


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
