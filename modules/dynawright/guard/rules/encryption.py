"""Encryption at rest, and the keys it depends on."""

from __future__ import annotations

from collections.abc import Iterator

from dynawright.guard.change import Change, first
from dynawright.guard.rule import GuardRule, Seen, removed, shown, switched_off
from dynawright.guard.rules.tables import TABLE

KEY = ("aws_kms_key",)
KEY_OF = {
    "aws_backup_vault": "kms_key_arn",
    "aws_cloudtrail": "kms_key_id",
    "aws_cloudwatch_log_group": "kms_key_id",
    "aws_kinesis_stream": "kms_key_id",
    "aws_lambda_function": "kms_key_arn",
    "aws_secretsmanager_secret": "kms_key_id",
    "aws_sns_topic": "kms_master_key_id",
    "aws_sqs_queue": "kms_master_key_id",
}
"""Type → the attribute that names its key; a table's stands in a block, a bucket's in a resource of its own."""

BUCKET = "aws_s3_bucket_server_side_encryption_configuration"
ENCRYPTED = (*TABLE, *KEY_OF, BUCKET)


def _weakened(change: Change) -> Iterator[Seen]:
    if change.type == BUCKET and change.is_destroyed:
        yield Seen("the bucket falls back to S3's own key")
    before, after = _keys(change)
    if change.stays and before and not after:
        yield Seen(f"key: {before} → AWS's own")


def _key_changed(change: Change) -> Iterator[Seen]:
    before, after = _keys(change)
    if change.stays and before and after and before != after:
        yield Seen(f"key: {before} → {shown(after)}")


def _keys(change: Change) -> tuple[object, object]:
    """The key before and after: an ARN, or nothing where AWS's own is used."""
    if change.type == BUCKET:
        rules = change.block_before("rule"), change.block_after("rule")
        defaults = [first(rule.get("apply_server_side_encryption_by_default")) for rule in rules]
        return defaults[0].get("kms_master_key_id"), defaults[1].get("kms_master_key_id")
    if change.type in TABLE:
        blocks = change.block_before("server_side_encryption"), change.block_after("server_side_encryption")
        # A table without the block keeps what it has: the plan then repeats the old values.
        before, after = ((block.get("kms_key_arn") or "AWS managed") if block.get("enabled") else None for block in blocks)
        return before, after
    attribute = KEY_OF[change.type]
    return change.before.get(attribute), change.after.get(attribute)


def _disabled(change: Change) -> Iterator[Seen]:
    if change.stays and change.before.get("is_enabled") is True and change.after.get("is_enabled") is False:
        yield Seen("is_enabled: true → false")


RULES = (
    GuardRule(
        "encryption-weakened",
        ENCRYPTED,
        _weakened,
        happens="Data is re-encrypted with a key of AWS that nobody here can audit, restrict or revoke.",
        instead="Keep a key of your own; set encryption.key in the environment's file for all that belongs together.",
    ),
    GuardRule(
        "encryption-key-changed",
        ENCRYPTED,
        _key_changed,
        happens="New data needs the new key; what is older (backups, exports, log events, stream records) still needs the old one. Whoever "
        "may not use the new key is refused from that moment.",
        instead="Grant everybody the new key first, apply, and keep the old key for as long as the oldest backup.",
    ),
    GuardRule(
        "kms-key-deleted",
        KEY,
        removed,
        happens="The key stops working at once and is gone for good after its waiting period: every table, backup, log and secret that it "
        "encrypts becomes unreadable, for ever.",
        instead="Disable the key for a month and watch CloudTrail for its use; cancel a deletion that was scheduled with "
        "`aws kms cancel-key-deletion`.",
    ),
    GuardRule(
        "kms-key-disabled",
        KEY,
        _disabled,
        happens="Every table, queue, topic and log that the key encrypts fails to read and write within minutes; a table is archived after 7 days.",
        instead="Move the data to another key first.",
    ),
    GuardRule(
        "kms-rotation-off",
        KEY,
        switched_off("enable_key_rotation"),
        happens="No data is lost, but one key's material now protects everything for ever.",
        instead="Leave it on: rotation costs nothing to readers, old material stays usable.",
    ),
)
