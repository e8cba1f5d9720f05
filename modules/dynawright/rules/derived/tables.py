"""Policies of tables, streams and endpoints: whom they admit and what they deny."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from dynawright.iam.item_actions import item_actions
from dynawright.model import Consumer
from dynawright.rules.derived.functions import READ_STREAM
from dynawright.rules.derived.grant import ANYONE, Condition, Grant, allow, deny, grants
from dynawright.rules.derived.need import Need, needs
from dynawright.rules.derived.patterns import asks_of, grants_of
from dynawright.rules.derived.things import ROLE, TABLE, intent_of, names_of
from dynawright.rules.derived.topics import INSECURE
from dynawright.rules.resources import Document, Resource

NAMED_BY = "aws:principalarn"


@dataclass(frozen=True)
class Partner:
    """A role that a table's policy admits; a condition on the account limits one of another account."""

    arn: str
    account_id: str

    def named(self, grant: Grant) -> Grant:
        """Return the grant with this role as its principal."""
        account = self.arn.split(":")[4]
        if account == self.account_id:
            return replace(grant, principal=("AWS", self.arn))
        by_arn = Condition("arnequals", NAMED_BY, frozenset({self.arn}))
        return replace(grant, principal=("AWS", f"arn:aws:iam::{account}:root"), conditions=grant.conditions | {by_arn})


def admitted(policy: Resource, document: Document) -> list[Partner]:
    """Return the roles that a table's policy admits, among those of the settings and the stack."""
    intent, names = intent_of(document), names_of(document)
    written, _ = grants(policy.get("policy"), names)
    known = {text for text in intent.settings if ":role/" in text} | {names.arn(role) for role in document.of_type(ROLE)}
    admitted_roles = {who for statement in written if not statement.denies for who in _who(statement)}
    return [Partner(arn, intent.account_id) for arn in sorted(admitted_roles & known)]


def of_table_policy(policy: Resource, document: Document) -> Iterator[Need]:
    """Yield the grants of the policy of a table, or of its stream."""
    names, intent = names_of(document), intent_of(document)
    resource = names.written_out(str(policy.get("resource_arn")))
    table = next(
        (
            table_of_arn
            for table_of_arn in document.of_type(TABLE)
            if resource.startswith((f"{names.arn(table_of_arn)}/", names.arn(table_of_arn)))
        ),
        None,
    )
    model = intent.tables.get(names.name(table)) if table else None
    if table is None or model is None:
        return
    if resource != names.arn(table):
        yield from needs("every request must meet it", _refused(READ_STREAM, [resource], document))
        return
    every = [resource, *(f"{resource}/index/{index}" for index in model.index_keys)]
    yield from needs("every request must meet it", _refused(item_actions("dynamodb"), every, document))
    for partner in admitted(policy, document):
        for consumer in _without_role(document):
            granted = [(partner.named(grant), ask) for grant, ask in grants_of(model, consumer, resource)]
            yield from (Need(grant, f"pattern {ask.pattern} of {consumer.name}") for grant, ask in granted)


def of_endpoint(endpoint: Resource, document: Document) -> Iterator[Need]:
    """Yield the expected policy of a VPC endpoint: the requests of all patterns, this account only.

    Its routes take every request to DynamoDB that leaves the VPC there, so requests to other tables are denied.
    """
    intent, names = intent_of(document), names_of(document)
    ours: dict[str, dict[str, Any]] = {"StringEquals": {"aws:PrincipalAccount": intent.account_id}}
    for table in document.of_type(TABLE):
        arn, model = names.arn(table), intent.tables.get(names.name(table))
        if model is None:
            continue
        describe = allow(("dynamodb:DescribeTable",), arn, who=ANYONE, when=ours)
        yield from needs("the table is reached by it", describe)
        for pattern in model.access_patterns:
            for ask in asks_of(model, pattern):
                resource = f"{arn}/index/{ask.index}" if ask.index else arn
                grants = allow((f"dynamodb:{ask.action}",), resource, who=ANYONE, when=ours)
                yield from needs(f"pattern {pattern.id}", grants)


def _refused(actions: tuple[str, ...], resources: list[str], document: Document) -> list[Grant]:
    """Return what everyone is denied: requests without TLS, and from outside the organization."""
    intent = intent_of(document)
    denials = deny(actions, *resources, when=INSECURE)
    if intent.organization_id is not None:
        denials += deny(
            actions,
            *resources,
            when={
                "StringNotEqualsIfExists": {"aws:PrincipalOrgID": intent.organization_id},
                "BoolIfExists": {"aws:PrincipalIsAWSService": "false"},
                "ArnNotLikeIfExists": {"aws:PrincipalArn": f"arn:aws:iam::{intent.account_id}:role/aws-service-role/*"},
            },
        )
    return denials


def _without_role(document: Document) -> list[Consumer]:
    """Return the consumers without a role in the stack: a table's policy may admit them."""
    intent = intent_of(document)
    built = {names_of(document).name(role) for role in document.of_type(ROLE)}
    return [consumer for name, consumer in intent.roles.items() if name not in built]


def _who(grant: Grant) -> set[str]:
    """Return the roles that a grant names, as principals or by a condition."""
    named = {value for condition in grant.conditions if condition.key == NAMED_BY for value in condition.values}
    return {grant.principal[1], *named}
