"""Roles trust exactly whom they are for.

Everyone whom a trust policy admits gets everything the role may do. No wildcards; another account needs an external id,
a service a condition on whose behalf it acts (if it sends one), and an OIDC provider the exact subject: a pattern such
as `repo:org/*` admits every branch and every fork's pull request.
"""

from collections.abc import Iterator

from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import Rule
from dynawright.rules.statements import TRUST, DecodedStatement, statements

WITHOUT_SOURCE = {"lambda.amazonaws.com", "dax.amazonaws.com", "ec2.amazonaws.com"}
"""Services that pass the role's credentials to code in our account, without a source to compare."""
SOURCES = {"aws:sourceaccount", "aws:sourcearn"}
OTHERS = {"sts:externalid", "aws:principalorgid", "aws:principalarn", "aws:sourceidentity"}
TAG = "aws:requesttag/"


def check(role: Resource, _: Document) -> Iterator[str]:
    for statement in statements(role):
        if not statement.allows:
            continue
        if "NotPrincipal" in statement.inverted:
            yield "NotPrincipal trusts everyone else: name who may assume the role"
            continue
        for kind, who in statement.principals:
            yield from _principal(kind, who, statement)


def _principal(kind: str, who: str, statement: DecodedStatement) -> Iterator[str]:
    if "*" in who:
        yield f"it trusts '{who}': name who may assume the role"
    elif kind == "Service" and who not in WITHOUT_SOURCE and not statement.is_narrowed_by(SOURCES):
        yield f"it trusts {who} on behalf of any account: add a condition on aws:SourceAccount"
    elif kind == "AWS" and (who.endswith(":root") or who.isdigit()) and not _is_known(statement):
        yield f"it trusts everyone in {who}: require an external id, or name a role"
    elif kind == "Federated" and "oidc-provider/" in who:
        yield from _oidc(who.split("oidc-provider/", 1)[1], statement)


def _is_known(statement: DecodedStatement) -> bool:
    return statement.is_narrowed_by(OTHERS) or any(key.startswith(TAG) for key in statement.condition_keys)


def _oidc(provider: str, statement: DecodedStatement) -> Iterator[str]:
    for claim in ("sub", "aud"):
        compared = statement.compared(f"{provider}:{claim}")
        if not compared:
            yield f"it trusts every token of {provider}: compare '{claim}' by StringEquals"
        elif any(operator != "StringEquals" or "*" in value for operator, value in compared):
            yield f"it compares '{claim}' of {provider} by a pattern: use StringEquals and the whole value"


RULE = Rule(module=__name__, number=15, severity="high", types=TRUST, check=check, standards=("WA SEC03-BP07",))
