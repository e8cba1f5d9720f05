"""Guard rules for a role's rights, by all its policies together.

They are compared as one: splitting a policy in two, or moving a statement between them, grants nothing more.
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
    happens="Everything that uses the role is refused from that moment.",
    instead="Remove what works under the role first; or narrow its policies to what is still needed.",
)


def of_role(role: Change, attached: Attached, coverage: DeployCoverage | None = None) -> Iterator[Finding]:
    """What the role's policies allow together, before and after; growth of a deploy role is no finding."""
    if role.is_destroyed or role.is_forgotten:
        return
    before, after = allowed(role, attached)
    if unread := [*(held.policy.address for held in attached.of(role) if not _is_known(held)), *attached.unread(role)]:
        yield UNKNOWN_ACCESS.finding(role, Seen(f"what {', '.join(unread)} allows can't be read in this plan"))
    elif allows(before) and not allows(after) and not attached.strangers(role):
        yield EMPTIED.finding(role, Seen("it may do nothing any more"))
    if growth := coverage.growth(role.before.get("name"), before) if coverage else None:
        yield from new(role, {*widened(before, growth.old), *widened(growth.new, after)})
    else:
        yield from new(role, widened(before, after))
    yield from _strangers(role, attached)
    yield from _unbound(role)


def allows(grants: Iterable[Grant]) -> bool:
    """Whether anything is allowed at all."""
    return any(grant.effect == "Allow" for grant in grants)


def of_new_role(role: Change, attached: Attached) -> Iterator[Finding]:
    """A role that is new may have whatever it needs, but not everything, nor be open to everybody."""
    _, after = allowed(role, attached)
    for grant in sorted(_readable(role.after.get("assume_role_policy")), key=str):
        if grant.effect == "Allow" and grant.principal == "*" and not grant.condition:
            yield WIDENED.finding(role, Seen("anybody may assume it", str(grant)))
    for grant in sorted(after, key=str):
        is_everything = grant.action.lower() in EVERYTHING and grant.resource == "*" and not grant.condition
        if grant.effect == "Allow" and is_everything:
            yield WIDENED.finding(role, Seen(f"a new role that may do everything: {grant.detail}", str(grant)))
    for arn in dict.fromkeys((*attached.strangers(role), *sorted(_arns(role.after)))):
        if arn.rpartition("/")[2] in ADMINISTRATORS:
            yield WIDENED.finding(role, Seen(f"a new role that may do everything in {arn}", arn))


def notes(changes: Changes, coverage: DeployCoverage) -> list[str]:
    """Return a line per deploy role and system that it now covers, or no longer covers."""
    attached = Attached(changes)
    roles = [change for change in changes.of_type("aws_iam_role") if change.stays]
    growths = [coverage.growth(role.before.get("name"), allowed(role, attached)[0]) for role in roles]
    return [note for growth in growths if growth for note in growth.notes]


def allowed(role: Change, attached: Attached) -> tuple[set[Grant], set[Grant]]:
    """Return what can be read of what a role may do, before and after."""
    before = {grant for block in as_blocks(role.before.get("inline_policy")) for grant in _readable(block.get("policy"))}
    after = {grant for block in as_blocks(role.after.get("inline_policy")) for grant in _readable(block.get("policy"))}
    for held in attached.of(role):
        before |= _readable(held.policy.before.get("policy")) if held.before else set()
        after |= _readable(held.policy.after.get("policy")) if held.after else set()
    return before, after


def _is_known(held: Held) -> bool:
    """Whether a policy that the role will have can be read."""
    text = held.policy.after.get("policy")
    return not held.after or not held.policy.after or (text is not UNKNOWN and _is_readable(text))


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
    """What a text grants; nothing if it is none, or known after the apply only."""
    return grants(text) if isinstance(text, str) and text and _is_readable(text) else set()


def _strangers(role: Change, attached: Attached) -> Iterator[Finding]:
    """Policies that this plan does not make, AWS's own for example: what they allow is not known here."""
    named_before, named_after = (_arns(values) for values in (role.before, role.after))
    named = sorted(arn for arn in named_after - named_before if not attached.is_shown(arn))
    for arn in dict.fromkeys((*attached.strangers(role), *named)):
        yield WIDENED.finding(role, Seen(f"may now: everything in {arn}", arn))
    for attribute in ("inline_policy", "managed_policy_arns"):
        if role.stays and UNKNOWN in (role.after.get(attribute), *as_list(role.after.get(attribute))):
            yield UNKNOWN_ACCESS.finding(role, Seen(f"{attribute} is known after the apply only"))


def _arns(values: Values) -> set[str]:
    return {arn for arn in as_list(values.get("managed_policy_arns")) if isinstance(arn, str)}
