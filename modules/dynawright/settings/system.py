"""The settings of one system: overrides of its environment's, and its own."""

from typing import ClassVar

from pydantic import Field

from dynawright.settings.alarms import TableAlarmSettings
from dynawright.settings.backup import BackupSettings
from dynawright.settings.base import EncryptionSettings, allowed
from dynawright.settings.consumers import ConsumerSettings
from dynawright.settings.groups import SharedGroups
from dynawright.settings.own_table import OwnTableSettings
from dynawright.settings.region import Region
from dynawright.settings.table import TableSettings

OPTIONAL = {"audit": "trail", "network": "network", "cache": "cache"}
"""Groups that only some systems' stacks use → the name of their resource."""


class SystemSettings(SharedGroups):
    """Base of a system's class in `stacks/<system>/settings.py`; used itself without that file.

    A system's own settings are fields of its class. A stack gets an instance merged with the environment's groups.
    """

    builds: ClassVar[tuple[str, ...]] = ()
    """The groups of OPTIONAL that the system's stack uses; YAML can set only these.

    With "export", the stack chooses the exported tables.
    """

    region: Region | None = Field(
        default=None,
        description="The system's own Region; the environment's unless set. Changing it moves no data.",
        json_schema_extra=allowed("an AWS commercial Region, such as 'ap-northeast-1'"),
    )
    name_prefix: str | None = Field(
        default=None,
        pattern="^[a-z][a-z0-9]*(-[a-z0-9]+)*$",
        max_length=20,
        description="Begins all names of the system in AWS. Changing it replaces everything.",
        json_schema_extra=allowed("up to 20 lower-case letters, digits and single hyphens, beginning with a letter"),
    )
    tables: dict[str, OwnTableSettings] = Field(
        default_factory=dict,
        description="What single tables do differently, by the name in the model.",
        json_schema_extra=allowed("tables of the system by their names, each with its own settings"),
    )

    consumers: dict[str, ConsumerSettings] = Field(
        default_factory=dict,
        description="Who may assume the roles of single consumers, by the name in the model.",
        json_schema_extra=allowed("consumers of the system by their names, each with its own settings"),
    )

    @property
    def table_names(self) -> dict[str, str]:
        """Exact table names by the name in the model."""
        return {table: own.name for table, own in self.tables.items() if own.name is not None}

    def of_table(self, name: str) -> TableSettings:
        """Return the settings of one table; call it on merged settings only."""
        return self.table.overridden_by(self.tables[name]) if name in self.tables else self.table

    def encryption_of_table(self, name: str) -> EncryptionSettings:
        """Return one table's key settings, merged, for stacks with a key for each table."""
        return self.encryption.overridden_by(self.tables[name].encryption) if name in self.tables else self.encryption

    def alarms_of_table(self, name: str) -> TableAlarmSettings | None:
        """Return one table's alarm settings; disposable tables have essential alarms only by default."""
        own = self.tables[name].alarms if name in self.tables else None
        if self.of_table(name).tier != "disposable" or self.alarms.level != "full":
            return own
        return TableAlarmSettings.model_construct(**{"level": "essential", **(own.written if own else {})})

    def backup_of_table(self, name: str) -> BackupSettings:
        """Return one table's backup settings, by its tier."""
        return self.backup.of_tier(self.of_table(name).tier)

    def of_consumer(self, name: str) -> ConsumerSettings:
        """Return one consumer's settings."""
        return self.consumers.get(name) or ConsumerSettings.unwritten()

    def builds_table(self, name: str, *, optional: bool) -> bool:
        """Return whether the environment builds the table: optional ones need `enabled: true`."""
        wanted = self.tables[name].enabled if name in self.tables else None
        return not optional if wanted is None else wanted
