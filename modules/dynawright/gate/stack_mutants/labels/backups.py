"""Vaults, backups, and restore tests."""

from dynawright.gate.stack_mutants.label import ANY, LESS, either, fine, weak

PLAN, SELECTION, VAULT, LOCK = (
    "aws_backup_plan",
    "aws_backup_selection",
    "aws_backup_vault",
    "aws_backup_vault_lock_configuration",
)
TEST, TESTED = "aws_backup_restore_testing_plan", "aws_backup_restore_testing_selection"
LIFE, COPY = "rule.lifecycle", "rule.copy_action"
LASTS = f"{LIFE}.delete_after {COPY}.lifecycle.delete_after"
COLD = f"{LIFE}.cold_storage_after {COPY}.lifecycle.cold_storage_after"

LABELS = (
    fine(PLAN, "name rule.rule_name", "other", "names for people"),
    either(PLAN, f"{LIFE}.delete_after", "slightly", "copies elsewhere have to follow"),
    fine(PLAN, LASTS, "higher slightly gone", "backups are kept longer"),
    weak(PLAN, LASTS, "lower", "a loss that is noticed later can't be undone"),
    fine(PLAN, COLD, ANY, "it costs more or less"),
    fine(PLAN, f"{LIFE} {COPY}.lifecycle", "gone", "backups are kept for good"),
    fine(
        PLAN,
        "rule.start_window rule.completion_window",
        "slightly higher gone",
        "jobs have more time; AWS gives 8 hours and 7 days",
    ),
    weak(PLAN, "rule.start_window rule.completion_window", "lower", "jobs expire before they are done"),
    weak(PLAN, COPY, f"{LESS} more", "a disaster of the Region leaves nothing, or a stranger gets the data"),
    fine(PLAN, COPY, "new", "one more copy in a vault that is declared"),
    weak(PLAN, "rule", f"{LESS}", "backups are made seldom, elsewhere or not at all"),
    fine(PLAN, "rule", "more", "backups are made more often"),
    fine(SELECTION, "name", "other", "a name"),
    weak(SELECTION, ANY, f"{LESS} new", "tables have no backups"),
    fine(SELECTION, "resources", "more", "more is backed up"),
    either("aws_backup_region_settings", "lifecycle.ignore_changes", ANY, "each plan shows what AWS answers"),
    weak("aws_backup_region_settings", ANY, f"{LESS} new", "AWS Backup leaves tables out, or has no copies of them"),
    weak(VAULT, ANY, LESS, "another key, another vault, or a plan deletes it"),
    fine(LOCK, "max_retention_days", "higher slightly gone", "backups may be kept longer"),
    weak(LOCK, "max_retention_days", "lower", "jobs that keep longer fail"),
    weak(LOCK, "changeable_for_days", "new", "the lock can't be taken off after that, not even by AWS"),
    fine(LOCK, "min_retention_days", "slightly", "a few days more or less"),
    weak(LOCK, "min_retention_days", "higher", "jobs that keep less fail"),
    weak(LOCK, ANY, LESS, "backups can be deleted"),
    weak("aws_backup_vault_policy", ANY, ANY, "backups can be deleted"),
    fine(TEST, "name start_window_hours", ANY, "a name; a test has more or less time to begin"),
    fine(TEST, "recovery_point_selection.selection_window_days", "lower slightly", "a newer backup is tried"),
    weak(TEST, ANY, f"{LESS} higher more", "nobody tries the backups that an incident needs"),
    fine(TESTED, "name validation_window_hours", ANY, "a name; how long the table that was restored stays"),
    weak(TESTED, ANY, f"{LESS} more", "nobody tries the backups, or not as the role that may"),
)
