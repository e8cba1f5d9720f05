"""Policies name their actions.

`dynamodb:*` holds DeleteTable, and whatever AWS adds next year; `Get*` is guesswork as well. A policy that names each action
says what its holder is for. Only what a policy allows is meant: refusing everything is fine.
"""

from collections.abc import Iterator

from policy.resources import Document, Resource
from policy.rule import Rule
from policy.statements import IDENTITY, RESOURCE, TRUST, is_elsewhere, is_unreadable, statements


def check(resource: Resource, document: Document) -> Iterator[str]:
    if is_unreadable(resource):
        yield "its policy is no JSON: AWS would refuse it half-way through an apply"
    elif document.is_configuration and document.is_synthesized and is_elsewhere(resource):
        yield "its policy is made elsewhere, where no rule can read it: write it out"
    for statement in statements(resource):
        if not statement.allows:
            continue
        if "NotAction" in statement.inverted:
            yield f"NotAction allows everything but {', '.join(statement.actions)}: name what is needed"
            continue
        for action in statement.actions:
            if "*" in action or "?" in action:
                yield f"'{action}' allows more than anybody has thought of: name each action"


RULE = Rule(
    module=__name__,
    number=11,
    severity="high",
    types=(*IDENTITY, *TRUST, *RESOURCE),
    check=check,
    standards=("FSBP IAM.1", "FSBP IAM.21", "WA SEC03-BP02"),
)
