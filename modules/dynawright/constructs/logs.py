"""Log groups with retention, and metrics from their lines."""

from __future__ import annotations

import re

from constructs import Construct

from dynawright.bindings.aws.cloudwatch_log_group import CloudwatchLogGroup
from dynawright.bindings.aws.cloudwatch_log_metric_filter import (
    CloudwatchLogMetricFilter,
    CloudwatchLogMetricFilterMetricTransformation,
)
from dynawright.bindings.aws.cloudwatch_log_subscription_filter import CloudwatchLogSubscriptionFilter
from dynawright.bindings.engine.location import location
from dynawright.bindings.engine.references import written_out
from dynawright.constructs.component import Component
from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.naming import LOG_GROUP, environment_of, pascal_case, physical_name
from dynawright.constructs.role import Role
from dynawright.errors import Place, Problem, UserError
from dynawright.iam.policy import Statement
from dynawright.monitoring.alarm import Alarm, Subject, alarms_about
from dynawright.monitoring.alarm_rules.logs import log_lines
from dynawright.monitoring.chart import Chart
from dynawright.monitoring.metrics import LOGS, Metric, Series
from dynawright.settings import AlarmSettings, LogSettings

NEEDS_ROLE = re.compile(r"arn:aws[a-z-]*:(kinesis|firehose):|\$\{aws_kinesis_")
"""Destinations that CloudWatch Logs writes to with a role, by ARN or by reference."""


class LogGroup(Component):
    """A log group with a retention; without one, CloudWatch keeps and bills lines without end."""

    def __init__(self, scope: Construct, id: str, *, name: str, key: EncryptionKey, settings: LogSettings) -> None:
        super().__init__(scope, id)
        self._name = name
        group = physical_name(self, name, LOG_GROUP)
        key.admit_logs(group)
        self._group = CloudwatchLogGroup(
            self, "LogGroup", name=group, kms_key_id=key.arn, retention_in_days=settings.retention_days
        )

    @property
    def name(self) -> str:
        return self._group.name

    @property
    def arn(self) -> str:
        return self._group.arn

    def count(self, id: str, *, pattern: str, title: str, remedy: str) -> LogCount:
        """Count the lines that match a CloudWatch filter pattern, as a metric for alarms."""
        stem = self._name.strip("/").replace("/", "-")
        return LogCount(self, id, group=self._group, stem=stem, pattern=pattern, title=title, remedy=remedy)

    def grant_write(self, role: Role, *, streams: str | None = None) -> None:
        """Allow the role to write streams of this group: all, or those that match `streams` (`task-*`)."""
        written = f"{self.arn}:*" if streams is None else f"{self.arn}:log-stream:{streams}"
        role.attach(location(self).path[-1], [Statement(("logs:CreateLogStream", "logs:PutLogEvents"), (written,))])

    def forward(self, id: str, *, destination_arn: str, pattern: str = "", role_arn: str | None = None) -> None:
        """Also send the lines to a function, a Kinesis stream or Firehose (the last two need a role)."""
        destination = written_out(destination_arn, location(self).stack)
        if role_arn is None and NEEDS_ROLE.match(destination):
            text = f"forwarding to '{destination}' needs a role: CloudWatch Logs writes to Kinesis and Firehose only with one"
            place = Place(path=f"log group {self._group.inputs['name']}")
            raise UserError([Problem("DW322", text, place, destination, fix="give role_arn, or forward to a function")])
        CloudwatchLogSubscriptionFilter(
            self,
            id,
            name=id,
            log_group_name=self.name,
            filter_pattern=pattern,
            destination_arn=destination_arn,
            role_arn=role_arn,
        )


class LogCount(Component):
    """A custom metric: the number of matching log lines."""

    def __init__(
        self, scope: Construct, id: str, *, group: CloudwatchLogGroup, stem: str, pattern: str, title: str, remedy: str
    ) -> None:
        super().__init__(scope, id)
        group_name = group.inputs["name"]
        environment = environment_of(self)
        namespace = f"{pascal_case(environment.project)}{LOGS}"
        metric = Metric(namespace, f"{group_name} {id}", (frozenset(),), ("Sum",), "Count", title, remedy)
        self._rule = log_lines(id, title, metric, remedy)
        self._subject = Subject("".join(location(self).path[:1]), f"{stem}-{environment.name}", f"log {group_name}", {})
        self._metric = metric
        CloudwatchLogMetricFilter(
            self,
            "Filter",
            name=id,
            log_group_name=group.name,
            pattern=pattern,
            metric_transformation=CloudwatchLogMetricFilterMetricTransformation(
                namespace=namespace, name=metric.name, value="1", default_value="0", unit="Count"
            ),
        )

    def alarms(self, settings: AlarmSettings) -> list[Alarm]:
        return alarms_about([self._rule], self._subject, settings)

    def charts(self) -> list[Chart]:
        return [Chart(self._subject.words, [(self._metric.meaning, Series(self._metric, {}, "Sum"))])]
