"""One environment: its account, its Region, where its state is kept, and the settings of each system."""

from typing import Annotated

from pydantic import Field, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from dynawright.settings.alarms import AlarmSettings, NotificationSettings
from dynawright.settings.approvals import Approval
from dynawright.settings.audit import AuditSettings
from dynawright.settings.backup import BackupSettings, ExportSettings
from dynawright.settings.base import (
    EncryptionSettings,
    LogSettings,
    RoleSettings,
    SecretSettings,
    Settings,
    allowed,
)
from dynawright.settings.buckets import AccessLogSettings, BucketSettings
from dynawright.settings.cache import CacheSettings
from dynawright.settings.deployment import DeploymentSettings
from dynawright.settings.network import NetworkSettings
from dynawright.settings.problem import SettingPath, shown
from dynawright.settings.region import Region
from dynawright.settings.state import StateSettings
from dynawright.settings.streams import StreamSettings
from dynawright.settings.surroundings import SURROUNDINGS, surrounding_problems
from dynawright.settings.systems import GROUPS, SystemOverrides, Systems, SystemSettings
from dynawright.settings.table import TableSettings
from dynawright.settings.tags import tag_problems
from dynawright.settings.vault import SHARED_VAULT, VaultSettings

FOUNDATION = "foundation"
"""The stack that all systems of an environment share; it has no settings of its own."""


def broken_rules(problems: dict[SettingPath, str], *, below: bool = True) -> PydanticCustomError:
    """Problems below the setting being checked, each with its own path; pydantic alone would name only the setting.

    With `below` false the paths are the file's, for what shows in one setting and is written in another.
    """
    text = "; ".join(problems.values())
    return PydanticCustomError("broken_rules", "{text}", {"text": text, "problems": problems, "below": below})


def _conflicts(group: Settings, info: ValidationInfo) -> dict[SettingPath, str]:
    """What can't be true together within the group, and with what the environment has set before."""
    own_region, other_regions = info.data.get("region"), info.data.get("other_regions")
    found = group.conflicts(own_region)
    if isinstance(group, TableSettings) and other_regions is not None:
        found = group.stray_replicas(own_region, other_regions) | found
    vault: VaultSettings | None = info.data.get("vault")
    if isinstance(group, NotificationSettings):
        found = group.unreachable(info.data.get("account_id")) | found
    if isinstance(group, BackupSettings) and vault:
        found = vault.refusals(group) | found
    if isinstance(group, BackupSettings) and {"name", "account_id", "region"} <= info.data.keys():
        own = f"arn:aws:backup:{own_region}:{info.data['account_id']}:backup-vault:{SHARED_VAULT}-{info.data['name']}"
        found = group.copies_into(own) | found
    return found


class Environment(Settings):
    """Everything that differs between this environment and the others."""

    name: str = Field(
        pattern="^[a-z][a-z0-9-]{0,18}[a-z0-9]$",
        description="The environment's name, which is also the file's; part of the names of everything built.",
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
    table: TableSettings = Field(default_factory=TableSettings.unwritten, description="The tables of every system.")
    encryption: EncryptionSettings = Field(
        default_factory=EncryptionSettings.unwritten, description="The encryption of every system."
    )
    logs: LogSettings = Field(default_factory=LogSettings.unwritten, description="The logs of every system.")
    vault: VaultSettings = Field(
        default_factory=VaultSettings.unwritten, description="The vault that all systems' backups lie in."
    )
    backup: BackupSettings = Field(default_factory=BackupSettings.unwritten, description="The backups of every system.")
    export: ExportSettings = Field(
        default_factory=ExportSettings.unwritten, description="The exports of the systems that make them."
    )
    roles: RoleSettings = Field(
        default_factory=RoleSettings.unwritten, description="Where IAM roles stand, and what bounds them."
    )
    deployment: DeploymentSettings = Field(
        default_factory=DeploymentSettings.unwritten, description="The repository that deploys, and its roles."
    )
    secrets: SecretSettings = Field(
        default_factory=SecretSettings.unwritten, description="How secrets are rotated and recovered."
    )
    buckets: BucketSettings = Field(default_factory=BucketSettings.unwritten, description="The buckets of every system.")
    access_logs: AccessLogSettings = Field(
        default_factory=AccessLogSettings.unwritten, description="The record of requests to every system's buckets."
    )
    network: NetworkSettings = Field(
        default_factory=NetworkSettings.unwritten, description="The VPC that code runs in, if it does."
    )
    cache: CacheSettings = Field(default_factory=CacheSettings.unwritten, description="The caches of the systems that have one.")
    audit: AuditSettings = Field(default_factory=AuditSettings.unwritten, description="The trails of the systems that have one.")
    streams: StreamSettings = Field(default_factory=StreamSettings.unwritten, description="The stream functions of every system.")
    alarms: AlarmSettings = Field(default_factory=AlarmSettings.unwritten, description="What is watched in every system.")
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
    systems: Systems = Field(
        default_factory=Systems.unwritten,
        validate_default=True,  # what is written above is judged with it
        description="What single systems do differently.",
    )

    @property
    def state_region(self) -> str:
        """The Region of the state bucket."""
        return self.state.region or self.region

    def physical_name(self, thing: str) -> str:
        """What a thing is called in this environment; every name in AWS is made here."""
        return f"{thing}-{self.name}"

    def for_system(self, name: str) -> SystemSettings:
        """Return what the system is built with: the environment's settings, overridden by the system's own if it has any."""
        own: SystemOverrides = getattr(self.systems, name, None) or SystemOverrides.unwritten()
        groups = {group: getattr(self, group).overridden_by(getattr(own, group)) for group in GROUPS}
        # Not checked again: _overridden_settings_are_coherent has been here.
        return SystemSettings.model_construct(
            **groups,
            tables={table: groups["table"].overridden_by(settings) for table, settings in own.tables.items()},
            wanted={table: settings.enabled for table, settings in own.tables.items() if settings.enabled is not None},
        )

    @property
    def networks(self) -> list[NetworkSettings]:
        """Of each system that builds something in a VPC."""
        found = [
            self.for_system(name).network for name in Systems.model_fields if "network" in getattr(self.systems, name).builds
        ]
        return [one for one in found if one.vpc_id]

    @property
    def backups(self) -> list[BackupSettings]:
        """Of each system that has them on."""
        return [found for name in Systems.model_fields if (found := self.for_system(name).backup).enabled]

    @field_validator("tags")
    @classmethod
    def _tags_suit_aws(cls, tags: dict[str, str]) -> dict[str, str]:
        if problems := tag_problems(tags):
            raise broken_rules(problems)
        return tags

    @field_validator("other_regions")
    @classmethod
    def _other_regions_are_others(cls, others: tuple[Region, ...], info: ValidationInfo) -> tuple[Region, ...]:
        problems: dict[SettingPath, str] = {}
        for number, region in enumerate(others):
            if region == info.data.get("region"):
                problems[(number,)] = f"{shown(region)} is not allowed: it is the environment's own region; remove it"
            elif region in others[:number]:
                problems[(number,)] = f"{shown(region)} is not allowed: it is there already; remove one"
        if problems:
            raise broken_rules(problems)
        return others

    @field_validator("approvals")
    @classmethod
    def _approved_systems_exist(cls, approvals: tuple[Approval, ...]) -> tuple[Approval, ...]:
        """An approval for a system that there is not would never be missed."""
        known = [FOUNDATION, *Systems.model_fields]
        problems: dict[SettingPath, str] = {
            (number, "system"): f"{shown(one.system)} is not allowed: one of {', '.join(known)}"
            for number, one in enumerate(approvals)
            if one.system not in known
        }
        if problems:
            raise broken_rules(problems)
        return approvals

    @field_validator("deployment")
    @classmethod
    def _what_it_deploys_is_bounded(cls, deployment: DeploymentSettings, info: ValidationInfo) -> DeploymentSettings:
        roles: RoleSettings | None = info.data.get("roles")
        if deployment.repository and roles and not roles.permissions_boundary_arn:
            reason = "whoever deploys makes roles, and could make one that may do anything; set roles.permissions_boundary_arn"
            raise broken_rules({("repository",): f"{shown(deployment.repository)} is not allowed without a boundary: {reason}"})
        return deployment

    @field_validator("table", "streams", "vault", "backup", "export", "notifications")
    @classmethod
    def _group_is_coherent(cls, group: Settings, info: ValidationInfo) -> Settings:
        if conflicts := _conflicts(group, info):
            raise broken_rules(conflicts)
        return group

    @field_validator("systems")
    @classmethod
    def _overridden_settings_are_coherent(cls, systems: Systems, info: ValidationInfo) -> Systems:
        """Overrides are judged together with the environment's own settings: alone, half a choice looks wrong."""
        problems: dict[SettingPath, str] = {}
        for group in GROUPS:
            if group not in info.data or group in SURROUNDINGS:
                continue  # reported already, or below
            for name in Systems.model_fields:
                own: SystemOverrides = getattr(systems, name)
                settings = info.data[group].overridden_by(getattr(own, group))
                problems |= {(name, group, *path): text for path, text in _conflicts(settings, info).items()}
                for table, overrides in own.tables.items() if group == "table" else ():
                    conflicts = _conflicts(settings.overridden_by(overrides), info)
                    problems |= {(name, "tables", table, *path): text for path, text in conflicts.items()}
        for name in Systems.model_fields:
            alone = {one: group for one, group in getattr(systems, name).written.items() if one not in GROUPS}
            for one, group in alone.items():
                if isinstance(group, Settings):
                    problems |= {(name, one, *path): text for path, text in _conflicts(group, info).items()}
        if {"streams", "alarms"} <= info.data.keys() and not problems:
            for name in Systems.model_fields:
                own = getattr(systems, name)
                streams = info.data["streams"].overridden_by(own.streams)
                mute = streams.mute_alarms(info.data["alarms"].overridden_by(own.alarms))
                problems |= {(name, "streams", *path): text for path, text in mute.items()}
        found = {("systems", *path): text for path, text in problems.items()} | surrounding_problems(systems, info.data)
        if found:
            raise broken_rules(found, below=False)
        return systems
