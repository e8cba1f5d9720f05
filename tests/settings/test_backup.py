"""What backups and exports can be set to, and what can't be true together."""

from collections.abc import Callable

import pytest

from dynawright.settings import BackupSettings, Environment, ExportSettings, VaultSettings, load_named

Problems = Callable[[str], list[str]]

COPIES = "arn:aws:backup:eu-west-2:123456789012:backup-vault:copies"
OWN_VAULT = "arn:aws:backup:eu-west-1:123456789012:backup-vault:tablestakes-test"

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
    "a copy to something else": (
        "copy_to_vault_arns: [my-vault]",
        "copy_to_vault_arns[0]: 'my-vault' is not allowed: a vault's ARN, "
        "such as 'arn:aws:backup:ap-northeast-3:111111111111:backup-vault:copies'",
    ),
    "a copy that is made already": (
        f"copy_to_vault_arns: [{COPIES}, {COPIES}]",
        f"copy_to_vault_arns[1]: '{COPIES}' is not allowed: it is there already; remove one",
    ),
    "a copy to nowhere": (
        "copy_to_vault_arns: ['arn:aws:backup:eu-west-9:111111111111:backup-vault:copies']",
        "copy_to_vault_arns[0]: 'arn:aws:backup:eu-west-9:111111111111:backup-vault:copies' is not allowed: "
        "there is no Region 'eu-west-9'; did you mean 'eu-west-3'?",
    ),
    "a copy beside the original": (
        f"copy_to_vault_arns: [{OWN_VAULT}]",
        f"copy_to_vault_arns[0]: '{OWN_VAULT}' is not allowed: it is the environment's own vault; "
        "name one in another Region or account",
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

WRONG_VAULTS = {
    "a lock upside down": (
        "lock: none, lock_min_retention_days: 100, lock_max_retention_days: 10",
        "lock_min_retention_days: 100 is not allowed: at most lock_max_retention_days, which is 10",
    ),
    "days of grace without compliance": (
        "lock_changeable_for_days: 5",
        "lock_changeable_for_days: 5 is not allowed: only a compliance lock has days of grace; "
        "remove it or set lock to 'compliance'",
    ),
    "less grace than AWS gives": (
        "lock: compliance, lock_changeable_for_days: 2",
        "lock_changeable_for_days: 2 is not allowed: a whole number from 3 to 36500; set it to 3 or more",
    ),
    "a user who breaks the glass": (
        "break_glass_role_arn: 'arn:aws:iam::111111111111:user/x'",
        "break_glass_role_arn: 'arn:aws:iam::111111111111:user/x' is not allowed: a role's ARN, "
        "such as 'arn:aws:iam::111111111111:role/break-glass'",
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


@pytest.mark.parametrize(("line", "problem"), WRONG_VAULTS.values(), ids=WRONG_VAULTS.keys())
def test_vaults_that_aws_would_refuse_are_refused_here(problems: Problems, line: str, problem: str) -> None:
    assert problems(f"vault: {{{line}}}") == [f"test.yaml:5: vault.{problem}"]


@pytest.mark.parametrize(("line", "problem"), WRONG_EXPORTS.values(), ids=WRONG_EXPORTS.keys())
def test_exports_that_aws_would_refuse_are_refused_here(problems: Problems, line: str, problem: str) -> None:
    assert problems(f"export: {{{line}}}") == [f"test.yaml:5: export.{problem}"]


def test_an_override_is_judged_together_with_the_environments_settings(problems: Problems) -> None:
    lines = "vault: {lock_min_retention_days: 30}\nsystems: {shop: {backup: {daily_retention_days: 14}}}"
    rule = "14 is not allowed: the vault's lock admits from 30 to 3653 days"
    assert problems(lines) == [f"test.yaml:6: systems.shop.backup.daily_retention_days: {rule}"]


def test_a_system_can_not_have_a_vault_of_its_own(problems: Problems) -> None:
    assert problems("systems: {shop: {vault: {lock: none}}}") == [
        "test.yaml:5: systems.shop.vault: one for all systems: write it at the top level"
    ]


def test_without_a_lock_any_retention_is_fine() -> None:
    assert VaultSettings(lock="none").refusals(BackupSettings(daily_retention_days=1)) == {}


def test_only_systems_whose_backups_are_on_need_the_vault() -> None:
    dev = load_named("dev")
    assert dev.backups == []
    settings = dev.model_dump(exclude_unset=True) | {"systems": {"shop": {"backup": {"enabled": True}}}}
    assert [one.enabled for one in Environment.model_validate(settings).backups] == [True]
    assert len(load_named("production").backups) == 5


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
