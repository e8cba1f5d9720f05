"""Settings of backups and exports, and their conflicts."""

from typing import Any

import pytest

from dynawright.settings import BackupSettings, ExportSettings, VaultSettings, load_named
from tests.settings.conftest import Problems, told
from tests.settings.systems import environment

COPIES = "arn:aws:backup:eu-west-2:123456789012:backup-vault:copies"
NOWHERE = "arn:aws:backup:eu-west-9:111111111111:backup-vault:copies"
OWN_VAULT = "arn:aws:backup:eu-west-1:123456789012:backup-vault:acme-test"

WRONG = {
    "too short in cold storage": ("backup: {monthly_retention_days: 119}", "DW132", "monthly_retention_days", 119),
    "shorter than the lock admits": ("backup: {daily_retention_days: 6}", "DW134", "daily_retention_days", 6),
    "longer than the lock admits": ("backup: {monthly_retention_days: 4000}", "DW134", "monthly_retention_days", 4000),
    "no rule at all": (
        "backup: {daily_retention_days: 0, weekly_retention_days: 0, monthly_retention_days: 0}",
        "DW130",
        "enabled",
        True,
    ),
    "windows that end before they begin": ("backup: {start_window_minutes: 480}", "DW131", "completion_window_minutes", 480),
    "a copy to something else": ("backup: {copy_to_vault_arns: [my-vault]}", "DW106", "copy_to_vault_arns[0]", "my-vault"),
    "a copy that is made already": (
        f"backup: {{copy_to_vault_arns: [{COPIES}, {COPIES}]}}",
        "DW116",
        "copy_to_vault_arns[1]",
        COPIES,
    ),
    "a copy to nowhere": (f"backup: {{copy_to_vault_arns: ['{NOWHERE}']}}", "DW133", "copy_to_vault_arns[0]", NOWHERE),
    "a copy beside the original": (f"backup: {{copy_to_vault_arns: [{OWN_VAULT}]}}", "DW133", "copy_to_vault_arns[0]", OWN_VAULT),
    "negative retention": ("backup: {daily_retention_days: -1}", "DW106", "daily_retention_days", -1),
    "cold at once": ("backup: {monthly_cold_storage_after_days: 0}", "DW106", "monthly_cold_storage_after_days", 0),
    "a lock upside down": (
        "vault: {lock: none, lock_min_retention_days: 100, lock_max_retention_days: 10}",
        "DW135",
        "lock_min_retention_days",
        100,
    ),
    "days of grace without compliance": ("vault: {lock_changeable_for_days: 5}", "DW135", "lock_changeable_for_days", 5),
    "less grace than AWS gives": (
        "vault: {lock: compliance, lock_changeable_for_days: 2}",
        "DW106",
        "lock_changeable_for_days",
        2,
    ),
    "a user who breaks the glass": (
        "vault: {break_glass_role_arn: 'arn:aws:iam::111111111111:user/x'}",
        "DW106",
        "break_glass_role_arn",
        "arn:aws:iam::111111111111:user/x",
    ),
    "an archive too early": ("export: {infrequent_access_after_days: 61}", "DW136", "archive_after_days", 90),
    "gone before it is archived": ("export: {expire_after_days: 90}", "DW136", "expire_after_days", 90),
    "an unknown day": ("export: {weekday: Sunday}", "DW106", "weekday", "Sunday"),
}


@pytest.mark.parametrize(("line", "code", "path", "value"), WRONG.values(), ids=WRONG.keys())
def test_what_aws_would_refuse_is_refused_here(problems: Problems, line: str, code: str, path: str, value: Any) -> None:
    (problem,) = problems(line)
    assert told([problem]) == [(code, 6, f"{line.partition(':')[0]}.{path}")]
    assert problem.value == value


def test_an_override_is_checked_together_with_the_environments_settings(problems: Problems) -> None:
    lines = "vault: {lock_min_retention_days: 30}\nsystems: {orders: {backup: {daily_retention_days: 14}}}"
    assert told(problems(lines)) == [("DW134", 7, "systems.orders.backup.daily_retention_days")]


def test_a_copy_into_the_vault_of_the_systems_own_region_is_refused(problems: Problems) -> None:
    arn = OWN_VAULT.replace("eu-west-1", "us-east-1")
    lines = f"systems:\n  orders:\n    region: us-east-1\n    backup: {{copy_to_vault_arns: ['{arn}']}}"
    assert told(problems(lines)) == [("DW133", 9, "systems.orders.backup.copy_to_vault_arns[0]")]


def test_a_system_can_not_have_a_vault_of_its_own(problems: Problems) -> None:
    assert told(problems("systems: {orders: {vault: {lock: none}}}")) == [("DW110", 6, "systems.orders.vault")]


def test_without_a_lock_any_retention_is_fine() -> None:
    assert VaultSettings(lock="none").refusals(BackupSettings(daily_retention_days=1)) == {}


def test_only_systems_whose_backups_are_on_need_the_vault() -> None:
    assert environment(backup={"enabled": False}).backups == []
    backups = environment(backup={"enabled": False}, systems={"orders": {"backup": {"enabled": True}}}).backups
    assert [backup.enabled for backup in backups] == [True]
    assert len(environment().backups) == 3


def test_recovery_points_that_stay_warm_may_go_early() -> None:
    assert BackupSettings(monthly_retention_days=31, monthly_cold_storage_after_days=None).conflicts() == {}


def test_what_is_off_needs_no_rules() -> None:
    off = BackupSettings(enabled=False, daily_retention_days=0, weekly_retention_days=0, monthly_retention_days=0)
    assert off.conflicts() == {}


def test_the_defaults_agree_with_each_other() -> None:
    assert (VaultSettings().conflicts(), VaultSettings().refusals(BackupSettings())) == ({}, {})
    assert (BackupSettings().conflicts(), ExportSettings().conflicts()) == ({}, {})


def test_dev_has_neither_and_production_has_copies_a_lock_and_restore_tests() -> None:
    dev, production = load_named("dev"), load_named("production")
    assert (dev.backup.enabled, dev.export.enabled) == (False, False)
    places = {tuple(arn.split(":")[3:5]) for arn in production.backup.copy_to_vault_arns}
    assert places == {("ap-northeast-3", "444444444444"), ("ap-northeast-1", "555555555555")}
    assert (production.vault.lock, production.backup.restore_test) == ("governance", "monthly")
