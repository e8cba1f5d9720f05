"""Settings of the vault that an environment's systems share."""

from typing import Literal

from pydantic import Field

from dynawright.errors import Problem, must_be
from dynawright.settings.backup import BackupSettings
from dynawright.settings.base import Settings, allowed
from dynawright.settings.problem import Conflicts


class VaultSettings(Settings):
    """The backup vault's lock, its retention limits, and who may delete backups."""

    lock: Literal["none", "governance", "compliance"] = Field(
        default="governance",
        description="Refuses retentions outside of the lock's limits. Privileged users can lift governance; no one, AWS "
        "included, can ever lift compliance.",
    )
    lock_min_retention_days: int = Field(
        default=7, ge=1, le=36_500, description="Nothing may be kept for less; jobs that would are refused."
    )
    lock_max_retention_days: int = Field(
        default=3653, ge=1, le=36_500, description="Nothing may be kept for longer; jobs that would are refused."
    )
    lock_changeable_for_days: int = Field(
        default=14, ge=3, le=36_500, description="Days of grace until a compliance lock is final."
    )
    break_glass_role_arn: str | None = Field(
        default=None,
        pattern="^arn:aws:iam::[0-9]{12}:role/[A-Za-z0-9+=,.@_/-]+$",
        description="The only role that may delete recovery points; without one, none may while the vault's policy is in place.",
        json_schema_extra=allowed("a role's ARN, such as 'arn:aws:iam::111111111111:role/break-glass'"),
    )
    prevent_destroy: bool = Field(default=True, description="Terraform refuses any plan that would delete the vault.")

    def conflicts(self, region: str | None = None) -> Conflicts:
        problems: Conflicts = {}
        if self.lock_min_retention_days > self.lock_max_retention_days:
            limit = f"at most lock_max_retention_days, {self.lock_max_retention_days}"
            problems[("lock_min_retention_days",)] = must_be("DW135", limit, self.lock_min_retention_days)
        if self.lock != "compliance" and "lock_changeable_for_days" in self.model_fields_set:
            text, days = "has no effect: only a compliance lock has days of grace", self.lock_changeable_for_days
            fix = "remove the line, or set lock to 'compliance'"
            problems[("lock_changeable_for_days",)] = Problem("DW135", text, value=days, fix=fix)
        return problems

    def refusals(self, backup: BackupSettings) -> Conflicts:
        """Return retentions of a system's backups that the lock refuses: its jobs would fail."""
        if self.lock == "none":
            return {}
        limits = f"from {self.lock_min_retention_days} to {self.lock_max_retention_days} days, as the vault's lock asks"
        return {
            (f"{period}_retention_days",): must_be("DW134", limits, days)
            for period, days in backup.rules.items()
            if not self.lock_min_retention_days <= days <= self.lock_max_retention_days
        }
