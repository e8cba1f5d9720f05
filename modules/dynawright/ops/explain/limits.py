"""Explain denials of granted actions: the request did not meet the statement's conditions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dynawright.iam.evaluator import ContextValue, NearMiss, Request, RoleSession, evaluate
from dynawright.model import AccessPattern
from dynawright.ops.explain.case import Case
from dynawright.ops.explain.explanation import Explanation, Met, Verdict
from dynawright.ops.explain.place import Owned, Role

TENANT_TAG = re.compile(r"\$\{aws:PrincipalTag/([^}]+)\}")


@dataclass(frozen=True)
class Limit:
    """A condition key of grants: what a failed comparison means, and what to do."""

    words: str
    fix: str
    verdict: Verdict = Verdict.CODE


LIMITS = {
    "dynamodb:leadingkeys": Limit(
        "partition keys must be of the form {values}",
        "build the key as the pattern's method of the generated client does",
        Verdict.CODE,
    ),
    "dynamodb:attributes": Limit(
        "attributes may be only {values}",
        "name only these attributes, or add the attribute to the pattern or the entity",
        Verdict.MODEL,
    ),
    "dynamodb:select": Limit(
        "Select must be {values}", "list the pattern's attributes in a ProjectionExpression; without one, all are requested"
    ),
    "dynamodb:returnvalues": Limit(
        "ReturnValues must be {values}", 'leave it out, or write returns="ALL_OLD" (or the like) at the pattern', Verdict.MODEL
    ),
}
"""Condition keys in lower case."""
OTHER = Limit("{key} must be {values}", "look at the statement's condition")


def within_limits(case: Case, role: Role, table: Owned, own: Sequence[AccessPattern]) -> Explanation:
    """Evaluate the request, as far as it is known."""
    refusal, policies = case.refusal, case.policies(role)
    environment = role.environment
    arn = f"arn:aws:dynamodb:{table.environment.region}:{environment.account_id}:table/{table.name}"
    session = RoleSession(
        role_arn=f"arn:aws:iam::{environment.account_id}:role{environment.roles.path}{role.name}",
        session_name=case.place.session or "session",
    )
    known = _known(case, table)
    resource = f"{arn}/index/{case.place.index}" if case.place.index else arn
    request = Request(action=refusal.action, resource=resource, principal=session, context=known)
    answer = evaluate(request, policies.of_role(role.name, arn), strict=False)
    if answer.allowed:
        by = answer.decided_by
        allowing = (Met(source=str(by), text=policies.text(by)),) if by else ()
        why = "the current model allows it: the deployment is older, or the role lost its policy"
        fix = f"`dynawright plan --environment {environment.name} --system {role.system.name}` shows the differences; apply it"
        return case.explained(Verdict.DEPLOY, fix, why, patterns=tuple(own), statements=allowing)
    misses = answer.near_misses
    met = tuple(Met(source=str(miss.source), text=policies.text(miss.source)) for miss in misses)
    reasons = list(dict.fromkeys(reason for miss in misses for reason in _reasons(miss, policies.text(miss.source), known)))
    limit = _first_limit(misses)
    if role.consumer.tenant_key is not None and "dynamodb:leadingkeys" in _keys(misses):
        tag = role.consumer.tenant_template.parameters[0]
        reasons.append(f"sessions of '{role.consumer.name}' reach only items of the tenant in their session tag '{tag}'")
        fix = f"assume the role with the tag '{tag}', and use that tenant's key. Another tenant's items should never be allowed"
        return case.explained(Verdict.NEVER, fix, *reasons, at=str(role.consumer.place), patterns=tuple(own), statements=met)
    fix = limit.fix if limit else "compare the request with the pattern"
    return case.explained(
        limit.verdict if limit else Verdict.CODE, fix, *reasons, at=str(own[0].place), patterns=tuple(own), statements=met
    )


def _known(case: Case, table: Owned) -> dict[str, ContextValue]:
    known = dict(case.refusal.context)
    if partition := case.refusal.key.get(table.model.partition_key.name):
        known["dynamodb:LeadingKeys"] = [partition]
    return known


def _keys(misses: Sequence[NearMiss]) -> list[str]:
    return list(dict.fromkeys(key.lower() for miss in misses for _, key in miss.failing))


def _first_limit(misses: Sequence[NearMiss]) -> Limit | None:
    """Return the limit of the statement whose fewest conditions prevent the request."""
    if not misses:
        return None
    nearest = min(misses, key=lambda miss: len(miss.failing))
    return next((LIMITS[key] for key in _keys([nearest]) if key in LIMITS), OTHER)


def _reasons(miss: NearMiss, statement: Mapping[str, Any], known: Mapping[str, ContextValue]) -> Iterator[str]:
    """Yield what each condition requires and what the request had, where that is known."""
    given = {key.lower(): value for key, value in known.items()}
    for key in _keys([miss]):
        expected = list(_expected(statement, key))
        limit = LIMITS.get(key, OTHER)
        values = " or ".join(f"'{value}'" for value in expected) or "given"
        words = limit.words.format(key=key, values=values)
        if key in given:
            value = given[key]
            yield f"{words}; the request has {', '.join([value] if isinstance(value, str) else value)}"
        else:
            yield f"{words}; the text doesn't show the request's value"


def _expected(statement: Mapping[str, Any], key: str) -> Iterator[str]:
    for operator, compared in statement.get("Condition", {}).items():
        for name, values in compared.items():
            if name.lower() == key and operator != "Null":
                yield from values if isinstance(values, list) else [values]
