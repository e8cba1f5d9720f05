"""One environment: its account, its Region, where its state is kept, and the settings of each system."""

import re
from typing import Annotated

from pydantic import AfterValidator, Field, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from environments.errors import SettingsError
from environments.problem import SettingPath, nearest, shown
from environments.region import Region
from environments.settings import (
    EncryptionSettings,
    LogSettings,
    RoleSettings,
    SecretSettings,
    Settings,
    TableSettings,
    allowed,
    laid_over,
)
from environments.state import StateSettings

TAG_KEY = re.compile(r"(?!aws:)[\w .:/=+@-]{1,128}", re.IGNORECASE)
TAG_VALUE = re.compile(r"[\w .:/=+@-]{0,256}")


def broken_rules(problems: dict[SettingPath, str]) -> PydanticCustomError:
    """Problems below the setting being checked, each with its own path; pydantic alone would name only the setting."""
    text = "; ".join(problems.values())
    return PydanticCustomError("broken_rules", "{text}", {"text": text, "problems": problems})


def coherent(table: TableSettings) -> TableSettings:
    if conflicts := table.conflicts():
        raise broken_rules({(field,): text for field, text in conflicts.items()})
    return table


CoherentTable = Annotated[TableSettings, AfterValidator(coherent)]


class SystemOverrides(Settings):
    """What one system does differently; a setting that is not written keeps the environment's value."""

    table: TableSettings = Field(default_factory=TableSettings, description="The system's own table settings.")
    encryption: EncryptionSettings = Field(
        default_factory=EncryptionSettings, description="The system's own encryption settings."
    )
    logs: LogSettings = Field(default_factory=LogSettings, description="The system's own log settings.")


class AiChefOverrides(SystemOverrides):
    """What only ai_chef has."""

    partner_role_arn: str | None = Field(
        default=None,
        pattern="^arn:aws:iam::[0-9]{12}:role/[A-Za-z0-9+=,.@_/-]+$",
        description="A role, of this or another account, that the results table's own policy admits.",
        json_schema_extra=allowed("a role's ARN, such as 'arn:aws:iam::111111111111:role/partner'"),
    )


class Systems(Settings):
    """The systems that an environment can set apart."""

    ai_chef: AiChefOverrides = Field(default_factory=AiChefOverrides, description="AI chef: cooking sessions and their results.")
    feature_flags: SystemOverrides = Field(default_factory=SystemOverrides, description="Feature flags of many tenants.")
    miyabi_lambda: SystemOverrides = Field(default_factory=SystemOverrides, description="The agent platform's data.")
    miyabi_progress: SystemOverrides = Field(default_factory=SystemOverrides, description="Progress of tasks and projects.")
    shop: SystemOverrides = Field(default_factory=SystemOverrides, description="Products, orders and stock.")


class SystemSettings(Settings):
    """What one system is built with in one environment."""

    table: CoherentTable
    encryption: EncryptionSettings
    logs: LogSettings


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
    table: CoherentTable = Field(default_factory=TableSettings, description="The tables of every system.")
    encryption: EncryptionSettings = Field(default_factory=EncryptionSettings, description="The encryption of every system.")
    logs: LogSettings = Field(default_factory=LogSettings, description="The logs of every system.")
    roles: RoleSettings = Field(default_factory=RoleSettings, description="Where IAM roles stand, and what bounds them.")
    secrets: SecretSettings = Field(default_factory=SecretSettings, description="How secrets are rotated and recovered.")
    organization_id: str | None = Field(
        default=None,
        pattern="^o-[a-z0-9]{10,32}$",
        description="The AWS organization; resource policies then refuse everyone outside of it.",
        json_schema_extra=allowed("an organization's id, such as 'o-a1b2c3d4e5'"),
    )
    systems: Systems = Field(default_factory=Systems, description="What single systems do differently.")

    @property
    def state_region(self) -> str:
        """The Region of the state bucket."""
        return self.state.region or self.region

    def physical_name(self, thing: str) -> str:
        """What a thing is called in this environment; every name in AWS is made here."""
        return f"{thing}-{self.name}"

    def for_system(self, name: str) -> SystemSettings:
        """What the system is built with: the environment's settings with the system's own laid over."""
        if name not in Systems.model_fields:
            known = list(Systems.model_fields)
            near = nearest(name, known)
            hint = f"did you mean '{near}'?" if near else "add it to Systems in environments/environment.py"
            raise SettingsError([f"system {shown(name)} is not allowed: one of {', '.join(known)}; {hint}"])
        own: SystemOverrides = getattr(self.systems, name)
        return SystemSettings(
            table=self.table.overridden_by(own.table),
            encryption=laid_over(self.encryption, own.encryption),
            logs=laid_over(self.logs, own.logs),
        )

    @field_validator("tags")
    @classmethod
    def _tags_suit_aws(cls, tags: dict[str, str]) -> dict[str, str]:
        problems: dict[SettingPath, str] = {}
        for key, value in tags.items():
            if not TAG_KEY.fullmatch(key):
                rule = "1 to 128 letters, digits, spaces and _.:/=+-@, not beginning with 'aws:'"
                problems[(key,)] = f"key {shown(key)} is not allowed: {rule}"
            elif not TAG_VALUE.fullmatch(value):
                rule = "up to 256 letters, digits, spaces and _.:/=+-@"
                problems[(key,)] = f"{shown(value)} is not allowed: {rule}"
        if problems:
            raise broken_rules(problems)
        return tags

    @field_validator("systems")
    @classmethod
    def _overridden_tables_are_coherent(cls, systems: Systems, info: ValidationInfo) -> Systems:
        """Overrides are judged together with the environment's own settings: alone, half a choice looks wrong."""
        if "table" not in info.data:
            return systems  # reported already
        problems: dict[SettingPath, str] = {}
        for name in Systems.model_fields:
            table = info.data["table"].overridden_by(getattr(systems, name).table)
            problems |= {(name, "table", field): text for field, text in table.conflicts().items()}
        if problems:
            raise broken_rules(problems)
        return systems
