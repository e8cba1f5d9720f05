"""Who may do what: policies of resources one by one, those of a role all together.

A role's policies are compared as one: splitting a policy in two, or moving a statement between them, gives nobody more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from policy.guard.change import UNKNOWN, Change
from policy.guard.document import Grant, grants, widened
from policy.guard.rule import Finding, Kind, Seen

ROLE, POLICY = "aws_iam_role", "aws_iam_policy"
INLINE, ATTACHMENT = "aws_iam_role_policy", "aws_iam_role_policy_attachment"

DOCUMENT_OF = {
    "aws_backup_vault_policy": "policy",
    "aws_cloudwatch_event_bus_policy": "policy",
    "aws_dynamodb_resource_policy": "policy",
    "aws_iam_role": "assume_role_policy",
    "aws_kms_key": "policy",
    "aws_s3_bucket_policy": "policy",
    "aws_secretsmanager_secret_policy": "policy",
    "aws_sns_topic": "policy",
    "aws_sns_topic_policy": "policy",
    "aws_sqs_queue": "policy",
    "aws_vpc_endpoint": "policy",
}
"""Type → the attribute that holds its own policy: who may reach it."""

OWNER_OF = {
    "aws_backup_vault_policy": "backup_vault_name",
    "aws_cloudwatch_event_bus_policy": "event_bus_name",
    "aws_dynamodb_resource_policy": "resource_arn",
    "aws_s3_bucket_policy": "bucket",
    "aws_secretsmanager_secret_policy": "secret_arn",
    "aws_sns_topic_policy": "arn",
}
"""Policies that come and go by themselves → the attribute that names whose they are."""


WIDENED = Kind(
    "access-widened",
    happens="Somebody who is there already may do more than before, the moment it is applied.",
    instead="Declare the access pattern that needs it, so that the policy follows from the model; narrow it to the table, index and key it is "
    "for; then have the owner of the data approve.",
)
UNKNOWN_ACCESS = Kind(
    "access-unknown",
    happens="Whether somebody gets more than before can't be judged: the policy is known after the apply only.",
    instead="Apply what the policy refers to first, then plan again; or read the policy in the synthesized JSON and approve.",
)


def findings(changes: Sequence[Change]) -> Iterator[Finding]:
    for change in changes:
        if change.type in DOCUMENT_OF and (change.stays or _owner_stays(change, changes)):
            yield from _compared(change, DOCUMENT_OF[change.type])
        elif change.type == "aws_lambda_permission" and change.is_created and _function_exists(change, changes):
            yield WIDENED.finding(
                change, Seen(f"{change.after.get('principal')} may now call {change.after.get('function_name')}")
            )
    roles = [change for change in changes if change.type == ROLE and change.before]
    for role in roles:
        yield from _of_role(role, changes)
    attached = {policy.address for role in roles for policy in _policies(role, changes)}
    for policy in changes:
        if policy.type == POLICY and policy.stays and policy.address not in attached:
            yield from _compared(policy, "policy")


def _compared(change: Change, attribute: str) -> Iterator[Finding]:
    """Without a policy only the owner's account reaches the resource: one that goes takes its denials with it."""
    before, after = change.before.get(attribute), change.after.get(attribute)
    if after is not UNKNOWN:
        yield from _new(change, *(_read(text) if text else set() for text in (before, after)))
    elif attribute in change.references:  # else AWS fills it in, as it did before
        yield UNKNOWN_ACCESS.finding(change, Seen(f"{attribute} is known after the apply only"))


def _owner_stays(policy: Change, changes: Iterable[Change]) -> bool:
    """Whether a policy that comes or goes belongs to something that is there before and after."""
    if policy.type not in OWNER_OF:
        return False
    owner = (policy.before or policy.after).get(OWNER_OF[policy.type])
    names = ("arn", "id", "name", "bucket")
    is_named = [
        one for one in changes if owner in [(one.before or one.after).get(name) for name in names] and one.type != policy.type
    ]
    return owner is not UNKNOWN and not any(one.is_created or one.is_destroyed for one in is_named)


def _of_role(role: Change, changes: Sequence[Change]) -> Iterator[Finding]:
    """What the role's policies allow together, before and after."""
    before: set[Grant] = set()
    after: set[Grant] = set()
    unread: list[str] = []
    for policy in _policies(role, changes):
        is_attached = _is_attached(role, policy, changes)
        if policy.before and is_attached[0]:
            before |= _read(policy.before["policy"])
        if not policy.after or not is_attached[1] or role.is_destroyed:
            continue
        if policy.after.get("policy") is UNKNOWN:
            unread.append(policy.address)
        else:
            after |= _read(policy.after["policy"])
    if unread:
        yield UNKNOWN_ACCESS.finding(role, Seen(f"what {', '.join(unread)} allows is known after the apply only"))
    if not role.is_destroyed:
        yield from _new(role, before, after)
        yield from _strangers(role, changes)


def _new(owner: Change, before: set[Grant], after: set[Grant]) -> Iterator[Finding]:
    for grant in widened(before, after):
        verb = "may now" if grant.effect == "Allow" else "is no longer denied"
        yield WIDENED.finding(owner, Seen(f"{verb}: {grant}", str(grant)))


def _strangers(role: Change, changes: Iterable[Change]) -> Iterator[Finding]:
    """Policies that this plan does not make, AWS's own for example: nobody sees here what they allow."""
    for change in changes:
        arn = change.after.get("policy_arn")
        is_new = change.type == ATTACHMENT and change.is_created and _belongs(change.after, change, role)
        if is_new and isinstance(arn, str) and not any(one.type == POLICY and one.before.get("arn") == arn for one in changes):
            yield WIDENED.finding(role, Seen(f"may now: everything in {arn}", arn))


def _policies(role: Change, changes: Sequence[Change]) -> list[Change]:
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


def _function_exists(permission: Change, changes: Iterable[Change]) -> bool:
    names = {
        values for change in changes if change.type == "aws_lambda_function" and change.before for values in _names_of(change)
    }
    return permission.after.get("function_name") in names


def _names_of(function: Change) -> set[object]:
    return {function.before.get("function_name"), function.before.get("arn")}


def _read(text: object) -> set[Grant]:
    return grants(str(text))
