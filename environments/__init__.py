"""What differs per environment: YAML files, loaded strictly into frozen settings."""

from environments.alarms import AlarmSettings, NotificationSettings
from environments.approvals import Approval
from environments.audit import AuditSettings
from environments.backup import BackupSettings, ExportSettings
from environments.buckets import AccessLogSettings, BucketSettings
from environments.cache import CacheSettings
from environments.capacity import AutoscalingSettings, ScheduledScaling
from environments.change_capture import ChangeCaptureSettings
from environments.deployment import DeploymentSettings
from environments.environment import Environment
from environments.errors import SettingsError
from environments.loader import environment_names, load, load_named
from environments.network import NetworkSettings
from environments.replica import ReplicaSettings
from environments.settings import EncryptionSettings, LogSettings, RoleSettings, SecretSettings
from environments.streams import StreamSettings
from environments.systems import SystemSettings
from environments.table import TableSettings
from environments.vault import VaultSettings

__all__ = [
    "AccessLogSettings",
    "AlarmSettings",
    "Approval",
    "AuditSettings",
    "AutoscalingSettings",
    "BackupSettings",
    "BucketSettings",
    "CacheSettings",
    "ChangeCaptureSettings",
    "DeploymentSettings",
    "EncryptionSettings",
    "Environment",
    "ExportSettings",
    "LogSettings",
    "NetworkSettings",
    "NotificationSettings",
    "ReplicaSettings",
    "RoleSettings",
    "ScheduledScaling",
    "SecretSettings",
    "SettingsError",
    "StreamSettings",
    "SystemSettings",
    "TableSettings",
    "VaultSettings",
    "environment_names",
    "load",
    "load_named",
]
