"""Point-in-time recovery and deletion protection."""

from __future__ import annotations

from collections.abc import Iterator

from dynawright.guard.change import UNKNOWN, Change
from dynawright.guard.rule import GuardRule, Seen, shown, switched_off, wholly
from dynawright.guard.rules.tables import REPLICA, TABLE

LONGEST_DAYS = 35
RECOVERY = "point_in_time_recovery"


def _off(change: Change) -> Iterator[Seen]:
    if change.type in REPLICA:
        yield from switched_off(RECOVERY)(change)
        return
    before, after = change.block_before(RECOVERY), change.block_after(RECOVERY)
    if change.stays and before.get("enabled") and not after.get("enabled") and change.after.get(RECOVERY) is not UNKNOWN:
        yield Seen("point-in-time recovery is switched off")


def _shortened(change: Change) -> Iterator[Seen]:
    before, after = change.block_before(RECOVERY), change.block_after(RECOVERY)
    if change.stays and before.get("enabled") and after.get("enabled"):
        days_before = before.get("recovery_period_in_days") or LONGEST_DAYS
        days_after = after.get("recovery_period_in_days") or LONGEST_DAYS
        if days_after is not UNKNOWN and days_after < days_before:
            yield Seen(f"recovery_period_in_days: {days_before} → {shown(days_after)}")


RULES = (
    GuardRule(
        "recovery-off",
        (*TABLE, *REPLICA),
        _off,
        judges=wholly(RECOVERY),
        happens="The whole history is lost at once: no past second can be restored any more, and switching it on again "
        "starts an empty history.",
        instead="Keep it on: its price does not depend on its window. If it must go, take an on-demand backup first.",
    ),
    GuardRule(
        "recovery-shortened",
        TABLE,
        _shortened,
        judges=wholly(RECOVERY),
        happens="History beyond the new window is lost at once. A mistake that is found later than that can't be undone.",
        instead="Keep 35 days, which cost the same. If the law requires less, take a backup of the older state first.",
    ),
    GuardRule(
        "deletion-protection-off",
        (*TABLE, *REPLICA),
        switched_off("deletion_protection_enabled"),
        judges=wholly("deletion_protection_enabled"),
        happens="From then on, one API call or one plan can delete the table.",
        instead="Leave it on until the day of the deletion, then approve both by name.",
    ),
)
