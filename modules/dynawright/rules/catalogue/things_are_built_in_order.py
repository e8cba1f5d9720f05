"""Resources are built in the right order.

Terraform builds in parallel everything that has no dependency. AWS rejects a mapping that is made before its role's
policies, a trail that is made before its bucket is locked writes records that can be deleted, and S3 rejects two
simultaneous changes of a bucket's access: the first apply fails, or leaves a gap that later ones don't close. A
resource that has to wait must depend on what it waits for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import NONE_APPLIES, Rule

ATTACHMENT, ROLE, FUNCTION, BUCKET = "aws_iam_role_policy_attachment", "aws_iam_role", "aws_lambda_function", "aws_s3_bucket"
VERSIONING = "aws_s3_bucket_versioning"
LOCK, POLICY, CLOSED = (
    "aws_s3_bucket_object_lock_configuration",
    "aws_s3_bucket_policy",
    "aws_s3_bucket_public_access_block",
)
NAMES = re.compile(r'ALARM\("([^"]+)"\)')
Needs = Callable[[Resource, Document], Iterable[Resource]]


def check(resource: Resource, document: Document) -> Iterator[str]:
    if not (document.is_ours and document.is_configuration):
        return
    waits = {str(reference) for reference in resource.listed("depends_on")}
    if missing := [need.address for need in NEEDS[resource.type](resource, document) if need.address not in waits]:
        more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
        yield f"it may be built before {missing[0]}{more}: name them in depends_on"


def _policies_of(role: Resource | None, document: Document) -> list[Resource]:
    """Return the attachments that give a role its rights."""
    return [
        resource
        for resource in document.of_type(ATTACHMENT)
        if role is not None and document.named(resource.get("role"), "name", ROLE) is role
    ]


def _of_mapping(mapping: Resource, document: Document) -> list[Resource]:
    function = document.named(mapping.get("function_name"), "function_name", FUNCTION)
    return _policies_of(document.referred(function.get("role")), document) if function else []


def _of_selection(selection: Resource, document: Document) -> list[Resource]:
    return _policies_of(document.referred(selection.get("iam_role_arn")), document)


def _of_schedule(schedule: Resource, document: Document) -> list[Resource]:
    return _policies_of(document.referred(schedule.block("target").get("role_arn")), document)


def _of_function(function: Resource, document: Document) -> list[Resource]:
    """Return the policies that let the role send failures: Lambda checks the right to send to the queue."""
    return _policies_of(document.referred(function.get("role")), document) if function.blocks("dead_letter_config") else []


def _of_bucket(bucket: object, document: Document, *types: str) -> list[Resource]:
    owner = document.named(bucket, "bucket", BUCKET)
    return [
        resource
        for resource in document.of_type(*types)
        if owner is not None and document.named(resource.get("bucket"), "bucket", BUCKET) is owner
    ]


def _of_trail(trail: Resource, document: Document) -> list[Resource]:
    return _of_bucket(trail.get("s3_bucket_name"), document, POLICY, LOCK)


def _of_composite(composite: Resource, document: Document) -> list[Resource]:
    return [
        resource for name in NAMES.findall(str(composite.get("alarm_rule", ""))) for resource in document.alarms_named(name)[:1]
    ]


def _of_key(key: Resource, document: Document) -> list[Resource]:
    """Return the roles in a key's policy, which must exist, with their policies."""
    named = [
        resource
        for resource in document.of_type(ROLE)
        if f':role{resource.get("path")}{resource.get("name")}"' in str(key.get("policy", ""))
    ]
    return [attachment for role in named for attachment in _policies_of(role, document)]


def _of_replica(replica: Resource, document: Document) -> list[Resource]:
    """Return the scaling of a table with fixed capacity: DynamoDB replicates it only when it is scaled."""
    table = document.referred(replica.get("global_table_arn"))
    return [
        policy
        for policy in document.of_type("aws_appautoscaling_policy")
        if table is not None
        and table.address in str(getattr(document.referred(policy.get("resource_id")), "values", {}).get("resource_id"))
    ]


NEEDS: dict[str, Needs] = {
    "aws_lambda_event_source_mapping": _of_mapping,
    "aws_backup_selection": _of_selection,
    "aws_scheduler_schedule": _of_schedule,
    FUNCTION: _of_function,
    "aws_cloudtrail": _of_trail,
    "aws_cloudwatch_composite_alarm": _of_composite,
    "aws_kms_key": _of_key,
    "aws_dynamodb_table_replica": _of_replica,
    POLICY: lambda policy, document: _of_bucket(policy.get("bucket"), document, CLOSED),
    LOCK: lambda lock, document: _of_bucket(lock.get("bucket"), document, VERSIONING),
    "aws_s3_bucket_lifecycle_configuration": lambda rules, document: _of_bucket(rules.get("bucket"), document, VERSIONING),
}
"""Type → what must be built before it."""

RULE = Rule(module=__name__, number=46, severity="medium", types=tuple(NEEDS), check=check, standards=NONE_APPLIES)
