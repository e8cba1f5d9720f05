"""A Lambda function that reads a table's stream without losing records."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from constructs import Construct

from dynawright.bindings.aws.lambda_event_source_mapping import (
    LambdaEventSourceMapping,
    LambdaEventSourceMappingDestinationConfig,
    LambdaEventSourceMappingDestinationConfigOnFailure,
    LambdaEventSourceMappingFilterCriteria,
    LambdaEventSourceMappingFilterCriteriaFilter,
    LambdaEventSourceMappingMetricsConfig,
)
from dynawright.bindings.aws.lambda_function import (
    LambdaFunction,
    LambdaFunctionEnvironment,
    LambdaFunctionLoggingConfig,
    LambdaFunctionTracingConfig,
)
from dynawright.bindings.engine.location import location
from dynawright.constructs.access import grant_stream
from dynawright.constructs.component import Component
from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.failure_destination import FailureDestination
from dynawright.constructs.lambda_code import PYTHON, filename_of
from dynawright.constructs.logs import LogGroup
from dynawright.constructs.naming import FUNCTION, environment_of, of_system, physical_name
from dynawright.constructs.package import Package
from dynawright.constructs.role import Role
from dynawright.constructs.table import Table
from dynawright.errors import Place, Problem, UserError
from dynawright.iam import trust
from dynawright.iam.policy import Statement
from dynawright.model import Consumer
from dynawright.monitoring.alarm import Alarm, Subject, alarms_about
from dynawright.monitoring.alarm_rules import functions as rules
from dynawright.monitoring.chart import Chart, line
from dynawright.monitoring.metric_catalogue import LAMBDA
from dynawright.settings import AlarmSettings, StreamSettings, SystemSettings

MOST_FILTERS = 5
X_RAY = ("xray:PutTelemetryRecords", "xray:PutTraceSegments")


class StreamProcessor(Component):
    """A stream function with its role, log group, stream mapping and destination for failed records.

    Named after the consumer: `audit-log` has the settings `audit_log`, and `grant(processor.role, consumer, table)` lets it use
    tables. `filters` are Lambda's event filters: a record must match one of them; `environment` are the function's variables.
    """

    def __init__(
        self,
        scope: Construct,
        id: str,
        *,
        table: Table,
        consumer: Consumer,
        code: Package,
        key: EncryptionKey,
        settings: SystemSettings,
        environment: Mapping[str, str] = {},
        filters: Sequence[Mapping[str, Any]] = (),
    ) -> None:
        super().__init__(scope, id)
        self._dials = settings.streams.of_function(consumer.name.replace("-", "_"))
        self._key = key
        self._environment = environment
        self._name = name = of_system(self, consumer.name)
        _check(name, filters)
        table.add_stream_reader(consumer.name)

        self.role = Role(
            self,
            "Role",
            name=name,
            description=consumer.description,
            trust=trust.lambda_functions(),
            settings=environment_of(self).roles,
        )
        self.log_group = LogGroup(self, "Logs", name=f"/aws/lambda/{name}", key=key, settings=settings.logs)
        self.failures = FailureDestination(
            self, "Failures", name=f"{name}-failed", key=key, settings=self._dials, buckets=settings.buckets
        )
        self._function = self._make_function(physical_name(self, name, FUNCTION), consumer, code)
        grant_stream(self.role, table)
        self.role.attach("Function", self._statements(), table.literals)
        self._mapping = self._make_mapping(table, filters)
        self.role.precede(self._mapping)

    @property
    def function_name(self) -> str:
        return self._function.function_name

    @property
    def function_arn(self) -> str:
        return self._function.arn

    @property
    def timeout_seconds(self) -> int:
        return self._dials.timeout_seconds

    @property
    def record_age_seconds(self) -> int:
        """The age at which a record is given up; the alarm on the iterator's age must fire well before."""
        return self._dials.record_age_seconds

    @property
    def mapping_uuid(self) -> str:
        """The dimension EventSourceMappingUUID of the mapping's own metrics."""
        return self._mapping.uuid

    def alarms(self, settings: AlarmSettings) -> list[Alarm]:
        """Return alarms on a function that is behind, failing, slow or giving up records."""
        function = self._subject(f"function {self._physical_name}", {"FunctionName": self._physical_name})
        mapping = self._subject(f"the mapping of {self._physical_name}", {"EventSourceMappingUUID": self.mapping_uuid})
        alarms = alarms_about(rules.FUNCTION, function, settings)
        alarms += alarms_about([rules.DURATION], function, settings, factor=self.timeout_seconds)
        alarms += alarms_about(rules.MAPPING, mapping, settings)
        if self.failures.kind == "sqs":
            queue = self._subject(f"the failures of {self._physical_name}", {"QueueName": self.failures.name})
            alarms += alarms_about([rules.WAITING], queue, settings)
        return alarms

    def charts(self) -> list[Chart]:
        function = {"FunctionName": self._physical_name}
        mapping = {"EventSourceMappingUUID": self.mapping_uuid}
        counts = ("PolledEventCount", "FilteredOutEventCount", "DroppedEventCount", "OnFailureDestinationDeliveredEventCount")
        return [
            Chart(
                f"{self._physical_name}: runs",
                [
                    *(line(name.lower(), LAMBDA, name, "Sum", function) for name in ("Invocations", "Errors", "Throttles")),
                    line("not kept", LAMBDA, "DestinationDeliveryFailures", "Sum", function),
                ],
            ),
            Chart(f"{self._physical_name}: age of the stream", [line("oldest", LAMBDA, "IteratorAge", "Maximum", function)]),
            Chart(f"{self._physical_name}: records", [line(name, LAMBDA, name, "Sum", mapping) for name in counts]),
        ]

    def _subject(self, words: str, dimensions: Mapping[str, str]) -> Subject:
        return Subject(location(self).path[-1], self._name, words, dimensions)

    @property
    def _physical_name(self) -> str:
        return str(self._function.inputs["function_name"])

    def _make_function(self, name: str, consumer: Consumer, code: Package) -> LambdaFunction:
        variables = dict(self._environment)
        return LambdaFunction(
            self,
            "Function",
            function_name=name,
            description=consumer.description,
            role=self.role.arn,
            runtime=PYTHON,
            architectures=["arm64"],
            handler="handler.handler",
            filename=filename_of(code, self),
            source_code_hash=code.sha256,
            memory_size=self._dials.memory_mb,
            timeout=self._dials.timeout_seconds,
            # -1 means "none reserved" to AWS; without it, an earlier reservation stays.
            reserved_concurrent_executions=-1 if self._dials.reserved_concurrency is None else self._dials.reserved_concurrency,
            environment=LambdaFunctionEnvironment(variables=variables) if variables else None,
            # Without variables to encrypt, Lambda forgets the key: a permanent diff.
            kms_key_arn=self._key.arn if variables else None,
            tracing_config=LambdaFunctionTracingConfig(mode="Active"),
            logging_config=LambdaFunctionLoggingConfig(
                log_format="JSON", log_group=self.log_group.name, application_log_level="INFO", system_log_level="INFO"
            ),
        )

    def _statements(self) -> list[Statement]:
        """Grant the function's rights besides the stream; the stack grants tables."""
        statements = [
            Statement(("logs:CreateLogStream", "logs:PutLogEvents"), (f"{self.log_group.arn}:*",)),
            Statement(X_RAY, ("*",)),  # X-Ray has no resources in IAM
            *self.failures.statements,
        ]
        if self._environment:
            self._key.admit_callers_of("lambda", grants=True)
            place = environment_of(self)
            arn = f"arn:aws:lambda:{place.region}:{place.account_id}:function:{self._function.inputs['function_name']}"
            statements += self._key.usage(("kms:Decrypt",), "lambda", {"aws:lambda:FunctionArn": arn})
        return statements

    def _make_mapping(self, table: Table, filters: Sequence[Mapping[str, Any]]) -> LambdaEventSourceMapping:
        dials: StreamSettings = self._dials
        patterns = [
            LambdaEventSourceMappingFilterCriteriaFilter(pattern=json.dumps(pattern, sort_keys=True)) for pattern in filters
        ]
        return LambdaEventSourceMapping(
            self,
            "Mapping",
            event_source_arn=table.stream_arn,
            function_name=self._function.arn,
            batch_size=dials.batch_size,
            maximum_batching_window_in_seconds=dials.batch_window_seconds,
            starting_position=dials.starting_position,
            parallelization_factor=dials.parallelization,
            maximum_retry_attempts=dials.retries,
            maximum_record_age_in_seconds=dials.record_age_seconds,
            bisect_batch_on_function_error=dials.bisect_on_error,
            # Not a setting: without it, Lambda ignores reported failures, and the records are lost.
            function_response_types=["ReportBatchItemFailures"],
            destination_config=LambdaEventSourceMappingDestinationConfig(
                on_failure=LambdaEventSourceMappingDestinationConfigOnFailure(destination_arn=self.failures.arn)
            ),
            filter_criteria=LambdaEventSourceMappingFilterCriteria(filter=patterns) if patterns else None,
            metrics_config=LambdaEventSourceMappingMetricsConfig(metrics=["EventCount"]),  # for alarms on lost records
        )


def _check(name: str, filters: Sequence[Mapping[str, Any]]) -> None:
    if len(filters) > MOST_FILTERS:
        text, allowed = f"there must be at most {MOST_FILTERS} filters, got {len(filters)}", f"at most {MOST_FILTERS}"
        raise UserError([Problem("DW325", text, Place(path=f"processor {name}"), len(filters), allowed, "join some of them")])
