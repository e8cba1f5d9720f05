"""Resource policies are private.

A resource's own policy can admit the whole world: `Principal: *` on a queue, a topic, a bucket, a key, a table or a secret is
public, unless a condition says whose account, organization, network or resource it must be. A function's permission for a
service without the source is open to every customer of that service.
"""

from collections.abc import Iterator

from policy.resources import Document, Resource
from policy.rule import Rule
from policy.statements import RESOURCE, Statement, statements

NARROWING = {
    *("aws:principalaccount", "aws:principalorgid", "aws:principalarn", "aws:sourceaccount", "aws:sourcearn", "aws:sourceorgid"),
    *("aws:sourcevpc", "aws:sourcevpce", "kms:calleraccount"),
}
PERMISSION = "aws_lambda_permission"


def check(resource: Resource, _: Document) -> Iterator[str]:
    if resource.type == PERMISSION:
        yield from _permission(resource)
        return
    for statement in statements(resource):
        if not statement.allows:
            continue
        if "NotPrincipal" in statement.inverted:
            yield "NotPrincipal admits everyone else: name who is admitted"
        elif _is_everyone(statement) and not _is_narrowed(statement):
            yield f"it admits everyone to {', '.join(statement.actions[:3])}: name the principal, or say by a condition whose it must be"


def _is_everyone(statement: Statement) -> bool:
    return any(who == "*" or who == "arn:aws:iam::*:root" for _, who in statement.principals)


def _is_narrowed(statement: Statement) -> bool:
    return any(
        operator.removeprefix("ForAnyValue:").startswith(("StringEquals", "ArnEquals", "ArnLike", "StringLike"))
        and "IfExists" not in operator
        and value not in ("*", "arn:aws:*", "arn:*")
        for key in NARROWING
        for operator, value in statement.compared(key)
    )


def _permission(permission: Resource) -> Iterator[str]:
    principal = str(permission.get("principal", ""))
    if principal == "*" and not permission.get("principal_org_id"):
        yield "it lets everyone call the function: name the principal"
    elif principal.endswith(".amazonaws.com") and not (permission.get("source_arn") or permission.get("source_account")):
        yield f"it lets {principal} call the function for anybody: name source_arn"


RULE = Rule(
    module=__name__,
    number=13,
    severity="high",
    types=(*RESOURCE, PERMISSION),
    check=check,
    standards=("FSBP SQS.3", "FSBP SNS.4", "FSBP S3.2", "FSBP KMS.5", "FSBP Lambda.1", "WA SEC03-BP07"),
)
