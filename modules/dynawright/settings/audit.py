"""What an environment can set for the record of who read and wrote what."""

from typing import Literal

from pydantic import Field

from dynawright.settings.base import Settings, allowed
from dynawright.settings.problem import SettingPath


class AuditSettings(Settings):
    """A trail of requests to single items, for the systems that have one."""

    data_events: Literal["none", "writes", "reads_and_writes"] = Field(
        default="writes", description="Which requests are recorded; each costs, and reads are many."
    )
    retention_days: int = Field(default=365, ge=1, le=3_650, description="Days until a record is deleted.")
    lock_days: int = Field(
        default=90,
        ge=0,
        le=3_650,
        description="Days in which nobody, not even the account's root, can delete a record; 0 turns it off. Locked records stay locked.",
        json_schema_extra=allowed("a whole number from 0 to 3650 (0 turns it off)"),
    )

    def conflicts(self, own_region: str | None = None) -> dict[SettingPath, str]:
        """Judged where something is recorded."""
        if self.data_events == "none" or self.lock_days <= self.retention_days:
            return {}
        place = "lock_days" if "lock_days" in self.model_fields_set else "retention_days"
        return {
            (place,): f"{getattr(self, place)} is not allowed: lock_days is {self.lock_days}, and records are deleted after "
            f"retention_days, which is {self.retention_days}; lower the one or raise the other"
        }
