"""Random policies and requests.

Cases in which the simulator differs for a documented reason are left out: see test_oracle.py.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from random import Random
from typing import Any

from dynawright.iam.evaluator import Anonymous, ContextValue, Principal, RoleSession, ServicePrincipal, User, WebIdentity
from tests.iam.evaluator import vocabulary as words
from tests.iam.evaluator.oracle import Case, Document


def cases(seed: int, count: int) -> list[Case]:
    """Make cases that depend on the seed alone."""
    maker = Maker(Random(seed))
    return [maker.case() for _ in range(count)]


@dataclasses.dataclass(frozen=True)
class Maker:
    """Draws cases from a source of chance."""

    random: Random

    def case(self) -> Case:
        action = self._one(sorted(words.RESOURCES))
        principal = self._principal()
        trust = action == "sts:AssumeRole"
        if trust and self._rarely(5):
            action, principal = "sts:AssumeRoleWithWebIdentity", WebIdentity(provider_arn=words.PROVIDER)
        own = principal.account is not None
        session = self.policy() if isinstance(principal, RoleSession) and self._rarely(3) else None
        named = [name for name in _PRINCIPALS if not (session and name in _DIRECT)]
        if isinstance(principal, WebIdentity):
            named.remove({"AWS": words.ACCOUNT})
        context = self.context()
        if session:  # the simulator knows session policies only where it passes over keys that AWS does not have
            context = {key: value for key, value in context.items() if key.startswith("aws:")}
        return Case(
            action=action,
            resource=self._one(words.RESOURCES["sts:AssumeRole" if trust else action]),
            resource_account=words.ACCOUNT if action.startswith("s3:") else None,
            principal=principal,
            context=context,
            identity=tuple(self.policy() for _ in range(self.random.randint(0, 2))) if own else (),
            boundary=self.policy() if own and self._rarely(3) else None,
            session=session,
            resource_policy=self.policy(principals=named, exempted=_exempted(principal), trust=trust)
            if trust or self._rarely(2)
            else None,
        )

    def policy(self, *, principals: Sequence[Any] = (), exempted: Sequence[Any] = (), trust: bool = False) -> Document:
        statements = [self._statement(principals, exempted, trust=trust) for _ in range(self.random.randint(1, 3))]
        return {"Version": "2012-10-17", "Statement": statements}

    def context(self) -> dict[str, ContextValue]:
        context: dict[str, ContextValue] = {words.ALWAYS: self._one(words.TEXTS)}
        for type in words.TYPES:
            for key in type.single:
                if self._rarely(2):
                    context[key] = self._one(type.values)
            for key in type.multivalued:
                if self._rarely(2):
                    context[key] = self._some(type.values)
            for key in type.possibly_empty:
                if self._rarely(2):
                    context[key] = self._some(type.values) if self._rarely(2) else []
        return context

    def _statement(self, principals: Sequence[Any], exempted: Sequence[Any], *, trust: bool) -> Document:
        statement: Document = {"Effect": self._one(("Allow", "Allow", "Allow", "Deny"))}
        if self._rarely(8):
            statement["NotAction"] = self._one_or_some(words.ACTION_PATTERNS)
        else:
            statement["Action"] = "*" if self._rarely(2) else self._one_or_some(words.ACTION_PATTERNS)
        if not trust and self._rarely(8):
            statement["NotResource"] = self._one_or_some(words.COMPLETE_PATTERNS)
        elif not trust:
            statement["Resource"] = "*" if self._rarely(2) else self._one_or_some(words.RESOURCE_PATTERNS)
        if principals and statement["Effect"] == "Deny" and not trust and self._rarely(3):
            statement["NotPrincipal"] = self._one(exempted)
        elif principals:
            statement["Principal"] = self._one(principals)
        if self._rarely(2):
            statement["Condition"] = self._conditions()
        return statement

    def _conditions(self) -> Document:
        block: Document = {}
        for _ in range(self.random.randint(1, 3)):
            type = self._one(words.TYPES)
            if self._rarely(7):
                block.setdefault("Null", {})[self._one((*type.single, *type.multivalued))] = self._one(("true", "false", True))
                continue
            key = self._one((*type.single, *type.multivalued, *type.possibly_empty))
            quantifiers = (
                ("ForAllValues:", "ForAnyValue:") if key in type.possibly_empty else ("", "ForAllValues:", "ForAnyValue:")
            )
            operator = self._one(quantifiers) + self._one(type.operators) + self._one(("", "", "IfExists"))
            block.setdefault(operator, {})[key.upper() if self._rarely(5) else key] = self._one_or_some(type.patterns)
        return block

    def _principal(self) -> Principal:
        principal: Principal = self._one((*words.PRINCIPALS, Anonymous()))
        team = self._one((None, "team", "*"))
        return dataclasses.replace(principal, tags={"team": team}) if isinstance(principal, RoleSession) and team else principal

    def _rarely(self, sides: int) -> bool:
        return self.random.randrange(sides) == 0

    def _one(self, values: Any) -> Any:
        return self.random.choice(values)

    def _some(self, values: Any) -> list[Any]:
        return [self._one(values) for _ in range(self.random.randint(1, 3))]

    def _one_or_some(self, values: Any) -> Any:
        return self._one(values) if self._rarely(2) else self._some(values)


_PRINCIPALS = (
    "*",
    {"AWS": "*"},
    {"AWS": words.ROLE},
    {"AWS": words.SESSION.arn},
    {"AWS": words.ACCOUNT},
    {"AWS": [words.OTHER_ROLE, words.USER.arn]},
    {"AWS": f"arn:aws:iam::{words.OTHER_ACCOUNT}:root"},
    {"AWS": words.OTHER_SESSION.arn, "Service": words.SERVICE.name},
    {"Service": [words.SERVICE.name, "lambda.amazonaws.com"]},
    {"Federated": words.PROVIDER},
)
_DIRECT: tuple[Any, ...] = ("*", {"AWS": "*"}, {"AWS": words.SESSION.arn})


def _exempted(principal: Principal) -> list[Document]:
    """Return NotPrincipal elements that spare the principal for sure, or certainly do not."""
    stranger = {"AWS": "arn:aws:iam::333333333333:root"}
    match principal:
        case RoleSession():
            return [stranger, {"AWS": [principal.arn, principal.role_arn, principal.account]}]
        case User():
            return [stranger, {"AWS": [principal.arn, _root(principal)]}]
        case ServicePrincipal():
            return [stranger, {"Service": principal.name}]
        case _:
            return [stranger]


def _root(principal: Principal) -> str:
    return f"arn:aws:iam::{principal.account}:root"
