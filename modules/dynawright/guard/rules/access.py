"""Who may do what: policies of resources one by one, those of a role together."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from dynawright.guard.attached import ATTACHMENT, INLINE, POLICY, ROLE, Attached
from dynawright.guard.change import UNKNOWN, Change
from dynawright.guard.changes import Changes
from dynawright.guard.document import Grant, grants, widened
from dynawright.guard.growth import DeployCoverage
from dynawright.guard.rule import END, REPLACEMENT, Finding, GuardRule, Judges, Kind, Seen, removed, shown, wholly
from dynawright.guard.rules.roles import EMPTIED, allows, of_new_role, of_role
from dynawright.guard.rules.widening import UNKNOWN_ACCESS, WIDENED, new

FUNCTION = "aws_lambda_function"
SERVICE = Kind(
    "service-refused",
    happens="The service fails from that moment, often silently: alarms reach no topic, a function gets no role.",
    instead="Remove what needs the service first.",
)
REFUSED = Kind(
    "caller-refused",
    happens="Its calls fail from that moment: a schedule, a rotation or a topic no longer reaches the function.",
    instead="Remove what calls the function first.",
)

DOCUMENT_OF = {
    "aws_backup_vault_policy": "policy",
    "aws_cloudwatch_event_bus_policy": "policy",
    "aws_dynamodb_resource_policy": "policy",
    "aws_iam_group_policy": "policy",
    "aws_iam_role": "assume_role_policy",
    "aws_iam_user_policy": "policy",
    "aws_kinesis_resource_policy": "policy",
    "aws_kms_key": "policy",
    "aws_kms_key_policy": "policy",
    "aws_s3_bucket_policy": "policy",
    "aws_s3_bucket": "policy",
    "aws_secretsmanager_secret": "policy",
    "aws_secretsmanager_secret_policy": "policy",
    "aws_sns_topic": "policy",
    "aws_sns_topic_policy": "policy",
    "aws_sqs_queue": "policy",
    "aws_sqs_queue_policy": "policy",
    "aws_vpc_endpoint": "policy",
}
"""Type → the attribute with its own policy, which says who has access."""

OWNER_OF = {
    "aws_backup_vault_policy": ("backup_vault_name", "aws_backup_vault"),
    "aws_cloudwatch_event_bus_policy": ("event_bus_name", "aws_cloudwatch_event_bus"),
    "aws_dynamodb_resource_policy": ("resource_arn", "aws_dynamodb_table"),
    "aws_iam_group_policy": ("group", "aws_iam_group"),
    "aws_iam_user_policy": ("user", "aws_iam_user"),
    "aws_kinesis_resource_policy": ("resource_arn", "aws_kinesis_stream"),
    "aws_kms_key_policy": ("key_id", "aws_kms_key"),
    "aws_s3_bucket_policy": ("bucket", "aws_s3_bucket"),
    "aws_secretsmanager_secret_policy": ("secret_arn", "aws_secretsmanager_secret"),
    "aws_sns_topic_policy": ("arn", "aws_sns_topic"),
    "aws_sqs_queue_policy": ("queue_url", "aws_sqs_queue"),
}
"""Policies that are separate resources → the attribute and type of their owner."""
OPEN_WITHOUT = {
    "aws_vpc_endpoint": grants('{"Statement": {"Effect": "Allow", "Principal": "*", "Action": "*", "Resource": "*"}}')
}
"""Types that allow everyone everything without a policy → that policy."""


CALLER = ("principal", "source_arn", "source_account", "principal_org_id", "event_source_token", "function_url_auth_type")
"""Conditions of a permission on its caller."""
PERMISSION = "aws_lambda_permission"


JUDGED = (
    *(Judges((type,), wholly(attribute)) for type, attribute in DOCUMENT_OF.items()),
    Judges((ROLE,), wholly("inline_policy", "managed_policy_arns", "permissions_boundary")),
    Judges((POLICY,), wholly("policy")),
    Judges((INLINE,), wholly("policy", "role")),
    Judges((ATTACHMENT,), wholly("role", "policy_arn")),
    Judges((PERMISSION,), wholly(END, *CALLER)),
)


def findings(changes: Changes, coverage: DeployCoverage | None = None) -> Iterator[Finding]:
    """Yield all new access; `coverage` separates the growth of deploy roles."""
    for change in changes.of_type(*DOCUMENT_OF):
        if not change.is_unchanged and (change.stays or _owner_stays(change, changes)):
            yield from _compared(change, DOCUMENT_OF[change.type])
    for permission in changes.of_type(PERMISSION):
        yield from _callers(permission, changes)
    attached = Attached(changes)
    yield from _of_other_roles(changes, attached)
    for role in changes.of_type(ROLE):
        yield from of_role(role, attached, coverage) if role.before else of_new_role(role, attached)
    for policy in changes.of_type(POLICY):
        if policy.stays and policy.address not in attached.addresses:
            yield from _compared(policy, "policy")


def _of_other_roles(changes: Changes, attached: Attached) -> Iterator[Finding]:
    """Yield changed policies of roles outside of this plan, whose other rights are unknown."""
    for inline in changes.of_type(INLINE):
        if not inline.is_unchanged and isinstance(inline.after.get("role"), str) and not attached.knows(inline.after.get("role")):
            yield from _compared(inline, "policy")
    for attachment in changes.of_type(ATTACHMENT):
        role, arn = attachment.after.get("role"), attachment.after.get("policy_arn")
        is_new = not attachment.is_unchanged and any(
            attachment.before.get(name) != attachment.after.get(name) for name in ("policy_arn", "role")
        )
        if is_new and role is UNKNOWN and attachment.before and not attached.names(attachment):
            yield UNKNOWN_ACCESS.finding(attachment, Seen("the owner of these rights is known only after the apply"))
        if is_new and isinstance(role, str) and not attached.knows(role):
            policy = (
                arn if isinstance(arn, str) else next(iter(attachment.references.get("policy_arn", ())), "a policy of this plan")
            )
            yield WIDENED.finding(attachment, Seen(f"{role} may now: everything in {policy}", str(policy)))


def _compared(change: Change, attribute: str) -> Iterator[Finding]:
    """Compare a policy. Without one, mostly the owner's account has access; removal removes denials."""
    before, after = change.before.get(attribute), change.after.get(attribute)
    if after is UNKNOWN:
        if change.chosen(attribute) is UNKNOWN:  # else AWS fills it in, as before
            yield UNKNOWN_ACCESS.finding(change, Seen(f"{attribute} is known only after the apply"))
        return
    try:
        was, will_be = (grants(str(text)) if text else OPEN_WITHOUT.get(change.type, set()) for text in (before, after))
        yield from new(change, widened(was, will_be))
        yield from _refused(change, was, will_be)
    except ValueError as error:
        yield UNKNOWN_ACCESS.finding(change, Seen(f"{attribute} is {error}"))


def _refused(change: Change, before: Collection[Grant], after: Collection[Grant]) -> Iterator[Finding]:
    """Yield AWS services that lost all access: alarms reach no topic, functions get no role."""
    if change.type == ROLE and allows(before) and not allows(after):
        yield EMPTIED.finding(change, Seen("its trust policy no longer admits anyone"))
        return
    for service in sorted(_services(before) - _services(after)) if change.stays else ():
        yield SERVICE.finding(change, Seen(f"{service} is no longer admitted", service))


def _services(grants: Iterable[Grant]) -> set[str]:
    allowed = {grant.principal for grant in grants if grant.effect == "Allow"}
    return {principal for principal in allowed if principal.startswith("Service ")}


def _callers(permission: Change, changes: Changes) -> Iterator[Finding]:
    """Yield a caller that is new or removed, or a permission with fewer conditions."""
    principal, function = permission.after.get("principal"), permission.after.get("function_name")
    if permission.is_created:
        if any(other_change.before for other_change in changes.named(function, FUNCTION)):
            yield WIDENED.finding(permission, Seen(f"{principal} may now call {function}", f"for {principal}"))
    elif permission.is_destroyed:
        if not _is_admitted_otherwise(permission, changes):
            yield REFUSED.finding(permission, Seen(f"{permission.before.get('principal')} may no longer call it"))
    elif permission.stays:
        for name in CALLER:
            before, after = permission.before.get(name), permission.after.get(name)
            if before != after and (before or name == "principal"):
                yield WIDENED.finding(permission, Seen(f"{name}: {shown(before)} → {shown(after)}", f"{name} {shown(after)}"))


def _is_admitted_otherwise(permission: Change, changes: Changes) -> bool:
    """Whether the function or its caller is destroyed too, or another permission admits the same caller."""
    function, source = (permission.before.get(name) for name in ("function_name", "source_arn"))
    if any(target.is_destroyed for target in (*changes.named(function, FUNCTION), *changes.named(source))):
        return True
    compared = ("function_name", "principal", "source_arn", "qualifier", "action")
    return any(
        all(other.after.get(name) == permission.before.get(name) for name in compared) for other in changes.of_type(PERMISSION)
    )


def _owner_stays(policy: Change, changes: Changes) -> bool:
    """Whether the owner of an added or removed policy exists before and after."""
    if policy.type not in OWNER_OF:
        return False
    attribute, type = OWNER_OF[policy.type]
    owner = (policy.before or policy.after).get(attribute)
    return owner is not UNKNOWN and not any(
        other_change.is_created or other_change.is_destroyed for other_change in changes.named(owner, type)
    )


RULES = (
    GuardRule(
        "role-removed",
        (ROLE,),
        removed,
        judges=wholly(END, REPLACEMENT),
        happens="Everything that uses the role is denied at once. Policies that name the role don't apply to a new role of the same name.",
        instead="Check in CloudTrail that it was not assumed for a month; remove everything that uses it first.",
    ),
)
