"""Settings of caches."""

from pydantic import Field, field_validator

from dynawright.errors import must_be
from dynawright.settings.base import Settings, allowed
from dynawright.settings.network import NetworkSettings
from dynawright.settings.problem import Conflicts
from dynawright.settings.times import IN_WEEK, minutes_of_window


class CacheSettings(Settings):
    """A DAX cluster, for systems with a cache.

    Off by default: it costs money, and its reads may be outdated.
    """

    enabled: bool = Field(
        default=False, description="Whether the systems that can have a cache get one; it needs the network's VPC."
    )
    node_type: str = Field(
        default="dax.r5.large",
        pattern=r"^dax\.(r[4-8]|t[2-4])[a-z]*\.[a-z0-9]+$",
        description="The size of each node.",
        json_schema_extra=allowed("a DAX node type, such as 'dax.r5.large' or 'dax.t3.small'"),
    )
    node_count: int = Field(
        default=3, ge=1, le=11, description="How many nodes; 3 or more, in several zones, survive the loss of one."
    )
    item_ttl_seconds: int = Field(default=300, ge=0, le=86_400, description="How old an item from the cache may be.")
    query_ttl_seconds: int = Field(default=300, ge=0, le=86_400, description="How old the result of a query or scan may be.")
    maintenance_window: str = Field(
        default="sun:17:00-sun:18:00",
        pattern=f"^{IN_WEEK}-{IN_WEEK}$",
        description="The hour of the week, in UTC, in which AWS may update nodes.",
        json_schema_extra=allowed("an hour or more in UTC, such as 'sun:17:00-sun:18:00'"),
    )

    @field_validator("maintenance_window")
    @classmethod
    def _is_long_enough(cls, window: str) -> str:
        if minutes_of_window(window) < 60:
            raise ValueError("DAX would refuse it")
        return window

    def conflicts_with(self, network: NetworkSettings) -> Conflicts:
        """Return the settings of the system's network that the cache needs and that are missing."""
        if not self.enabled:
            return {}
        subnets = len(network.subnet_ids)
        if network.vpc_id is None:
            return {("enabled",): must_be("DW141", "false without a VPC", True, fix="set network.vpc_id, or remove the line")}
        if subnets < min(self.node_count, 2):
            reason = f"false while node_count is {self.node_count} and network.subnet_ids names {subnets}"
            fix = "name a subnet in each of two or more zones, or set node_count to 1 with one subnet"
            return {("enabled",): must_be("DW141", reason, True, fix=fix)}
        return {}
