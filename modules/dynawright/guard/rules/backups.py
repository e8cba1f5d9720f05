"""AWS Backup: plans, vaults, selections and retention."""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Any

from dynawright.guard.change import UNKNOWN, Change, first
from dynawright.guard.changes import Changes
from dynawright.guard.differences import Difference, differences, unpaired
from dynawright.guard.directions import ANYTHING
from dynawright.guard.rule import END, REPLACEMENT, GuardRule, Seen, block_gone, destroyed, removed, shown, wholly
from dynawright.guard.rules.additions import belongs_to_new
from dynawright.rules.blocks import as_blocks, as_list, as_mapping
from dynawright.rules.schedule import days_between

FOR_EVER = float("inf")
PLAN, SELECTION = ("aws_backup_plan",), ("aws_backup_selection",)
VAULT, LOCK = ("aws_backup_vault",), ("aws_backup_vault_lock_configuration",)
OPT_INS = ("resource_type_opt_in_preference", "resource_type_management_preference")
NARROWING = ("condition", "not_resources", "selection_tag")


def _rules(change: Change) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the differing rules by name, before and after; renamed rules are equal."""
    if not change.stays:
        return {}, {}
    differing = unpaired(as_blocks(change.before.get("rule")), as_blocks(change.after.get("rule")), ("rule_name",))
    before, after = ({str(rule.get("rule_name")): rule for rule in rules} for rules in differing)
    return before, after


def _days(block: Any) -> Any:
    """Return how many days a backup or copy is kept; infinity without a lifecycle."""
    return first(block.get("lifecycle")).get("delete_after") or FOR_EVER


def _shortened(change: Change) -> Iterator[Seen]:
    before, after = _rules(change)
    for name in sorted(before.keys() & after.keys()):
        if _is_less(_days(after[name]), _days(before[name])):
            yield Seen(f"rule {name} keeps {_shown(_days(before[name]))} → {_shown(_days(after[name]))}", name)
        kept = {copy.get("destination_vault_arn"): _days(copy) for copy in as_blocks(after[name].get("copy_action"))}
        for copy in as_blocks(before[name].get("copy_action")):
            vault = copy.get("destination_vault_arn")
            if _is_less(kept.get(vault, 0), _days(copy)):
                yield Seen(f"rule {name}'s copy to {vault}: {_shown(_days(copy))} → {_shown(kept.get(vault, 0))}", f"{name} copy")


def _copied_elsewhere(change: Change) -> Iterator[Seen]:
    before, after = _rules(change)
    for name, rule in sorted(after.items()):
        old = as_blocks(before[name].get("copy_action")) if name in before else []
        known = {_account(copy.get("destination_vault_arn")) for copy in old} | {_account(change.before.get("arn")), ""}
        for copy in as_blocks(rule.get("copy_action")):
            vault = copy.get("destination_vault_arn")
            if _account(vault) not in known:
                yield Seen(f"rule {name} now copies to {vault}, in another account", f"{name} {vault}")


def _account(arn: object) -> str:
    parts = arn.split(":") if isinstance(arn, str) and "${" not in arn else []
    return parts[4] if len(parts) > 5 else ""


def _rule_removed(change: Change) -> Iterator[Seen]:
    before, after = _rules(change)
    if change.after.get("rule") is UNKNOWN:
        yield Seen("the remaining rules are known only after the apply")
        return
    for name in sorted(before.keys() - after.keys()):
        yield Seen(f"rule {name} is removed", name)


def _rarer(change: Change) -> Iterator[Seen]:
    before, after = _rules(change)
    for name in sorted(before.keys() & after.keys()):
        was, will_be = (state[name].get("schedule") for state in (before, after))
        if was != will_be and will_be is not UNKNOWN and days_between(will_be) > days_between(was):
            yield Seen(f"rule {name}: {shown(was)} → {shown(will_be)}", name)


def _opted_out(change: Change) -> Iterator[Seen]:
    for name in OPT_INS:
        before, after = (as_mapping(values.get(name)) for values in (change.before, change.after))
        for kind in sorted(before) if change.stays and change.after.get(name) is not UNKNOWN else ():
            if before[kind] is True and after.get(kind) in (False, None):
                yield Seen(f"{name} of {kind}: true → {shown(after.get(kind))}", kind)
        for kind in sorted(after) if change.is_created else ():
            if after[kind] is False:
                yield Seen(f"{name} of {kind}: false, even if the account has it on", kind)


def _narrowed(change: Change) -> Iterator[Seen]:
    """Yield what a selection no longer covers; every change replaces it, which by itself loses nothing."""
    if change.is_destroyed:
        yield Seen("the selection is destroyed")
    elif change.stays:
        after = change.after.get("resources")
        kept = as_list(after)
        lost = sorted(arn for arn in as_list(change.before.get("resources")) if not _is_covered(arn, kept))
        if after is UNKNOWN or (lost and UNKNOWN in kept):
            yield Seen(f"which of its {len(change.before.get('resources') or ())} resources stay is known only after the apply")
        elif lost:
            yield Seen(f"no longer backs up {', '.join(lost)}")
        for name in NARROWING:
            for difference in differences({name: change.before.get(name)}, {name: change.chosen(name)}):
                if not _is_wider(difference, only_way=not kept):
                    yield Seen(f"it selects differently by {difference.path}", difference.path)


def _is_covered(arn: str, patterns: list[Any]) -> bool:
    return any(isinstance(pattern, str) and fnmatchcase(arn, pattern.replace("[", "[[]")) for pattern in patterns)


def _is_wider(difference: Difference, *, only_way: bool) -> bool:
    """Whether a selection covers no less: an added tag selects more, a removed exception too."""
    if difference.pattern == "selection_tag":
        return not difference.before
    return not difference.after and not only_way


def _lock_weakened(change: Change) -> Iterator[Seen]:
    if change.is_destroyed:
        yield Seen("the vault is unlocked")
    elif change.stays:
        before, after = (values.get("min_retention_days") or 0 for values in (change.before, change.after))
        if after is UNKNOWN or after < before:
            yield Seen(f"min_retention_days: {before} → {shown(after)}")


def _lock_tightened(change: Change, changes: Changes) -> Iterator[Seen]:
    """Yield a lock that rejects existing backups or becomes permanent; new vaults have no backups."""
    before, after = change.before.get("min_retention_days") or 0, change.after.get("min_retention_days") or 0
    if change.stays and after is not UNKNOWN and after > before:
        yield Seen(f"min_retention_days: {before} → {shown(after)}")
    if change.is_created and change.after.get("changeable_for_days") and not belongs_to_new(change, changes):
        yield Seen("after its grace time the lock is permanent", "changeable_for_days")


def _is_less(after: Any, before: Any) -> bool:
    return after is not UNKNOWN and after < before


def _shown(days: Any) -> str:
    return "without end" if days == FOR_EVER else f"{days} days" if days else "nothing"


RULES = (
    GuardRule(
        "backup-retention-shortened",
        PLAN,
        _shortened,
        judges={
            "rule.lifecycle.delete_after": ANYTHING,
            "rule.copy_action.lifecycle.delete_after": ANYTHING,
            "rule.copy_action": block_gone,
        },
        happens="New backups are deleted earlier. They are missing when a loss is noticed later, and for audits that require the old retention.",
        instead="Add a second rule with the shorter retention and let both run until the old rule's backups have expired.",
    ),
    GuardRule(
        "backup-copied-elsewhere",
        PLAN,
        _copied_elsewhere,
        judges={"rule.copy_action": lambda difference: difference.before is None},
        happens="Everyone who may restore in that account can read every item of the copies.",
        instead="Copy to a vault of this account; to another one only with its owner's name in the approval.",
    ),
    GuardRule(
        "backup-rule-removed",
        PLAN,
        _rule_removed,
        judges={"rule": lambda difference: difference.pattern == "rule"},
        even_unknown=True,
        happens="This rule makes no further backups; existing ones expire one after another.",
        instead="Let the rule that takes over run once, and restore from its backup, before removing this one.",
    ),
    GuardRule(
        "backup-rarer",
        PLAN,
        _rarer,
        judges=wholly("rule.schedule"),
        happens="More is lost between two backups: where point-in-time recovery doesn't help, data is as old as the last backup.",
        instead="Keep the rule and add another; a backup of unchanged data costs little.",
    ),
    GuardRule(
        "backup-opted-out",
        ("aws_backup_region_settings",),
        _opted_out,
        judges=wholly(*OPT_INS),
        happens="AWS Backup leaves that kind of resource out, in every plan of the account and Region, without any error.",
        instead="Keep it on; leave single tables out by a selection.",
    ),
    GuardRule(
        "backup-plan-removed",
        PLAN,
        removed,
        judges=wholly(END, REPLACEMENT),
        happens="No further backups are made of ANY resource that the plan covers.",
        instead="Let another plan select the same tables and finish one backup first.",
    ),
    GuardRule(
        "backup-vault-removed",
        VAULT,
        removed,
        judges=wholly(END, REPLACEMENT),
        happens="AWS refuses to delete a vault with recovery points, and the apply stops half-way; with force_destroy all of them are deleted.",
        instead="Copy what must be kept to another vault, and let the rest expire.",
    ),
    GuardRule(
        "backup-selection-narrowed",
        SELECTION,
        _narrowed,
        judges=wholly(END, "resources", *NARROWING),
        even_unknown=True,
        happens="Resources that are no longer selected get no further backups, without any error.",
        instead="Check that another selection covers them.",
    ),
    GuardRule(
        "vault-lock-weakened",
        LOCK,
        _lock_weakened,
        judges=wholly(END, "min_retention_days"),
        even_unknown=True,
        happens="Everyone who may delete recovery points can do so at once, ransomware with stolen credentials included.",
        instead="Keep the lock; change the retention in the plan instead.",
    ),
    GuardRule(
        "vault-lock-tightened",
        LOCK,
        _lock_tightened,
        judges=wholly("min_retention_days"),
        looks_around=True,
        happens="Jobs with a retention below the new minimum fail; a lock with a grace period can't be removed after it, not "
        "even by AWS.",
        instead="Lengthen the retention in every plan that uses the vault first; try a permanent lock on a separate vault.",
    ),
    GuardRule(
        "restore-test-removed",
        ("aws_backup_restore_testing_plan", "aws_backup_restore_testing_selection"),
        destroyed,
        judges=wholly(END),
        happens="Restores of the backups are no longer tested.",
        instead="Replace it by another test, and see that one succeed first.",
    ),
)
