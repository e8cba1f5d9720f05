"""What single systems, and single tables of them, do differently in an environment."""

from collections.abc import Mapping
from typing import ClassVar

from pydantic import Field

from dynawright.settings.alarms import AlarmSettings
from dynawright.settings.audit import AuditSettings
from dynawright.settings.backup import BackupSettings, ExportSettings
from dynawright.settings.base import EncryptionSettings, LogSettings, Settings, allowed
from dynawright.settings.buckets import BucketSettings
from dynawright.settings.cache import CacheSettings
from dynawright.settings.change_capture import ChangeCaptureSettings
from dynawright.settings.network import NetworkSettings
from dynawright.settings.stock_alerts import StockAlertSettings
from dynawright.settings.streams import (
    FeatureFlagsStreams,
    MiyabiLambdaStreams,
    MiyabiProgressStreams,
    ShopStreams,
    StreamSettings,
)
from dynawright.settings.table import OwnTableSettings, TableSettings

OPTIONAL = {"audit": "trail", "network": "network", "cache": "cache", "export": "export"}
"""Groups that not every system's stack builds something of, each with what it is called."""


class SystemOverrides(Settings):
    """What one system does differently; a setting that is not written keeps the environment's value."""

    builds: ClassVar[tuple[str, ...]] = ()
    """Which of OPTIONAL the system's stack has; a system that has none of its kind can't set it."""

    table: TableSettings = Field(default_factory=TableSettings.unwritten, description="The system's own table settings.")
    encryption: EncryptionSettings = Field(
        default_factory=EncryptionSettings.unwritten, description="The system's own encryption settings."
    )
    logs: LogSettings = Field(default_factory=LogSettings.unwritten, description="The system's own log settings.")
    backup: BackupSettings = Field(default_factory=BackupSettings.unwritten, description="The system's own backup settings.")
    export: ExportSettings = Field(default_factory=ExportSettings.unwritten, description="The system's own export settings.")
    buckets: BucketSettings = Field(default_factory=BucketSettings.unwritten, description="The system's own bucket settings.")
    network: NetworkSettings = Field(default_factory=NetworkSettings.unwritten, description="The system's own network settings.")
    cache: CacheSettings = Field(default_factory=CacheSettings.unwritten, description="The system's own cache settings.")
    audit: AuditSettings = Field(default_factory=AuditSettings.unwritten, description="The system's own audit settings.")
    streams: StreamSettings = Field(
        default_factory=StreamSettings.unwritten, description="The system's own stream function settings."
    )
    alarms: AlarmSettings = Field(default_factory=AlarmSettings.unwritten, description="The system's own alarms.")
    tables: dict[str, OwnTableSettings] = Field(
        default_factory=dict,
        description="What single tables do differently, by the name in the model, such as `miyabi-logs`.",
        json_schema_extra=allowed("tables of the system by their names, each with its own settings"),
    )


class AiChefOverrides(SystemOverrides):
    """What only ai_chef has."""

    partner_role_arn: str | None = Field(
        default=None,
        pattern="^arn:aws:iam::[0-9]{12}:role/[A-Za-z0-9+=,.@_/-]+$",
        description="A role, of this or another account, that the results table's own policy admits.",
        json_schema_extra=allowed("a role's ARN, such as 'arn:aws:iam::111111111111:role/partner'"),
    )


class FeatureFlagsOverrides(SystemOverrides):
    """What only feature_flags has."""

    builds: ClassVar = ("audit", "network", "cache")
    streams: FeatureFlagsStreams = Field(
        default_factory=FeatureFlagsStreams.unwritten, description="Functions that read the stream."
    )


class MiyabiLambdaOverrides(SystemOverrides):
    """What only miyabi_lambda has."""

    builds: ClassVar = ("network",)
    streams: MiyabiLambdaStreams = Field(
        default_factory=MiyabiLambdaStreams.unwritten, description="Functions that read the stream."
    )
    change_capture: ChangeCaptureSettings = Field(
        default_factory=ChangeCaptureSettings.unwritten, description="The table's changes in Kinesis."
    )


class MiyabiProgressOverrides(SystemOverrides):
    """What only miyabi_progress has."""

    builds: ClassVar = ("export",)
    streams: MiyabiProgressStreams = Field(
        default_factory=MiyabiProgressStreams.unwritten, description="Functions that read the stream."
    )


class ShopOverrides(SystemOverrides):
    """What only the shop has."""

    streams: ShopStreams = Field(default_factory=ShopStreams.unwritten, description="Functions that read the stream.")
    stock_alerts: StockAlertSettings = Field(
        default_factory=StockAlertSettings.unwritten, description="Who hears of low and of no stock."
    )


class Systems(Settings):
    """The systems that an environment can set apart."""

    ai_chef: AiChefOverrides = Field(
        default_factory=AiChefOverrides.unwritten, description="AI chef: cooking sessions and their results."
    )
    feature_flags: FeatureFlagsOverrides = Field(
        default_factory=FeatureFlagsOverrides.unwritten, description="Feature flags of many tenants."
    )
    miyabi_lambda: MiyabiLambdaOverrides = Field(
        default_factory=MiyabiLambdaOverrides.unwritten, description="The agent platform's data."
    )
    miyabi_progress: MiyabiProgressOverrides = Field(
        default_factory=MiyabiProgressOverrides.unwritten, description="Progress of tasks and projects."
    )
    shop: ShopOverrides = Field(default_factory=ShopOverrides.unwritten, description="Products, orders and stock.")


class SystemSettings(Settings):
    """What one system is built with in one environment: each group stands in Environment and in SystemOverrides too."""

    table: TableSettings
    encryption: EncryptionSettings
    logs: LogSettings
    buckets: BucketSettings
    network: NetworkSettings
    cache: CacheSettings
    audit: AuditSettings
    streams: StreamSettings
    alarms: AlarmSettings
    backup: BackupSettings
    export: ExportSettings
    tables: Mapping[str, TableSettings]
    """Whole settings of the tables that have some of their own."""
    wanted: Mapping[str, bool]
    """Which tables were switched on or off."""

    def of_table(self, name: str) -> TableSettings:
        return self.tables.get(name, self.table)

    def builds(self, name: str, *, optional: bool) -> bool:
        """Whether the environment has the table: an optional one is built where its settings say so."""
        return self.wanted.get(name, not optional)


GROUPS = tuple(name for name in SystemSettings.model_fields if name not in ("tables", "wanted"))
"""The groups that stand in an environment's file, and below each of its systems."""
