"""The VPC that a system's code runs in, if it runs in one."""

from typing import Annotated

from pydantic import Field

from dynawright.settings.base import Settings, allowed
from dynawright.settings.problem import SettingPath, shown

SubnetId = Annotated[
    str, Field(pattern="^subnet-[0-9a-f]{8,17}$", json_schema_extra=allowed("a subnet's id, such as 'subnet-0a1b2c3d'"))
]
RouteTableId = Annotated[
    str, Field(pattern="^rtb-[0-9a-f]{8,17}$", json_schema_extra=allowed("a route table's id, such as 'rtb-0a1b2c3d'"))
]


class NetworkSettings(Settings):
    """Without a VPC nothing is built: code outside of one reaches DynamoDB by its public endpoint, over TLS."""

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
        default=(), strict=False, description="Where cache nodes stand; several zones survive the loss of one."
    )

    def conflicts(self, own_region: str | None = None) -> dict[SettingPath, str]:
        if self.vpc_id is not None and not self.route_table_ids:
            return {
                ("vpc_id",): f"{shown(self.vpc_id)} is not allowed without route_table_ids: without a route nothing reaches the "
                "endpoint; name the VPC's route tables, or remove it"
            }
        stray = {"route_table_ids": self.route_table_ids, "subnet_ids": self.subnet_ids} if self.vpc_id is None else {}
        return {
            (name,): f"{shown(list(ids))} is not allowed without vpc_id: nothing would be built there; set vpc_id, or remove it"
            for name, ids in stray.items()
            if ids
        }
