"""What an environment can set for captured changes."""

from pydantic import Field

from environments.settings import Settings


class ChangeCaptureSettings(Settings):
    """How long a table's changes wait in Kinesis for those who read them."""

    retention_hours: int = Field(
        default=168, ge=24, le=8_760, description="Hours in which a change can be read, and read again; over 24 costs extra."
    )
