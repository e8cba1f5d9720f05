"""Encryption at rest, and its keys."""

from __future__ import annotations

from collections.abc import Iterator

from dynawright.guard.change import UNKNOWN, Change, Values, first
from dynawright.guard.differences import holds_unknown
from dynawright.guard.document import grants
from dynawright.guard.rule import END, REPLACEMENT, GuardRule, Judges, Seen, removed, shown, switched_off, wholly
from dynawright.guard.rules.tables import TABLE

KEY = ("aws_kms_key",)
KEY_OF = {
    "aws_backup_vault": "kms_key_arn",
    "aws_cloudtrail": "kms_key_id",
    "aws_cloudwatch_event_bus": "kms_key_identifier",
    "aws_cloudwatch_log_group": "kms_key_id",
    "aws_kinesis_stream": "kms_key_id",
    "aws_lambda_function": "kms_key_arn",
    "aws_scheduler_schedule": "kms_key_arn",
    "aws_secretsmanager_secret": "kms_key_id",
    "aws_sns_topic": "kms_master_key_id",
    "aws_sqs_queue": "kms_master_key_id",
}
"""Type → the attribute with its key; tables have it in a block, buckets in a separate resource."""

BUCKET = "aws_s3_bucket_server_side_encryption_configuration"
DEFAULT = "apply_server_side_encryption_by_default"
ALGORITHMS: tuple[object, ...] = ("AES256", "aws:kms", "aws:kms:dsse")
QUEUE_KEY = "sqs_managed_sse_enabled"
ENCRYPTED = (*TABLE, *KEY_OF, BUCKET)
JUDGED = (
    *(Judges((type,), wholly(attribute)) for type, attribute in KEY_OF.items()),
    Judges(TABLE, wholly("server_side_encryption")),
    Judges((BUCKET,), wholly(f"rule.{DEFAULT}")),
    Judges(("aws_sqs_queue",), wholly(QUEUE_KEY), even_unknown=False),
)


def _weakened(change: Change) -> Iterator[Seen]:
    if change.type == BUCKET and change.is_destroyed:
        yield Seen("the bucket falls back to S3's own key")
    if not change.stays:
        return
    before, after = _keys(change)
    if before and not after:
        yield Seen(f"key: {before} → AWS's own")
    elif change.before.get(QUEUE_KEY) is True and change.after.get(QUEUE_KEY) is False and not after:
        yield Seen("the queue's messages are no longer encrypted")
    elif change.type == BUCKET and _strength(change.after) < _strength(change.before):
        yield Seen(f"algorithm: {shown(_algorithm(change.before))} → {shown(_algorithm(change.after))}")


def _key_changed(change: Change) -> Iterator[Seen]:
    before, after = _keys(change)
    if change.stays and before and after and before != after:
        yield Seen(f"key: {before} → {shown(after)}")


def _keys(change: Change) -> tuple[object, object]:
    """Return the key before and after: an ARN, or None for AWS's own."""
    if change.type == BUCKET:
        before, after = (_default(values).get("kms_master_key_id") for values in (change.before, change.after))
        return before, after
    if change.type in TABLE:
        blocks = change.block_before("server_side_encryption"), change.block_after("server_side_encryption")
        # a table without the block keeps its key: the plan then repeats the old values
        before, after = ((block.get("kms_key_arn") or "AWS managed") if block.get("enabled") else None for block in blocks)
        if blocks[1].get("enabled") is UNKNOWN:
            return before, UNKNOWN
        return before, after
    attribute = KEY_OF[change.type]
    return change.before.get(attribute), change.after.get(attribute)


def _default(values: Values) -> Values:
    """Return a bucket's default encryption."""
    return first(first(values.get("rule")).get(DEFAULT))


def _algorithm(values: Values) -> object:
    if holds_unknown(values.get("rule")):
        return UNKNOWN
    return _default(values).get("sse_algorithm")


def _strength(values: Values) -> int:
    """Return a rank: S3 uses its own key by default; an unknown algorithm is the weakest."""
    algorithm = _algorithm(values) or "AES256"
    return ALGORITHMS.index(algorithm) if algorithm in ALGORITHMS else -1


def _disabled(change: Change) -> Iterator[Seen]:
    if change.stays and change.before.get("is_enabled") is not False and change.after.get("is_enabled") is False:
        yield Seen("is_enabled: true → false")


def _orphaned(change: Change) -> Iterator[Seen]:
    """Yield a policy that no longer names the account, whose administrators could repair it."""
    before, after = change.before.get("policy"), change.after.get("policy")
    if change.stays and after is not UNKNOWN and _can_be_mended(before) and not _can_be_mended(after):
        yield Seen("no statement lets the account change the policy any more")


def _can_be_mended(policy: object) -> bool:
    """Whether the account may change the policy; the default policy of a key names the account."""
    try:
        statements = grants(policy) if isinstance(policy, str) and policy else None
    except ValueError:
        return True  # reported as an unreadable policy
    return statements is None or any(
        grant.effect == "Allow"
        and (grant.principal == "*" or grant.principal.endswith(":root"))
        and grant.action.lower() in ("kms:*", "kms:putkeypolicy", "*")
        for grant in statements
    )


RULES = (
    GuardRule(
        "encryption-weakened",
        ENCRYPTED,
        _weakened,
        judges={},
        happens="Data is re-encrypted with a key of AWS that you can't audit, restrict or revoke.",
        instead="Keep a key of your own; set encryption.key in the environment's file for all that belongs together.",
    ),
    GuardRule(
        "encryption-key-changed",
        ENCRYPTED,
        _key_changed,
        judges={},
        happens="New data needs the new key; older data (backups, exports, log events, stream records) still needs the old "
        "one. Users without the new key are denied from that moment.",
        instead="Grant all users the new key first, apply, and keep the old key for as long as the oldest backup.",
    ),
    GuardRule(
        "kms-key-deleted",
        KEY,
        removed,
        judges=wholly(END, REPLACEMENT),
        happens="The key stops working at once and is deleted permanently after its waiting period: every table, backup, log and secret that it "
        "encrypts stays unreadable.",
        instead="Disable the key for a month and watch CloudTrail for its use; cancel a deletion that was scheduled with "
        "`aws kms cancel-key-deletion`.",
    ),
    GuardRule(
        "kms-key-disabled",
        KEY,
        _disabled,
        judges=wholly("is_enabled"),
        happens="Every table, queue, topic and log that the key encrypts fails to read and write within minutes; a table is archived after 7 days.",
        instead="Move the data to another key first.",
    ),
    GuardRule(
        "kms-rotation-off",
        KEY,
        switched_off("enable_key_rotation"),
        judges=wholly("enable_key_rotation"),
        happens="No data is lost, but one key's material now protects everything.",
        instead="Leave it on: rotation doesn't affect readers, as old material stays usable.",
    ),
    GuardRule(
        "kms-key-orphaned",
        (*KEY, "aws_kms_key_policy"),
        _orphaned,
        judges={},
        happens="Not even an administrator can change the key's policy any more: if it is wrong, only AWS support can help.",
        instead="Keep the statement that gives the account (`arn:aws:iam::<account>:root`) kms:*.",
    ),
)
