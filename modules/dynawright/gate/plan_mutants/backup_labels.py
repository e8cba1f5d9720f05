"""Backups, vaults and restore tests."""

from dynawright.gate.plan_mutants.label import harmful, harmless

PLAN, SELECTION = "aws_backup_plan", "aws_backup_selection"
LOCK, TEST = "aws_backup_vault_lock_configuration", "aws_backup_restore_testing_plan"
TESTED = "aws_backup_restore_testing_selection"
_LEAST = "~cron(0 17 1 1 ? *)"
_CONDITION = '=[{"string_equals": [{"key": "aws:ResourceTag/backup", "value": "yes"}]}]'

LABELS = (
    harmful(PLAN, "rule", "gone fewer unknown", "no more backups by the rule"),
    harmful(PLAN, "rule.schedule", (_LEAST, "unknown"), "more is lost between two backups"),
    harmful(PLAN, "rule.lifecycle.delete_after", "lower unknown", "backups are deleted earlier"),
    harmful(PLAN, "rule.copy_action.lifecycle.delete_after", "lower unknown", "copies are deleted earlier"),
    harmful(PLAN, "rule.target_vault_name", "other unknown", "backups are in a vault that nothing protects"),
    harmful(PLAN, "rule.copy_action", "gone unknown", "no copy survives the account"),
    harmful(PLAN, "rule.copy_action.destination_vault_arn", "foreign unknown", "another account can read the copies"),
    harmful(PLAN, "rule.start_window rule.completion_window", "lower unknown", "jobs that take longer are given up"),
    harmful(PLAN, "rule.lifecycle", "unknown", "how long backups are kept may be any"),
    harmless(PLAN, "rule.lifecycle.delete_after rule.copy_action.lifecycle.delete_after", "higher", "backups are kept longer"),
    harmless(PLAN, "rule.start_window rule.completion_window", "higher", "jobs may take longer"),
    harmless(PLAN, "rule.rule_name", "other", "a rule's name is a label"),
    harmless(PLAN, "rule", "reversed", "order means nothing"),
    harmless(PLAN, "rule.enable_continuous_backup", "on", "more restore points"),
    harmful(SELECTION, "resources", "gone fewer other unknown", "tables get no more backups", replaces=True),
    harmful(SELECTION, "not_resources", ('=["arn:aws:dynamodb:*:*:table/*"]',), "tables get no more backups", replaces=True),
    harmful(SELECTION, "condition", (_CONDITION,), "tables without the tag get no more backups", replaces=True),
    harmful(SELECTION, "iam_role_arn", "other foreign unknown", "jobs run under another role, or not at all", replaces=True),
    harmful(SELECTION, "plan_id", "other unknown", "another plan backs them up", replaces=True),
    harmless(SELECTION, "resources", "more reversed", "one more table is backed up", replaces=True),
    harmless(SELECTION, "name", "other", "a label", replaces=True),
    harmful("aws_backup_vault", "kms_key_arn", "foreign other gone unknown", "backups depend on another key", replaces=True),
    harmful("aws_backup_vault", "force_destroy", ("=true",), "the vault's end deletes the backups in it"),
    harmful("aws_backup_vault", "name", "other unknown", "another vault is empty", replaces=True),
    harmful(LOCK, "min_retention_days", "lower gone unknown", "backups can be deleted early", replaces=True),
    harmful(LOCK, "min_retention_days", ("=3650",), "jobs that keep for less fail", replaces=True),
    harmful(LOCK, "max_retention_days", "lower unknown", "jobs that keep for longer fail", replaces=True),
    harmful(LOCK, "changeable_for_days", ("=3", "unknown"), "after three days not even AWS can take the lock off", replaces=True),
    harmful(LOCK, "backup_vault_name", "other unknown", "another vault is locked", replaces=True),
    harmless(LOCK, "max_retention_days", "higher gone", "backups may be kept longer", replaces=True),
    harmful("aws_backup_vault_policy", "backup_vault_name", "other unknown", "the vault loses its denials", replaces=True),
    harmful(
        "aws_backup_region_settings",
        "resource_type_opt_in_preference.DynamoDB resource_type_management_preference.DynamoDB",
        "off gone unknown",
        "AWS Backup leaves tables out",
    ),
    harmful(
        "aws_backup_region_settings",
        "resource_type_opt_in_preference resource_type_management_preference",
        "unknown",
        "AWS Backup may leave tables out",
    ),
    harmful(TEST, "schedule_expression", (_LEAST, "unknown"), "restores are tried less often"),
    harmful(TEST, "recovery_point_selection.include_vaults", "gone other unknown", "other backups are tried"),
    harmful(TEST, "recovery_point_selection.exclude_vaults", ('=["*"]',), "no backup is tried"),
    harmful(TEST, "recovery_point_selection.selection_window_days", "lower unknown", "older backups are not tried"),
    harmful(TEST, "recovery_point_selection.recovery_point_types", "unknown", "other backups may be tried"),
    harmless(TEST, "recovery_point_selection.selection_window_days start_window_hours", "higher", "more is tried"),
    harmful(TESTED, "protected_resource_arns", "other fewer unknown", "a table's backups are not tried"),
    harmful(TESTED, "protected_resource_type", "=EBS unknown", "no table's backups are tried", replaces=True),
    harmful(TESTED, "iam_role_arn", "other foreign unknown", "tests run under another role, or not at all"),
    harmless(TESTED, "protected_resource_arns", "more reversed", "one more is tried"),
    harmful(PLAN, "name", "other unknown", "what it selects is not backed up until a selection follows", replaces=True),
    harmless(TEST, "name", "other", "the next test runs by the new one", replaces=True),
    harmless(TESTED, "name", "other", "the next test runs by the new one", replaces=True),
)
