"""Settings of the VPC of a system's code."""

from typing import Annotated

from pydantic import Field

from dynawright.errors import Problem
from dynawright.settings.base import Settings, allowed
from dynawright.settings.problem import Conflicts

SubnetId = Annotated[
    str, Field(pattern="^subnet-[0-9a-f]{8,17}$", json_schema_extra=allowed("a subnet's id, such as 'subnet-0a1b2c3d'"))
]
RouteTableId = Annotated[
    str, Field(pattern="^rtb-[0-9a-f]{8,17}$", json_schema_extra=allowed("a route table's id, such as 'rtb-0a1b2c3d'"))
]


class NetworkSettings(Settings):
    """A VPC whose code gets private access to the tables; without one nothing is built."""

    vpc_id: str | None = Field(
        default=None,
        pattern="^vpc-[0-9a-f]{8,17}$",
        description="The VPC that gets a private way to DynamoDB.",
        json_schema_extra=allowed("a VPC's id, such as 'vpc-0a1b2c3d'"),
    )
    route_table_ids: tuple[RouteTableId, ...] = Field(
        default=(),
        strict=False,  # YAML has lists, no tuples
        description="The route tables that lead to DynamoDB; AWS takes one endpoint for DynamoDB in each.",
    )
    subnet_ids: tuple[SubnetId, ...] = Field(
        default=(), strict=False, description="The subnets of cache nodes; several zones survive the loss of one."
    )

    def conflicts(self, region: str | None = None) -> Conflicts:
        if self.vpc_id is not None and not self.route_table_ids:
            text = "needs route_table_ids: without a route nothing reaches the endpoint"
            fix = "name the VPC's route tables, or remove the line"
            return {("vpc_id",): Problem("DW140", text, value=self.vpc_id, fix=fix)}
        stray = {"route_table_ids": self.route_table_ids, "subnet_ids": self.subnet_ids} if self.vpc_id is None else {}
        text, fix = "needs vpc_id: without a VPC nothing is built there", "set vpc_id, or remove the line"
        return {(name,): Problem("DW140", text, value=list(ids), fix=fix) for name, ids in stray.items() if ids}
