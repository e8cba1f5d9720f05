"""A table's changes in a Kinesis data stream, which serves more readers than a DynamoDB stream."""

from __future__ import annotations

from constructs import Construct

from dynawright.bindings.aws.dynamodb_kinesis_streaming_destination import DynamodbKinesisStreamingDestination
from dynawright.bindings.aws.kinesis_stream import KinesisStream, KinesisStreamStreamModeDetails
from dynawright.bindings.engine.location import location
from dynawright.constructs.component import Component
from dynawright.constructs.naming import DATA_STREAM, physical_name
from dynawright.constructs.role import Role
from dynawright.constructs.table import Table
from dynawright.iam.policy import Statement
from dynawright.monitoring.alarm import Alarm, Subject, alarms_about
from dynawright.monitoring.alarm_rules import tables as rules
from dynawright.monitoring.chart import Chart
from dynawright.monitoring.metric_catalogue import DYNAMODB
from dynawright.monitoring.metrics import Query, metric
from dynawright.settings import AlarmSettings, ChangeCaptureSettings

READ = ("kinesis:DescribeStreamSummary", "kinesis:GetRecords", "kinesis:GetShardIterator", "kinesis:ListShards")


class ChangeCapture(Component):
    """A Kinesis data stream with a table's changes, if the environment captures them.

    Kinesis may deliver a change twice, and changes of one item out of order: readers must compare
    ApproximateCreationDateTime, here in microseconds.
    """

    def __init__(self, scope: Construct, id: str, *, name: str, table: Table, settings: ChangeCaptureSettings) -> None:
        super().__init__(scope, id)
        self._name = name
        self._table = table
        self._stream: KinesisStream | None = None
        if not settings.enabled:
            return
        # DynamoDB's service-linked role writes to the stream, and may use the key only through Kinesis.
        table.key.admit_callers_of("kinesis")
        self._stream = KinesisStream(
            self,
            "Stream",
            name=physical_name(self, name, DATA_STREAM),
            stream_mode_details=KinesisStreamStreamModeDetails(stream_mode="ON_DEMAND"),
            encryption_type="KMS",
            kms_key_id=table.key.arn or "alias/aws/kinesis",
            retention_period=settings.retention_hours,
        )
        DynamodbKinesisStreamingDestination(
            self,
            "Destination",
            table_name=table.name,
            stream_arn=self._stream.arn,
            approximate_creation_date_time_precision="MICROSECOND",
        )

    def alarms(self, settings: AlarmSettings) -> list[Alarm]:
        """Return alarms on changes that readers get late or lose."""
        if self._stream is None:
            return []
        words = f"changes of {self._table.physical_name}"
        subject = Subject(location(self).path[-1], self._name, words, {"TableName": self._table.physical_name})
        return alarms_about(rules.CAPTURE, subject, settings)

    def charts(self) -> list[Chart]:
        if self._stream is None:
            return []
        table = {"TableName": self._table.physical_name}
        counts = [
            (label, Query(metric(DYNAMODB, name), table, statistic))
            for label, name, statistic in (
                ("lost", "FailedToReplicateRecordCount", "Sum"),
                ("throttled", "ThrottledPutRecordCount", "Maximum"),
            )
        ]
        age = Query(metric(DYNAMODB, "AgeOfOldestUnreplicatedRecord"), table, "Maximum")
        stem = self._table.model.name
        return [Chart(f"{stem}: changes that Kinesis did not take", counts), Chart(f"{stem}: age of changes", [("oldest", age)])]

    @property
    def stream_arn(self) -> str | None:
        """The stream's ARN; None if changes are not captured."""
        return None if self._stream is None else self._stream.arn

    def grant_read(self, role: Role) -> None:
        """Let the role read every change of the table, if changes are captured."""
        if self.stream_arn is None:
            return
        statements = [Statement(READ, (self.stream_arn,))]
        if self._table.key.arn is not None:
            through = {"StringEquals": {"kms:ViaService": f"kinesis.{self._table.environment.region}.amazonaws.com"}}
            statements.append(Statement(("kms:Decrypt",), (self._table.key.arn,), through))
        role.attach(f"{location(self).path[-1]}Read", statements)
