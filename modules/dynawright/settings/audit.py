"""Settings of the audit trail, which records who read and wrote which items."""

from typing import Literal

from pydantic import Field

from dynawright.errors import must_be
from dynawright.settings.base import Settings, allowed
from dynawright.settings.cache import CacheSettings
from dynawright.settings.problem import Conflicts


class AuditSettings(Settings):
    """A trail of requests to items, for systems with an audit trail."""

    data_events: Literal["none", "writes", "reads_and_writes"] = Field(
        default="writes",
        description="Which requests are recorded; each costs, and reads are many. What a cache answers is never recorded; "
        "the clients' access log has it (docs/clients.md).",
    )
    retention_days: int = Field(default=365, ge=1, le=3_650, description="Days until a record is deleted.")
    lock_days: int = Field(
        default=90,
        ge=0,
        le=3_650,
        description="Days in which no one, not even the account's root, can delete a record; 0 turns it off. Locked records stay locked.",
        json_schema_extra=allowed("a whole number from 0 to 3650 (0 turns it off)"),
    )

    def conflicts_with(self, cache: CacheSettings) -> Conflicts:
        """Reject recording of reads beside a cache: it misses reads that the cache serves and who made them."""
        if not cache.enabled or self.data_events != "reads_and_writes":
            return {}
        limit = "none or writes beside a cache: what it answers is not recorded, and the rest names the cache as the reader"
        return {("data_events",): must_be("DW144", limit, self.data_events, fix="record writes, or switch the cache off")}

    def conflicts(self, region: str | None = None) -> Conflicts:
        """Compare lock and retention if anything is recorded."""
        if self.data_events == "none" or self.lock_days <= self.retention_days:
            return {}
        fix = "lower lock_days or raise retention_days"
        if "lock_days" in self.model_fields_set:
            limit = f"at most retention_days, {self.retention_days}, after which records are deleted"
            return {("lock_days",): must_be("DW143", limit, self.lock_days, fix=fix)}
        limit = f"at least lock_days, {self.lock_days}, for which records are locked"
        return {("retention_days",): must_be("DW143", limit, self.retention_days, fix=fix)}
