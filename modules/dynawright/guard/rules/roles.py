"""What a role may do, by all its policies together.

They are compared as one: splitting a policy in two, or moving a statement between them, gives nobody more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from dynawright.guard.change import UNKNOWN, Change, Values
from dynawright.guard.document import Grant, grants
from dynawright.guard.rule import Finding, Seen, shown
from dynawright.guard.rules.widening import UNKNOWN_ACCESS, WIDENED, new

ROLE, POLICY = "aws_iam_role", "aws_iam_policy"
INLINE, ATTACHMENT = "aws_iam_role_policy", "aws_iam_role_policy_attachment"


def of_role(role: Change, changes: Sequence[Change]) -> Iterator[Finding]:
    """What the role's policies allow together, before and after."""
    before: set[Grant] = set()
    after: set[Grant] = set()
    unread: list[str] = []
    if role.is_destroyed:
        return
    for policy in policies(role, changes):
        is_attached = _is_attached(role, policy, changes)
        if policy.before and is_attached[0]:
            before |= _readable(policy.before.get("policy"))
        if policy.after and is_attached[1]:
            text = policy.after.get("policy")
            after |= _readable(text)
            unread += [policy.address] if text is UNKNOWN or not _is_readable(text) else []
    for values, found in ((role.before, before), (role.after, after)):
        found.update(grant for block in _blocks(values) for grant in _readable(block.get("policy")))
    if unread:
        yield UNKNOWN_ACCESS.finding(role, Seen(f"what {', '.join(unread)} allows can't be read in this plan"))
    yield from new(role, before, after)
    yield from _strangers(role, changes)
    yield from _unbound(role)


def _unbound(role: Change) -> Iterator[Finding]:
    before, after = role.before.get("permissions_boundary"), role.after.get("permissions_boundary")
    if role.stays and before and before != after:
        yield WIDENED.finding(
            role, Seen(f"permissions_boundary: {before} → {shown(after)}", f"permissions_boundary {shown(after)}")
        )


def _blocks(role: Values) -> list[Values]:
    blocks = role.get("inline_policy")
    return [one for one in blocks if isinstance(one, dict)] if isinstance(blocks, list) else []


def _is_readable(text: object) -> bool:
    try:
        grants(str(text))
    except ValueError:
        return False
    return True


def _readable(text: object) -> set[Grant]:
    """What a text grants; nothing if it is none, or known after the apply only."""
    return grants(str(text)) if isinstance(text, str) and text and _is_readable(text) else set()


def _strangers(role: Change, changes: Iterable[Change]) -> Iterator[Finding]:
    """Policies that this plan does not make, AWS's own for example: nobody sees here what they allow."""
    for change in changes:
        arn = change.after.get("policy_arn")
        is_new = change.type == ATTACHMENT and change.is_created and _belongs(change.after, change, role)
        if is_new and isinstance(arn, str):
            yield from _stranger(role, arn, changes)
    named_before, named_after = (_arns(values.get("managed_policy_arns")) for values in (role.before, role.after))
    for arn in sorted(named_after - named_before if role.after else ()):
        yield from _stranger(role, arn, changes)


def _stranger(role: Change, arn: str, changes: Iterable[Change]) -> Iterator[Finding]:
    if not any(one.type == POLICY and one.before.get("arn") == arn for one in changes):
        yield WIDENED.finding(role, Seen(f"may now: everything in {arn}", arn))


def _arns(value: object) -> set[str]:
    return {one for one in value if isinstance(one, str)} if isinstance(value, list) else set()


def policies(role: Change, changes: Sequence[Change]) -> list[Change]:
    """The inline and attached policies of a role, before or after."""
    found = [one for one in changes if one.type == INLINE and (_belongs(one.before, one, role) or _belongs(one.after, one, role))]
    return [*found, *(one for one in changes if one.type == POLICY and any(_is_attached(role, one, changes)))]


def _is_attached(role: Change, policy: Change, changes: Iterable[Change]) -> tuple[bool, bool]:
    """Before and after; an inline policy always is."""
    if policy.type == INLINE:
        return True, True
    of_role = [one for one in changes if one.type == ATTACHMENT]
    before = any(
        _belongs(one.before, one, role) and one.before.get("policy_arn") == policy.before.get("arn")
        for one in of_role
        if one.before
    )
    after = any(_belongs(one.after, one, role) and _names(one, policy) for one in of_role if one.after)
    return before, after


def _names(attachment: Change, policy: Change) -> bool:
    arn = attachment.after.get("policy_arn")
    if arn is UNKNOWN:
        return policy.address in attachment.references.get("policy_arn", ())
    return bool(arn == (policy.before or policy.after).get("arn"))


def _belongs(values: object, change: Change, role: Change) -> bool:
    name = values.get("role") if isinstance(values, dict) else None
    if name is UNKNOWN:
        return role.address in change.references.get("role", ())
    return name is not None and name == role.before.get("name")
