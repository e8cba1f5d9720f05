"""Settings of read and write units of a table or an index."""

from pydantic import Field, field_validator

from dynawright.errors import Problem
from dynawright.settings.base import Settings, allowed
from dynawright.settings.capacity import AutoscalingSettings
from dynawright.settings.problem import Conflicts

MAXIMUM = {
    **allowed("a whole number of 1 or more, -1 to lift a maximum that was set before, or null where there never was one"),
    "anyOf": [{"type": "integer", "minimum": 1}, {"const": -1}, {"type": "null"}],
}
"""Removes a maximum; AWS keeps one that is no longer in the request."""

OTHER = {"warm_read_units": "warm_write_units", "warm_write_units": "warm_read_units"}


class UnitSettings(Settings):
    """Units of provisioned capacity, autoscaling, and maxima of on-demand capacity."""

    read_capacity_units: int = Field(
        default=5, ge=1, le=40_000, description="Reads per second of provisioned capacity; with autoscaling, the least."
    )
    write_capacity_units: int = Field(
        default=5, ge=1, le=40_000, description="Writes per second of provisioned capacity; with autoscaling, the least."
    )
    autoscaling: AutoscalingSettings = Field(
        default_factory=AutoscalingSettings.unwritten, description="How provisioned capacity follows the load."
    )
    on_demand_max_read_units: int | None = Field(
        default=None,
        description="The most reads per second that on-demand capacity serves, against runaway cost.",
        json_schema_extra=MAXIMUM,
    )
    on_demand_max_write_units: int | None = Field(
        default=None,
        description="The most writes per second that on-demand capacity serves, against runaway cost.",
        json_schema_extra=MAXIMUM,
    )
    warm_read_units: int | None = Field(
        default=None,
        ge=12_000,
        le=40_000_000,
        description="Reads per second that the table and each index are ready for at once, set together with the writes; AWS bills each "
        "increase once, and lowers it never.",
        json_schema_extra=allowed("a whole number from 12000 to 40000000, or null for what AWS keeps ready"),
    )
    warm_write_units: int | None = Field(
        default=None,
        ge=4_000,
        le=40_000_000,
        description="Writes per second that the table and each index are ready for at once, set together with the reads; AWS bills each "
        "increase once, and lowers it never.",
        json_schema_extra=allowed("a whole number from 4000 to 40000000, or null for what AWS keeps ready"),
    )

    @field_validator("on_demand_max_read_units", "on_demand_max_write_units")
    @classmethod
    def _is_a_maximum(cls, units: int | None) -> int | None:
        if units is not None and units != -1 and units < 1:
            raise ValueError("neither a maximum nor -1")
        return units

    def half_warm(self) -> Conflicts:
        """Return a warm throughput without its pair: AWS would choose it, and each plan would differ."""
        pairs = {"warm_read_units": self.warm_write_units, "warm_write_units": self.warm_read_units}
        return {
            (name,): Problem("DW128", "needs the other warm throughput, too", value=getattr(self, name), fix=f"set {OTHER[name]}")
            for name, other in pairs.items()
            if other is None and getattr(self, name) is not None
        }
