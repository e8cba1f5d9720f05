"""Settings of a single table; most of them describe an adopted table."""

import json

from pydantic import Field, field_validator

from dynawright.errors import must_be
from dynawright.settings.alarms import TableAlarmSettings
from dynawright.settings.base import EncryptionSettings, allowed
from dynawright.settings.problem import Conflicts, below
from dynawright.settings.table import TableSettings
from dynawright.settings.tags import tag_problems
from dynawright.settings.units import UnitSettings


class IndexSettings(UnitSettings):
    """Settings of one index that differ from its table's."""

    contributor_insights: bool | None = Field(
        default=None, description="Whether the keys of the index are counted; as the table's unless set."
    )


class OwnTableSettings(TableSettings):
    """Settings of a single table, which override its system's."""

    name: str | None = Field(
        default=None,
        pattern="^[A-Za-z0-9_.-]{3,255}$",
        description="What AWS calls the table, exactly: for one that was there before. Changing it replaces the table.",
        json_schema_extra=allowed("3 to 255 of A-Z a-z 0-9 _ . -, or null for <name in the model>-<environment>"),
    )
    alarms: TableAlarmSettings = Field(default_factory=TableAlarmSettings.unwritten, description="What is watched of this table.")
    enabled: bool | None = Field(
        default=None,
        description="Whether the table is built; it can be left out, or asked for, where its model calls it optional.",
        json_schema_extra=allowed("true, false, or null for what the model says"),
    )
    indexes: dict[str, IndexSettings] = Field(
        default_factory=dict,
        description="What single global indexes have otherwise than the table, by their names.",
        json_schema_extra=allowed("indexes of the table by their names, each with its own settings"),
    )
    encryption: EncryptionSettings = Field(
        default_factory=EncryptionSettings.unwritten,
        description="The key of this table, where its stack asks for it by `encryption_of_table`.",
    )
    tags: dict[str, str] = Field(
        default_factory=dict,
        max_length=50,
        description="Tags of this table, besides those that everything in the system has.",
        json_schema_extra={
            **allowed("at most 50 tags, each a line `Key: value`"),
            "propertyNames": {"minLength": 1, "maxLength": 128},
            "additionalProperties": {"type": "string", "maxLength": 256},
        },
    )
    kinesis_stream_arn: str | None = Field(
        default=None,
        pattern="^arn:aws:kinesis:[a-z0-9-]+:[0-9]{12}:stream/[A-Za-z0-9_.-]{1,128}$",
        description="A Kinesis data stream that is there already, and that every change of the table goes to.",
        json_schema_extra=allowed("a stream's ARN, such as 'arn:aws:kinesis:ap-northeast-1:111111111111:stream/changes'"),
    )
    resource_policy: str | None = Field(
        default=None,
        max_length=20_480,
        description="The table's own policy, as JSON: what else than the roles of this system may use it.",
        json_schema_extra=allowed("a policy as JSON text, with statements"),
    )

    restore_backup_arn: str | None = Field(
        default=None,
        pattern="^arn:aws:dynamodb:[a-z0-9-]+:[0-9]{12}:table/[A-Za-z0-9_.-]{3,255}/backup/[0-9]{14,20}-[0-9a-f]{8}$",
        description="A backup that the table is made from; read only while there is no such table, so that it can stay or go later.",
        json_schema_extra=allowed("an on-demand backup's ARN, ending in '/table/orders/backup/01489602797149-73d8d5bc'"),
    )

    @field_validator("resource_policy")
    @classmethod
    def _is_a_policy(cls, text: str | None) -> str | None:
        if text is not None:
            policy = json.loads(text)  # its error is a ValueError
            if not isinstance(policy, dict) or not policy.get("Statement"):
                raise ValueError("no policy")
        return text

    def conflicts(self, region: str | None = None) -> Conflicts:
        conflicts = super().conflicts(region) | below(("alarms",), self.alarms.conflicts(region))
        conflicts |= below(("encryption",), self.encryption.conflicts(region)) | below(("tags",), tag_problems(self.tags))
        if self.restore_backup_arn is not None and region not in (None, self.restore_backup_arn.split(":")[3]):
            limit = f"a backup in '{region}', where the table is"
            conflicts[("restore_backup_arn",)] = must_be("DW123", limit, self.restore_backup_arn)
        for name, index in self.indexes.items():
            conflicts |= below(("indexes", name), self.unused(index) | of_index(self, name).half_warm())
        return conflicts


def of_index(table: TableSettings, index: str) -> UnitSettings:
    """Return the capacity settings of an index: the table's, overridden by the index's own."""
    shared = UnitSettings.model_construct(
        **{name: value for name, value in table.written.items() if name in UnitSettings.model_fields}
    )
    own = table.indexes.get(index) if isinstance(table, OwnTableSettings) else None
    return shared.overridden_by(own) if own else shared


def counts_keys_of(table: TableSettings, index: str) -> bool:
    """Return whether CloudWatch counts the keys of an index."""
    own = table.indexes.get(index) if isinstance(table, OwnTableSettings) else None
    return table.contributor_insights if own is None or own.contributor_insights is None else own.contributor_insights
