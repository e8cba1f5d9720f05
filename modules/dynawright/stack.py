"""What every stack has: provider, state, tags, settings."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Protocol

import cdktf
from constructs import Construct

from dynawright.bindings.aws.data_aws_sns_topic import DataAwsSnsTopic
from dynawright.bindings.aws.provider import AwsProvider, AwsProviderDefaultTags
from dynawright.bindings.engine.output import Output
from dynawright.constructs.backup import Backup
from dynawright.constructs.deploy_names import deploy_role_arn
from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.naming import TOPIC, pascal_case, shared_name
from dynawright.constructs.role import Role
from dynawright.constructs.table import Table
from dynawright.constructs.topic import ALARMS, TICKETS
from dynawright.constructs.vault import VaultReference
from dynawright.errors import Place, Problem, UserError, must_be, unknown
from dynawright.iam.policy import Statement
from dynawright.model import Consumer, System, TableModel
from dynawright.monitoring.alarms import Alarms, Watched
from dynawright.monitoring.dashboard import Dashboard, Shown
from dynawright.prices.general import ALARM_METRIC_MONTH, SCALING_ALARMS
from dynawright.settings import AlarmSettings, Environment, SystemSettings
from dynawright.settings.deployment import REPOSITORY_TAG

__all__ = ["EnvironmentStack", "SystemStack"]

if TYPE_CHECKING:
    from dynawright.constructs.stream_processor import StreamProcessor


class Observable(Watched, Shown, Protocol):
    """What has alarms and charts."""


class EnvironmentStack(cdktf.TerraformStack):
    """A part of one environment: its own stack, its own state, deployed on its own."""

    tags: ClassVar[Mapping[str, str]] = {}

    def __init__(self, scope: Construct, environment: Environment) -> None:
        self.environment = environment
        self.deploy_role_arn = deploy_role_arn(environment)  # keys admit it from the moment they are made
        super().__init__(scope, f"{self.stack_name}-{environment.name}")
        self.alarms: Alarms | None = None
        self.watching_monthly_usd = 0.0
        tags = {**environment.tags, **self.tags, "Environment": environment.name, "ManagedBy": "terraform"}
        if environment.deployment.repository:
            tags[REPOSITORY_TAG] = environment.deployment.repository  # by which the deploy role knows what is its own
        self._provide(environment.region, tags)
        self.other_providers = {
            region: self._provide(region, tags, alias=region) for region in environment.other_regions
        }  # dynawright.constructs.regions finds them
        self._keep_state()

    @property
    def stack_name(self) -> str:
        """Names the stack and its state; changing it loses the state."""
        raise NotImplementedError

    def output(self, name: str, value: str) -> None:
        """A value for whoever reads the stack's outputs; `name` is part of the contract."""
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
        """Alarms and a dashboard for these things, as the level asks, and what CloudWatch bills for both and for autoscaling's alarms."""
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
        self.output("AlarmsMonthlyUsd", f"{self.watching_monthly_usd:.2f}")

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

    def _keep_state(self) -> None:
        state = self.environment.state
        if state.bucket is None:
            # Relative to cdktf.out/stacks/<stack>, where terraform runs: the project's root.
            cdktf.LocalBackend(self, path=f"../../../terraform.{self.stack_name}-{self.environment.name}.tfstate")
            return
        backend = cdktf.S3Backend(
            self,
            bucket=state.bucket,
            key=f"{self.environment.name}/{self.stack_name}/terraform.tfstate",  # environments may share a bucket
            region=self.environment.state_region,
            encrypt=True,
            kms_key_id=state.kms_key_arn,
            allowed_account_ids=[self.environment.account_id],
        )
        backend.add_override("use_lockfile", True)  # cdktf 0.21 has no argument for it; a DynamoDB lock table is deprecated


class SystemStack(EnvironmentStack):
    """One system in one environment."""

    system: ClassVar[System]
    settings: SystemSettings
    """What the system is built with; a stack annotates it with the class in its settings.py."""

    def __init__(self, scope: Construct, environment: Environment) -> None:
        super().__init__(scope, environment.seen_by(self.system.name))
        self.settings = environment.for_system(self.system.name)
        self._backups: list[Backup] = []
        self._check_table_settings()

    @property
    def stack_name(self) -> str:
        return self.system.name

    @property
    def _stem(self) -> str:
        """Begins the physical names of what belongs to the system as a whole."""
        return self.system.name.replace("_", "-")

    def table(self, id: str, model: TableModel, *, key: EncryptionKey) -> Table:
        """Build a table as the environment wants it, with the outputs that every table has."""
        table = Table(
            self,
            id,
            model=model,
            key=key,
            settings=self.settings.of_table(model.name),
            alarms=self.settings.alarms_of_table(model.name),
        )
        self.output(f"{id}TableName", table.name)
        self.output(f"{id}TableArn", table.arn)
        self.output(f"{id}Capacity", table.capacity)
        if model.stream is not None:
            self.output(f"{id}StreamArn", table.stream_arn)
        return table

    def tables(self, id: str, model: TableModel, *, key: EncryptionKey) -> list[Table]:
        """The same for an optional table: none where the environment does without it."""
        return [self.table(id, model, key=key)] if self.settings.builds_table(model.name, optional=model.optional) else []

    def role(self, consumer: Consumer, trust: Statement) -> Role:
        """The role of one of the system's consumers; grants fill it."""
        return Role(
            self,
            f"{pascal_case(consumer.name)}Role",
            name=f"{self._stem}-{consumer.name}",
            description=consumer.description,
            trust=trust,
            settings=self.environment.roles,
        )

    @cached_property
    def alarm_topic_arn(self) -> str:
        """Looked up, not computed: without the foundation the plan fails, instead of alarms that reach no one."""
        given = self.environment.alarm_topic_arn
        return given or DataAwsSnsTopic(self, "AlarmTopic", name=shared_name(self, ALARMS, TOPIC)).arn

    @cached_property
    def ticket_topic_arn(self) -> str:
        """Where messages go that can wait for the morning: a topic of their own, if the environment has one."""
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
        """Build the function in `folder`, which the consumer is named after, on the table's stream.

        Its function.json says what it reads and what it must be given.
        """
        from dynawright.constructs.stream_function import (
            StreamFunction,  # here: systems without functions do without packaging, too
        )
        from dynawright.constructs.stream_processor import StreamProcessor

        function = StreamFunction(folder)
        if folder.name != consumer.name.replace("-", "_"):  # its settings in YAML have the name of the folder
            place = Place(f"stacks/{self.system.name}/stack.py", path=f"processor {id}")
            raise UserError([must_be("DW119", f"'{folder.name.replace('_', '-')}', as the folder", consumer.name, place=place)])
        return StreamProcessor(
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

    def backup(self, *tables: Table, key: EncryptionKey) -> None:
        """Backups of these tables in the foundation's vault, if the environment asks for them; failed jobs are a ticket each.

        To be called before `watch`, which watches them too.
        """
        if not self.settings.backup.enabled:
            return
        backup = Backup(
            self,
            "Backup",
            name=self._stem,
            tables=tables,
            key=key,
            vault=VaultReference.found(self),
            settings=self.settings.backup,
            failures_topic_arn=self.ticket_topic_arn,
        )
        self._backups.append(backup)

    def _check_table_settings(self) -> None:
        """The settings know no models: which tables there are shows here."""
        optional = {table.name: table.optional for table in self.system.tables}
        problems: list[Problem] = []
        for name in self.settings.tables:
            if name not in optional:
                problems.append(unknown("DW301", "table", name, optional, place=self._place("tables")))
        for name, own in self.settings.tables.items():
            if own.enabled is False and not optional.get(name, True):
                text, fix = "must be true: the table is not optional", "remove the line"
                problems.append(Problem("DW303", text, self._place(f"tables.{name}.enabled"), False, "true", fix))
        if problems:
            raise UserError(problems)

    def _place(self, path: str) -> Place:
        """Return the place of one of the system's settings in the environment's file."""
        return Place(f"environments/{self.environment.name}.yaml", path=f"systems.{self.system.name}.{path}")

    def watch(self, *things: Observable) -> None:
        """Alarms and a dashboard for these things and the backups, as the environment's level asks; to be called once, with all of them."""
        watched = (*things, *self._backups)
        self.observe(
            *watched,
            name=self._stem,
            dashboard=self._stem,
            settings=self.settings.alarms,
            topic_arn=self.alarm_topic_arn,
            ticket_topic_arn=self.ticket_topic_arn,
        )
