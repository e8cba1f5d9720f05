"""Settings of tables: capacity, replicas, recovery and protection."""

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from dynawright.errors import Problem, must_be
from dynawright.settings.base import allowed, laid_over
from dynawright.settings.problem import Conflicts, SettingPath, below
from dynawright.settings.region import Region
from dynawright.settings.replica import ReplicaSettings
from dynawright.settings.strong_consistency import strong_conflicts
from dynawright.settings.tags import tag_problems
from dynawright.settings.units import UnitSettings

IGNORED_BY = {
    "on_demand": ("read_capacity_units", "write_capacity_units"),
    "provisioned": ("on_demand_max_read_units", "on_demand_max_write_units"),
}
"""Capacity mode → settings without effect; autoscaling's may stay in the file for a later change."""

PROTECTED_BY = {
    "deletion_protection_enabled": "deletion_protection",
    "point_in_time_recovery": "point_in_time_recovery_days",
    "server_side_encryption": "the encryption settings",
}
"""Attribute that must not be ignored → its setting. Plans must show manual changes of these."""


class TableSettings(UnitSettings):
    """Capacity, replicas and protection of tables."""

    tier: Literal["critical", "standard", "disposable"] = Field(
        default="critical",
        description="What the table is worth: all recovery points and alarms that the settings ask for; weekly recovery points only; "
        "or none, and only the essential alarms. Point-in-time recovery is set by itself.",
    )
    capacity_mode: Literal["on_demand", "provisioned"] = Field(
        default="on_demand", description="Pay per request, or for a capacity fixed beforehand."
    )
    table_class: Literal["STANDARD", "STANDARD_INFREQUENT_ACCESS"] = Field(
        default="STANDARD", description="Infrequent access stores for less and reads and writes for more."
    )
    point_in_time_recovery_days: int = Field(
        default=35,
        ge=0,
        le=35,
        description="How many days back a table can be restored to any second; 0 turns it off.",
        json_schema_extra=allowed("a whole number from 0 to 35 (0 turns it off)"),
    )
    deletion_protection: bool = Field(default=True, description="AWS refuses to delete the tables.")
    prevent_destroy: bool = Field(default=True, description="Terraform refuses any plan that would delete or replace the tables.")
    ignore_changes: tuple[
        Annotated[str, Field(pattern="^[a-z][a-z0-9_]*$", json_schema_extra=allowed("an attribute in lower_snake_case"))],
        ...,
    ] = Field(
        default=(),
        strict=False,  # YAML has lists, no tuples
        description="Attributes of aws_dynamodb_table that others change and Terraform leaves alone.",
    )

    replicas: tuple[ReplicaSettings, ...] = Field(
        default=(),
        strict=False,
        max_length=20,
        description="Copies of each table in other Regions.",
        json_schema_extra=allowed("a list of at most 20 replicas"),
    )

    replica_consistency: Literal["eventual", "strong"] = Field(
        default="eventual",
        description="Whether copies follow within about a second, or a write is in another Region before it is confirmed. strong is for "
        "new, empty tables in exactly three Regions, and can't be changed later.",
    )
    witness_region: Region | None = Field(
        default=None,
        description="A third Region that keeps strong consistency and holds no copy that could be read; in place of a second replica.",
        json_schema_extra=allowed("an AWS commercial Region, one of the environment's other_regions, or null"),
    )

    contributor_insights: bool = Field(
        default=False,
        description="CloudWatch finds the most used and most throttled keys of each table and index; billed per event.",
    )

    @property
    def is_strongly_consistent(self) -> bool:
        """Whether a read in any Region sees the latest write of every Region."""
        return bool(self.replicas) and self.replica_consistency == "strong"

    @property
    def is_autoscaled(self) -> bool:
        return self.capacity_mode == "provisioned" and self.autoscaling.enabled

    def conflicts(self, region: str | None = None) -> Conflicts:
        """Return settings that conflict with each other or with the table's Region."""
        problems = {**self._ignored(), **self._hidden_protections(), **self._contradicting_replicas(region)}
        problems |= strong_conflicts(self, region) | self.half_warm()
        if self.is_autoscaled:
            units = {"read": self.read_capacity_units, "write": self.write_capacity_units}
            problems |= below(("autoscaling",), self.autoscaling.conflicts_with(units))
        return problems

    def _ignored(self) -> Conflicts:
        return self.unused(self)

    def unused(self, units: UnitSettings) -> Conflicts:
        """Return units of the table or an index that have no effect in the table's capacity mode."""
        mode, other = self.capacity_mode, "provisioned" if self.capacity_mode == "on_demand" else "on_demand"
        text = f"has no effect: capacity_mode '{mode}' ignores it"
        fix = f"remove the line, or set capacity_mode to '{other}'"
        return {
            (field,): Problem("DW120", text, value=getattr(units, field), fix=fix)
            for field in IGNORED_BY[mode]
            if field in units.model_fields_set and getattr(units, field) is not None
        }

    def _hidden_protections(self) -> Conflicts:
        return {
            ("ignore_changes", number): Problem(
                "DW121",
                f"'{name}' can't be ignored: if it were turned off by hand, no plan would show it",
                value=name,
                fix=f"remove the line, and use {PROTECTED_BY[name]}",
            )
            for number, name in enumerate(self.ignore_changes)
            if name in PROTECTED_BY
        }

    def _contradicting_replicas(self, own_region: str | None) -> Conflicts:
        problems: Conflicts = {}
        regions = [replica.region for replica in self.replicas]
        for number, replica in enumerate(self.replicas):
            here: SettingPath = ("replicas", number)
            if replica.region == own_region:
                problems[(*here, "region")] = must_be("DW122", "another Region than the table's own", replica.region)
            elif replica.region in regions[:number]:
                problems[(*here, "region")] = must_be("DW116", "in the list once", replica.region, fix="remove one")
            if replica.kms_key_arn is not None and replica.kms_key_arn.split(":")[3] != replica.region:
                allowed_key = f"a key in '{replica.region}', as the replica"
                problems[(*here, "kms_key_arn")] = must_be("DW123", allowed_key, replica.kms_key_arn)
            problems |= below((*here, "tags"), tag_problems(replica.tags))
        if self.replicas and self.capacity_mode == "provisioned" and not self.autoscaling.enabled:
            fix = "set it to true, or capacity_mode to 'on_demand'"
            limit = "true for replicas with provisioned capacity"
            problems[("autoscaling", "enabled")] = must_be("DW124", limit, False, fix=fix)
        return problems

    def stray_replicas(self, own_region: str | None, other_regions: Sequence[str]) -> Conflicts:
        """Return replicas in Regions without a Terraform provider, which could never be deleted."""
        known = ", ".join(other_regions) or "empty"
        regions: dict[SettingPath, str] = {("replicas", number, "region"): one.region for number, one in enumerate(self.replicas)}
        if self.witness_region is not None:
            regions["witness_region",] = self.witness_region
        return {
            path: must_be("DW122", f"one of other_regions, which is {known}", region, fix=f"add '{region}' to other_regions")
            for path, region in regions.items()
            if region not in (own_region, *other_regions)
        }

    def overridden_by(self, overrides: "TableSettings") -> "TableSettings":
        """Merge like all settings; an overridden capacity mode drops inherited units of the other mode."""
        ignored = IGNORED_BY[overrides.capacity_mode] if "capacity_mode" in overrides.model_fields_set else ()
        kept = {name: value for name, value in self.written.items() if name not in ignored}
        return laid_over(TableSettings.model_construct(**kept), overrides)
