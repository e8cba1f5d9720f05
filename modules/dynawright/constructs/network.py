"""Private access from a VPC to a system's tables only."""

from __future__ import annotations

from collections.abc import Sequence

from constructs import Construct

from dynawright.bindings.aws.security_group import SecurityGroup
from dynawright.bindings.aws.vpc_endpoint import VpcEndpoint
from dynawright.bindings.aws.vpc_security_group_egress_rule import VpcSecurityGroupEgressRule
from dynawright.constructs.component import Component
from dynawright.constructs.naming import SECURITY_GROUP, environment_of, physical_name
from dynawright.constructs.table import Table
from dynawright.errors import Place, Problem, UserError
from dynawright.iam.policy import Statement, document, merged
from dynawright.model.permission import asked
from dynawright.settings import NetworkSettings


class Network(Component):
    """A gateway endpoint for DynamoDB and its users' security group; nothing without a VPC.

    The endpoint admits the tables' access patterns, from identities of this account. A gateway endpoint does not carry
    streams.
    """

    def __init__(self, scope: Construct, id: str, *, name: str, tables: Sequence[Table], settings: NetworkSettings) -> None:
        super().__init__(scope, id)
        self.vpc_id = settings.vpc_id
        self.subnet_ids = settings.subnet_ids
        self._clients: SecurityGroup | None = None
        if settings.vpc_id is None:
            return
        environment = environment_of(self)
        endpoint = VpcEndpoint(
            self,
            "Endpoint",
            vpc_id=settings.vpc_id,
            vpc_endpoint_type="Gateway",
            service_name=f"com.amazonaws.{environment.region}.dynamodb",
            route_table_ids=list(settings.route_table_ids),
            policy=document(_admitted(tables, environment.account_id)),
        )
        self._clients = SecurityGroup(
            self,
            "Clients",
            name=physical_name(self, f"{name}-clients", SECURITY_GROUP),
            description="Code that reads and writes the tables",
            vpc_id=settings.vpc_id,
        )
        VpcSecurityGroupEgressRule(
            self,
            "ClientsToDynamodb",
            security_group_id=self._clients.id,
            description="DynamoDB, by the endpoint",
            ip_protocol="tcp",
            from_port=443,
            to_port=443,
            prefix_list_id=endpoint.prefix_list_id,
        )

    @property
    def clients_security_group_id(self) -> str:
        """The security group for code in the VPC, which admits it to the tables and the cache."""
        if self._clients is None:
            raise UserError([Problem("DW322", "a security group needs a VPC", Place(path="network"), fix="set network.vpc_id")])
        return self._clients.id


def _admitted(tables: Sequence[Table], account_id: str) -> list[Statement]:
    ours = {"StringEquals": {"aws:PrincipalAccount": account_id}}
    statements = [Statement(("dynamodb:DescribeTable",), (table.arn,), ours, principal="*") for table in tables]
    for table in tables:
        for pattern in table.model.access_patterns:
            for access in asked(table.model, pattern):
                resource = table.arn if access.index is None else table.index_arn(access.index)
                statements.append(Statement((f"dynamodb:{access.action}",), (resource,), ours, principal="*"))
    return merged(statements)
