"""Vaults, backup plans, and restore tests."""

from __future__ import annotations

from dynawright.rules.vocabulary.common import KEEPS, KEY, NAME, NAMED, ORDER, ROLE, SCHEDULE, TABLE_ARN, VAULT_ARN, VAULT_NAME
from dynawright.rules.vocabulary.domains import Between, Blocks, MapOf, Policy, Text, arn, exactly, refers
from dynawright.rules.vocabulary.row import ALWAYS, LASTING, PRODUCTION, Row

DYNAMODB = MapOf(exactly(True), ("DynamoDB",))
FEATURES = ("resource_type_opt_in_preference", "resource_type_management_preference")
WITHOUT_FEATURES = "without it there is no cold storage, no copy elsewhere and no key of the vault's own"
MONTH = 35
"""A month, with some days to spare."""
OWN_NAME = Text(r"[A-Za-z0-9_]{1,50}", "up to 50 letters, digits and underscores")

ROWS = {
    "aws_backup_region_settings": (
        *(Row(name, DYNAMODB, WITHOUT_FEATURES, ALWAYS) for name in FEATURES),
        Row("lifecycle", Blocks(1, 1), "AWS returns every service", ALWAYS),
        Row("lifecycle.ignore_changes", exactly(*FEATURES), "AWS returns every service", ALWAYS),
    ),
    "aws_backup_vault": (
        Row("name", NAME, NAMED, ALWAYS),
        Row("kms_key_arn", KEY, "the tables' key must not open their backups"),
        Row("lifecycle", Blocks(1, 1), "it holds the vault's protections"),
        KEEPS,
    ),
    "aws_backup_vault_policy": (
        Row("backup_vault_name", VAULT_NAME, "it protects that vault", ALWAYS),
        Row("policy", Policy(), "it refuses deletions", ALWAYS),
    ),
    "aws_backup_vault_lock_configuration": (
        Row("backup_vault_name", VAULT_NAME, "it locks that vault", ALWAYS),
        Row("min_retention_days", Between(1, 36_500), "less lets backups be deleted at once", ALWAYS),
        Row("min_retention_days", Between(7, 36_500), "noticing a loss takes up to a week", where=LASTING),
        Row("max_retention_days", Between(1, 36_500), "jobs with a longer retention are rejected", ALWAYS),
        Row("changeable_for_days", Between(3, 36_500), "AWS asks for three days of grace"),
    ),
    "aws_backup_plan": (
        Row("name", NAME, NAMED, ALWAYS),
        Row("rule", Blocks(), "a plan without rules makes no backups", ALWAYS),
        Row("rule.rule_name", NAME, NAMED, ALWAYS),
        Row("rule.target_vault_name", VAULT_NAME, "backups are kept there", ALWAYS),
        Row("rule.schedule", SCHEDULE, "backups are made then", ALWAYS),
        Row("rule.start_window", Between(60, 1440), "a backup that has not begun by then has expired", ALWAYS),
        Row("rule.completion_window", Between(120, 10_080), "a backup that is not complete by then is aborted", ALWAYS),
        Row("rule.lifecycle", Blocks(1, 1), "without it, backups are kept and billed forever", ALWAYS),
        Row("rule.lifecycle.delete_after", Between(1, 36_500), "without it, backups are kept and billed forever", ALWAYS),
        Row("rule.lifecycle.delete_after", Between(7, 36_500), "noticing a loss takes up to a week", where=LASTING),
        Row("rule.lifecycle.cold_storage_after", Between(1, 36_410), "days until it costs less"),
        Row("rule.copy_action", Blocks(), "copies elsewhere survive what the vault does not"),
        Row("rule.copy_action.destination_vault_arn", arn("backup", r"backup-vault:[A-Za-z0-9_-]{2,50}"), "copies are kept there", ALWAYS),
        Row("rule.copy_action.lifecycle", Blocks(1, 1), "without it, copies are kept and billed forever", ALWAYS),
        Row("rule.copy_action.lifecycle.delete_after", Between(1, 36_500), "without it, copies are kept and billed forever", ALWAYS),
        Row("rule.copy_action.lifecycle.delete_after", Between(7, 36_500), "noticing a loss takes up to a week", where=LASTING),
        Row("rule.copy_action.lifecycle.cold_storage_after", Between(1, 36_410), "days until it costs less"),
    ),
    "aws_backup_selection": (
        Row("name", NAME, NAMED, ALWAYS),
        Row("plan_id", refers("aws_backup_plan", attribute="id", near=True), "that plan backs them up", ALWAYS),
        Row("iam_role_arn", ROLE, "backups are made as that role", ALWAYS),
        Row("resources", TABLE_ARN, "these tables are backed up, by ARN", ALWAYS),
        ORDER,
    ),
    "aws_backup_restore_testing_plan": (
        Row("name", OWN_NAME, NAMED, ALWAYS),
        Row("schedule_expression", SCHEDULE, "a backup that was never restored is a hope", ALWAYS),
        Row("start_window_hours", Between(1, 168), "a test that has not begun by then is left out", ALWAYS),
        Row("recovery_point_selection", Blocks(1, 1), "it restores one of these", ALWAYS),
        Row("recovery_point_selection.algorithm", exactly("LATEST_WITHIN_WINDOW"), "the latest backup is what an incident needs", ALWAYS),
        Row("recovery_point_selection.include_vaults", VAULT_ARN, "backups are kept there", ALWAYS),
        Row("recovery_point_selection.recovery_point_types", exactly("SNAPSHOT"), "tables have no other kind", ALWAYS),
        Row("recovery_point_selection.selection_window_days", Between(1, 365), "it looks for backups that are this old at most", ALWAYS),
        Row("recovery_point_selection.selection_window_days", Between(1, MONTH), "an older backup proves nothing about today's", where=PRODUCTION),
    ),
    "aws_backup_restore_testing_selection": (
        Row("name", OWN_NAME, NAMED, ALWAYS),
        Row("restore_testing_plan_name", refers("aws_backup_restore_testing_plan", attribute="name", near=True), "that plan restores it", ALWAYS),
        Row("protected_resource_type", exactly("DynamoDB"), "it restores tables", ALWAYS),
        Row("protected_resource_arns", TABLE_ARN, "it restores that table", ALWAYS),
        Row("iam_role_arn", ROLE, "it restores as that role", ALWAYS),
        Row("validation_window_hours", Between(1, 168), "the table that was restored is deleted then", ALWAYS),
    ),
    "data.aws_backup_vault": (Row("name", NAME, "the foundation's vault", ALWAYS),),
}  # fmt: skip
