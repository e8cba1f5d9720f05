"""What an environment can set for backups and exports; every default is safe for production."""

from typing import Annotated, Literal, get_args

from pydantic import Field

from dynawright.settings.base import Settings, allowed
from dynawright.settings.problem import SettingPath, nearest
from dynawright.settings.region import Region

COLD_STORAGE_DAYS = 90
"""AWS bills at least so many days of cold storage, and refuses a rule that would delete earlier."""

REGIONS: tuple[str, ...] = get_args(Region)
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
    """What AWS Backup takes of the tables, and how long it keeps it; `vault` says who could delete it."""

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
    restore_test: Literal["never", "weekly", "monthly"] = Field(
        default="never",
        description="How often AWS Backup restores the latest recovery point into a new table, to see that it can.",
    )
    restore_test_keep_hours: int = Field(
        default=4, ge=1, le=168, description="Hours that a table from a restore test stays, for checks of your own."
    )

    def retention_days(self, period: str) -> int:
        days: int = getattr(self, f"{period}_retention_days")
        return days

    @property
    def rules(self) -> dict[str, int]:
        """Each period that anything is kept of, with its days."""
        return {period: days for period in PERIODS if (days := self.retention_days(period))}

    def cold_storage_after_days(self, period: str) -> int | None:
        """Daily recovery points never move: they would hardly be older than what cold storage bills anyway."""
        days: int | None = getattr(self, f"{period}_cold_storage_after_days", None)
        return days

    def conflicts(self, own_region: str | None = None) -> dict[SettingPath, str]:
        """What AWS would refuse, some of it only when a job runs; what the vault's lock refuses, it says itself."""
        problems: dict[SettingPath, str] = {}
        rules = self.rules
        if self.enabled and not rules:
            problems[("enabled",)] = "true is not allowed: no rule keeps anything; set a retention, or enabled to false"
        if self.completion_window_minutes < self.start_window_minutes + 60:
            problems[("completion_window_minutes",)] = (
                f"{self.completion_window_minutes} is not allowed: at least 60 more than start_window_minutes; "
                f"set it to {self.start_window_minutes + 60} or more"
            )
        for period, days in rules.items():
            cold = self.cold_storage_after_days(period)
            least = 0 if cold is None else cold + COLD_STORAGE_DAYS
            if days < least:
                problems[(f"{period}_retention_days",)] = (
                    f"{days} is not allowed: at least {COLD_STORAGE_DAYS} days in cold storage after {cold} warm ones; "
                    f"set it to {least} or more, or {period}_cold_storage_after_days to null"
                )
        return problems | self._stray_copies()

    def _stray_copies(self) -> dict[SettingPath, str]:
        problems: dict[SettingPath, str] = {}
        for number, arn in enumerate(self.copy_to_vault_arns):
            region = arn.split(":")[3]
            if arn in self.copy_to_vault_arns[:number]:
                problems[("copy_to_vault_arns", number)] = f"'{arn}' is not allowed: it is there already; remove one"
            elif region not in REGIONS:
                near = nearest(region, list(REGIONS))
                hint = f"; did you mean '{near}'?" if near else ""
                problems[("copy_to_vault_arns", number)] = f"'{arn}' is not allowed: there is no Region '{region}'{hint}"
        return problems

    def copies_into(self, own_vault_arn: str) -> dict[SettingPath, str]:
        """Copies that would lie beside their originals: whatever befalls those befalls them."""
        return {
            (
                "copy_to_vault_arns",
                number,
            ): f"'{arn}' is not allowed: it is the environment's own vault; name one in another Region or account"
            for number, arn in enumerate(self.copy_to_vault_arns)
            if arn == own_vault_arn
        }


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
