"""Tenants stay apart.

A condition on the leading keys keeps a tenant to its own partition only if it is whole. `ForAllValues` is true where there is
no key at all, as in a Scan, so it needs `Null: false` beside it; a pattern with `*` behind the tenant's id admits tenant `ab`
to those of `abc`; and a session that may be opened without the tenant's tag has no tenant.
"""

import re
from collections.abc import Iterator

from policy.resources import Document, Resource
from policy.rule import Rule
from policy.statements import IDENTITY, TRUST, Statement, statements

LEADING = "dynamodb:LeadingKeys"
TAG = re.compile(r"\$\{aws:PrincipalTag/([^}]+)\}")


def check(resource: Resource, document: Document) -> Iterator[str]:
    if resource.type in TRUST:
        for tag in sorted(_tags(resource, document)):
            if not all(statement.compared(f"aws:RequestTag/{tag}") for statement in statements(resource) if statement.allows):
                yield f"a session may be opened without the tag '{tag}' that keeps tenants apart: demand aws:RequestTag/{tag}"
        return
    for statement in statements(resource):
        if statement.allows:
            yield from _leading_keys(statement)


def _leading_keys(statement: Statement) -> Iterator[str]:
    compared = statement.compared(LEADING)
    if not compared:
        return
    if any(operator.startswith("ForAllValues:") for operator, _ in compared) and ("Null", "false") not in compared:
        yield "requests without a key, such as Scan, pass its condition: add Null with dynamodb:LeadingKeys false"
    for operator, value in compared:
        if TAG.search(value) and not operator.endswith("StringEquals"):
            yield f"'{value}' is compared by {operator}: neighbours with a longer id pass; use StringEquals"


def _tags(role: Resource, document: Document) -> set[str]:
    """The session tags that the role's policies rely on."""
    attached = [
        document.referred(one.get("policy_arn"))
        for one in document.of_type("aws_iam_role_policy_attachment")
        if document.named(one.get("role"), "name", "aws_iam_role") is role
    ]
    return {tag for policy in attached if policy is not None for tag in TAG.findall(str(policy.get("policy", "")))}


RULE = Rule(module=__name__, number=33, severity="high", types=(*IDENTITY, *TRUST), check=check, standards=("WA SEC03-BP02",))
