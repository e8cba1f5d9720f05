"""What policies of tables, streams and endpoints must say: whom they admit and what they refuse."""

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
    """A role that a table's policy admits; one of another account is named by a condition on its account."""

    arn: str
    account_id: str

    def named(self, grant: Grant) -> Grant:
        """Return the grant, made to this role."""
        account = self.arn.split(":")[4]
        if account == self.account_id:
            return replace(grant, principal=("AWS", self.arn))
        by_arn = Condition("arnequals", NAMED_BY, frozenset({self.arn}))
        return replace(grant, principal=("AWS", f"arn:aws:iam::{account}:root"), conditions=grant.conditions | {by_arn})


def admitted(policy: Resource, document: Document) -> list[Partner]:
    """Return the roles that a table's policy admits, of those that the settings name or the stack makes."""
    intent, names = intent_of(document), names_of(document)
    said, _ = grants(policy.get("policy"), names)
    known = {text for text in intent.settings if ":role/" in text} | {names.arn(role) for role in document.of_type(ROLE)}
    found = {who for statement in said if not statement.denies for who in _who(statement)}
    return [Partner(arn, intent.account_id) for arn in sorted(found & known)]


def of_table_policy(policy: Resource, document: Document) -> Iterator[Need]:
    """Yield what follows for the policy of a table, or of its stream."""
    names, intent = names_of(document), intent_of(document)
    resource = names.written_out(str(policy.get("resource_arn")))
    table = next((one for one in document.of_type(TABLE) if resource.startswith((f"{names.arn(one)}/", names.arn(one)))), None)
    model = intent.tables.get(names.name(table)) if table else None
    if table is None or model is None:
        return
    if resource != names.arn(table):
        yield from needs("what every request must meet", _refused(READ_STREAM, [resource], document))
        return
    every = [resource, *(f"{resource}/index/{index}" for index in model.index_keys)]
    yield from needs("what every request must meet", _refused(item_actions("dynamodb"), every, document))
    for partner in admitted(policy, document):
        for consumer in _without_role(document):
            found = [(partner.named(grant), ask) for grant, ask in grants_of(model, consumer, resource)]
            yield from (Need(grant, f"pattern {ask.pattern} of {consumer.name}") for grant, ask in found)


def of_endpoint(endpoint: Resource, document: Document) -> Iterator[Need]:
    """Yield the expected policy of a VPC endpoint: the requests of all patterns, this account only.

    Its routes take every request to DynamoDB that leaves the VPC there: those to a table that it does not admit are refused.
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
                asked = allow((f"dynamodb:{ask.action}",), resource, who=ANYONE, when=ours)
                yield from needs(f"pattern {pattern.id}", asked)


def _refused(actions: tuple[str, ...], resources: list[str], document: Document) -> list[Grant]:
    """Return what everyone is refused: requests without TLS, and from outside the organization."""
    intent = intent_of(document)
    found = deny(actions, *resources, when=INSECURE)
    if intent.organization_id is not None:
        found += deny(
            actions,
            *resources,
            when={
                "StringNotEqualsIfExists": {"aws:PrincipalOrgID": intent.organization_id},
                "BoolIfExists": {"aws:PrincipalIsAWSService": "false"},
                "ArnNotLikeIfExists": {"aws:PrincipalArn": f"arn:aws:iam::{intent.account_id}:role/aws-service-role/*"},
            },
        )
    return found


def _without_role(document: Document) -> list[Consumer]:
    """Return the consumers that no role of the stack is for: a policy of a table may admit them."""
    intent = intent_of(document)
    built = {names_of(document).name(role) for role in document.of_type(ROLE)}
    return [consumer for name, consumer in intent.roles.items() if name not in built]


def _who(grant: Grant) -> set[str]:
    """Return the roles that a grant names, as principals or by a condition."""
    named = {value for condition in grant.conditions if condition.key == NAMED_BY for value in condition.values}
    return {grant.principal[1], *named}
