"""A role's rights, by all its policies together.

Splitting a policy in two, or moving a statement between policies, grants nothing more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dynawright.guard.attached import Attached, Held
from dynawright.guard.change import UNKNOWN, Change, Values
from dynawright.guard.changes import Changes
from dynawright.guard.document import Grant, grants, widened
from dynawright.guard.growth import DeployCoverage
from dynawright.guard.rule import Finding, Kind, Seen, shown
from dynawright.guard.rules.widening import UNKNOWN_ACCESS, WIDENED, new
from dynawright.rules.blocks import as_blocks, as_list

BOUNDARY = "permissions_boundary"
EVERYTHING = ("*", "*:*", "iam:*")
ADMINISTRATORS = ("AdministratorAccess", "IAMFullAccess", "PowerUserAccess")
EMPTIED = Kind(
    "access-removed",
    happens="Everything that uses the role is denied from that moment.",
    instead="Remove everything that uses the role first; or narrow its policies to the rights still needed.",
)


def of_role(role: Change, attached: Attached, coverage: DeployCoverage | None = None) -> Iterator[Finding]:
    """Yield changes of what a role's policies allow together; growth of a deploy role is no finding."""
    if role.is_destroyed or role.is_forgotten:
        return
    before, after = allowed(role, attached)
    if unread := [
        *(attachment.policy.address for attachment in attached.of(role) if not _is_known(attachment)),
        *attached.unread(role),
    ]:
        yield UNKNOWN_ACCESS.finding(role, Seen(f"the rights of {', '.join(unread)} can't be read in this plan"))
    elif allows(before) and not allows(after) and not attached.strangers(role):
        yield EMPTIED.finding(role, Seen("it has no rights any more"))
    if growth := coverage.growth(role.before.get("name"), before) if coverage else None:
        yield from new(role, {*widened(before, growth.old), *widened(growth.new, after)})
    else:
        yield from new(role, widened(before, after))
    yield from _strangers(role, attached)
    yield from _unbound(role)


def allows(grants: Iterable[Grant]) -> bool:
    """Whether anything is allowed."""
    return any(grant.effect == "Allow" for grant in grants)


def of_new_role(role: Change, attached: Attached) -> Iterator[Finding]:
    """Yield a new role that may do everything or trusts everyone; other rights of new roles are fine."""
    _, after = allowed(role, attached)
    for grant in sorted(_readable(role.after.get("assume_role_policy")), key=str):
        if grant.effect == "Allow" and grant.principal == "*" and not grant.condition:
            yield WIDENED.finding(role, Seen("anyone may assume it", str(grant)))
    for grant in sorted(after, key=str):
        is_everything = grant.action.lower() in EVERYTHING and grant.resource == "*" and not grant.condition
        if grant.effect == "Allow" and is_everything:
            yield WIDENED.finding(role, Seen(f"a new role that may do everything: {grant.detail}", str(grant)))
    for arn in dict.fromkeys((*attached.strangers(role), *sorted(_arns(role.after)))):
        if arn.rpartition("/")[2] in ADMINISTRATORS:
            yield WIDENED.finding(role, Seen(f"a new role that may do everything in {arn}", arn))


def notes(changes: Changes, coverage: DeployCoverage) -> list[str]:
    """Return a line for each deploy role and system that it newly covers, or no longer covers."""
    attached = Attached(changes)
    roles = [change for change in changes.of_type("aws_iam_role") if change.stays]
    growths = [coverage.growth(role.before.get("name"), allowed(role, attached)[0]) for role in roles]
    return [note for growth in growths if growth for note in growth.notes]


def allowed(role: Change, attached: Attached) -> tuple[set[Grant], set[Grant]]:
    """Return the readable rights of a role, before and after."""
    before = {grant for block in as_blocks(role.before.get("inline_policy")) for grant in _readable(block.get("policy"))}
    after = {grant for block in as_blocks(role.after.get("inline_policy")) for grant in _readable(block.get("policy"))}
    for attachment in attached.of(role):
        before |= _readable(attachment.policy.before.get("policy")) if attachment.before else set()
        after |= _readable(attachment.policy.after.get("policy")) if attachment.after else set()
    return before, after


def _is_known(attachment: Held) -> bool:
    """Whether a policy of the role can be read after the change."""
    text = attachment.policy.after.get("policy")
    return not attachment.after or not attachment.policy.after or (text is not UNKNOWN and _is_readable(text))


def _unbound(role: Change) -> Iterator[Finding]:
    before, after = role.before.get(BOUNDARY), role.after.get(BOUNDARY)
    if role.stays and before and before != after:
        yield WIDENED.finding(role, Seen(f"{BOUNDARY}: {before} → {shown(after)}", f"{BOUNDARY} {shown(after)}"))


def _is_readable(text: object) -> bool:
    try:
        grants(str(text))
    except ValueError:
        return False
    return True


def _readable(text: object) -> set[Grant]:
    """Return the grants of a policy; none if it is missing, or known only after the apply."""
    return grants(text) if isinstance(text, str) and text and _is_readable(text) else set()


def _strangers(role: Change, attached: Attached) -> Iterator[Finding]:
    """Yield newly attached policies that this plan doesn't make, such as AWS's: their rights are unknown."""
    named_before, named_after = (_arns(values) for values in (role.before, role.after))
    named = sorted(arn for arn in named_after - named_before if not attached.is_shown(arn))
    for arn in dict.fromkeys((*attached.strangers(role), *named)):
        yield WIDENED.finding(role, Seen(f"may now: everything in {arn}", arn))
    for attribute in ("inline_policy", "managed_policy_arns"):
        if role.stays and UNKNOWN in (role.after.get(attribute), *as_list(role.after.get(attribute))):
            yield UNKNOWN_ACCESS.finding(role, Seen(f"{attribute} is known only after the apply"))


def _arns(values: Values) -> set[str]:
    return {arn for arn in as_list(values.get("managed_policy_arns")) if isinstance(arn, str)}
