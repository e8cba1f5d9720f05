"""A DynamoDB table as its model declares it and its environment dials it."""

from __future__ import annotations

from typing import Any

from constructs import Construct

from dynawright.bindings.aws.dynamodb_contributor_insights import DynamodbContributorInsights
from dynawright.bindings.aws.dynamodb_table import (
    DynamodbTable,
    DynamodbTableAttribute,
    DynamodbTableGlobalSecondaryIndex,
    DynamodbTableGlobalSecondaryIndexOnDemandThroughput,
    DynamodbTableLocalSecondaryIndex,
    DynamodbTableOnDemandThroughput,
    DynamodbTablePointInTimeRecovery,
    DynamodbTableServerSideEncryption,
    DynamodbTableTtl,
)
from dynawright.bindings.engine.location import location
from dynawright.constructs.capacity import Autoscaling, Kind, description
from dynawright.constructs.component import Component
from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.naming import TABLE, environment_of, pascal_case, physical_name
from dynawright.constructs.replica import add_replicas, check_replicas
from dynawright.constructs.table_lifecycle import lifecycle_of
from dynawright.errors import Place, Problem, UserError, unknown
from dynawright.model import Consumer, Index, LocalIndex, TableModel
from dynawright.monitoring.alarm import Alarm
from dynawright.monitoring.chart import Chart
from dynawright.monitoring.operations import operations
from dynawright.monitoring.table_alarms import table_alarms
from dynawright.monitoring.table_charts import table_charts
from dynawright.settings import AlarmSettings, TableAlarmSettings, TableSettings


class Table(Component):
    """The table, its indexes, capacity, TTL, stream, encryption, recovery and replicas."""

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
        self.physical_name = physical_name(self, model.name, TABLE)
        self.stream_readers: list[str] = []
        self.projected_consumers: set[Consumer] = set()
        """Those whose grants rely on projections."""
        self.cached_consumers: set[Consumer] = set()
        """Those whom a cache answers."""
        self._settings = settings
        self._own_alarms = alarms
        check_replicas(model, key, settings.replicas)
        self._autoscaling: Autoscaling | None = None
        if settings.is_autoscaled:
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
            on_demand_throughput=DynamodbTableOnDemandThroughput(**self._on_demand_maximum) if self._on_demand_maximum else None,
            table_class=settings.table_class,
            # A ttl block that is off makes a permanent diff where TTL was never on: leave it out.
            ttl=DynamodbTableTtl(enabled=True, attribute_name=model.ttl) if model.ttl else None,
            stream_enabled=True if model.stream else None,
            stream_view_type=model.stream.value if model.stream else None,
            point_in_time_recovery=_point_in_time_recovery(settings.point_in_time_recovery_days),
            server_side_encryption=_server_side_encryption(key),
            deletion_protection_enabled=settings.deletion_protection,
            tags={"Name": self.physical_name},  # what consoles and bills show; the others are the provider's default tags
            lifecycle=lifecycle_of(model.name, settings, self.environment),
        )
        # For the rule that refuses alarms on calls that never happen.
        self._table.add_override("//.dynawright.operations", list(operations(model)))
        scaled = self._autoscaling.follow(self.name, [index.name for index in model.indexes]) if self._autoscaling else []
        key.admit_replicas([replica.region for replica in settings.replicas])
        add_replicas(self, table_arn=self.arn, settings=settings, after=scaled)
        if settings.contributor_insights:
            for index in (None, *(index.name for index in model.indexes)):
                DynamodbContributorInsights(self, f"{pascal_case(index or '')}Insights", table_name=self.name, index_name=index)

    def alarms(self, settings: AlarmSettings) -> list[Alarm]:
        """Return what is watched of the table and of each of its indexes; its own thresholds replace the system's."""
        settings = settings.of_table(self._own_alarms) if self._own_alarms else settings
        return table_alarms(location(self).path[-1], self.model, self.physical_name, self._settings, settings)

    def charts(self) -> list[Chart]:
        """What a dashboard shows of it."""
        return table_charts(self.model, self.physical_name, self._settings)

    @property
    def name(self) -> str:
        return self._table.name

    @property
    def arn(self) -> str:
        return self._table.arn

    @property
    def point_in_time_recovery_days(self) -> int:
        """How far back it can be restored, and so exported; 0 if it can't."""
        return self._settings.point_in_time_recovery_days

    @property
    def literals(self) -> dict[str, str]:
        """What the tokens in policies stand for, as text of the same length: IAM limits policies by their characters."""
        place = f"{self.environment.region}:{self.environment.account_id}"
        found = {self.arn: f"arn:aws:dynamodb:{place}:table/{self.physical_name}"}
        if self.model.stream is not None:
            found[self.stream_arn] = f"{found[self.arn]}/stream/2000-01-01T00:00:00.000"
        if self.key.arn is not None:
            found[self.key.arn] = f"arn:aws:kms:{place}:key/00000000-0000-0000-0000-000000000000"
        return found

    @property
    def stream_arn(self) -> str:
        if self.model.stream is None:
            fix = "give its model stream=Stream.NEW_AND_OLD_IMAGES, or another view"
            raise UserError([Problem("DW325", "the table has no stream", self.model.place, fix=fix)])
        return self._table.stream_arn

    @property
    def capacity(self) -> str:
        """How the table is paid for, in words; a stack's output of it makes a plan say what a switch does."""
        return description(self._settings)

    @property
    def scaling_policies(self) -> int:
        """How many policies follow the load, each with alarms that AWS makes and bills: reads and writes, table and each GSI."""
        return 2 * (1 + len(self.model.indexes)) if self._autoscaling else 0

    @property
    def stream_readers_limit(self) -> int:
        """How many may read the stream without being throttled; replication itself is one of AWS's two readers a shard."""
        return 1 if self._settings.replicas else 2

    def add_stream_reader(self, name: str) -> None:
        """Notes who reads the stream; one reader more than a shard takes would throttle them all."""
        most = self.stream_readers_limit
        if len(self.stream_readers) == most:
            stream = "the stream of a replicated table" if self._settings.replicas else "a stream"
            text = f"{stream} must have at most {most} readers, got '{name}' after {', '.join(self.stream_readers)}"
            fix = "make it a job of one of them (Package(jobs=[...])), or fan out from one of them"
            raise UserError([Problem("DW325", text, Place(path=self.model.subject), name, f"at most {most}", fix)])
        self.stream_readers.append(name)

    def index_arn(self, index: str) -> str:
        """The ARN of one index; policies name indexes one by one, never `index/*`."""
        if index not in self.model.index_keys:
            raise UserError([unknown("DW211", "index", index, self.model.index_keys, place=Place(path=self.model.subject))])
        return f"{self.arn}/index/{index}"

    def _provisioned(self, kind: Kind, index: str | None = None) -> Any:
        if self._autoscaling:
            return self._autoscaling.units(kind, index)
        return getattr(self._settings, f"{kind}_capacity_units") if self._settings.capacity_mode == "provisioned" else None

    @property
    def _on_demand_maximum(self) -> dict[str, int]:
        maximum = {
            "max_read_request_units": self._settings.on_demand_max_read_units,
            "max_write_request_units": self._settings.on_demand_max_write_units,
        }
        return {name: units for name, units in maximum.items() if units is not None}

    def _global_index(self, index: Index) -> DynamodbTableGlobalSecondaryIndex:
        maximum = self._on_demand_maximum
        return DynamodbTableGlobalSecondaryIndex(
            name=index.name,
            hash_key=index.partition_key.name,
            range_key=index.sort_key.name if index.sort_key else None,
            on_demand_throughput=DynamodbTableGlobalSecondaryIndexOnDemandThroughput(**maximum) if maximum else None,
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
    """Always written: the provider takes a block that disappears for "as it was", and a table would keep its old key."""
    if key.kind == "aws_owned":
        return DynamodbTableServerSideEncryption(enabled=False)
    return DynamodbTableServerSideEncryption(enabled=True, kms_key_arn=key.arn)
