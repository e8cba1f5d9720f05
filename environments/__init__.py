"""What differs per environment: YAML files, loaded strictly into frozen settings."""

from environments.environment import Environment, SystemSettings
from environments.errors import SettingsError
from environments.loader import load, load_named
from environments.settings import EncryptionSettings, LogSettings, TableSettings

__all__ = [
    "EncryptionSettings",
    "Environment",
    "LogSettings",
    "SettingsError",
    "SystemSettings",
    "TableSettings",
    "load",
    "load_named",
]
