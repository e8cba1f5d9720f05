"""What differs per environment: YAML files, loaded strictly into frozen settings."""

from environments.environment import Environment, SystemSettings
from environments.errors import SettingsError
from environments.loader import load, load_named
from environments.settings import EncryptionSettings, LogSettings, RoleSettings, SecretSettings, TableSettings

__all__ = [
    "EncryptionSettings",
    "Environment",
    "LogSettings",
    "RoleSettings",
    "SecretSettings",
    "SettingsError",
    "SystemSettings",
    "TableSettings",
    "load",
    "load_named",
]
