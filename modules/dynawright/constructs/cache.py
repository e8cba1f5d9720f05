"""A DAX cluster in front of a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from constructs import Construct

from dynawright.bindings.aws.dax_cluster import DaxCluster, DaxClusterServerSideEncryption
from dynawright.bindings.aws.dax_parameter_group import DaxParameterGroup, DaxParameterGroupParameters
from dynawright.bindings.aws.dax_subnet_group import DaxSubnetGroup
from dynawright.bindings.aws.security_group import SecurityGroup
from dynawright.bindings.aws.vpc_security_group_egress_rule import VpcSecurityGroupEgressRule
from dynawright.bindings.aws.vpc_security_group_ingress_rule import VpcSecurityGroupIngressRule
from dynawright.bindings.engine.location import location
from dynawright.constructs.access import check_projections, consumer_statements, key_statements, not_used
from dynawright.constructs.component import Component
from dynawright.constructs.naming import CACHE, CACHE_GROUP, SECURITY_GROUP, environment_of, physical_name
from dynawright.constructs.network import Network
from dynawright.constructs.role import Role
from dynawright.constructs.table import Table
from dynawright.errors import Place, Problem, UserError
from dynawright.iam import trust
from dynawright.iam.policy import Statement, merged
from dynawright.model import Consumer, TransactWrite
from dynawright.model.permission import Permission, permissions
from dynawright.monitoring.alarm import Alarm, Subject, alarms_about
from dynawright.monitoring.alarm_rules import caches as rules
from dynawright.monitoring.chart import Chart, line
from dynawright.monitoring.metric_catalogue import DAX
from dynawright.settings import AlarmSettings, CacheSettings

TLS_PORT = 9111
CHARTS = (
    ("hits and misses", "Sum", ("ItemCacheHits", "ItemCacheMisses", "QueryCacheHits", "QueryCacheMisses")),
    ("requests that went wrong", "Sum", ("FaultRequestCount", "ThrottledRequestCount", "ErrorRequestCount")),
    ("the busiest node, per cent", "Maximum", ("CPUUtilization", "CacheMemoryUtilization")),
    ("bytes evicted", "Sum", ("EvictedSize",)),
)
WRITES = {"dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:DeleteItem"}


class Cache(Component):
    """An encrypted DAX cluster: its role has the consumers' rights, its network admits only their code.

    Nothing is built where the environment has no cache; `grant` then does nothing either.
    """

    def __init__(
        self,
        scope: Construct,
        id: str,
        *,
        name: str,
        table: Table,
        consumers: Sequence[Consumer],
        network: Network,
        settings: CacheSettings,
    ) -> None:
        super().__init__(scope, id)
        self._name = name
        self._table = table
        self._consumers = consumers
        self._cluster: DaxCluster | None = None
        self._group: SecurityGroup | None = None
        if not settings.enabled:
            return
        self._check()
        table.cached_consumers.update(consumer for consumer in consumers if consumer.cache != "writes")
        check_projections(table)
        self._role = Role(
            self,
            "Role",
            name=f"{name}-cache",
            description=f"The cache of {table.physical_name}",
            trust=trust.cache_clusters(),
            settings=environment_of(self).roles,
        )
        self._role.attach("Table", merged(self._needed()), table.literals)
        self._cluster = DaxCluster(
            self,
            "Cluster",
            cluster_name=physical_name(self, name, CACHE),
            description=f"Caches {table.physical_name}",
            node_type=settings.node_type,
            replication_factor=settings.node_count,
            iam_role_arn=self._role.arn,
            server_side_encryption=DaxClusterServerSideEncryption(enabled=True),
            cluster_endpoint_encryption_type="TLS",
            parameter_group_name=self._parameters(settings).name,
            subnet_group_name=self._subnets(network).name,
            security_group_ids=[self._security_group(network)],
            maintenance_window=settings.maintenance_window,
        )

    @property
    def endpoint(self) -> str | None:
        """The endpoint for clients, over TLS; None without a cache."""
        return None if self._cluster is None else self._cluster.configuration_endpoint

    @property
    def security_group_id(self) -> str | None:
        """The nodes' security group; None without a cache."""
        return None if self._group is None else self._group.id

    def alarms(self, settings: AlarmSettings) -> list[Alarm]:
        """Return alarms on failed and refused requests and busy processors; none without a cache."""
        if self._cluster is None:
            return []
        name = self._cluster.inputs["cluster_name"]
        subject = Subject(location(self).path[-1], f"{self._table.model.name}-cache", f"cache {name}", {"ClusterId": name})
        return alarms_about(rules.CACHE, subject, settings)

    def charts(self) -> list[Chart]:
        if self._cluster is None:
            return []
        name = self._cluster.inputs["cluster_name"]
        return [
            Chart(f"cache {name}: {title}", [line(metric, DAX, metric, statistic, {"ClusterId": name}) for metric in metrics])
            for title, statistic, metrics in CHARTS
        ]

    def grant(self, role: Role, consumer: Consumer) -> None:
        """Let the role send the consumer's patterns, or only their reads or writes, to the cache.

        DAX does not check leading keys: the role
        sees, or writes, whatever the cache does for any consumer."""
        if self._cluster is None:
            return
        actions = sorted({f"dax:{permission.action}" for permission in self._permissions(consumer)})
        role.attach(location(self).path[-1], [Statement(tuple(actions), (self._cluster.arn,))])

    def _permissions(self, consumer: Consumer) -> list[Permission]:
        return [
            permission
            for permission in permissions(self._table.model, consumer)
            if consumer.sends_through_cache(permission.action)
        ]

    def _check(self) -> None:
        text = "a cache would show every tenant's items to a tenant-scoped consumer"
        problems = [
            Problem("DW323", text, Place(path=consumer.subject), consumer.name, fix="let it ask the table itself")
            for consumer in self._consumers
            if consumer.tenant_key is not None
        ]
        problems += [
            not_used(consumer, self._table, fix="name it in used_by of a pattern, or drop it from the cache")
            for consumer in self._consumers
            if not self._permissions(consumer)
        ]
        if problems:
            raise UserError(problems)

    def _needed(self) -> list[Statement]:
        statements = [Statement(("dynamodb:DescribeTable",), (self._table.arn,))]  # DAX reads the key's attributes
        for consumer in self._consumers:
            # The cache reads and keeps whole items, whatever the consumer's pattern returns.
            every = consumer_statements(consumer, self._table, any_returns=True)
            statements += (
                found := [statement for statement in every if consumer.sends_through_cache(statement.actions[0].split(":")[1])]
            )
            if any(
                consumer in pattern.used_by for pattern in self._table.model.access_patterns if isinstance(pattern, TransactWrite)
            ):
                # DAX reads and caches the items that a transaction has written.
                statements += [
                    replace(statement, actions=("dynamodb:GetItem",)) for statement in found if WRITES & {*statement.actions}
                ]
        return statements + key_statements(self._table.key, "dynamodb", self._table)

    def _parameters(self, settings: CacheSettings) -> DaxParameterGroup:
        ttls = {"query-ttl-millis": settings.query_ttl_seconds, "record-ttl-millis": settings.item_ttl_seconds}
        return DaxParameterGroup(
            self,
            "Parameters",
            name=physical_name(self, self._name, CACHE_GROUP),
            parameters=[DaxParameterGroupParameters(name=name, value=str(seconds * 1000)) for name, seconds in ttls.items()],
        )

    def _subnets(self, network: Network) -> DaxSubnetGroup:
        return DaxSubnetGroup(
            self, "Subnets", name=physical_name(self, self._name, CACHE_GROUP), subnet_ids=list(network.subnet_ids)
        )

    def _security_group(self, network: Network) -> str:
        group = self._group = SecurityGroup(
            self,
            "SecurityGroup",
            name=physical_name(self, f"{self._name}-cache", SECURITY_GROUP),
            description="Cache nodes",
            vpc_id=network.vpc_id,
        )
        port: dict[str, Any] = {"ip_protocol": "tcp", "from_port": TLS_PORT, "to_port": TLS_PORT}
        VpcSecurityGroupIngressRule(
            self,
            "FromClients",
            security_group_id=group.id,
            referenced_security_group_id=network.clients_security_group_id,
            description="Clients, over TLS",
            **port,
        )
        VpcSecurityGroupEgressRule(
            self,
            "ClientsToCache",
            security_group_id=network.clients_security_group_id,
            referenced_security_group_id=group.id,
            description="The cache, over TLS",
            **port,
        )
        return group.id
