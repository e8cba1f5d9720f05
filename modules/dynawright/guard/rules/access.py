"""Who may do what: policies of resources one by one, those of a role all together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from dynawright.guard.change import UNKNOWN, Change
from dynawright.guard.document import grants, widened
from dynawright.guard.growth import DeployCoverage
from dynawright.guard.rule import Finding, Seen, shown
from dynawright.guard.rules.roles import POLICY, ROLE, of_role, policies
from dynawright.guard.rules.widening import UNKNOWN_ACCESS, WIDENED, new

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
    "aws_secretsmanager_secret_policy": "policy",
    "aws_sns_topic": "policy",
    "aws_sns_topic_policy": "policy",
    "aws_sqs_queue": "policy",
    "aws_sqs_queue_policy": "policy",
    "aws_vpc_endpoint": "policy",
}
"""Type → the attribute that holds its own policy: who may reach it."""

OWNER_OF = {
    "aws_backup_vault_policy": "backup_vault_name",
    "aws_cloudwatch_event_bus_policy": "event_bus_name",
    "aws_dynamodb_resource_policy": "resource_arn",
    "aws_iam_group_policy": "group",
    "aws_iam_user_policy": "user",
    "aws_kinesis_resource_policy": "resource_arn",
    "aws_kms_key_policy": "key_id",
    "aws_s3_bucket_policy": "bucket",
    "aws_secretsmanager_secret_policy": "secret_arn",
    "aws_sns_topic_policy": "arn",
    "aws_sqs_queue_policy": "queue_url",
}
"""Policies that come and go by themselves → the attribute that names whose they are."""


CALLER = ("principal", "source_arn", "source_account", "principal_org_id", "event_source_token", "function_url_auth_type")
"""What a permission demands of a caller."""


def findings(changes: Sequence[Change], coverage: DeployCoverage | None = None) -> Iterator[Finding]:
    """Yield what anyone may do more than before; `coverage` tells growth of the deploy roles apart."""
    for change in changes:
        if change.type in DOCUMENT_OF and (change.stays or _owner_stays(change, changes)):
            yield from _compared(change, DOCUMENT_OF[change.type])
        elif change.type == "aws_lambda_permission":
            yield from _callers(change, changes)
    roles = [change for change in changes if change.type == ROLE and change.before]
    for role in roles:
        yield from of_role(role, changes, coverage)
    attached = {policy.address for role in roles for policy in policies(role, changes)}
    for policy in changes:
        if policy.type == POLICY and policy.stays and policy.address not in attached:
            yield from _compared(policy, "policy")


def _compared(change: Change, attribute: str) -> Iterator[Finding]:
    """Without a policy only the owner's account reaches the resource: one that goes takes its denials with it."""
    before, after = change.before.get(attribute), change.after.get(attribute)
    if after is not UNKNOWN:
        try:
            yield from new(change, widened(*(grants(str(text)) if text else set() for text in (before, after))))
        except ValueError as error:
            yield UNKNOWN_ACCESS.finding(change, Seen(f"{attribute} is {error}"))
    elif attribute in change.references:  # else AWS fills it in, as it did before
        yield UNKNOWN_ACCESS.finding(change, Seen(f"{attribute} is known after the apply only"))


def _callers(permission: Change, changes: Sequence[Change]) -> Iterator[Finding]:
    """A caller that is new, or whose permission asks for less than before."""
    principal, function = permission.after.get("principal"), permission.after.get("function_name")
    if permission.is_created:
        if _function_exists(permission, changes):
            yield WIDENED.finding(permission, Seen(f"{principal} may now call {function}", f"for {principal}"))
    elif permission.stays:
        for name in CALLER:
            before, after = permission.before.get(name), permission.after.get(name)
            if before != after and (before or name == "principal"):
                yield WIDENED.finding(permission, Seen(f"{name}: {shown(before)} → {shown(after)}", f"{name} {shown(after)}"))


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


def _function_exists(permission: Change, changes: Iterable[Change]) -> bool:
    names = {
        values for change in changes if change.type == "aws_lambda_function" and change.before for values in _names_of(change)
    }
    return permission.after.get("function_name") in names


def _names_of(function: Change) -> set[object]:
    return {function.before.get("function_name"), function.before.get("arn")}
