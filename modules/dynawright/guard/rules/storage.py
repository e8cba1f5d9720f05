"""Buckets, logs and secrets."""

from __future__ import annotations

from collections.abc import Iterator

from dynawright.guard.change import UNKNOWN, Change, Values, first
from dynawright.guard.differences import holds_unknown
from dynawright.guard.rule import END, REPLACEMENT, GuardRule, Seen, destroyed, removed, shown, switched, wholly

OPENED_BY = ("block_public_acls", "block_public_policy", "ignore_public_acls", "restrict_public_buckets")


def _versioning_off(change: Change) -> Iterator[Seen]:
    before, after = (change.block_before("versioning_configuration"), change.block_after("versioning_configuration"))
    if before.get("status") == "Enabled" != after.get("status") and not holds_unknown(
        change.after.get("versioning_configuration")
    ):
        yield Seen(f"versioning: Enabled → {shown(after.get('status'))}")


def _opened(change: Change) -> Iterator[Seen]:
    if change.is_destroyed:
        yield Seen("the public access block is removed")
    elif change.stays:
        for name in OPENED_BY:
            if change.before.get(name) is True and change.after.get(name) in (False, None):
                yield Seen(f"{name}: true → {shown(change.after.get(name))}", name)


def _retention_shortened(change: Change) -> Iterator[Seen]:
    if not change.stays:
        return
    before, after = (
        values.get("retention_in_days") or float("inf") for values in (change.before, change.after)
    )  # 0 means unlimited
    if after is not UNKNOWN and after < before:
        yield Seen(f"retention_in_days: {'without end' if before == float('inf') else before} → {shown(after)}")


def _unlocked(change: Change) -> Iterator[Seen]:
    if change.is_destroyed:
        yield Seen("objects are no longer locked")
        return
    before, after = (first(first(values.get("rule")).get("default_retention")) for values in (change.before, change.after))
    if change.stays and not holds_unknown(change.after.get("rule")) and before:
        if _locked_days(after) < _locked_days(before):
            yield Seen(f"new objects are locked for {_locked_days(before)} → {_locked_days(after)} days", "days")
        if before.get("mode") == "COMPLIANCE" != after.get("mode"):
            yield Seen(f"mode: COMPLIANCE → {shown(after.get('mode'))}", "mode")


def _locked_days(retention: Values) -> float:
    return (retention.get("days") or 0) + 365 * (retention.get("years") or 0)


def _acls_on(change: Change) -> Iterator[Seen]:
    before, after = (first(values.get("rule")).get("object_ownership") for values in (change.before, change.after))
    if before == "BucketOwnerEnforced" != after and not holds_unknown(change.after.get("rule")):
        yield Seen(f"object_ownership: {before} → {shown(after)}")


RULES = (
    GuardRule(
        "bucket-removed",
        ("aws_s3_bucket",),
        removed,
        judges=wholly(END, REPLACEMENT),
        happens="AWS refuses to delete a bucket with objects, and the apply stops half-way; with force_destroy every object and version is deleted.",
        instead="Copy what must be kept, empty the bucket by hand, check that nothing writes to it, then approve.",
    ),
    GuardRule(
        "bucket-versioning-off",
        ("aws_s3_bucket_versioning",),
        _versioning_off,
        judges=wholly(END, "versioning_configuration.status"),
        happens="From then on overwritten or deleted objects are lost.",
        instead="Keep versions and let a lifecycle rule expire old ones.",
    ),
    GuardRule(
        "bucket-opened",
        ("aws_s3_bucket_public_access_block",),
        _opened,
        judges=wholly(*OPENED_BY),
        happens="One wrong policy or ACL now makes every object public.",
        instead="Keep all four switches on; share through a role or a signed address.",
    ),
    GuardRule(
        "bucket-log-removed",
        ("aws_s3_bucket_logging",),
        destroyed,
        judges=wholly(END),
        happens="From then on nothing records who read, wrote or deleted which object.",
        instead="Keep it on: it costs only the storage of the logs, which expire.",
    ),
    GuardRule(
        "bucket-lock-weakened",
        ("aws_s3_bucket_object_lock_configuration",),
        _unlocked,
        judges=wholly("rule.default_retention"),
        happens="Everyone with the right to delete can delete new objects; audit records need better protection.",
        instead="Keep the lock; use a new bucket with a shorter lock, which doesn't affect the old records.",
    ),
    GuardRule(
        "bucket-acls-on",
        ("aws_s3_bucket_ownership_controls",),
        _acls_on,
        judges=wholly(END, "rule.object_ownership"),
        happens="ACLs apply again: every writer of an object may open it to others, regardless of policies.",
        instead="Keep BucketOwnerEnforced, and grant access in the bucket's policy.",
    ),
    GuardRule(
        "force-destroy-on",
        ("aws_s3_bucket", "aws_backup_vault"),
        switched("force_destroy", None, True),
        judges=wholly("force_destroy"),
        happens="Nothing yet; from then on a deletion also deletes every object or recovery point, without asking.",
        instead="Leave it off; empty the resource by hand if it must go.",
    ),
    GuardRule(
        "log-group-removed",
        ("aws_cloudwatch_log_group",),
        removed,
        judges=wholly(END, REPLACEMENT),
        happens="Every log event in it is deleted, including those that audits and investigations need.",
        instead="Export it to a bucket first.",
    ),
    GuardRule(
        "log-retention-shortened",
        ("aws_cloudwatch_log_group",),
        _retention_shortened,
        judges=wholly("retention_in_days"),
        happens="Older events are deleted within a day or two.",
        instead="Export what must be kept first.",
    ),
    GuardRule(
        "secret-removed",
        ("aws_secretsmanager_secret",),
        removed,
        judges=wholly(END, REPLACEMENT),
        happens="Readers fail at once; after its recovery window the value is deleted permanently (at once if the window is 0).",
        instead="Check in CloudTrail that it was not read for a month. Within the window, `aws secretsmanager "
        "restore-secret` undoes a deletion.",
    ),
    GuardRule(
        "secret-rotation-removed",
        ("aws_secretsmanager_secret_rotation",),
        destroyed,
        judges=wholly(END),
        happens="The value no longer changes: a leaked one never stops working.",
        instead="Let the new function rotate it once first.",
    ),
)
