"""Tags with effects: policies that grant by them, backup selections that match them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from dynawright.guard.attached import INLINE, POLICY, ROLE
from dynawright.guard.changes import Changes
from dynawright.guard.differences import holds_unknown
from dynawright.guard.document import grants
from dynawright.guard.rule import Finding, Kind, Seen, shown
from dynawright.guard.rules.access import DOCUMENT_OF
from dynawright.rules.blocks import as_blocks, as_mapping

TAG = Kind(
    "asked-tag-changed",
    happens="A policy of this plan grants by the tag, or a backup selection matches it: rights or backups change with it.",
    instead="Change the policy or the selection first, so that it matches both tags; change the tag in a separate plan.",
)
PRINCIPALS = (ROLE, "aws_iam_user")
SERVICE_OF = {
    "aws_appautoscaling_target": "application-autoscaling",
    "aws_backup_plan": "backup",
    "aws_backup_vault": "backup",
    "aws_dynamodb_table": "dynamodb",
    "aws_iam_role": "iam",
    "aws_kinesis_stream": "kinesis",
    "aws_kms_key": "kms",
    "aws_lambda_event_source_mapping": "lambda",
    "aws_lambda_function": "lambda",
    "aws_s3_bucket": "s3",
    "aws_secretsmanager_secret": "secretsmanager",
    "aws_security_group": "ec2",
    "aws_sns_topic": "sns",
    "aws_sqs_queue": "sqs",
    "aws_vpc_endpoint": "ec2",
    "aws_vpc_security_group_egress_rule": "ec2",
    "aws_vpc_security_group_ingress_rule": "ec2",
}
"""Type → the service whose actions policies allow by its tags."""
BACKED_UP = ("aws_dynamodb_table", "aws_s3_bucket")
_ASKED = re.compile(r"(PrincipalTag|ResourceTag)/([\w+=.@:/-]+)")


def findings(changes: Changes) -> Iterator[Finding]:
    """Yield changed tags, of resources that stay, that a policy or selection compares."""
    by_principal, by_service, selected = _asked(changes)
    for change in changes.all:
        if change.is_unchanged or not change.stays:
            continue
        compared = set(by_principal) if change.type in PRINCIPALS else set()
        compared |= by_service.get(SERVICE_OF.get(change.type, ""), set()) | by_service.get("*", set())
        compared |= selected if change.type in BACKED_UP else set()
        before, after = _tags(change.before), _tags(change.after)
        for name in sorted(compared):
            was, will_be = before.get(name), after.get(name)
            if was != will_be:
                yield TAG.finding(change, Seen(f"{name}: {shown(was)} → {shown(will_be)}", name))


def _tags(values: Mapping[str, object]) -> Mapping[str, object]:
    """Return all tags, including the provider's; tags known only after the apply are left out."""
    every = values.get("tags_all")
    return {**as_mapping(values.get("tags")), **({} if holds_unknown(every) else as_mapping(every))}


def _asked(changes: Changes) -> tuple[set[str], dict[str, set[str]], set[str]]:
    """Return compared tags: of principals, of resources by service, and of backup selections."""
    by_principal: set[str] = set()
    by_service: dict[str, set[str]] = {}
    for change in changes.of_type(POLICY, INLINE, *DOCUMENT_OF):
        text = change.after.get(DOCUMENT_OF.get(change.type, "policy"))
        if not isinstance(text, str) or not _ASKED.search(text):
            continue
        by_principal |= {name for kind, name in _ASKED.findall(text) if kind == "PrincipalTag"}
        for service, names in _by_service(text):
            by_service.setdefault(service, set()).update(names)
    selections = changes.of_type("aws_backup_selection")
    selected = {str(tag.get("key")) for selection in selections for tag in as_blocks(selection.after.get("selection_tag"))}
    for selection in selections:
        selected |= {name for kind, name in _ASKED.findall(str(selection.after.get("condition"))) if kind == "ResourceTag"}
    return by_principal, by_service, selected


def _by_service(text: str) -> Iterator[tuple[str, set[str]]]:
    try:
        statements = grants(text)
    except ValueError:
        return
    for grant in statements:
        names = {name for _, key, _ in grant.condition for kind, name in _ASKED.findall(key) if kind == "ResourceTag"}
        if names:
            yield grant.action.partition(":")[0], names
