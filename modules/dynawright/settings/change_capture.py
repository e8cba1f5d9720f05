"""Settings of change capture."""

from pydantic import Field

from dynawright.settings.base import Settings


class ChangeCaptureSettings(Settings):
    """Copies a table's changes to a Kinesis data stream for further readers.

    Off by default: it costs by the hour.
    """

    enabled: bool = Field(default=False, description="Whether every change of the table goes to a Kinesis data stream.")
    retention_hours: int = Field(
        default=168, ge=24, le=8_760, description="Hours in which a change can be read, and read again; over 24 costs extra."
    )
