"""Buckets, logs and secrets."""

from __future__ import annotations

from collections.abc import Iterator

from policy.guard.change import UNKNOWN, Change
from policy.guard.rule import Rule, Seen, destroyed, removed, shown

OPENED_BY = ("block_public_acls", "block_public_policy", "ignore_public_acls", "restrict_public_buckets")


def _versioning_off(change: Change) -> Iterator[Seen]:
    before, after = (change.block_before("versioning_configuration"), change.block_after("versioning_configuration"))
    if before.get("status") == "Enabled" and after.get("status") != "Enabled":
        yield Seen(f"versioning: Enabled → {shown(after.get('status'))}")


def _opened(change: Change) -> Iterator[Seen]:
    if change.is_destroyed:
        yield Seen("the block on public access is removed")
    elif change.stays:
        for name in OPENED_BY:
            if change.before.get(name) is True and change.after.get(name) is not True:
                yield Seen(f"{name}: true → {shown(change.after.get(name))}", name)


def _retention_shortened(change: Change) -> Iterator[Seen]:
    if not change.stays:
        return
    before, after = (values.get("retention_in_days") or float("inf") for values in (change.before, change.after))  # 0 is for ever
    if after is UNKNOWN or after < before:
        yield Seen(f"retention_in_days: {'for ever' if before == float('inf') else before} → {shown(after)}")


RULES = (
    Rule(
        "bucket-removed",
        ("aws_s3_bucket",),
        removed,
        happens="AWS refuses while there are objects, and the apply stops half-way; with force_destroy every object and version is deleted.",
        instead="Copy what must be kept, empty the bucket by hand, see that nothing writes to it, then approve.",
    ),
    Rule(
        "bucket-versioning-off",
        ("aws_s3_bucket_versioning",),
        _versioning_off,
        happens="From then on an overwritten or deleted object is gone.",
        instead="Keep versions and let a lifecycle rule expire old ones.",
    ),
    Rule(
        "bucket-opened",
        ("aws_s3_bucket_public_access_block",),
        _opened,
        happens="One wrong policy or ACL now makes every object public.",
        instead="Keep all four switches on; share through a role or a signed address.",
    ),
    Rule(
        "bucket-log-removed",
        ("aws_s3_bucket_logging",),
        destroyed,
        happens="From then on nobody can tell who read, wrote or deleted which object.",
        instead="Keep it on: it costs no more than the storage of the logs, which expire.",
    ),
    Rule(
        "log-group-removed",
        ("aws_cloudwatch_log_group",),
        removed,
        happens="Every log event in it is deleted, with what audits and investigations would need.",
        instead="Export it to a bucket first.",
    ),
    Rule(
        "log-retention-shortened",
        ("aws_cloudwatch_log_group",),
        _retention_shortened,
        happens="Older events are deleted within a day or two.",
        instead="Export what must be kept first.",
    ),
    Rule(
        "secret-removed",
        ("aws_secretsmanager_secret",),
        removed,
        happens="Readers fail at once; after its recovery window the value is gone for good (at once if the window is 0).",
        instead="See in CloudTrail that nobody reads it for a month. A deletion is undone by `aws secretsmanager restore-secret` within the "
        "window.",
    ),
)
