"""Settings of read and write units of a table or an index."""

from pydantic import Field, field_validator

from dynawright.settings.base import Settings, allowed
from dynawright.settings.capacity import AutoscalingSettings

MAXIMUM = {
    **allowed("a whole number of 1 or more, -1 to lift a maximum that was set before, or null where there never was one"),
    "anyOf": [{"type": "integer", "minimum": 1}, {"const": -1}, {"type": "null"}],
}
"""Removes a maximum; AWS keeps one that is no longer in the request."""


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
        description="Reads per second that the table and each index are ready for at once; AWS bills each increase once.",
        json_schema_extra=allowed("a whole number from 12000 to 40000000, or null for what AWS keeps ready"),
    )
    warm_write_units: int | None = Field(
        default=None,
        ge=4_000,
        le=40_000_000,
        description="Writes per second that the table and each index are ready for at once; AWS bills each increase once.",
        json_schema_extra=allowed("a whole number from 4000 to 40000000, or null for what AWS keeps ready"),
    )

    @field_validator("on_demand_max_read_units", "on_demand_max_write_units")
    @classmethod
    def _is_a_maximum(cls, units: int | None) -> int | None:
        if units is not None and units != -1 and units < 1:
            raise ValueError("neither a maximum nor -1")
        return units
