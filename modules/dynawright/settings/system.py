"""The settings of one system: what it does differently from its environment, and what only it has."""

from typing import ClassVar

from pydantic import Field

from dynawright.settings.alarms import TableAlarmSettings
from dynawright.settings.base import allowed
from dynawright.settings.groups import SharedGroups
from dynawright.settings.region import Region
from dynawright.settings.table import OwnTableSettings, TableSettings

OPTIONAL = {"audit": "trail", "network": "network", "cache": "cache", "export": "export"}
"""Groups that not every system's stack builds something of, each with what it is called."""


class SystemSettings(SharedGroups):
    """Base of the class in `stacks/<system>/settings.py`; a system without such a file has just these settings.

    A system's own settings are fields of its class. A stack gets an instance in which the environment's groups are merged.
    """

    builds: ClassVar[tuple[str, ...]] = ()
    """Which of OPTIONAL the system's stack builds; YAML can set only these."""

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

    def of_table(self, name: str) -> TableSettings:
        """Return the settings of one table; to be asked of merged settings."""
        return self.table.overridden_by(self.tables[name]) if name in self.tables else self.table

    def alarms_of_table(self, name: str) -> TableAlarmSettings | None:
        """Return what one table sets for its own alarms."""
        return self.tables[name].alarms if name in self.tables else None

    def builds_table(self, name: str, *, optional: bool) -> bool:
        """Return whether the environment has the table: an optional one is built where its settings ask for it."""
        wanted = self.tables[name].enabled if name in self.tables else None
        return not optional if wanted is None else wanted
