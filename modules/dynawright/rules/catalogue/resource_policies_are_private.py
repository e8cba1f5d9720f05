"""Resource policies are private.

A resource's own policy can admit the whole world: `Principal: *` on a queue, topic, bucket, key, table or secret is
public, unless a condition limits the account, organization, network or resource. A function's permission for a service
without a source is open to every customer of that service. Admitting another account as a whole admits everyone its
owners admit, now or later: name a role of it, or the organization.
"""

import re
from collections.abc import Iterator

from dynawright.rules.resources import PROVIDER, Document, Resource
from dynawright.rules.rule import Rule
from dynawright.rules.statements import RESOURCE, DecodedStatement, statements

NARROWING = {
    *("aws:principalaccount", "aws:principalorgid", "aws:principalarn", "aws:sourceaccount", "aws:sourcearn", "aws:sourceorgid"),
    *("aws:sourcevpc", "aws:sourcevpce", "kms:calleraccount"),
}
WHOLE = re.compile(r"(?:arn:aws[\w-]*:iam::)?(\d{12})(?::root)?")
PERMISSION = "aws_lambda_permission"


def check(resource: Resource, document: Document) -> Iterator[str]:
    if resource.type == PERMISSION:
        yield from _permission(resource)
        return
    own = {str(reference) for provider in document.of_type(PROVIDER) for reference in provider.listed("allowed_account_ids")}
    for statement in statements(resource):
        if not statement.allows:
            continue
        if "NotPrincipal" in statement.inverted:
            yield "NotPrincipal admits everyone else: name who is admitted"
        elif _is_everyone(statement) and not statement.is_narrowed_by(NARROWING):
            yield f"it admits everyone to {', '.join(statement.actions[:3])}: name the principal, or limit it by a condition"
        elif own and (accounts := _accounts(statement) - own) and not statement.is_narrowed_by(NARROWING):
            yield f"it admits everyone in account {', '.join(sorted(accounts))}: name a role of it"


def _is_everyone(statement: DecodedStatement) -> bool:
    return any(who == "*" or who == "arn:aws:iam::*:root" for _, who in statement.principals)


def _accounts(statement: DecodedStatement) -> set[str]:
    """Return the accounts that are admitted as a whole: by number, or by the ARN of their root."""
    matches = [WHOLE.fullmatch(who) for kind, who in statement.principals if kind == "AWS"]
    return {match[1] for match in matches if match}


def _permission(permission: Resource) -> Iterator[str]:
    principal = str(permission.get("principal", ""))
    if principal == "*" and not permission.get("principal_org_id"):
        yield "it lets everyone call the function: name the principal"
    elif principal.endswith(".amazonaws.com") and not (permission.get("source_arn") or permission.get("source_account")):
        yield f"it lets {principal} call the function for anyone: name source_arn"


RULE = Rule(
    module=__name__,
    number=13,
    severity="high",
    types=(*RESOURCE, PERMISSION),
    check=check,
    standards=("FSBP SQS.3", "FSBP SNS.4", "FSBP S3.2", "FSBP S3.6", "FSBP KMS.5", "FSBP Lambda.1", "WA SEC03-BP07"),
)
