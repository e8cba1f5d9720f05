"""Lifecycle rules: objects that S3 deletes or archives automatically."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from dynawright.guard.change import Change, Values, first
from dynawright.guard.changes import Changes
from dynawright.guard.differences import holds_unknown
from dynawright.guard.rule import END, GuardRule, Seen, wholly
from dynawright.rules.blocks import as_blocks, as_mapping

LIFECYCLE = ("aws_s3_bucket_lifecycle_configuration",)
ARCHIVES = {"GLACIER": "archived", "DEEP_ARCHIVE": "archived deep"}
"""Storage classes whose objects must be restored before reading, which takes hours or days."""


@dataclass(frozen=True)
class Loss:
    """Deletion or archiving of objects after a time."""

    rule: str
    what: str
    days: float
    kept: float
    """Number of old versions that always stay."""
    prefix: str
    tags: frozenset[tuple[str, str]]
    sizes: tuple[float, float]

    def covers(self, other: Loss) -> bool:
        """Whether it does the same to each object that `other` affects, and no later."""
        return (
            self._is_as_bad(other.what)
            and (self.days <= other.days, self.kept <= other.kept) == (True, True)
            and other.prefix.startswith(self.prefix)
            and self.tags <= other.tags
            and self.sizes[0] <= other.sizes[0]
            and self.sizes[1] >= other.sizes[1]
        )

    def _is_as_bad(self, what: str) -> bool:
        return self.what == what or self.what == f"{what} deep"


def losses(values: Values) -> Iterator[Loss]:
    """Yield what the enabled rules delete or archive, without values known only after the apply."""
    for rule in as_blocks(values.get("rule")):
        if rule.get("status") != "Enabled" or holds_unknown(rule):
            continue
        name, scope = str(rule.get("id")), _scope(rule)
        for block in as_blocks(rule.get("expiration")):
            if block.get("days") or block.get("date"):
                yield Loss(name, "objects", block.get("days") or 0, 0, *scope)
        for block in as_blocks(rule.get("noncurrent_version_expiration")):
            yield Loss(name, "old versions", block.get("noncurrent_days") or 0, _kept(block), *scope)
        for block in as_blocks(rule.get("transition")):
            if block.get("storage_class") in ARCHIVES:
                yield Loss(name, f"objects {ARCHIVES[block['storage_class']]}", block.get("days") or 0, 0, *scope)
        for block in as_blocks(rule.get("noncurrent_version_transition")):
            if block.get("storage_class") in ARCHIVES:
                yield Loss(
                    name,
                    f"old versions {ARCHIVES[block['storage_class']]}",
                    block.get("noncurrent_days") or 0,
                    _kept(block),
                    *scope,
                )


def _kept(block: Values) -> float:
    return float(block.get("newer_noncurrent_versions") or 0)


def _scope(rule: Values) -> tuple[str, frozenset[tuple[str, str]], tuple[float, float]]:
    """Return which objects a rule applies to."""
    filter = first(rule.get("filter"))
    both = {**filter, **first(filter.get("and"))}
    tags: list[tuple[Any, Any]] = [
        *as_mapping(both.get("tags")).items(),
        *((block.get("key"), block.get("value")) for block in as_blocks(filter.get("tag"))),
    ]
    sizes = float(both.get("object_size_greater_than") or 0), float(both.get("object_size_less_than") or "inf")
    return str(both.get("prefix") or rule.get("prefix") or ""), frozenset(tags), sizes


def _sooner(change: Change, changes: Changes) -> Iterator[Seen]:
    """Yield earlier losses; an existing bucket with its first rules had none before."""
    bucket = change.after.get("bucket")
    is_new_bucket = holds_unknown(bucket) or any(
        other_change.is_created for other_change in changes.named(bucket, "aws_s3_bucket")
    )
    if not change.after or (change.is_created and is_new_bucket):
        return
    before = [*losses(change.before)]
    for loss in losses(change.after):
        if not any(old.covers(loss) for old in before):
            was = next((f"{old.days:g}" for old in before if (old.rule, old.what) == (loss.rule, loss.what)), "without end")
            where = f" below {loss.prefix}" if loss.prefix else ""
            yield Seen(f"rule {loss.rule}: {loss.what}{where} after {was} → {loss.days:g} days", f"{loss.rule} {loss.what}")


def _ended(change: Change) -> Iterator[Seen]:
    """Yield removed rules if no other rule deletes objects of the kind."""
    if change.is_destroyed:
        yield Seen("is destroyed")
    elif change.stays and not holds_unknown(change.after.get("rule")):
        kept = {loss.what for loss in losses(change.after)}
        for loss in losses(change.before):
            if "archived" not in loss.what and loss.what not in kept:
                yield Seen(f"rule {loss.rule}: {loss.what} are no longer deleted", f"{loss.rule} {loss.what}")


RULES = (
    GuardRule(
        "bucket-expiry-shortened",
        LIFECYCLE,
        _sooner,
        judges=wholly("rule", "transition_default_minimum_object_size"),
        looks_around=True,
        happens="Within a day S3 deletes everything older than the new term: exports, failed records, logs. Archived objects "
        "can't be read until they are restored.",
        instead="Copy what must be kept first, or shorten the term for a prefix of its own.",
    ),
    GuardRule(
        "bucket-expiry-removed",
        LIFECYCLE,
        _ended,
        judges=wholly(END, "rule"),
        happens="Objects and old versions are never deleted: costs grow, and personal data outlives its term.",
        instead="Replace the rules by others in the same resource.",
    ),
)
