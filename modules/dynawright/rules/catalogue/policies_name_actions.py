"""Policies name their actions.

`dynamodb:*` includes DeleteTable, and whatever AWS adds next year; `Get*` is guesswork as well. A policy that names
each action says what its holder is for. Only allowed actions are checked: denying everything is fine. A policy that is
attached but written elsewhere, such as AWS's own, can't be read here and changes without notice.
"""

from collections.abc import Iterator

from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import Rule
from dynawright.rules.statements import (
    IDENTITY,
    RESOURCE,
    TRUST,
    DecodedStatement,
    granted,
    is_elsewhere,
    is_unreadable,
    statements,
)

ATTACHMENTS = (
    *("aws_iam_role_policy_attachment", "aws_iam_user_policy_attachment", "aws_iam_group_policy_attachment"),
    "aws_iam_policy_attachment",
)


def check(resource: Resource, document: Document) -> Iterator[str]:
    if resource.type in ATTACHMENTS:
        yield from _attached(resource.get("policy_arn"), document)
        return
    if is_unreadable(resource):
        yield "its policy is not valid JSON: AWS would reject it half-way through an apply"
    elif document.is_configuration and document.is_ours and is_elsewhere(resource):
        yield "its policy comes from elsewhere, where no rule can read it: write it out"
    if resource.type in TRUST:
        for arn in _listed(resource.get("managed_policy_arns")):
            yield from _attached(arn, document)
    for statement in [*statements(resource), *(granted(resource) if resource.type in TRUST else ())]:
        yield from _wide(statement)


def _wide(statement: DecodedStatement) -> Iterator[str]:
    if statement.allows:
        if "NotAction" in statement.inverted:
            yield f"NotAction allows everything but {', '.join(statement.actions)}: name what is needed"
            return
        for action in statement.actions:
            if "*" in action or "?" in action:
                yield f"'{action}' allows actions that were never considered: name each action"


def _attached(arn: object, document: Document) -> Iterator[str]:
    """Yield a message for a managed policy from elsewhere; policies of this document are judged directly."""
    if isinstance(arn, str) and _is_elsewhere(arn, document):
        yield f"policy '{arn}' is written elsewhere, where no rule can read it: write it out"


def _is_elsewhere(arn: str, document: Document) -> bool:
    if arn.startswith("${"):
        return document.is_configuration and document.is_ours and document.referred(arn) is None
    return ":iam::aws:" in arn or document.named(arn, "name", "aws_iam_policy") is None


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]


RULE = Rule(
    module=__name__,
    number=11,
    severity="high",
    types=(*IDENTITY, *TRUST, *RESOURCE, *ATTACHMENTS),
    check=check,
    standards=("FSBP IAM.1", "FSBP IAM.21", "WA SEC03-BP02"),
)
