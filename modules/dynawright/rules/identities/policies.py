"""What a policy names: principals, accounts, organizations, networks, resources."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dynawright.rules.derived.grant import Grant, grants
from dynawright.rules.derived.things import intent_of, names_of
from dynawright.rules.identities.known import Known
from dynawright.rules.resources import Document, Resource

ROOT = re.compile(r"(?:arn:[\w-]+:iam::)?(\d{12})(?::root)?")
CALLERS = {"aws:principalarn", "sts:externalid", "aws:principalaccount", "aws:principalorgid"}
"""Conditions that limit which principals of another account are meant."""


def strangers(resource: Resource, document: Document, known: Known) -> Iterator[str]:
    """Yield undeclared identities in a resource's policies."""
    for policy in (
        resource.get("policy"),
        resource.get("assume_role_policy"),
        *(block.get("policy") for block in resource.blocks("inline_policy")),
    ):
        named = dict.fromkeys(name for grant in grants(policy, names_of(document))[0] for name in _named(grant, document, known))
        yield from named


def _named(grant: Grant, document: Document, known: Known) -> Iterator[str]:
    if not _is_account_of_partner(grant, document):
        yield from known.strangers(grant.principal[1], in_policy=True)
    for condition in grant.conditions:
        for value in sorted(condition.values):
            yield from known.strangers(value, in_policy=True)
    yield from known.strangers(grant.resource, in_policy=True)


def _is_account_of_partner(grant: Grant, document: Document) -> bool:
    """Whether a condition limits another account to declared principals."""
    if ROOT.fullmatch(grant.principal[1]) is None:
        return False
    settings = intent_of(document).settings
    return any(
        condition.key in CALLERS and "not" not in condition.operator and condition.values <= settings.keys()
        for condition in grant.conditions
    )
