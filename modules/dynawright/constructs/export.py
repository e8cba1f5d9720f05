"""Weekly backups of tables, and exports to S3: the whole table each week, the changes each day."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from constructs import Construct

from dynawright.bindings.aws.lambda_function import (
    LambdaFunction,
    LambdaFunctionDeadLetterConfig,
    LambdaFunctionEnvironment,
    LambdaFunctionLoggingConfig,
    LambdaFunctionTracingConfig,
)
from dynawright.bindings.aws.scheduler_schedule import (
    SchedulerSchedule,
    SchedulerScheduleFlexibleTimeWindow,
    SchedulerScheduleTarget,
    SchedulerScheduleTargetDeadLetterConfig,
    SchedulerScheduleTargetRetryPolicy,
)
from dynawright.bindings.aws.scheduler_schedule_group import SchedulerScheduleGroup
from dynawright.bindings.aws.sqs_queue import SqsQueue
from dynawright.bindings.engine.location import location
from dynawright.constructs.bucket import Bucket
from dynawright.constructs.component import Component
from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.export_access import function_statements, payload_statements, schedule_statements
from dynawright.constructs.lambda_code import PYTHON, filename_of
from dynawright.constructs.logs import LogGroup
from dynawright.constructs.naming import FUNCTION, QUEUE, SCHEDULE, environment_of, physical_name
from dynawright.constructs.package import Package
from dynawright.constructs.role import Role
from dynawright.constructs.table import Table
from dynawright.errors import Place, Problem, UserError
from dynawright.iam import trust
from dynawright.iam.policy import Statement, document
from dynawright.monitoring.alarm import Alarm, Subject, alarms_about
from dynawright.monitoring.alarm_rules import functions as rules
from dynawright.monitoring.chart import Chart, line
from dynawright.monitoring.metric_catalogue import LAMBDA
from dynawright.settings import AlarmSettings, BucketSettings, ExportSettings, LogSettings

CODE = Package(Path(__file__).parent / "functions" / "table_backup", with_runtime=False)
TIMEOUT_SECONDS = 300
QUEUE_SECONDS = 14 * 86_400  # SQS's maximum
INSECURE = {"Bool": {"aws:SecureTransport": "false"}}
CHECK_HOURS_LATER = 6


class Export(Component):
    """Weekly backups and exports of tables to S3, if the environment enables them."""

    def __init__(
        self,
        scope: Construct,
        id: str,
        *,
        name: str,
        tables: Sequence[Table],
        key: EncryptionKey,
        settings: ExportSettings,
        buckets: BucketSettings,
        logs: LogSettings,
    ) -> None:
        super().__init__(scope, id)
        self.enabled = settings.enabled
        if not self.enabled:
            return
        _check(tables, settings)
        self._name, self._key, self._settings = f"{name}-export", key, settings
        self._environment = environment_of(self)
        self.bucket = Bucket(
            self,
            "Bucket",
            name=f"{name}-exports",
            key=key,
            settings=buckets,
            expire_after_days=settings.expire_after_days,
            transitions={"STANDARD_IA": settings.infrequent_access_after_days, "GLACIER": settings.archive_after_days},
        )
        self._failures = self._make_queue()
        self._function = self._make_function(
            tables, LogGroup(self, "Logs", name=f"/aws/lambda/{self._name}", key=key, settings=logs)
        )
        self._group = SchedulerScheduleGroup(self, "Schedules", name=physical_name(self, self._name, SCHEDULE))
        self._make_schedules()

    def alarms(self, settings: AlarmSettings) -> list[Alarm]:
        """Return alarms on failed runs and on runs that were given up."""
        if not self.enabled:
            return []
        id, name = location(self).path[-1], self._name
        function, queue = self._function.inputs["function_name"], self._failures.inputs["name"]
        runs = Subject(id, name, f"function {function}", {"FunctionName": function})
        given_up = Subject(id, name, f"the failures of {function}", {"QueueName": queue})
        return [
            *alarms_about([rules.RUN_ERRORS], runs, settings),
            *alarms_about([rules.GIVEN_UP], given_up, settings),
        ]

    def charts(self) -> list[Chart]:
        if not self.enabled:
            return []
        function = {"FunctionName": self._function.inputs["function_name"]}
        lines = [line(name.lower(), LAMBDA, name, "Sum", function) for name in ("Invocations", "Errors")]
        return [Chart(f"{self._name}: runs", lines)]

    @property
    def failures_arn(self) -> str:
        """The queue of runs that were given up."""
        return self._failures.arn

    @property
    def function_name(self) -> str:
        return self._function.function_name

    def _make_queue(self) -> SqsQueue:
        name = physical_name(self, f"{self._name}-failed", QUEUE)
        arn = f"arn:aws:sqs:{self._environment.region}:{self._environment.account_id}:{name}"
        refusal = Statement(("sqs:ReceiveMessage", "sqs:SendMessage"), (arn,), INSECURE, effect="Deny", principal="*")
        self._key.admit_callers_of("sqs")
        return SqsQueue(
            self,
            "Failures",
            name=name,
            message_retention_seconds=QUEUE_SECONDS,
            kms_master_key_id=self._key.arn,
            sqs_managed_sse_enabled=True if self._key.arn is None else None,
            policy=document([refusal]),
        )

    def _make_function(self, tables: Sequence[Table], log_group: LogGroup) -> LambdaFunction:
        description = "Backs up and exports tables, and deletes its own old backups"
        role = self._role("Role", self._name, description, trust.lambda_functions())
        name = physical_name(self, self._name, FUNCTION)
        statements = function_statements(
            tables,
            self._key,
            function_arn=f"arn:aws:lambda:{self._environment.region}:{self._environment.account_id}:function:{name}",
            bucket_arn=self.bucket.arn,
            queue_arn=self._failures.arn,
            log_group_arn=log_group.arn,
        )
        role.attach("Function", statements)
        self._key.admit_callers_of("lambda", grants=True)
        variables = {
            "TABLE_ARNS": ",".join(table.arn for table in tables),
            "BUCKET": self.bucket.name,
            "BUCKET_OWNER": self._environment.account_id,
            "BACKUP_NAME_PREFIX": f"{self._environment.project}-weekly-",
            "BACKUP_RETENTION_DAYS": str(self._settings.backup_retention_days),
        }
        if self._key.arn is not None:
            variables["KEY_ARN"] = self._key.arn
        function = LambdaFunction(
            self,
            "Function",
            function_name=name,
            description=description,
            role=role.arn,
            runtime=PYTHON,
            architectures=["arm64"],
            handler="handler.handler",
            filename=filename_of(CODE, self),
            source_code_hash=CODE.sha256,
            memory_size=256,
            timeout=TIMEOUT_SECONDS,
            # One run at a time: a second would not see the backup that the first is about to make.
            reserved_concurrent_executions=1 if self._settings.reserve_concurrency else -1,
            environment=LambdaFunctionEnvironment(variables=variables),
            kms_key_arn=self._key.arn,
            # Scheduler's calls are asynchronous: Lambda retries a failed one twice, then sends it here.
            dead_letter_config=LambdaFunctionDeadLetterConfig(target_arn=self._failures.arn),
            tracing_config=LambdaFunctionTracingConfig(mode="Active"),
            logging_config=LambdaFunctionLoggingConfig(
                log_format="JSON", log_group=log_group.name, application_log_level="INFO", system_log_level="INFO"
            ),
        )
        role.precede(function)
        return function

    def _make_schedules(self) -> None:
        """Build a schedule in UTC, where every day has the 24 hours of an incremental export."""
        role = self._role("SchedulesRole", f"{self._name}-schedules", "Calls the export function", self._trust_scheduler())
        calls = schedule_statements(self._key, function_arn=self._function.arn, queue_arn=self._failures.arn)
        group = physical_name(self, self._name, SCHEDULE)
        place = f"{self._environment.region}:{self._environment.account_id}"
        payloads = payload_statements(self._key, f"arn:aws:scheduler:{place}:schedule/{group}/*")
        role.attach("Call", [*calls, *payloads])
        for statement in payloads:
            self._key.admit_role(role.arn, statement)
        self._key.admit_callers_of("scheduler")  # the schedule's creator needs the key too
        hour, day = self._settings.hour_utc, self._settings.weekday
        self._schedule(role, "backup", f"0 {hour} ? * {day}")
        self._schedule(role, "full_export", f"10 {hour} ? * {day}")
        if self._settings.incremental:
            self._schedule(role, "incremental_export", f"20 {hour} * * ?")
        self._schedule(role, "check", f"0 {(hour + CHECK_HOURS_LATER) % 24} * * ?")

    def _schedule(self, role: Role, task: str, cron: str) -> None:
        payload = {"task": task, "scheduled_time": "<aws.scheduler.scheduled-time>"}
        schedule = SchedulerSchedule(
            self,
            "".join(part.capitalize() for part in task.split("_")),
            name=physical_name(self, f"{self._name}-{task.replace('_', '-')}", SCHEDULE),
            group_name=self._group.name,
            schedule_expression=f"cron({cron} *)",
            schedule_expression_timezone="UTC",
            kms_key_arn=self._key.arn,
            flexible_time_window=SchedulerScheduleFlexibleTimeWindow(mode="OFF"),
            target=SchedulerScheduleTarget(
                arn=self._function.arn,
                role_arn=role.arn,
                input=json.dumps(payload),
                # DynamoDB forgets tokens: a later retry would start a second export.
                retry_policy=SchedulerScheduleTargetRetryPolicy(maximum_event_age_in_seconds=3600, maximum_retry_attempts=10),
                dead_letter_config=SchedulerScheduleTargetDeadLetterConfig(arn=self._failures.arn),
            ),
        )
        role.precede(schedule)

    def _trust_scheduler(self) -> Statement:
        return trust.service("scheduler.amazonaws.com", self._environment.account_id)

    def _role(self, id: str, name: str, description: str, trusted: Statement) -> Role:
        return Role(self, id, name=name, description=description, trust=trusted, settings=self._environment.roles)


def _check(tables: Sequence[Table], settings: ExportSettings) -> None:
    """Reject tables without point-in-time recovery, whose exports AWS would refuse."""
    least = 2 if settings.incremental else 1
    reason = "incremental exports reach back more than one" if settings.incremental else "exports need them"
    fix = "raise it" + (", or set export.incremental to false" if settings.incremental else "")
    problems = [
        Problem(
            "DW322",
            f"point_in_time_recovery_days must be {least} or more, got {table.point_in_time_recovery_days}: {reason}",
            Place(path=table.model.subject),
            table.point_in_time_recovery_days,
            f"{least} or more",
            fix,
        )
        for table in tables
        if table.point_in_time_recovery_days < least
    ]
    if problems:
        raise UserError(problems)
