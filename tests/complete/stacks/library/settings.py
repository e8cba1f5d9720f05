"""What only the library has."""

from typing import ClassVar

from pydantic import Field

from dynawright.settings import ChangeCaptureSettings, SystemSettings


class LibrarySettings(SystemSettings):
    """Loans of a library's branches."""

    builds: ClassVar = ("audit", "network", "cache", "export")
    partner_role_arn: str | None = Field(default=None, description="A role that the history's own policy admits.")
    change_capture: ChangeCaptureSettings = Field(
        default_factory=ChangeCaptureSettings.unwritten, description="Changes of loans in Kinesis."
    )
