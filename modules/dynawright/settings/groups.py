"""The groups that an environment sets for all systems and a system can override."""

from typing import TypeVar

from pydantic import Field

from dynawright.settings.alarms import AlarmSettings
from dynawright.settings.audit import AuditSettings
from dynawright.settings.backup import BackupSettings, ExportSettings
from dynawright.settings.base import EncryptionSettings, LogSettings, Settings
from dynawright.settings.buckets import BucketSettings
from dynawright.settings.cache import CacheSettings
from dynawright.settings.network import NetworkSettings
from dynawright.settings.outputs import OutputSettings
from dynawright.settings.streams import StreamSettings
from dynawright.settings.table import TableSettings


class SharedGroups(Settings):
    """Settings of all systems in an environment; a system overrides only those that it sets."""

    table: TableSettings = Field(
        default_factory=TableSettings.unwritten, description="How the tables are paid for, copied and protected."
    )
    encryption: EncryptionSettings = Field(
        default_factory=EncryptionSettings.unwritten, description="Which key encrypts data at rest."
    )
    logs: LogSettings = Field(default_factory=LogSettings.unwritten, description="How long the logs are kept.")
    buckets: BucketSettings = Field(default_factory=BucketSettings.unwritten, description="How buckets are protected.")
    network: NetworkSettings = Field(
        default_factory=NetworkSettings.unwritten, description="The VPC that code runs in, if it does."
    )
    cache: CacheSettings = Field(default_factory=CacheSettings.unwritten, description="The cache, where a system has one.")
    audit: AuditSettings = Field(default_factory=AuditSettings.unwritten, description="The trail, where a system has one.")
    streams: StreamSettings = Field(
        default_factory=StreamSettings.unwritten, description="The dials of functions that read streams."
    )
    alarms: AlarmSettings = Field(
        default_factory=AlarmSettings.unwritten, description="What is watched, and from which value on a message is sent."
    )
    backup: BackupSettings = Field(
        default_factory=BackupSettings.unwritten, description="What AWS Backup keeps of the tables, and for how long."
    )
    export: ExportSettings = Field(
        default_factory=ExportSettings.unwritten,
        description="The weekly backup and the exports, for systems that make them, and those that ask for them here.",
    )
    outputs: OutputSettings = Field(
        default_factory=OutputSettings.unwritten, description="Where applications find what a stack has built."
    )


GROUPS = tuple(SharedGroups.model_fields)
AnyGroups = TypeVar("AnyGroups", bound=SharedGroups)


def merged(environment: SharedGroups, own: AnyGroups) -> AnyGroups:
    """Return a system's settings: the environment's groups, overridden by the system's."""
    groups = {name: getattr(environment, name).overridden_by(getattr(own, name)) for name in GROUPS}
    return type(own).model_construct(**(own.written | groups))
