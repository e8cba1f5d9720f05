"""Vectors are searched on purpose.

IAM's conditions on keys, attributes and the kind of a query do not apply to SearchVectors: a role that is limited to the keys of one tenant
and may search vectors finds the items of all tenants. A wildcard such as `dynamodb:Search*` grants it by accident. No access pattern asks for
it, so that no policy of this package holds it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase

from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import NONE_APPLIES, Rule
from dynawright.rules.statements import IDENTITY, RESOURCE, TRUST, DecodedStatement, granted, statements

ACTION = "dynamodb:searchvectors"
WITHOUT_EFFECT = {"dynamodb:leadingkeys", "dynamodb:attributes", "dynamodb:select"}


def check(resource: Resource, document: Document) -> Iterator[str]:
    for statement in statements(resource) if resource.type in RESOURCE else granted(resource):
        if not statement.allows or not (pattern := _granting(statement)):
            continue
        if ignored := sorted(statement.condition_keys & WITHOUT_EFFECT):
            yield f"{pattern} grants SearchVectors, to which {', '.join(ignored)} does not apply: give it a statement of its own, or leave it out"
        elif pattern.lower() != ACTION:
            yield f"{pattern} grants SearchVectors, which no condition limits to keys or attributes: name each action"
        elif document.is_ours:
            yield "it grants SearchVectors, which no access pattern asks for: leave it out"


def _granting(statement: DecodedStatement) -> str:
    """Return what grants the action; a plain `*` is left to policies-name-actions."""
    if "NotAction" in statement.inverted:
        return "" if any(fnmatchcase(ACTION, action.lower()) for action in statement.actions) else "NotAction"
    patterns = [action for action in statement.actions if fnmatchcase(ACTION, action.lower())]
    return next((pattern for pattern in patterns if pattern != "*" or statement.condition_keys & WITHOUT_EFFECT), "")


RULE = Rule(
    module=__name__,
    number=59,
    severity="high",
    types=(*IDENTITY, *TRUST, *RESOURCE),
    check=check,
    standards=NONE_APPLIES,
)
