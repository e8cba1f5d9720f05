"""AWS Backup: plans, selections, vaults and restore tests."""

from dynawright.guard.directions import ANYTHING, FIRST, GONE, GROWN, OFF, ON, any_of, higher, lower
from dynawright.guard.known.row import Known

COMPARED = "every change makes a new one: differences are judged"

ROWS = (
    Known(
        "aws_backup_plan",
        {
            "rule.completion_window": higher(10080),
            "rule.start_window": higher(480),
            "rule.enable_continuous_backup": ON,
            "rule.schedule_expression_timezone": ANYTHING,
            "rule.recovery_point_tags": ANYTHING,
            "rule.lifecycle.cold_storage_after": any_of(GONE, higher()),
            "rule.copy_action.lifecycle.cold_storage_after": any_of(GONE, higher()),
            "rule.lifecycle.opt_in_to_archive_for_supported_resources": OFF,
            "rule.copy_action.lifecycle.opt_in_to_archive_for_supported_resources": OFF,
        },
    ),
    Known("aws_backup_selection", {"name": ANYTHING}, replacement=COMPARED),
    Known("aws_backup_vault"),
    Known(
        "aws_backup_vault_lock_configuration",
        {"max_retention_days": any_of(GONE, higher())},
        replacement=COMPARED,
    ),
    Known("aws_backup_vault_policy", end="what it denied is compared"),
    Known("aws_backup_region_settings"),
    Known(
        "aws_backup_restore_testing_plan",
        {
            "name": ANYTHING,
            "schedule_expression_timezone": ANYTHING,
            "start_window_hours": higher(24),
            "recovery_point_selection.include_vaults": GROWN,
            "recovery_point_selection.exclude_vaults": GONE,
            "recovery_point_selection.recovery_point_types": GROWN,
            "recovery_point_selection.selection_window_days": higher(30),
        },
        replacement="the next test uses the new one",
    ),
    Known(
        "aws_backup_restore_testing_selection",
        {
            "name": ANYTHING,
            "protected_resource_arns": any_of(FIRST, GROWN),
            "validation_window_hours": any_of(FIRST, higher(0), lower(0)),
            "restore_testing_plan_name": ANYTHING,
        },
        replacement="the next test uses the new one",
    ),
)
