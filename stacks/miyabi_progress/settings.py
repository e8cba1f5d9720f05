"""What only progress tracking has."""

from typing import ClassVar

from dynawright.settings import SystemSettings


class MiyabiProgressSettings(SystemSettings):
    """Progress of tasks and projects."""

    builds: ClassVar = ("export",)
