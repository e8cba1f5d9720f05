"""The written policies of a role: attached ones and inline ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dynawright.rules.derived.grant import Grant, grants
from dynawright.rules.derived.things import ROLE, named, names_of
from dynawright.rules.resources import Document, Resource

POLICY, ATTACHMENT, INLINE = "aws_iam_policy", "aws_iam_role_policy_attachment", "aws_iam_role_policy"


@dataclass(frozen=True)
class Written:
    """The policies of one role."""

    policies: tuple[Resource, ...]
    placed: tuple[tuple[Grant, Resource], ...]
    """Each grant with the resource whose policy contains it."""

    @property
    def grants(self) -> list[Grant]:
        return [grant for grant, _ in self.placed]


def written_of(role: Resource, document: Document) -> Written:
    """Return the policies of a role."""
    return document.worked_out(_by_role).get(role.address, Written((), ()))


def said_by(policy: Resource, document: Document) -> tuple[list[Grant], list[str]]:
    """Return the grants of one policy, and what is invalid in it."""
    return document.worked_out(_by_policy).get(policy.address, ([], []))


def roles_of(policy: Resource, document: Document) -> list[Resource]:
    """Return the roles that have a policy."""
    return [role for role in document.of_type(ROLE) if any(other is policy for other in written_of(role, document).policies)]


def _by_policy(document: Document) -> Mapping[str, tuple[list[Grant], list[str]]]:
    names = names_of(document)
    return {policy.address: grants(policy.get("policy"), names) for policy in document.of_type(POLICY, INLINE)}


def _by_role(document: Document) -> Mapping[str, Written]:
    names = names_of(document)
    return {role.address: _of_role(role, document) for role in document.of_type(ROLE) if names.name(role)}


def _of_role(role: Resource, document: Document) -> Written:
    policies = [policy for policy in document.of_type(INLINE) if named(document, policy.get("role"), role)]
    for attachment in document.of_type(ATTACHMENT):
        if named(document, attachment.get("role"), role):
            policies += [
                resource for resource in document.of_type(POLICY) if named(document, attachment.get("policy_arn"), resource)
            ]
    placed = [(grant, policy) for policy in policies for grant in said_by(policy, document)[0]]
    for block in role.blocks("inline_policy"):
        placed += [(grant, role) for grant in grants(block.get("policy"), names_of(document))[0]]
    return Written(tuple(policies), tuple(placed))
