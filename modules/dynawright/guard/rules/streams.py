"""Streams, their mappings, and expiry of items."""

from __future__ import annotations

from collections.abc import Iterator

from dynawright.guard.change import UNKNOWN, Change
from dynawright.guard.rule import GuardRule, Seen, shown, wholly
from dynawright.guard.rules.tables import TABLE


def _view_changed(change: Change) -> Iterator[Seen]:
    if change.stays and change.before.get("stream_enabled") and change.after.get("stream_enabled"):
        before, after = change.before.get("stream_view_type"), change.after.get("stream_view_type")
        if before != after and after is not UNKNOWN:
            yield Seen(f"stream_view_type: {shown(before)} → {shown(after)}")


def _disabled(change: Change) -> Iterator[Seen]:
    if change.stays and change.before.get("stream_enabled") and not change.after.get("stream_enabled"):
        yield Seen("the stream is switched off")


def _ttl_switched(change: Change) -> Iterator[Seen]:
    before, after = _ttl(change)
    if before and after and before != after:
        yield Seen(f"TTL attribute: {before} → {after}")


def _ttl_off(change: Change) -> Iterator[Seen]:
    before, after = _ttl(change)
    if before and not after and change.after.get("ttl") is not UNKNOWN:
        yield Seen(f"TTL on {before} is switched off")


def _ttl_on(change: Change) -> Iterator[Seen]:
    before, after = _ttl(change)
    if after and not before:
        yield Seen(f"TTL on {after} is switched on")


def _ttl(change: Change) -> tuple[str, str]:
    """Return the TTL attribute before and after; empty if off."""
    if not change.stays:
        return "", ""
    before, after = change.block_before("ttl"), change.block_after("ttl")
    return (
        str(before.get("attribute_name") or "") if before.get("enabled") else "",
        str(after.get("attribute_name") or "") if after.get("enabled") else "",
    )


RULES = (
    GuardRule(
        "stream-view-changed",
        TABLE,
        _view_changed,
        judges=wholly("stream_view_type"),
        happens="The stream is switched off and on again: it gets a new ARN, and every mapping loses its position and every "
        "policy its reference. Changes written meanwhile, or not read yet, are lost.",
        instead="Stop writes or let readers drain the old stream (IteratorAge 0), apply together with the mappings, then compare the "
        "derived data; or write both shapes to a second table.",
    ),
    GuardRule(
        "stream-disabled",
        TABLE,
        _disabled,
        judges=wholly("stream_enabled"),
        happens="Readers get nothing any more. Unread records are lost within 24 hours, and switching the stream on again makes a new one.",
        instead="Remove the readers first, in a separate change, and wait until nothing is left to read.",
    ),
    GuardRule(
        "ttl-switched",
        TABLE,
        _ttl_switched,
        judges=wholly("ttl"),
        happens="AWS allows no direct switch: TTL must be off for up to an hour first, so the apply fails half-way. Items "
        "with only the old attribute never expire; those with the new one may be deleted at once.",
        instead="Write both attributes for as long as items live, switch TTL off, wait an hour, switch it on with the new attribute.",
    ),
    GuardRule(
        "ttl-off",
        TABLE,
        _ttl_off,
        judges=wholly("ttl"),
        happens="Expired items stay: the table grows, queries return expired items, and personal data outlives its term. Off and on "
        "again takes an hour.",
        instead="Decide what deletes the items from now on; then approve.",
    ),
    GuardRule(
        "ttl-on",
        TABLE,
        _ttl_on,
        judges=wholly("ttl"),
        happens="Within days AWS deletes every item whose attribute holds a past time, including times written for another "
        "purpose.",
        instead="Count the items that would expire at once first: a Scan with a filter on the attribute. Take an on-demand backup; then approve.",
    ),
)
