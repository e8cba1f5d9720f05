"""Recorded requests as cases for the independent simulator."""

from __future__ import annotations

from collections.abc import Iterable

from dynawright.emulator.iam.questions import AskedCall, AskedQuestion
from tests.iam.evaluator.oracle import Case


def distinct(calls: Iterable[AskedCall]) -> list[AskedQuestion]:
    """Return one question of each kind: same action, principal, answer, condition keys and policies."""
    kinds: dict[tuple[object, ...], AskedQuestion] = {}
    for call in calls:
        for question in call.asked:
            principal = question.request.principal.arn
            policies = question.policies
            deciding = (len(policies.identity), bool(policies.boundary), len(policies.session), bool(policies.resource))
            kinds.setdefault(
                (question.request.action, principal, question.allowed, *sorted(question.request.context), *deciding), question
            )
    return list(kinds.values())


def case_of(question: AskedQuestion) -> Case:
    """Return a question for our evaluator and the simulator."""
    request, documents = question.request, question.documents
    [session] = documents["session"] or [None]
    return Case(
        action=request.action,
        resource=request.resource,
        principal=request.principal,
        context=dict(request.context),
        resource_account=request.resource_account,
        identity=tuple(documents["identity"]),
        boundary=documents["boundary"],
        session=session,
        resource_policy=documents["resource"],
    )
