"""What an environment can set for backups and exports; every default is safe for production."""

from typing import Annotated, Literal

from pydantic import Field

from environments.problem import SettingPath
from environments.settings import Settings, allowed

COLD_STORAGE_DAYS = 90
"""AWS bills at least so many days of cold storage, and refuses a rule that would delete earlier."""

PERIODS = ("daily", "weekly", "monthly")

RETENTION = allowed("a whole number from 0 to 36500 (0 leaves the rule out)")
COLD = {
    **allowed("a whole number from 1 to 36410, or null to keep recovery points warm"),
    "anyOf": [{"type": "integer", "minimum": 1, "maximum": 36_410}, {"type": "null"}],
}

VaultArn = Annotated[
    str,
    Field(
        pattern="^arn:aws:backup:[a-z0-9-]+:[0-9]{12}:backup-vault:[A-Za-z0-9_-]{2,50}$",
        json_schema_extra=allowed("a vault's ARN, such as 'arn:aws:backup:ap-northeast-3:111111111111:backup-vault:copies'"),
    ),
]


class BackupSettings(Settings):
    """What AWS Backup takes of the tables, how long it keeps it, and who could delete it."""

    enabled: bool = Field(default=True, description="Whether AWS Backup takes recovery points at all.")
    hour_utc: int = Field(default=17, ge=0, le=23, description="The hour, in UTC, in which backups start.")
    daily_retention_days: int = Field(
        default=35, ge=0, le=36_500, description="Days to keep each day's recovery point.", json_schema_extra=RETENTION
    )
    weekly_retention_days: int = Field(
        default=98, ge=0, le=36_500, description="Days to keep each Sunday's recovery point.", json_schema_extra=RETENTION
    )
    weekly_cold_storage_after_days: int | None = Field(
        default=None,
        ge=1,
        le=36_410,
        description="Days until a weekly recovery point moves to cold storage.",
        json_schema_extra=COLD,
    )
    monthly_retention_days: int = Field(
        default=400,
        ge=0,
        le=36_500,
        description="Days to keep the recovery point of each month's first day.",
        json_schema_extra=RETENTION,
    )
    monthly_cold_storage_after_days: int | None = Field(
        default=30,
        ge=1,
        le=36_410,
        description="Days until a monthly recovery point moves to cold storage.",
        json_schema_extra=COLD,
    )
    start_window_minutes: int = Field(
        default=60, ge=60, le=1440, description="Minutes in which a backup must start, or it has expired."
    )
    completion_window_minutes: int = Field(
        default=480, ge=120, le=10_080, description="Minutes in which a backup must be complete, or it is aborted."
    )
    copy_to_vault_arns: tuple[VaultArn, ...] = Field(
        default=(),
        strict=False,  # YAML has lists, no tuples
        description="Vaults, in other Regions or accounts, that get a copy of each recovery point and keep it as long.",
    )
    vault_lock: Literal["none", "governance", "compliance"] = Field(
        default="governance",
        description="Refuses retentions outside of the lock's limits. Privileged users can lift governance; nobody, AWS "
        "included, can ever lift compliance.",
    )
    vault_lock_min_retention_days: int = Field(
        default=7, ge=1, le=36_500, description="Nothing may be kept for less; jobs that would are refused."
    )
    vault_lock_max_retention_days: int = Field(
        default=3653, ge=1, le=36_500, description="Nothing may be kept for longer; jobs that would are refused."
    )
    vault_lock_changeable_for_days: int = Field(
        default=14, ge=3, le=36_500, description="Days of grace until a compliance lock is final."
    )
    break_glass_role_arn: str | None = Field(
        default=None,
        pattern="^arn:aws:iam::[0-9]{12}:role/[A-Za-z0-9+=,.@_/-]+$",
        description="The only role that may delete recovery points; without one, nobody may while the vault's policy stands.",
        json_schema_extra=allowed("a role's ARN, such as 'arn:aws:iam::111111111111:role/break-glass'"),
    )
    restore_test: Literal["never", "weekly", "monthly"] = Field(
        default="never",
        description="How often AWS Backup restores the latest recovery point into a new table, to see that it can.",
    )
    restore_test_keep_hours: int = Field(
        default=4, ge=1, le=168, description="Hours that a table from a restore test stays, for checks of your own."
    )
    prevent_destroy: bool = Field(default=True, description="Terraform refuses any plan that would delete the vault.")

    def retention_days(self, period: str) -> int:
        days: int = getattr(self, f"{period}_retention_days")
        return days

    def cold_storage_after_days(self, period: str) -> int | None:
        """Daily recovery points never move: they would hardly be older than what cold storage bills anyway."""
        days: int | None = getattr(self, f"{period}_cold_storage_after_days", None)
        return days

    def conflicts(self, own_region: str | None = None) -> dict[SettingPath, str]:
        """What AWS would refuse, some of it only when a job runs: each rule by itself, and against the lock."""
        problems: dict[SettingPath, str] = {}
        rules = {period: days for period in PERIODS if (days := self.retention_days(period))}
        if self.enabled and not rules:
            problems[("enabled",)] = "true is not allowed: no rule keeps anything; set a retention, or enabled to false"
        if self.completion_window_minutes < self.start_window_minutes + 60:
            problems[("completion_window_minutes",)] = (
                f"{self.completion_window_minutes} is not allowed: at least 60 more than start_window_minutes; "
                f"set it to {self.start_window_minutes + 60} or more"
            )
        if self.vault_lock_min_retention_days > self.vault_lock_max_retention_days:
            problems[("vault_lock_min_retention_days",)] = (
                f"{self.vault_lock_min_retention_days} is not allowed: at most vault_lock_max_retention_days, "
                f"which is {self.vault_lock_max_retention_days}"
            )
        if self.vault_lock != "compliance" and "vault_lock_changeable_for_days" in self.model_fields_set:
            problems[("vault_lock_changeable_for_days",)] = (
                f"{self.vault_lock_changeable_for_days} is not allowed: only a compliance lock has days of grace; "
                "remove it or set vault_lock to 'compliance'"
            )
        for period, days in rules.items():
            cold = self.cold_storage_after_days(period)
            least = 0 if cold is None else cold + COLD_STORAGE_DAYS
            if days < least:
                problems[(f"{period}_retention_days",)] = (
                    f"{days} is not allowed: at least {COLD_STORAGE_DAYS} days in cold storage after {cold} warm ones; "
                    f"set it to {least} or more, or {period}_cold_storage_after_days to null"
                )
            elif self.vault_lock != "none" and not self._lock_admits(days):
                limits = f"from {self.vault_lock_min_retention_days} to {self.vault_lock_max_retention_days}"
                problems[(f"{period}_retention_days",)] = f"{days} is not allowed: the vault's lock admits {limits} days"
        return problems

    def _lock_admits(self, days: int) -> bool:
        return self.vault_lock_min_retention_days <= days <= self.vault_lock_max_retention_days


class ExportSettings(Settings):
    """The weekly backup and the exports to S3, for long retention and for analysis."""

    enabled: bool = Field(default=True, description="Whether systems that export do so in this environment.")
    weekday: Literal["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"] = Field(
        default="SUN", description="The day of the weekly backup and full export."
    )
    hour_utc: int = Field(default=18, ge=0, le=23, description="The hour, in UTC, at which exports are made.")
    backup_retention_days: int = Field(
        default=98, ge=7, le=3653, description="Days until a weekly backup is deleted; the newest one never is."
    )
    incremental: bool = Field(
        default=True,
        description="Whether each day's changes are exported too; the tables need two days of point-in-time recovery or more.",
    )
    infrequent_access_after_days: int = Field(
        default=30, ge=30, le=36_500, description="Days until an export moves to S3's infrequent-access storage."
    )
    archive_after_days: int = Field(
        default=90, ge=60, le=36_500, description="Days until an export moves to S3's archive, Glacier Flexible Retrieval."
    )
    expire_after_days: int = Field(default=2557, ge=1, le=36_500, description="Days until an export is deleted.")

    def conflicts(self, own_region: str | None = None) -> dict[SettingPath, str]:
        """S3 refuses transitions out of order; one that never happens would only mislead."""
        problems: dict[SettingPath, str] = {}
        if self.archive_after_days < self.infrequent_access_after_days + 30:
            problems[("archive_after_days",)] = (
                f"{self.archive_after_days} is not allowed: at least 30 days after infrequent_access_after_days; "
                f"set it to {self.infrequent_access_after_days + 30} or more"
            )
        elif self.expire_after_days <= self.archive_after_days:
            problems[("expire_after_days",)] = (
                f"{self.expire_after_days} is not allowed: later than archive_after_days, which is {self.archive_after_days}"
            )
        return problems
