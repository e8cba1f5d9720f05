"""What backups and exports can be set to, and what can't be true together."""

from collections.abc import Callable

import pytest

from environments import BackupSettings, ExportSettings, load_named

Problems = Callable[[str], list[str]]

WRONG_BACKUPS = {
    "too short in cold storage": (
        "monthly_retention_days: 119",
        "monthly_retention_days: 119 is not allowed: at least 90 days in cold storage after 30 warm ones; "
        "set it to 120 or more, or monthly_cold_storage_after_days to null",
    ),
    "shorter than the lock admits": (
        "daily_retention_days: 6",
        "daily_retention_days: 6 is not allowed: the vault's lock admits from 7 to 3653 days",
    ),
    "longer than the lock admits": (
        "monthly_retention_days: 4000",
        "monthly_retention_days: 4000 is not allowed: the vault's lock admits from 7 to 3653 days",
    ),
    "no rule at all": (
        "daily_retention_days: 0, weekly_retention_days: 0, monthly_retention_days: 0",
        "enabled: true is not allowed: no rule keeps anything; set a retention, or enabled to false",
    ),
    "windows that end before they begin": (
        "start_window_minutes: 480",
        "completion_window_minutes: 480 is not allowed: at least 60 more than start_window_minutes; set it to 540 or more",
    ),
    "a lock upside down": (
        "vault_lock: none, vault_lock_min_retention_days: 100, vault_lock_max_retention_days: 10",
        "vault_lock_min_retention_days: 100 is not allowed: at most vault_lock_max_retention_days, which is 10",
    ),
    "days of grace without compliance": (
        "vault_lock_changeable_for_days: 5",
        "vault_lock_changeable_for_days: 5 is not allowed: only a compliance lock has days of grace; "
        "remove it or set vault_lock to 'compliance'",
    ),
    "less grace than AWS gives": (
        "vault_lock: compliance, vault_lock_changeable_for_days: 2",
        "vault_lock_changeable_for_days: 2 is not allowed: a whole number from 3 to 36500; set it to 3 or more",
    ),
    "a copy to something else": (
        "copy_to_vault_arns: [my-vault]",
        "copy_to_vault_arns[0]: 'my-vault' is not allowed: a vault's ARN, "
        "such as 'arn:aws:backup:ap-northeast-3:111111111111:backup-vault:copies'",
    ),
    "a user who breaks the glass": (
        "break_glass_role_arn: 'arn:aws:iam::111111111111:user/x'",
        "break_glass_role_arn: 'arn:aws:iam::111111111111:user/x' is not allowed: a role's ARN, "
        "such as 'arn:aws:iam::111111111111:role/break-glass'",
    ),
    "negative retention": (
        "daily_retention_days: -1",
        "daily_retention_days: -1 is not allowed: a whole number from 0 to 36500 (0 leaves the rule out); set it to 0 or more",
    ),
    "cold at once": (
        "monthly_cold_storage_after_days: 0",
        "monthly_cold_storage_after_days: 0 is not allowed: a whole number from 1 to 36410, "
        "or null to keep recovery points warm; set it to 1 or more",
    ),
}

WRONG_EXPORTS = {
    "an archive too early": (
        "infrequent_access_after_days: 61",
        "archive_after_days: 90 is not allowed: at least 30 days after infrequent_access_after_days; set it to 91 or more",
    ),
    "gone before it is archived": (
        "expire_after_days: 90",
        "expire_after_days: 90 is not allowed: later than archive_after_days, which is 90",
    ),
    "an unknown day": (
        "weekday: Sunday",
        "weekday: 'Sunday' is not allowed: one of 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'",
    ),
}


@pytest.mark.parametrize(("line", "problem"), WRONG_BACKUPS.values(), ids=WRONG_BACKUPS.keys())
def test_backups_that_aws_would_refuse_are_refused_here(problems: Problems, line: str, problem: str) -> None:
    assert problems(f"backup: {{{line}}}") == [f"test.yaml:5: backup.{problem}"]


@pytest.mark.parametrize(("line", "problem"), WRONG_EXPORTS.values(), ids=WRONG_EXPORTS.keys())
def test_exports_that_aws_would_refuse_are_refused_here(problems: Problems, line: str, problem: str) -> None:
    assert problems(f"export: {{{line}}}") == [f"test.yaml:5: export.{problem}"]


def test_an_override_is_judged_together_with_the_environments_settings(problems: Problems) -> None:
    lines = "backup: {vault_lock_min_retention_days: 30}\nsystems: {shop: {backup: {daily_retention_days: 14}}}"
    rule = "14 is not allowed: the vault's lock admits from 30 to 3653 days"
    assert problems(lines) == [f"test.yaml:6: systems.shop.backup.daily_retention_days: {rule}"]


def test_without_a_lock_any_retention_is_fine() -> None:
    assert BackupSettings(vault_lock="none", daily_retention_days=1).conflicts() == {}


def test_recovery_points_that_stay_warm_may_go_early() -> None:
    assert BackupSettings(monthly_retention_days=31, monthly_cold_storage_after_days=None).conflicts() == {}


def test_what_is_off_needs_no_rules() -> None:
    off = BackupSettings(enabled=False, daily_retention_days=0, weekly_retention_days=0, monthly_retention_days=0)
    assert off.conflicts() == {}


def test_the_defaults_agree_with_each_other() -> None:
    assert (BackupSettings().conflicts(), ExportSettings().conflicts()) == ({}, {})


def test_dev_has_neither_and_production_has_copies_a_lock_and_restore_tests() -> None:
    dev, production = load_named("dev"), load_named("production").backup
    assert (dev.backup.enabled, dev.export.enabled) == (False, False)
    places = {tuple(arn.split(":")[3:5]) for arn in production.copy_to_vault_arns}
    assert places == {("ap-northeast-3", "444444444444"), ("ap-northeast-1", "555555555555")}
    assert (production.vault_lock, production.restore_test) == ("governance", "monthly")
