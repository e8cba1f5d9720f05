"""Removes statements of consumers' policies one at a time, and checks that a test notices."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from dynawright.emulator.iam.questions import AskedCall, AskedQuestion
from dynawright.iam.evaluator import Policy, RoleSession, evaluate
from dynawright.model import Consumer, System
from tests.access import matrix
from tests.access.expected import expected_of
from tests.access.functions import is_built
from tests.access.simulator import Document
from tests.access.synthesized import Stack


@dataclass(frozen=True)
class Statement:
    """What a role's policies say, in one place or, word for word, in several."""

    consumer: Consumer
    role: str
    actions: tuple[str, ...]
    places: frozenset[tuple[str, int]]
    """Policies and positions in them."""

    def __str__(self) -> str:
        return f"{self.role}: {', '.join(self.actions)} in {', '.join(f'{name} {at}' for name, at in sorted(self.places))}"


def statements(stack: Stack, system: System) -> Iterator[Statement]:
    """Yield what is said of each role that the stack makes for a consumer."""
    for consumer in system.consumers:
        if is_built(stack, consumer) and consumer.name not in expected_of(system.name).without_role:
            role = matrix.role_name(stack, consumer)
            said: dict[str, set[tuple[str, int]]] = {}
            for name, document in stack.named_policies_of(role).items():
                for at, one in enumerate(document["Statement"]):
                    said.setdefault(json.dumps(one, sort_keys=True), set()).add((name, at))
            for text, places in said.items():
                yield Statement(consumer, role, tuple(matrix.as_list(json.loads(text)["Action"])), frozenset(places))


def asked_by(calls: Iterable[AskedCall], role: str) -> list[AskedQuestion]:
    """Return one question of each kind that a role asked and that was allowed."""
    kinds: dict[tuple[str, ...], AskedQuestion] = {}
    for call in calls:
        if isinstance(call.principal, RoleSession) and call.principal.role_arn.endswith(f"/{role}"):
            for question in call.asked:
                if question.allowed:
                    request = question.request
                    kinds.setdefault((request.action, request.resource, repr(sorted(request.context.items()))), question)
    return list(kinds.values())


def fails_a_story(removed: Statement, questions: Sequence[AskedQuestion]) -> bool:
    """Return whether a request that a story made would be denied."""
    return any(
        not evaluate(question.request, replace(question.policies, identity=identity), strict=False).allowed
        for question in questions
        if question.request.action in removed.actions
        for identity in [tuple(_without(removed, policy) for policy in question.policies.identity)]
    )


def fails_the_matrix(removed: Statement, stack: Stack, system: System) -> bool:
    """Return whether the access matrix misses something. It is not about tenants' sessions."""
    if removed.consumer.tenant_key is not None:
        return False
    policies: list[Document] = []
    for name, document in stack.named_policies_of(removed.role).items():
        kept = [one for at, one in enumerate(document["Statement"]) if (name, at) not in removed.places]
        policies += [{**document, "Statement": kept}] if kept else []
    if matrix.other_deeds(stack, system, removed.consumer, policies):
        return True  # without asking the simulator
    return matrix.wrong(stack, system, removed.consumer, policies) != []


def _without(removed: Statement, policy: Policy) -> Policy:
    kept = tuple(one for at, one in enumerate(policy.statements) if (policy.name, at) not in removed.places)
    return replace(policy, statements=kept)
