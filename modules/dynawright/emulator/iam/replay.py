"""Evaluate recorded requests again with one action removed from a role, to find unneeded rights."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase

from dynawright.emulator.iam.questions import AskedCall, AskedQuestion
from dynawright.iam.evaluator import Policies, Policy, RoleSession, evaluate
from dynawright.iam.evaluator.policy import PolicyStatement


@dataclass(frozen=True)
class Removal:
    """An action removed from a role; noticed if an allowed request is denied without it."""

    role: str
    action: str
    noticed: bool


def removals(calls: Iterable[AskedCall]) -> list[Removal]:
    """Return every action of every calling role, each removed from all the role's own policies."""
    by_role = _by_role(calls)
    return [
        Removal(role, action, any(_needs(question, action) for question in questions))
        for role, questions in sorted(by_role.items())
        for action in sorted(_actions(questions))
    ]


def _by_role(calls: Iterable[AskedCall]) -> Mapping[str, list[AskedQuestion]]:
    by_role: dict[str, list[AskedQuestion]] = {}
    for call in calls:
        if isinstance(call.principal, RoleSession):
            by_role.setdefault(call.principal.role_arn.rpartition("/")[2], []).extend(call.asked)
    return by_role


def _actions(questions: Iterable[AskedQuestion]) -> set[str]:
    """Return the actions that the role's policies allow, as they were at the end."""
    last = [*questions][-1:]
    policies = [policy for question in last for policy in question.policies.identity]
    return {
        action for policy in policies for statement in policy.statements if not statement.denies for action in statement.actions
    }


def _needs(question: AskedQuestion, action: str) -> bool:
    if not question.allowed or not fnmatchcase(question.request.action.lower(), action.lower()):
        return False
    identity = tuple(_without(policy, action) for policy in question.policies.identity)
    policies: Policies = replace(question.policies, identity=identity)
    return not evaluate(question.request, policies, strict=False).allowed


def _without(policy: Policy, action: str) -> Policy:
    return replace(policy, statements=tuple(_left(statement, action) for statement in policy.statements))


def _left(statement: PolicyStatement, action: str) -> PolicyStatement:
    if statement.denies or action not in statement.actions:
        return statement
    return replace(statement, actions=tuple(other for other in statement.actions if other != action))
