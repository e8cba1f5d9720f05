"""AWS Backup: plans, vaults, what they select and how long they keep it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dynawright.guard.change import UNKNOWN, Change, first
from dynawright.guard.rule import GuardRule, Seen, destroyed, removed, shown
from dynawright.rules.blocks import as_mapping
from dynawright.rules.schedule import days_between

FOR_EVER = float("inf")
PLAN, SELECTION = ("aws_backup_plan",), ("aws_backup_selection",)
VAULT, LOCK = ("aws_backup_vault",), ("aws_backup_vault_lock_configuration",)


def _rules(values: Any) -> dict[str, Any]:
    rules = values.get("rule")
    return {one["rule_name"]: one for one in rules or ()} if rules is not UNKNOWN else {}


def _days(block: Any) -> Any:
    """How long a rule or a copy keeps a backup; without a lifecycle, for ever."""
    return first(block.get("lifecycle")).get("delete_after") or FOR_EVER


def _shortened(change: Change) -> Iterator[Seen]:
    before, after = _rules(change.before), _rules(change.after)
    for name in sorted(before.keys() & after.keys()):
        if _is_less(_days(after[name]), _days(before[name])):
            yield Seen(f"rule {name} keeps {_shown(_days(before[name]))} → {_shown(_days(after[name]))}", name)
        kept = {copy["destination_vault_arn"]: _days(copy) for copy in after[name].get("copy_action") or ()}
        for copy in before[name].get("copy_action") or ():
            vault = copy["destination_vault_arn"]
            if _is_less(kept.get(vault, 0), _days(copy)):
                yield Seen(f"rule {name}'s copy to {vault}: {_shown(_days(copy))} → {_shown(kept.get(vault, 0))}", f"{name} copy")


def _rule_removed(change: Change) -> Iterator[Seen]:
    if change.stays and change.after.get("rule") is not UNKNOWN:
        for name in sorted(_rules(change.before).keys() - _rules(change.after).keys()):
            yield Seen(f"rule {name} is removed", name)


def _rarer(change: Change) -> Iterator[Seen]:
    before, after = _rules(change.before), _rules(change.after)
    for name in sorted(before.keys() & after.keys()):
        was, will_be = (one[name].get("schedule") for one in (before, after))
        if was != will_be and (will_be is UNKNOWN or days_between(will_be) > days_between(was)):
            yield Seen(f"rule {name}: {shown(was)} → {shown(will_be)}", name)


def _opted_out(change: Change) -> Iterator[Seen]:
    for name in ("resource_type_opt_in_preference", "resource_type_management_preference"):
        before, after = (as_mapping(values.get(name)) for values in (change.before, change.after))
        for kind in sorted(before) if change.stays and change.after.get(name) is not UNKNOWN else ():
            if before[kind] is True and after.get(kind) is not True:
                yield Seen(f"{name} of {kind}: true → {shown(after.get(kind))}", kind)


def _narrowed(change: Change) -> Iterator[Seen]:
    """Every change of a selection replaces it: only what it no longer covers matters."""
    if change.is_destroyed:
        yield Seen("the selection is destroyed")
    elif change.stays:
        resources = change.after.get("resources")
        kept = resources if isinstance(resources, list) else []
        lost = sorted(set(change.before.get("resources") or ()) - {one for one in kept if one is not UNKNOWN})
        if resources is UNKNOWN or (lost and UNKNOWN in kept):
            yield Seen(f"which of its {len(change.before.get('resources') or ())} resources stay is known after the apply only")
        elif lost:
            yield Seen(f"no longer backs up {', '.join(lost)}")
        if not change.before.get("condition") and change.after.get("condition"):
            yield Seen("a condition now limits what is backed up", "condition")


def _lock_weakened(change: Change) -> Iterator[Seen]:
    if change.is_destroyed:
        yield Seen("the vault is unlocked")
    elif change.stays:
        before, after = (values.get("min_retention_days") or 0 for values in (change.before, change.after))
        if after is UNKNOWN or after < before:
            yield Seen(f"min_retention_days: {before} → {shown(after)}")


def _is_less(after: Any, before: Any) -> bool:
    return after is UNKNOWN or after < before


def _shown(days: Any) -> str:
    if days is UNKNOWN:
        return "an unknown time"
    return "for ever" if days == FOR_EVER else f"{days} days" if days else "nothing"


RULES = (
    GuardRule(
        "backup-retention-shortened",
        PLAN,
        _shortened,
        happens="New backups are deleted earlier. A loss that is noticed after that, and the audit that asks for the old term, find nothing.",
        instead="Add a second rule with the shorter term and let both run until the old one's backups have served their time.",
    ),
    GuardRule(
        "backup-rule-removed",
        PLAN,
        _rule_removed,
        happens="No further backups are made by this rule; the ones there are expire one after another.",
        instead="Have the rule that takes over run once, and restore from it, before this one goes.",
    ),
    GuardRule(
        "backup-rarer",
        PLAN,
        _rarer,
        happens="Between two backups more is lost: whatever point-in-time recovery does not reach is as old as the last one.",
        instead="Keep the rule and add another; a backup of what has not changed costs little.",
    ),
    GuardRule(
        "backup-opted-out",
        ("aws_backup_region_settings",),
        _opted_out,
        happens="AWS Backup leaves that kind of resource out, in every plan of the account and Region, without any error.",
        instead="Keep it on; leave single tables out by a selection.",
    ),
    GuardRule(
        "backup-plan-removed",
        PLAN,
        removed,
        happens="No further backups are made of anything that the plan covers.",
        instead="Let another plan select the same tables and finish one backup first.",
    ),
    GuardRule(
        "backup-vault-removed",
        VAULT,
        removed,
        happens="AWS refuses while recovery points are in the vault, and the apply stops half-way; with force_destroy they are all deleted.",
        instead="Copy what must be kept to another vault, and let the rest expire.",
    ),
    GuardRule(
        "backup-selection-narrowed",
        SELECTION,
        _narrowed,
        happens="What is no longer selected gets no further backup, without any error.",
        instead="See that another selection covers it.",
    ),
    GuardRule(
        "vault-lock-weakened",
        LOCK,
        _lock_weakened,
        happens="Whoever may delete recovery points can do so at once, ransomware with stolen credentials included.",
        instead="Keep the lock; lengthen terms in the plan instead.",
    ),
    GuardRule(
        "restore-test-removed",
        ("aws_backup_restore_testing_plan", "aws_backup_restore_testing_selection"),
        destroyed,
        happens="Nobody tries any more whether the backups can be restored.",
        instead="Replace it by another test, and see that one succeed first.",
    ),
)
