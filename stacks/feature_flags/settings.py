"""What only feature flags have."""

from typing import ClassVar

from dynawright.settings import SystemSettings


class FeatureFlagsSettings(SystemSettings):
    """Feature flags of many tenants."""

    builds: ClassVar = ("audit", "network", "cache")
