"""Policies of each role, before and after, looked up once for a plan."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from dynawright.guard.change import UNKNOWN, Change, Values
from dynawright.guard.changes import Changes

ROLE, POLICY = "aws_iam_role", "aws_iam_policy"
INLINE, ATTACHMENT = "aws_iam_role_policy", "aws_iam_role_policy_attachment"


_KEY = re.compile(r"\[[^\]]*\]")


def bare(address: str) -> str:
    """Return an address without keys of count and for_each, as in configuration references."""
    return _KEY.sub("", address)


@dataclass(frozen=True)
class Held:
    """A policy that a role has before, after, or both."""

    policy: Change
    before: bool
    after: bool


class Attached:
    """The inline and attached policies of each role of a plan."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes

    def of(self, role: Change) -> Sequence[Held]:
        """Return the policies of a role that this plan shows."""
        return self._held.get(role.address, ())

    def strangers(self, role: Change) -> list[str]:
        """Return the ARNs of newly attached policies that the plan doesn't contain, such as AWS's own."""
        return self._strangers.get(role.address, [])

    def unread(self, role: Change) -> list[str]:
        """Return the attachments of a role whose policy the plan doesn't show."""
        return self._unread_of.get(role.address, [])

    def knows(self, role: object) -> bool:
        """Whether the plan shows the role of this name."""
        return role in self._by_name

    def names(self, attachment: Change) -> bool:
        """Whether the plan shows which role an attachment will belong to."""
        return bool(self._roles(attachment, attachment.after))

    def is_shown(self, arn: object) -> bool:
        """Whether the plan shows the policy with this ARN."""
        return arn in self._by_arn

    @cached_property
    def addresses(self) -> set[str]:
        """Return the addresses of managed policies that some role has."""
        return {attached.policy.address for group in self._held.values() for attached in group}

    @cached_property
    def _held(self) -> dict[str, list[Held]]:
        by_role: dict[str, dict[str, Held]] = {}
        for inline in self._changes.of_type(INLINE):
            for role in dict.fromkeys((*self._roles(inline, inline.before), *self._roles(inline, inline.after))):
                has = [role in self._roles(inline, values) for values in (inline.before, inline.after)]
                by_role.setdefault(role, {})[inline.address] = Held(inline, *has)
        for attachment in self._changes.of_type(ATTACHMENT):
            for policy in self._policies(attachment, attachment.before):
                for role in self._roles(attachment, attachment.before):
                    group = by_role.setdefault(role, {})
                    existing = group.get(policy.address)
                    group[policy.address] = Held(policy, True, bool(existing and existing.after))
            for policy in self._policies(attachment, attachment.after):
                for role in self._roles(attachment, attachment.after):
                    group = by_role.setdefault(role, {})
                    existing = group.get(policy.address)
                    group[policy.address] = Held(policy, bool(existing and existing.before), True)
        return {role: list(group.values()) for role, group in by_role.items()}

    @cached_property
    def _unread(self) -> list[Change]:
        attachments = (resource for resource in self._changes.of_type(ATTACHMENT) if resource.after.get("policy_arn") is UNKNOWN)
        return [attachment for attachment in attachments if not any(True for _ in self._policies(attachment, attachment.after))]

    @cached_property
    def _unread_of(self) -> dict[str, list[str]]:
        by_role: dict[str, list[str]] = {}
        for attachment in self._unread:
            for role in dict.fromkeys(self._roles(attachment, attachment.after)):
                by_role.setdefault(role, []).append(attachment.address)
        return by_role

    @cached_property
    def _strangers(self) -> dict[str, list[str]]:
        by_role: dict[str, list[str]] = {}
        for attachment in self._changes.of_type(ATTACHMENT):
            arn, had = attachment.after.get("policy_arn"), attachment.before.get("policy_arn")
            for role in self._roles(attachment, attachment.after) if isinstance(arn, str) and not self.is_shown(arn) else ():
                if arn != had or role not in self._roles(attachment, attachment.before):
                    by_role.setdefault(role, []).append(str(arn))
        return by_role

    def _roles(self, change: Change, values: Values) -> list[str]:
        """Return the addresses of the roles that a policy or attachment names."""
        name = values.get("role")
        if name is UNKNOWN:
            referred = {bare(address_of_role) for address_of_role in change.references.get("role", ())}
            return [address for name in referred for address in self._bare.get(name, ())]
        return self._by_name.get(name, []) if isinstance(name, str) else []

    def _policies(self, attachment: Change, values: Values) -> Iterator[Change]:
        arn = values.get("policy_arn")
        if arn is UNKNOWN:
            for referred in dict.fromkeys(bare(address) for address in attachment.references.get("policy_arn", ())):
                yield from self._bare_policies.get(referred, ())
        elif isinstance(arn, str):
            yield from self._by_arn.get(arn, ())

    @cached_property
    def _bare(self) -> dict[str, list[str]]:
        by_bare_address: dict[str, list[str]] = {}
        for role in self._changes.of_type(ROLE):
            by_bare_address.setdefault(bare(role.address), []).append(role.address)
        return by_bare_address

    @cached_property
    def _bare_policies(self) -> dict[str, list[Change]]:
        by_bare_address: dict[str, list[Change]] = {}
        for policy in self._changes.of_type(POLICY):
            by_bare_address.setdefault(bare(policy.address), []).append(policy)
        return by_bare_address

    @cached_property
    def _by_name(self) -> dict[str, list[str]]:
        """Role name → addresses. New roles are found by references, unless the plan has their name."""
        by_name: dict[str, list[str]] = {}
        for role in self._changes.of_type(ROLE):
            for name in dict.fromkeys(str(values["name"]) for values in (role.before, role.after) if values.get("name")):
                by_name.setdefault(name, []).append(role.address)
        return by_name

    @cached_property
    def _by_arn(self) -> dict[str, list[Change]]:
        by_arn: dict[str, list[Change]] = {}
        for policy in self._changes.of_type(POLICY):
            for arn in dict.fromkeys(values.get("arn") for values in (policy.before, policy.after)):
                if isinstance(arn, str):
                    by_arn.setdefault(arn, []).append(policy)
        return by_arn
