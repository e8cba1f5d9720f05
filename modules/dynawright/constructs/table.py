"""A DynamoDB table from its model and its environment's settings."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from constructs import Construct

from dynawright.bindings.aws.dynamodb_contributor_insights import DynamodbContributorInsights
from dynawright.bindings.aws.dynamodb_kinesis_streaming_destination import DynamodbKinesisStreamingDestination
from dynawright.bindings.aws.dynamodb_resource_policy import DynamodbResourcePolicy
from dynawright.bindings.aws.dynamodb_table import (
    DynamodbTable,
    DynamodbTableAttribute,
    DynamodbTableGlobalSecondaryIndex,
    DynamodbTableGlobalSecondaryIndexOnDemandThroughput,
    DynamodbTableGlobalSecondaryIndexWarmThroughput,
    DynamodbTableLocalSecondaryIndex,
    DynamodbTableOnDemandThroughput,
    DynamodbTablePointInTimeRecovery,
    DynamodbTableServerSideEncryption,
    DynamodbTableTtl,
    DynamodbTableWarmThroughput,
)
from dynawright.bindings.engine.location import location
from dynawright.constructs.capacity import Autoscaling, Kind, description
from dynawright.constructs.component import Component
from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.naming import environment_of, pascal_case, table_name
from dynawright.constructs.replica import add_replicas, check_replicas, consistent_replicas
from dynawright.constructs.table_lifecycle import lifecycle_of
from dynawright.errors import Place, Problem, UserError, unknown
from dynawright.model import Consumer, Index, LocalIndex, TableModel
from dynawright.monitoring.alarm import Alarm
from dynawright.monitoring.chart import Chart
from dynawright.monitoring.operations import operations
from dynawright.monitoring.table_alarms import table_alarms
from dynawright.monitoring.table_charts import table_charts
from dynawright.settings import AlarmSettings, OwnTableSettings, TableAlarmSettings, TableSettings
from dynawright.settings.own_table import counts_keys_of, of_index
from dynawright.settings.units import UnitSettings


class Table(Component):
    """A DynamoDB table with indexes, capacity, TTL, stream, encryption, recovery and replicas."""

    def __init__(
        self,
        scope: Construct,
        id: str,
        *,
        model: TableModel,
        key: EncryptionKey,
        settings: TableSettings,
        alarms: TableAlarmSettings | None = None,
    ) -> None:
        super().__init__(scope, id)
        self.model = model
        self.key = key
        self.environment = environment_of(self)
        self.physical_name = table_name(self, model.name)
        self.stream_readers: list[str] = []
        self.projected_consumers: set[Consumer] = set()
        """Consumers whose grants rely on projections."""
        self.cached_consumers: set[Consumer] = set()
        """Consumers served by a cache."""
        self._settings = settings
        self._own = settings if isinstance(settings, OwnTableSettings) else OwnTableSettings.unwritten()
        self._own_alarms = alarms
        check_replicas(model, key, settings)
        self._autoscaling: Autoscaling | None = None
        if self._scaled:
            self._autoscaling = Autoscaling(self, "Autoscaling", table=self.physical_name, settings=settings)
        self._table = DynamodbTable(
            self,
            "Table",
            name=self.physical_name,
            hash_key=model.partition_key.name,
            range_key=model.sort_key.name if model.sort_key else None,
            attribute=[DynamodbTableAttribute(name=name, type=type) for name, type in model.key_types.items()],
            global_secondary_index=[self._global_index(index) for index in model.indexes] or None,
            local_secondary_index=[self._local_index(index) for index in model.local_indexes] or None,
            billing_mode="PROVISIONED" if settings.capacity_mode == "provisioned" else "PAY_PER_REQUEST",
            read_capacity=self._provisioned("read"),
            write_capacity=self._provisioned("write"),
            on_demand_throughput=DynamodbTableOnDemandThroughput(**maximum) if (maximum := self._on_demand_maximum()) else None,
            warm_throughput=DynamodbTableWarmThroughput(**warm) if (warm := self._warm()) else None,
            restore_backup_arn=self._own.restore_backup_arn,
            table_class=settings.table_class,
            # A disabled ttl block makes a permanent diff if TTL was never on: leave it out.
            ttl=DynamodbTableTtl(enabled=True, attribute_name=model.ttl) if model.ttl else None,
            stream_enabled=True if model.stream else None,
            stream_view_type=model.stream.value if model.stream else None,
            point_in_time_recovery=_point_in_time_recovery(settings.point_in_time_recovery_days),
            server_side_encryption=_server_side_encryption(key),
            deletion_protection_enabled=settings.deletion_protection,
            **consistent_replicas(settings),
            tags={
                "Name": self.physical_name,
                **self._own.tags,
            },  # shown in consoles and bills; the other tags are the provider's default tags
            lifecycle=lifecycle_of(model.name, settings, self.environment),
        )
        # Used by the rule against alarms on operations that never happen.
        self._table.add_override("//.dynawright.operations", list(operations(model)))
        scaled = self._autoscaling.follow(self.name, self._scaled) if self._autoscaling else []
        key.admit_replicas([replica.region for replica in settings.replicas])
        add_replicas(self, table_arn=self.arn, settings=settings, after=scaled)
        counted = [index.name for index in model.indexes if counts_keys_of(settings, index.name)]
        for index in (*((None,) if settings.contributor_insights else ()), *counted):
            DynamodbContributorInsights(self, f"{pascal_case(index or '')}Insights", table_name=self.name, index_name=index)
        self._add_what_was_there()

    def alarms(self, settings: AlarmSettings) -> list[Alarm]:
        """Return the alarms of the table and its indexes; its own thresholds override the system's."""
        settings = settings.of_table(self._own_alarms) if self._own_alarms else settings
        return table_alarms(location(self).path[-1], self.model, self.physical_name, self._settings, settings)

    def charts(self) -> list[Chart]:
        """Return its charts for a dashboard."""
        return table_charts(self.model, self.physical_name, self._settings)

    @property
    def name(self) -> str:
        return self._table.name

    @property
    def arn(self) -> str:
        return self._table.arn

    @property
    def point_in_time_recovery_days(self) -> int:
        """The days of point-in-time recovery, which exports use too; 0 if it is off."""
        return self._settings.point_in_time_recovery_days

    @property
    def literals(self) -> dict[str, str]:
        """Text of each token's length, to measure policies, which IAM limits by characters."""
        place = f"{self.environment.region}:{self.environment.account_id}"
        values = {self.arn: f"arn:aws:dynamodb:{place}:table/{self.physical_name}"}
        if self.model.stream is not None:
            values[self.stream_arn] = f"{values[self.arn]}/stream/2000-01-01T00:00:00.000"
        if self.key.arn is not None:
            values[self.key.arn] = f"arn:aws:kms:{place}:key/00000000-0000-0000-0000-000000000000"
        return values

    @property
    def stream_arn(self) -> str:
        if self.model.stream is None:
            fix = "give its model stream=Stream.NEW_AND_OLD_IMAGES, or another view"
            raise UserError([Problem("DW325", "the table has no stream", self.model.place, fix=fix)])
        return self._table.stream_arn

    @property
    def capacity(self) -> str:
        """The capacity mode in words; as a stack output, it shows in a plan what a change of mode does."""
        return description(self._settings)

    @property
    def scaling_policies(self) -> int:
        """The number of scaling policies, each with billed alarms: reads and writes of table and indexes."""
        return 2 * len(self._scaled)

    @property
    def stream_readers_limit(self) -> int:
        """The number of unthrottled stream readers: replication uses one of AWS's two per shard.

        Strongly consistent replicas need no stream.
        """
        return 1 if self._settings.replicas and not self._settings.is_strongly_consistent else 2

    def add_stream_reader(self, name: str) -> None:
        """Register a reader of the stream; too many readers of a shard would throttle each other."""
        most = self.stream_readers_limit
        if len(self.stream_readers) == most:
            stream = "the stream of a replicated table" if self._settings.replicas else "a stream"
            text = f"{stream} must have at most {most} readers, got '{name}' after {', '.join(self.stream_readers)}"
            fix = "make it a job of one of them (Package(jobs=[...])), or fan out from one of them"
            raise UserError([Problem("DW325", text, Place(path=self.model.subject), name, f"at most {most}", fix)])
        self.stream_readers.append(name)

    def index_arn(self, index: str) -> str:
        """Return the ARN of one index; policies name each index, never `index/*`."""
        if index not in self.model.index_keys:
            raise UserError([unknown("DW211", "index", index, self.model.index_keys, place=Place(path=self.model.subject))])
        return f"{self.arn}/index/{index}"

    def _add_what_was_there(self) -> None:
        """Build the parts that only an adopted table has, from its settings."""
        if self._own.kinesis_stream_arn:
            DynamodbKinesisStreamingDestination(self, "Kinesis", table_name=self.name, stream_arn=self._own.kinesis_stream_arn)
        if self._own.resource_policy:
            DynamodbResourcePolicy(self, "Policy", resource_arn=self.arn, policy=self._own.resource_policy)

    @cached_property
    def _scaled(self) -> list[str | None]:
        """The places with autoscaling: None for the table, and names of indexes."""
        if self._settings.capacity_mode != "provisioned":
            return []
        places = (None, *(index.name for index in self.model.indexes))
        return [place for place in places if self._units(place).autoscaling.enabled]

    def _units(self, index: str | None) -> UnitSettings:
        return self._settings if index is None else of_index(self._settings, index)

    def _provisioned(self, kind: Kind, index: str | None = None) -> Any:
        if self._autoscaling and index in self._scaled:
            return self._autoscaling.units(kind, index)
        return getattr(self._units(index), f"{kind}_capacity_units") if self._settings.capacity_mode == "provisioned" else None

    def _on_demand_maximum(self, index: str | None = None) -> dict[str, int]:
        units = self._units(index)
        maximum = {
            "max_read_request_units": units.on_demand_max_read_units,
            "max_write_request_units": units.on_demand_max_write_units,
        }
        return {name: units for name, units in maximum.items() if units is not None}

    def _warm(self, index: str | None = None) -> dict[str, int]:
        units = self._units(index)
        warm = {"read_units_per_second": units.warm_read_units, "write_units_per_second": units.warm_write_units}
        return {name: units for name, units in warm.items() if units is not None}

    def _global_index(self, index: Index) -> DynamodbTableGlobalSecondaryIndex:
        maximum, warm = self._on_demand_maximum(index.name), self._warm(index.name)
        return DynamodbTableGlobalSecondaryIndex(
            name=index.name,
            hash_key=index.partition_key.name,
            range_key=index.sort_key.name if index.sort_key else None,
            on_demand_throughput=DynamodbTableGlobalSecondaryIndexOnDemandThroughput(**maximum) if maximum else None,
            warm_throughput=DynamodbTableGlobalSecondaryIndexWarmThroughput(**warm) if warm else None,
            read_capacity=self._provisioned("read", index.name),
            write_capacity=self._provisioned("write", index.name),
            projection_type=index.projection.type,
            non_key_attributes=list(index.projection.attributes) or None,
        )

    def _local_index(self, index: LocalIndex) -> DynamodbTableLocalSecondaryIndex:
        return DynamodbTableLocalSecondaryIndex(
            name=index.name,
            range_key=index.sort_key.name,
            projection_type=index.projection.type,
            non_key_attributes=list(index.projection.attributes) or None,
        )


def _point_in_time_recovery(days: int) -> DynamodbTablePointInTimeRecovery:
    if days == 0:
        return DynamodbTablePointInTimeRecovery(enabled=False)
    return DynamodbTablePointInTimeRecovery(enabled=True, recovery_period_in_days=days)


def _server_side_encryption(key: EncryptionKey) -> DynamodbTableServerSideEncryption:
    """Return the block, always: the provider treats a missing one as "unchanged" and keeps the old key."""
    if key.kind == "aws_owned":
        return DynamodbTableServerSideEncryption(enabled=False)
    return DynamodbTableServerSideEncryption(enabled=True, kms_key_arn=key.arn)
