"""Settings of backups and exports; every default is safe for production."""

from typing import Annotated, Literal, get_args

from pydantic import Field

from dynawright.errors import did_you_mean, must_be
from dynawright.settings.base import Settings, allowed
from dynawright.settings.problem import Conflicts
from dynawright.settings.region import Region

COLD_STORAGE_DAYS = 90
"""The fewest days of cold storage: AWS bills them and refuses a rule that deletes earlier."""

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
    """AWS Backup's schedules and retentions; `vault` protects the backups."""

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
        """The days of each period with a retention."""
        return {period: days for period in PERIODS if (days := self.retention_days(period))}

    def of_tier(self, tier: str) -> "BackupSettings":
        """Return the settings for a tier: `standard` keeps weekly recovery points, or the closest period."""
        if tier == "critical":
            return self
        kept = next((period for period in ("weekly", "monthly", "daily") if period in self.rules), None)
        dropped = [period for period in PERIODS if period != kept or tier == "disposable"]
        found = self.model_copy(update={f"{period}_retention_days": 0 for period in dropped})
        return found if found.rules else found.model_copy(update={"enabled": False})

    def cold_storage_after_days(self, period: str) -> int | None:
        """Return the days before recovery points move to cold storage; daily ones never do."""
        days: int | None = getattr(self, f"{period}_cold_storage_after_days", None)
        return days

    def conflicts(self, region: str | None = None) -> Conflicts:
        """Return values that AWS would refuse, some only when a job runs."""
        problems: Conflicts = {}
        rules = self.rules
        if self.enabled and not rules:
            fix = "set a retention, or enabled to false"
            problems[("enabled",)] = must_be("DW130", "false where no rule keeps anything", True, fix=fix)
        least = self.start_window_minutes + 60
        if self.completion_window_minutes < least:
            limit = f"at least 60 more than start_window_minutes, {least}"
            problems[("completion_window_minutes",)] = must_be("DW131", limit, self.completion_window_minutes)
        for period, days in rules.items():
            cold = self.cold_storage_after_days(period)
            if cold is not None and days < cold + COLD_STORAGE_DAYS:
                limit = f"at least {cold + COLD_STORAGE_DAYS}: {cold} warm days, then {COLD_STORAGE_DAYS} in cold storage"
                fix = f"raise it, or set {period}_cold_storage_after_days to null"
                problems[(f"{period}_retention_days",)] = must_be("DW132", limit, days, fix=fix)
        return problems | self._stray_copies()

    def _stray_copies(self) -> Conflicts:
        problems: Conflicts = {}
        for number, arn in enumerate(self.copy_to_vault_arns):
            region = arn.split(":")[3]
            here = ("copy_to_vault_arns", number)
            if arn in self.copy_to_vault_arns[:number]:
                problems[here] = must_be("DW116", "in the list once", arn, fix="remove one")
            elif region not in REGIONS:
                fix = did_you_mean(region, REGIONS)
                problems[here] = must_be("DW133", "a vault in an AWS commercial Region", arn, fix=fix)
        return problems

    def copies_into(self, own_vault_arn: str) -> Conflicts:
        """Return copies in the same place as their originals, which would be lost together."""
        fix = "name one in another Region or account"
        return {
            ("copy_to_vault_arns", number): must_be("DW133", "another vault than the environment's own", arn, fix=fix)
            for number, arn in enumerate(self.copy_to_vault_arns)
            if arn == own_vault_arn
        }


class ExportSettings(Settings):
    """The weekly backup and the exports to S3, for long retention and analysis."""

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
    reserve_concurrency: bool = Field(
        default=True,
        description="Reserve one of the account's concurrent executions of Lambda for the function, so that it runs once at a time. "
        "false in an account whose quota leaves none to reserve: new ones have 10.",
    )
    infrequent_access_after_days: int = Field(
        default=30, ge=30, le=36_500, description="Days until an export moves to S3's infrequent-access storage."
    )
    archive_after_days: int = Field(
        default=90, ge=60, le=36_500, description="Days until an export moves to S3's archive, Glacier Flexible Retrieval."
    )
    expire_after_days: int = Field(default=2557, ge=1, le=36_500, description="Days until an export is deleted.")

    def conflicts(self, region: str | None = None) -> Conflicts:
        """Return transitions that S3 refuses because of their order, and those that would never happen."""
        least = self.infrequent_access_after_days + 30
        if self.archive_after_days < least:
            limit = f"at least 30 more than infrequent_access_after_days, {least}"
            return {("archive_after_days",): must_be("DW136", limit, self.archive_after_days)}
        if self.expire_after_days <= self.archive_after_days:
            limit = f"more than archive_after_days, {self.archive_after_days}"
            return {("expire_after_days",): must_be("DW136", limit, self.expire_after_days)}
        return {}
