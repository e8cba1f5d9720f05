"""Creates the resources of an environment's network settings on the emulator."""

from __future__ import annotations

import re
from functools import cached_property

from dynawright.emulator.emulator import Emulator

NAMED = re.compile(r"\b(?:vpc|subnet|rtb)-[0-9a-z]{17}\b")


class Network:
    """Replaces ids of a VPC, its subnets and route tables by existing ones."""

    def __init__(self, emulator: Emulator, region: str) -> None:
        self._ec2 = emulator.client("ec2", region)
        self._region = region
        self._made: dict[str, str] = {}

    def exists_in(self, text: str) -> str:
        """Return the text with every id replaced."""
        return NAMED.sub(lambda match: self._id(match[0]), text)

    @cached_property
    def _vpc(self) -> str:
        return str(self._ec2.create_vpc(CidrBlock="10.0.0.0/16")["Vpc"]["VpcId"])

    def _id(self, written: str) -> str:
        if written not in self._made:
            self._made[written] = self._make(written.partition("-")[0])
        return self._made[written]

    def _make(self, kind: str) -> str:
        if kind == "vpc":
            return self._vpc
        if kind == "rtb":
            return str(self._ec2.create_route_table(VpcId=self._vpc)["RouteTable"]["RouteTableId"])
        number = len(self._made)
        zone = f"{self._region}{'ac'[number % 2]}"
        block = f"10.0.{number}.0/24"
        subnet = self._ec2.create_subnet(VpcId=self._vpc, CidrBlock=block, AvailabilityZone=zone)
        return str(subnet["Subnet"]["SubnetId"])
