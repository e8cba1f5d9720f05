"""New resources that change existing ones, and data sent to another account."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence

from dynawright.guard.change import Change
from dynawright.guard.changes import Changes
from dynawright.guard.differences import holds_unknown
from dynawright.guard.rule import Finding, Kind, Seen

OWNERS = {
    "arn": "aws_sns_topic",
    "backup_vault_name": "aws_backup_vault",
    "bucket": "aws_s3_bucket",
    "function_name": "aws_lambda_function",
    "global_table_arn": "aws_dynamodb_table",
    "instance_id": "aws_instance",
    "log_group_name": "aws_cloudwatch_log_group",
    "queue_url": "aws_sqs_queue",
    "secret_id": "aws_secretsmanager_secret",
    "table_arn": "aws_dynamodb_table",
    "table_name": "aws_dynamodb_table",
    "vpc_endpoint_id": "aws_vpc_endpoint",
}
"""Attribute that names a resource's owner → the owner's type."""

SETTINGS = {
    "aws_cloudwatch_log_data_protection_policy": "which parts of log lines can be read",
    "aws_dynamodb_global_secondary_index": "the indexes of a table, and the cost of writes",
    "aws_dynamodb_global_table": "the Regions that a table is copied to",
    "aws_dynamodb_table_item": "any item",
    "aws_dynamodb_table_replica": "the Regions that a table is copied to",
    "aws_dynamodb_tag": "a tag of a resource that is managed separately",
    "aws_ec2_instance_state": "whether a machine runs",
    "aws_ec2_tag": "a tag of a resource that is managed separately",
    "aws_lambda_function_event_invoke_config": "where failed calls go, and how often they are tried",
    "aws_lambda_function_recursion_config": "whether loops of calls are stopped",
    "aws_lambda_invocation": "any setting of a function",
    "aws_lambda_provisioned_concurrency_config": "the hourly cost of a function",
    "aws_lambda_runtime_management_config": "whether a function's runtime gets patches",
    "aws_s3_bucket_notification": "notifications about objects: it replaces all existing ones",
    "aws_s3_bucket_request_payment_configuration": "who pays for reads",
    "aws_secretsmanager_secret_version": "a secret's value, which the state then holds",
    "aws_sns_topic_data_protection_policy": "which messages a topic takes",
    "aws_sqs_queue_redrive_allow_policy": "which queues may keep failures here",
    "aws_sqs_queue_redrive_policy": "after how many tries a message goes to a dead-letter queue, and to which",
}
"""Types that configure a separate resource → what they configure."""

DESTINATIONS: Mapping[str, Sequence[str]] = {
    "aws_cloudtrail": ("cloud_watch_logs_group_arn", "sns_topic_name"),
    "aws_cloudwatch_event_bus": ("dead_letter_config",),
    "aws_cloudwatch_event_target": ("arn", "dead_letter_config"),
    "aws_cloudwatch_log_subscription_filter": ("destination_arn",),
    "aws_dynamodb_kinesis_streaming_destination": ("stream_arn",),
    "aws_lambda_event_source_mapping": ("destination_config", "function_name"),
    "aws_lambda_function": ("dead_letter_config",),
    "aws_scheduler_schedule": ("target",),
    "aws_secretsmanager_secret_rotation": ("rotation_lambda_arn",),
    "aws_sns_topic_subscription": ("endpoint", "redrive_policy"),
    "aws_sqs_queue": ("redrive_policy",),
}
"""Type → the attributes that name where it sends data."""
_ARN = re.compile(r"arn:[a-z-]+:[a-z0-9-]+:[a-z0-9-]*:(\d{12}):[^\"\\\s,}\]]+")

ADDED = Kind(
    "setting-added",
    happens="A new resource changes an existing one, whose previous settings are overwritten or ignored.",
    instead="Write the setting in the resource itself, where the plan shows the old value; or approve it by this name.",
)
SENT = Kind(
    "sent-elsewhere",
    happens="Data goes to another account, and no policy of this plan shows who reads it there.",
    instead="Send it to a resource of this account, and let the other account read that; or have the owner of the data approve it.",
)
KINDS: Sequence[Kind] = (ADDED, SENT)


def findings(changes: Changes) -> Iterator[Finding]:
    """Yield what new resources change, and destinations in accounts that the plan didn't use before."""
    for change in changes.of_type(*SETTINGS):
        if change.is_created and not belongs_to_new(change, changes):
            yield ADDED.finding(change, Seen(f"sets {SETTINGS[change.type]}"))
    accounts = {account for change in changes.all if (account := _account(change.before.get("arn")))}
    for change in changes.of_type(*DESTINATIONS) if accounts else ():
        if not change.is_unchanged:
            yield from _sent(change, accounts)


def belongs_to_new(change: Change, changes: Changes) -> bool:
    """Whether a resource configures a new one, so that nothing existing changes."""
    for name, type in OWNERS.items():
        value = change.after.get(name)
        if holds_unknown(value) and (name != "arn" or "arn" in change.references):
            referred = [owner for reference in change.references.get(name, ()) if (owner := changes.at(reference))]
            return not referred or any(owner.is_created for owner in referred)
        if value and not holds_unknown(value):
            return any(other_change.is_created for other_change in changes.named(value, type))
    return False


def _sent(change: Change, accounts: set[str]) -> Iterator[Finding]:
    for name in DESTINATIONS[change.type]:
        before = _destinations(change.before.get(name))
        for arn, account in _destinations(change.after.get(name)).items():
            if account not in accounts and arn not in before:
                yield SENT.finding(change, Seen(f"{name}: to {arn}, in another account", arn))


def _destinations(value: object) -> dict[str, str]:
    """Return ARN → its account."""
    text = value if isinstance(value, str) else json.dumps(value, default=str)
    return {match[0]: match[1] for match in _ARN.finditer(text)}


def _account(arn: object) -> str:
    match = _ARN.match(arn) if isinstance(arn, str) else None
    return match[1] if match else ""
