"""An environment: its account, its Region, its state, and the settings of each system."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Self

from pydantic import Field, PrivateAttr, create_model

from dynawright.settings.alarms import NotificationSettings
from dynawright.settings.approvals import Approval
from dynawright.settings.backup import BackupSettings
from dynawright.settings.base import RoleSettings, SecretSettings, Settings, allowed
from dynawright.settings.buckets import AccessLogSettings
from dynawright.settings.deployment import DeploymentSettings
from dynawright.settings.exceptions import RuleException
from dynawright.settings.groups import SharedGroups, merged
from dynawright.settings.network import NetworkSettings
from dynawright.settings.provider import ProviderSettings
from dynawright.settings.region import Region
from dynawright.settings.state import StateSettings
from dynawright.settings.system import SystemSettings
from dynawright.settings.vault import VaultSettings

FOLDERS = re.compile(r"alias/|/aws/[a-z]+/|/|")
"""Beginnings of names that AWS prescribes; a name prefix comes after them."""


class Systems(Settings):
    """Overrides of single systems; `environment_class` adds a field for each system."""


class Environment(SharedGroups):
    """An environment: its account, its Region and all its settings."""

    name: str = Field(
        pattern="^[a-z][a-z0-9-]{0,18}[a-z0-9]$",
        description="The environment's name, which is also the file's; part of the names of everything built. "
        "Long names of systems leave less room than 20 characters in names of buckets: synthesis says how much.",
        json_schema_extra=allowed("2 to 20 lower-case letters, digits and hyphens, beginning with a letter"),
    )
    project: str = Field(
        pattern="^[a-z][a-z0-9-]{0,18}[a-z0-9]$",
        description="Begins the names of what all systems share: alarm topic, vault, deploy roles. Changing it replaces them.",
        json_schema_extra=allowed("2 to 20 lower-case letters, digits and hyphens, beginning with a letter"),
    )
    account_id: str = Field(
        pattern="^[0-9]{12}$",
        description="The AWS account; Terraform refuses to work in any other.",
        json_schema_extra=allowed("12 digits, as text"),
    )
    region: Region = Field(
        description="The AWS Region.",
        json_schema_extra=allowed("an AWS commercial Region, such as 'ap-northeast-1'"),
    )
    other_regions: tuple[
        Annotated[Region, Field(json_schema_extra=allowed("an AWS commercial Region, such as 'ap-northeast-3'"))], ...
    ] = Field(
        default=(),
        strict=False,  # YAML has lists, no tuples
        description="Other Regions that Terraform may work in, for replicas; take one out only after an apply without whatever was there.",
    )
    state: StateSettings = Field(description="Where Terraform keeps its state.")
    provider: ProviderSettings = Field(
        default_factory=ProviderSettings.unwritten, description="Terraform's AWS provider that the stacks ask for."
    )
    tags: dict[str, str] = Field(
        default_factory=dict,
        description="Tags on every resource, besides those that each stack adds.",
        max_length=40,
        json_schema_extra={
            **allowed("at most 40 tags, each a line `Key: value`"),
            "propertyNames": {"minLength": 1, "maxLength": 128},
            "additionalProperties": {"type": "string", "maxLength": 256},
        },
    )
    vault: VaultSettings = Field(
        default_factory=VaultSettings.unwritten, description="The vault that keeps the backups of all systems."
    )
    roles: RoleSettings = Field(
        default_factory=RoleSettings.unwritten, description="The path of IAM roles, and what bounds them."
    )
    deployment: DeploymentSettings = Field(
        default_factory=DeploymentSettings.unwritten, description="The repository that deploys, and its roles."
    )
    secrets: SecretSettings = Field(
        default_factory=SecretSettings.unwritten, description="How secrets are rotated and recovered."
    )
    access_logs: AccessLogSettings = Field(
        default_factory=AccessLogSettings.unwritten, description="The record of requests to every system's buckets."
    )
    notifications: NotificationSettings = Field(
        default_factory=NotificationSettings.unwritten, description="Where alarms are sent."
    )
    organization_id: str | None = Field(
        default=None,
        pattern="^o-[a-z0-9]{10,32}$",
        description="The AWS organization; resource policies then refuse everyone outside of it.",
        json_schema_extra=allowed("an organization's id, such as 'o-a1b2c3d4e5'"),
    )
    approvals: tuple[Approval, ...] = Field(
        default=(),
        strict=False,  # YAML has lists, no tuples
        description="Dangerous changes that the plan guard lets pass, each until a day.",
    )
    exceptions: tuple[RuleException, ...] = Field(
        default=(),
        strict=False,  # YAML has lists, no tuples
        description="Findings of the rules that are accepted for now, each until a day.",
    )
    systems: Systems = Field(default_factory=Systems.unwritten, description="What single systems do differently.")

    _home_region: str | None = PrivateAttr(None)
    _name_prefix: str | None = PrivateAttr(None)
    _table_names: Mapping[str, str] = PrivateAttr({})

    @classmethod
    def in_code(cls, *, name: str, account_id: str, region: Region, project: str = "", **settings: Any) -> Self:
        """Return an environment from code; settings are groups, such as `table=TableSettings(...)`."""
        state = StateSettings(local=True)
        return cls(name=name, project=project or name, account_id=account_id, region=region, state=state, **settings)

    @property
    def home_region(self) -> str:
        """The environment's own Region, also in the view of a system in another Region."""
        return self._home_region or self.region

    @property
    def state_region(self) -> str:
        """The Region of the state bucket."""
        return self.state.region or self.home_region

    @property
    def regions(self) -> tuple[str, ...]:
        """The Regions in use: the environment's own first, then those of systems, in alphabetical order."""
        others = {own.region for own in self.system_settings.values()} - {self.home_region, None}
        return (self.home_region, *sorted(region for region in others if region))

    @property
    def system_settings(self) -> dict[str, SystemSettings]:
        """The overrides of each system by its name."""
        return {name: getattr(self.systems, name) for name in type(self.systems).model_fields}

    def physical_name(self, thing: str) -> str:
        """Return a physical name in this environment; all names in AWS come from here."""
        return f"{self.prefixed(thing)}-{self.name}"

    def table_name(self, table: str) -> str:
        """Return a table's name in its system's view: the exact one from settings, or a derived one."""
        return self._table_names.get(table) or self.physical_name(table)

    def prefixed(self, thing: str) -> str:
        """Return the name with the system's name prefix, if this is the view of a system with a prefix."""
        return FOLDERS.sub(lambda folder: f"{folder[0]}{self._name_prefix}-", thing, count=1) if self._name_prefix else thing

    def shared_name(self, thing: str = "") -> str:
        """Return the name of a shared resource, such as `<project>-alarms-production`."""
        return "-".join(part for part in (self.project, thing, self.name) if part)

    def for_system(self, name: str) -> SystemSettings:
        """Return the system's settings: the environment's, replaced by the system's overrides."""
        return merged(self, self.system_settings.get(name) or SystemSettings.unwritten())

    def seen_by(self, system: str) -> "Environment":
        """Return the environment with the system's Region and names."""
        own = self.system_settings.get(system) or SystemSettings.unwritten()
        return self.in_region(own.region or self.home_region, own.name_prefix, own.table_names)

    def in_region(
        self, region: str, name_prefix: str | None = None, table_names: Mapping[str, str] = MappingProxyType({})
    ) -> "Environment":
        """Return the environment as a stack in this other Region sees it."""
        if (region, name_prefix, table_names) == (self.region, self._name_prefix, self._table_names):
            return self
        others = tuple(other for other in (self.home_region, *self.other_regions) if other != region)
        view = self.model_copy(update={"region": region, "other_regions": tuple(dict.fromkeys(others))})
        view._home_region, view._name_prefix, view._table_names = self.home_region, name_prefix, table_names
        return view

    def exceptions_of(self, stack: str) -> tuple[RuleException, ...]:
        """Return the exceptions of a stack, including expired ones."""
        return tuple(exception for exception in self.exceptions if exception.system == stack)

    @property
    def is_home(self) -> bool:
        """Whether this is the environment in its own Region, not the view of a stack in another one."""
        return self.region == self.home_region

    def regional(self, thing: str) -> str:
        """Return the name of a per-Region resource of a global kind, such as a bucket or role."""
        return thing if self.is_home else f"{thing}-{self.region}"

    @property
    def alarm_topic_arn(self) -> str | None:
        """The existing topic for alarms of this Region; None if the foundation creates one."""
        return self.notifications.topic_arn if self.is_home else None

    @property
    def ticket_topic_arn(self) -> str | None:
        """The existing ticket topic; None if the foundation creates one, or tickets go to alarms."""
        return self.notifications.ticket_topic_arn if self.is_home else None

    @property
    def backups(self) -> list[BackupSettings]:
        """The backup settings of each system in this Region that enables backups."""
        here = [name for name in self.system_settings if self.seen_by(name).region == self.region]
        return [backup for name in here if (backup := self.for_system(name).backup).enabled]

    @property
    def networks(self) -> list[tuple[str, NetworkSettings]]:
        """The Region and network of each system with resources in a VPC."""
        builders = [name for name, own in self.system_settings.items() if "network" in own.builds]
        networks = [(self.seen_by(name).region, self.for_system(name).network) for name in builders]
        return [(region, network) for region, network in networks if network.vpc_id]


def environment_class(systems: Mapping[str, type[SystemSettings]]) -> type[Environment]:
    """Return the class of an environment with these systems."""
    fields = {
        name: (settings, Field(default_factory=settings.unwritten, description=f"What {name} does differently, or has alone."))
        for name, settings in systems.items()
    }
    of_systems = create_model("Systems", __base__=Systems, __doc__=Systems.__doc__, **fields)  # type: ignore[call-overload]
    field = Field(default_factory=of_systems.unwritten, description="What single systems do differently.")
    return create_model("Environment", __base__=Environment, __doc__=Environment.__doc__, systems=(of_systems, field))
