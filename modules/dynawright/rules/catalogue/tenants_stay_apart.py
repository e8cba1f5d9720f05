"""Tenants stay apart.

A condition on the leading keys keeps a tenant to its own partition only if it is complete. `ForAllValues` is true where
there is no key at all, as in a Scan, so it needs `Null: false` beside it; a pattern with `*` after the tenant's id
admits tenant `ab` to the items of `abc`; and a session that may be opened without the tenant's tag has no tenant. Keys
of global indexes are ordinary attributes: a tenant that may write them can place items in another tenant's index
partition, so writes to a table with such indexes list the attributes they may write (`dynamodb:Attributes`).
"""

import re
from collections.abc import Iterator

from dynawright.iam.item_actions import storing_actions
from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import Rule
from dynawright.rules.statements import IDENTITY, TRUST, DecodedStatement, statements

LEADING, ATTRIBUTES = "dynamodb:LeadingKeys", "dynamodb:Attributes"
TAG = re.compile(r"\$\{aws:PrincipalTag/([^}]+)\}")


def check(resource: Resource, document: Document) -> Iterator[str]:
    if resource.type in TRUST:
        for tag in sorted(_tags(resource, document)):
            if not all(statement.compared(f"aws:RequestTag/{tag}") for statement in statements(resource) if statement.allows):
                yield f"a session may be opened without the tag '{tag}' that separates tenants: require aws:RequestTag/{tag}"
        return
    for statement in statements(resource):
        if statement.allows:
            yield from _leading_keys(statement)
            yield from _written_attributes(statement, document)


def _leading_keys(statement: DecodedStatement) -> Iterator[str]:
    compared = statement.compared(LEADING)
    if not compared:
        return
    if any(operator.startswith("ForAllValues:") for operator, _ in compared) and ("Null", "false") not in compared:
        yield "requests without a key, such as Scan, pass its condition: add Null with dynamodb:LeadingKeys false"
    for operator, value in compared:
        if TAG.search(value) and not operator.endswith("StringEquals"):
            yield f"'{value}' is compared by {operator}: it matches tenants with longer ids; use StringEquals"


def _written_attributes(statement: DecodedStatement, document: Document) -> Iterator[str]:
    writes = sorted(action.removeprefix("dynamodb:") for action in storing_actions() & {*statement.actions})
    if not writes or not any(TAG.search(value) for _, value in statement.compared(LEADING)):
        return
    if not any(_may_have_indexes(arn, document) for arn in statement.resources):
        return
    compared = statement.compared(ATTRIBUTES)
    limits = {operator for operator, value in compared if value != "*" and operator != "Null"}
    if limits != {"ForAllValues:StringEquals"}:
        yield (
            f"{', '.join(writes)} may write the keys of any index, and so place items in other tenants' index partitions: "
            f"name the attributes by ForAllValues:StringEquals and {ATTRIBUTES}"
        )
    elif ("Null", "false") not in compared:
        yield f"{', '.join(writes)} without a list of attributes pass its condition: add Null with {ATTRIBUTES} false"


def _may_have_indexes(arn: str, document: Document) -> bool:
    table = document.named(arn, "name", "aws_dynamodb_table")
    return table is None or bool(table.blocks("global_secondary_index"))


def _tags(role: Resource, document: Document) -> set[str]:
    """Return the session tags that the role's policies rely on."""
    attached = [
        document.referred(resource.get("policy_arn"))
        for resource in document.of_type("aws_iam_role_policy_attachment")
        if document.named(resource.get("role"), "name", "aws_iam_role") is role
    ]
    return {tag for policy in attached if policy is not None for tag in TAG.findall(str(policy.get("policy", "")))}


RULE = Rule(module=__name__, number=33, severity="high", types=(*IDENTITY, *TRUST), check=check, standards=("WA SEC03-BP02",))
