"""Base classes of stacks: provider, state, tags, settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Protocol

from constructs import Construct

from dynawright.bindings.aws.data_aws_sns_topic import DataAwsSnsTopic
from dynawright.bindings.aws.provider import AwsProvider, AwsProviderDefaultTags
from dynawright.bindings.engine.output import Output
from dynawright.constructs import table_settings
from dynawright.constructs.backup import Backup
from dynawright.constructs.backups_by_tier import backups_by_tier
from dynawright.constructs.consumer_role import consumer_role
from dynawright.constructs.deploy_names import deploy_role_arn
from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.naming import TOPIC, pascal_case, shared_name
from dynawright.constructs.role import Role
from dynawright.constructs.state_backend import keep_state
from dynawright.constructs.table import Table
from dynawright.constructs.topic import ALARMS, TICKETS
from dynawright.errors import Place, UserError, must_be
from dynawright.framework import cdktf
from dynawright.iam.policy import Statement
from dynawright.imports import imports_of
from dynawright.model import Consumer, System, TableModel
from dynawright.monitoring.alarms import Alarms, Watched
from dynawright.monitoring.dashboard import Dashboard, Shown
from dynawright.prices.general import ALARM_METRIC_MONTH, SCALING_ALARMS
from dynawright.settings import AlarmSettings, Environment, SystemSettings
from dynawright.settings.deployment import REPOSITORY_TAG

__all__ = ["EnvironmentStack", "SystemStack"]

if TYPE_CHECKING:
    from dynawright.constructs.export import Export
    from dynawright.constructs.stream_processor import StreamProcessor


class Observable(Watched, Shown, Protocol):
    """A construct with alarms and charts."""


TABLE_OUTPUTS = {
    "TableName": ("name", "The table's name in AWS."),
    "TableArn": ("arn", "The table's ARN."),
    "Capacity": ("capacity", "The capacity mode, with the units of provisioned capacity."),
    "StreamArn": ("stream_arn", "The stream's ARN; only of a table with a stream. Replacing the table changes it."),
}
"""Output name (after the table's construct id) → the attribute and its description."""
ALARMS_OUTPUT = ("AlarmsMonthlyUsd", "What CloudWatch bills a month for the stack's alarms and dashboard, in US dollars.")


class EnvironmentStack(cdktf.TerraformStack):
    """Base of all stacks; each is deployed separately, with its own state."""

    tags: ClassVar[Mapping[str, str]] = {}

    def __init__(self, scope: Construct, environment: Environment) -> None:
        self.environment = environment
        self.deploy_role_arn = deploy_role_arn(environment)  # keys admit it from their creation on
        super().__init__(scope, f"{self.stack_name}-{environment.name}")
        self.alarms: Alarms | None = None
        self.watching_monthly_usd = 0.0
        tags = {**environment.tags, **self.tags, "Environment": environment.name, "ManagedBy": "terraform"}
        if environment.deployment.repository:
            tags[REPOSITORY_TAG] = environment.deployment.repository  # by which the deploy role recognizes its own resources
        self._provide(environment.region, tags)
        self.other_providers = {
            region: self._provide(region, tags, alias=region) for region in environment.other_regions
        }  # dynawright.constructs.regions finds them
        keep_state(self, self.stack_name, environment)

    @property
    def stack_name(self) -> str:
        """The name of the stack and its state; changing it loses the state."""
        raise NotImplementedError

    def output(self, name: str, value: str) -> None:
        """Add an output; readers depend on its `name`."""
        Output(self, name, value=value)

    def observe(
        self,
        *things: Observable,
        name: str,
        dashboard: str,
        settings: AlarmSettings,
        topic_arn: str,
        ticket_topic_arn: str | None = None,
    ) -> None:
        """Add alarms and a dashboard; output their monthly price with autoscaling's alarms."""
        self.alarms = Alarms(
            self,
            "Alarms",
            name=name,
            watch=things,
            settings=settings,
            topic_arn=topic_arn,
            ticket_topic_arn=ticket_topic_arn,
        )
        scaled = sum(thing.scaling_policies for thing in things if isinstance(thing, Table))
        self.watching_monthly_usd = self.alarms.monthly_price + scaled * SCALING_ALARMS * ALARM_METRIC_MONTH
        if settings.dashboard:
            shown = Dashboard(self, "Dashboard", name=dashboard, shows=things, alarm_names=self.alarms.names)
            self.watching_monthly_usd += shown.monthly_price
        self.output(ALARMS_OUTPUT[0], f"{self.watching_monthly_usd:.2f}")

    def _provide(self, region: str, tags: Mapping[str, str], alias: str | None = None) -> AwsProvider:
        provider = AwsProvider(
            self,
            f"aws-{alias}" if alias else "aws",
            alias=alias,
            region=region,
            allowed_account_ids=[self.environment.account_id],
            default_tags=[AwsProviderDefaultTags(tags=tags)],
        )
        provider.required_version = self.environment.provider.version
        return provider


class SystemStack(EnvironmentStack):
    """Base of a system's stack: its settings, tables, functions, roles, backups and alarms."""

    system: ClassVar[System]
    settings: SystemSettings
    """The system's settings; a stack annotates it with the class in its settings.py."""

    def __init__(self, scope: Construct, environment: Environment) -> None:
        super().__init__(scope, environment.seen_by(self.system.name))
        self.settings = environment.for_system(self.system.name)
        self._backups: list[Backup] = []
        self._tables: list[Table] = []
        self.functions: list[Path] = []
        """The folders of its stream functions and of functions that they include."""
        if wrong := list(table_settings.problems(self.system, self.settings, f"environments/{environment.name}.yaml")):
            raise UserError(wrong)
        if blocks := imports_of(self.system.name, environment.name):
            self.add_override("import", [block._asdict() for block in blocks])

    @property
    def stack_name(self) -> str:
        return self.system.name

    @property
    def _stem(self) -> str:
        """Prefix of physical names of the system's own resources."""
        return self.system.name.replace("_", "-")

    def output(self, name: str, value: str) -> None:
        """Add an output, and publish it as a parameter if the environment wants this."""
        super().output(name, value)
        if self.settings.outputs.parameters:
            from dynawright.constructs.parameter import publish

            publish(self, self.system.name, name, value)

    def table(self, id: str, model: TableModel, *, key: EncryptionKey) -> Table:
        """Build a table with the environment's settings, and the outputs of every table."""
        table = Table(
            self,
            id,
            model=model,
            key=key,
            settings=self.settings.of_table(model.name),
            alarms=self.settings.alarms_of_table(model.name),
        )
        self._tables.append(table)
        for name, (attribute, _) in TABLE_OUTPUTS.items():
            if attribute != "stream_arn" or model.stream is not None:
                self.output(f"{id}{name}", getattr(table, attribute))
        return table

    def tables(self, id: str, model: TableModel, *, key: EncryptionKey) -> list[Table]:
        """Build an optional table; return an empty list if the environment does not have it."""
        return [self.table(id, model, key=key)] if self.settings.builds_table(model.name, optional=model.optional) else []

    def adopted(self, id: str, model: TableModel) -> list[Table]:
        """Build an optional adopted table with its key from settings; return an empty list without it."""
        if not self.settings.builds_table(model.name, optional=model.optional):
            return []
        settings = self.settings.encryption_of_table(model.name)
        return [self.table(id, model, key=EncryptionKey(self, f"{id}Key", name=f"{model.name}-key", settings=settings))]

    def role(self, consumer: Consumer, trust: Statement | Sequence[Statement] | None = None) -> Role:
        """Build the role of a consumer; grants add its rights.

        Settings decide who may assume it, by default the model; they can't change a `trust` that is passed here.
        """
        role = consumer_role(self, consumer, stem=self._stem, settings=self.settings, given=trust)
        self.output(f"{pascal_case(consumer.name)}RoleArn", role.arn)
        return role

    @cached_property
    def alarm_topic_arn(self) -> str:
        """The alarm topic, looked up, so that the plan fails without a foundation."""
        given = self.environment.alarm_topic_arn
        return given or DataAwsSnsTopic(self, "AlarmTopic", name=shared_name(self, ALARMS, TOPIC)).arn

    @cached_property
    def ticket_topic_arn(self) -> str:
        """The topic of messages that can wait until morning, if the environment has a separate one."""
        given = self.environment.ticket_topic_arn
        if given is None and not self.environment.notifications.ticket_subscriptions:
            return self.alarm_topic_arn
        return given or DataAwsSnsTopic(self, "TicketTopic", name=shared_name(self, TICKETS, TOPIC)).arn

    def processor(
        self,
        id: str,
        folder: Path,
        *,
        table: Table,
        consumer: Consumer,
        key: EncryptionKey,
        variables: Mapping[str, str | None] = {},
    ) -> StreamProcessor:
        """Build the function in `folder`, named like its consumer, on the table's stream.

        Its function.json declares its stream and its variables.
        """
        from dynawright.constructs.stream_function import (
            StreamFunction,  # imported here: systems without functions don't need packaging
        )
        from dynawright.constructs.stream_processor import StreamProcessor

        if folder.name != consumer.name.replace("-", "_"):  # its settings in YAML have the folder's name
            place = Place(f"stacks/{self.system.name}/stack.py", path=f"processor {id}")
            raise UserError([must_be("DW119", f"'{folder.name.replace('_', '-')}', as the folder", consumer.name, place=place)])
        function = StreamFunction(folder, self.system, consumer)
        self.functions += function.folders
        processor = StreamProcessor(
            self,
            id,
            table=table,
            consumer=consumer,
            code=function.code,
            key=key,
            settings=self.settings,
            environment=function.variables(variables, self.environment),
            filters=function.filters,
        )
        self.output(f"{id}RoleArn", processor.role.arn)
        self.output(f"{id}FailuresArn", processor.failures.arn)
        return processor

    def backup(self, *tables: Table, key: EncryptionKey) -> None:
        """Back up these tables to the foundation's vault if enabled; failed jobs become tickets.

        Call it before `watch`, which adds their alarms.
        """
        if self.settings.backup.enabled:
            self._backups += backups_by_tier(
                self,
                name=self._stem,
                tables=[(table, self.settings.of_table(table.model.name).tier) for table in tables],
                key=key,
                settings=self.settings.backup,
                failures_topic_arn=self.ticket_topic_arn,
            )

    def _exports(self) -> list[Export]:
        """Add weekly backups and exports of all tables if settings enable them and the stack has none."""
        own = self.environment.system_settings.get(self.system.name)
        asked = own is not None and "export" in own.model_fields_set and self.settings.export.enabled
        if "export" in self.settings.builds or not asked or not self._tables:
            return []
        from dynawright.constructs.export import Export  # imported here: systems without exports don't need packaging

        tables, key = self._tables, self._tables[0].key
        settings = self.settings
        export = Export(
            self,
            "Export",
            name=self._stem,
            tables=tables,
            key=key,
            settings=settings.export,
            buckets=settings.buckets,
            logs=settings.logs,
        )
        self.output("ExportFailuresArn", export.failures_arn)
        return [export]

    def watch(self, *things: Observable) -> None:
        """Add alarms, dashboard, backups and exports; call it once, with all watched constructs."""
        watched = (*things, *self._backups, *self._exports())
        if not watched:  # the environment has none of the system's optional tables
            return
        self.observe(
            *watched,
            name=self._stem,
            dashboard=self._stem,
            settings=self.settings.alarms,
            topic_arn=self.alarm_topic_arn,
            ticket_topic_arn=self.ticket_topic_arn,
        )
