"""What a role may do, by all its policies together.

They are compared as one: splitting a policy in two, or moving a statement between them, gives nobody more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from dynawright.guard.change import UNKNOWN, Change, Values
from dynawright.guard.document import Grant, grants, widened
from dynawright.guard.growth import DeployCoverage
from dynawright.guard.rule import Finding, Seen, shown
from dynawright.guard.rules.widening import UNKNOWN_ACCESS, WIDENED, new

ROLE, POLICY = "aws_iam_role", "aws_iam_policy"
INLINE, ATTACHMENT = "aws_iam_role_policy", "aws_iam_role_policy_attachment"


def of_role(role: Change, changes: Sequence[Change], coverage: DeployCoverage | None = None) -> Iterator[Finding]:
    """What the role's policies allow together, before and after; growth of a deploy role is no finding."""
    if role.is_destroyed:
        return
    before, after = allowed(role, changes)
    if unread := [policy.address for policy in policies(role, changes) if not _is_known(role, policy, changes)]:
        yield UNKNOWN_ACCESS.finding(role, Seen(f"what {', '.join(unread)} allows can't be read in this plan"))
    if growth := coverage.growth(role.before.get("name"), before) if coverage else None:
        yield from new(role, {*widened(before, growth.old), *widened(growth.new, after)})
    else:
        yield from new(role, widened(before, after))
    yield from _strangers(role, changes)
    yield from _unbound(role)


def notes(changes: Sequence[Change], coverage: DeployCoverage) -> list[str]:
    """Return a line per deploy role and system that it now covers, or no longer covers."""
    roles = [change for change in changes if change.type == ROLE and change.stays]
    growths = [coverage.growth(role.before.get("name"), allowed(role, changes)[0]) for role in roles]
    return [note for growth in growths if growth for note in growth.notes]


def allowed(role: Change, changes: Sequence[Change]) -> tuple[set[Grant], set[Grant]]:
    """Return what can be read of what a role may do, before and after."""
    before = {grant for block in _blocks(role.before) for grant in _readable(block.get("policy"))}
    after = {grant for block in _blocks(role.after) for grant in _readable(block.get("policy"))}
    for policy in policies(role, changes):
        was_attached, is_attached = _is_attached(role, policy, changes)
        before |= _readable(policy.before.get("policy")) if was_attached else set()
        after |= _readable(policy.after.get("policy")) if is_attached else set()
    return before, after


def _is_known(role: Change, policy: Change, changes: Sequence[Change]) -> bool:
    """Whether a policy that the role will have can be read."""
    will_have = bool(policy.after) and _is_attached(role, policy, changes)[1]
    text = policy.after.get("policy")
    return not will_have or (text is not UNKNOWN and _is_readable(text))


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
    if not any(one.type == POLICY and arn in (one.before.get("arn"), one.after.get("arn")) for one in changes):
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
