"""Settings that differ between environments: YAML files, loaded strictly into frozen classes."""

from dynawright.settings.alarms import AlarmSettings, NotificationSettings, Subscription, TableAlarmSettings
from dynawright.settings.approvals import Approval
from dynawright.settings.audit import AuditSettings
from dynawright.settings.backup import BackupSettings, ExportSettings
from dynawright.settings.base import EncryptionSettings, LogSettings, RoleSettings, SecretSettings, Settings, allowed
from dynawright.settings.buckets import AccessLogSettings, BucketSettings
from dynawright.settings.cache import CacheSettings
from dynawright.settings.capacity import AutoscalingSettings, ScheduledScaling
from dynawright.settings.change_capture import ChangeCaptureSettings
from dynawright.settings.consumers import AssumedBy, ConsumerSettings
from dynawright.settings.deployment import DeploymentSettings
from dynawright.settings.environment import Environment, environment_class
from dynawright.settings.errors import SettingsError
from dynawright.settings.exceptions import RuleException
from dynawright.settings.loader import environment_names, load, load_named
from dynawright.settings.network import NetworkSettings
from dynawright.settings.own_table import OwnTableSettings
from dynawright.settings.provider import ProviderSettings
from dynawright.settings.replica import ReplicaSettings
from dynawright.settings.streams import StreamSettings
from dynawright.settings.system import SystemSettings
from dynawright.settings.table import TableSettings
from dynawright.settings.validation import validated
from dynawright.settings.vault import VaultSettings

__all__ = [
    "AccessLogSettings",
    "AlarmSettings",
    "Approval",
    "AssumedBy",
    "AuditSettings",
    "AutoscalingSettings",
    "BackupSettings",
    "BucketSettings",
    "CacheSettings",
    "ChangeCaptureSettings",
    "ConsumerSettings",
    "DeploymentSettings",
    "EncryptionSettings",
    "Environment",
    "ExportSettings",
    "LogSettings",
    "NetworkSettings",
    "NotificationSettings",
    "OwnTableSettings",
    "ProviderSettings",
    "ReplicaSettings",
    "RoleSettings",
    "RuleException",
    "ScheduledScaling",
    "SecretSettings",
    "Settings",
    "SettingsError",
    "StreamSettings",
    "Subscription",
    "SystemSettings",
    "TableAlarmSettings",
    "TableSettings",
    "VaultSettings",
    "allowed",
    "environment_class",
    "environment_names",
    "load",
    "load_named",
    "validated",
]
